//! Rows of a sheet: what has columns of its own, sums of money, files.

use std::collections::BTreeMap;

use resettle_report::columns::{At, Columns, SheetColumn, Value};
use resettle_report::read::WrittenReport;
use resettle_report::tally::Money;
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written as written_as;
use crate::sheet::{Cell, sheets};

/// A row with its number and the currency of its amounts.
pub(crate) struct Line<'r, R> {
    pub row: &'r R,
    pub number: u64,
    pub currency: Option<String>,
}

impl<'r, R> Line<'r, R> {
    /// A row that has no number.
    pub(crate) fn of(row: &'r R, currency: &str) -> Self {
        Self { row, number: 0, currency: Some(currency.to_owned()) }
    }
}

/// A sheet of what has columns of its own.
pub(crate) fn listed<'r, R>(
    name: &str,
    columns: &Columns<R>,
    lines: impl Iterator<Item = Line<'r, R>>,
) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = columns.sheet();
    let heads: Vec<(&str, u8)> = columns.iter().map(|column| (column.title.as_str(), column.width)).collect();
    let rows = lines.map(|line| {
        let at = At { number: line.number, currency: line.currency.as_deref(), ..At::alone(line.row) };
        columns.iter().map(|column| cell(column, &at)).collect()
    });
    sheets(name, &heads, rows)
}

fn cell<R>(shown: &SheetColumn<R>, at: &At<'_, R>) -> Cell {
    match (shown.column.read)(at) {
        Value::None => Cell::Empty,
        Value::Whole(minor) if shown.as_amount => Cell::amount(written_as(minor, at.currency)),
        Value::Whole(number) => Cell::Whole(number),
        Value::Flag(flag) => Cell::Flag(flag),
        Value::Date(date) => Cell::Date(date.to_owned()),
        words if shown.column.is_loud(at.row) => Cell::Fault(words.words().into_owned()),
        words => Cell::Text(words.words().into_owned()),
    }
}

/// Which currency the amounts of a log are in, by its table.
pub(crate) struct Currencies<'r> {
    only: Option<&'r str>,
    by_table: BTreeMap<(&'r str, &'r str), &'r str>,
    by_log: BTreeMap<&'r str, &'r str>,
}

impl<'r> Currencies<'r> {
    pub(crate) fn of(written: &'r WrittenReport) -> Self {
        let tables = written.tables().iter();
        let by_table: BTreeMap<_, _> =
            tables.map(|one| ((one.venue.as_str(), one.table.as_str()), one.currency.as_str())).collect();
        let inputs = written.report.inputs.iter();
        let by_log = inputs.filter_map(|input| {
            let table = input.table.as_ref()?;
            Some((input.log.as_str(), *by_table.get(&(table.venue.as_str(), table.table.as_str()))?))
        });
        Self { only: written.only_currency(), by_log: by_log.collect(), by_table }
    }

    /// That of a log; none where it is not known.
    pub(crate) fn of_log(&self, log: &str) -> Option<&'r str> {
        self.only.or_else(|| self.by_log.get(log).copied())
    }

    /// The currency of a table's amounts; none where the report does not list the table.
    pub(crate) fn of_table(&self, venue: &str, table: &str) -> Option<&'r str> {
        self.only.or_else(|| self.by_table.get(&(venue, table)).copied())
    }
}

/// Sums as four columns of minor units and four of amounts.
pub(crate) fn money(money: &Money, currency: Option<&str>) -> Vec<Cell> {
    let sums = [money.staked, money.returned, money.due, money.net_variance()];
    let exact = sums.into_iter().map(Cell::Whole);
    exact.chain(sums.into_iter().map(|sum| Cell::amount(written_as(sum, currency)))).collect()
}

pub(crate) const MONEY: [(&str, u8); 8] = [
    ("staked (minor units)", 16),
    ("returned (minor units)", 16),
    ("due (minor units)", 16),
    ("net error (minor units)", 16),
    ("staked", 16),
    ("returned", 16),
    ("due", 16),
    ("net error", 16),
];

/// A file that was used, in two rows.
pub(crate) fn file(what: &'static str, path: &str, sha256: &str) -> [(&'static str, Cell); 2] {
    [(what, Cell::Text(path.to_owned())), ("  its SHA-256", Cell::Text(sha256.to_owned()))]
}
