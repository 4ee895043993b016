//! The register of irregularities, and its sums.

use resettle_report::columns::REGISTER;
use resettle_report::document::RegisterRow;
use resettle_report::read::WrittenReport;
use resettle_report::tally::RegisterSum;
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written as amount;
use crate::rows::{Line, listed};
use crate::sheet::{Cell, sheets};

/// Both sheets; none of a report that keeps no register.
pub(crate) fn of(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(register) = &written.register else { return Ok(Vec::new()) };
    let mut all = entries(register)?;
    all.extend(sums(&written.register_sums)?);
    Ok(all)
}

fn entries(register: &[RegisterRow]) -> Result<Vec<Worksheet>, XlsxError> {
    let currency = |row: &RegisterRow| currency(&row.currency).map(str::to_owned);
    let lines = (1..).zip(register).map(|(number, row)| Line { row, number, currency: currency(row) });
    listed("Register", &REGISTER, lines)
}

/// Without an opening record nobody says in which currency.
fn currency(code: &str) -> Option<&str> {
    (!code.is_empty()).then_some(code)
}

fn sums(sums: &[RegisterSum]) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("by", 10),
        ("currency", 10),
        ("venue", 12),
        ("game", 26),
        ("name", 28),
        ("entries", 10),
        ("of them wagers refused or removed", 12),
        ("found wrong", 12),
        ("on the recorder's word", 12),
        ("coups", 10),
        ("cards do not show", 12),
        ("moved (minor units)", 16),
        ("to players (minor units)", 16),
        ("to the house (minor units)", 16),
        ("moved on word (minor units)", 16),
        ("moved", 16),
        ("to players", 16),
        ("to the house", 16),
        ("moved on word", 16),
    ];
    sheets("Register sums", &columns, sums.iter().map(sum))
}

fn sum(sum: &RegisterSum) -> Vec<Cell> {
    let name = sum.name.clone().unwrap_or_else(|| "no name".to_owned());
    let mut cells = vec![
        Cell::Text(sum.by.word().to_owned()),
        Cell::Text(sum.currency.clone()),
        Cell::text(sum.venue.as_deref()),
        Cell::text(sum.game.as_deref()),
        if sum.faulty > 0 { Cell::Fault(name) } else { Cell::Text(name) },
        Cell::Whole(sum.entries.into()),
        Cell::Whole(sum.wagers.into()),
        Cell::Whole(sum.faulty.into()),
        Cell::Whole(sum.on_word.into()),
        Cell::Whole(sum.coups.into()),
        Cell::Whole(sum.due_unknown.into()),
    ];
    let amounts = [sum.moved, sum.to_players, sum.to_house, sum.moved_on_word];
    cells.extend(amounts.map(Cell::Whole));
    cells.extend(amounts.map(|sum_of| Cell::amount(amount(sum_of, currency(&sum.currency)))));
    cells
}
