//! Which sheets there are, and what is on them.

use std::cmp::Reverse;

use resettle_report::columns::{FINDINGS, SHOES, TABLES};
use resettle_report::document::{CurrencyTotals, FindingRow, not_asked};
use resettle_report::read::WrittenReport;
use resettle_report::tally::{ShoeRow, TableTotals};
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written as written_as;
use crate::hold;
use crate::register;
use crate::rows::{Currencies, Line, MONEY, listed, money};
use crate::run;
use crate::sheet::{Cell, sheets};

pub(crate) fn of(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let mut all = hold::summary(written)?;
    all.extend(statement_of_money(written)?);
    all.extend(owed(written)?);
    all.extend(owed_on_condition(written)?);
    all.extend(findings(written)?);
    all.extend(register::of(written)?);
    all.extend(hold::days(written)?);
    all.extend(hold::coverage(written)?);
    all.extend(hold::routine(written)?);
    all.extend(hold::staff(written)?);
    all.extend(tables(written)?);
    all.extend(wagers(written)?);
    all.extend(shoes(written)?);
    all.extend(codes(written)?);
    all.extend(net_error(written)?);
    all.extend(logs(written)?);
    all.extend(rulesets(written)?);
    if let Some(run) = &written.report.run {
        all.extend(run::of(written, run)?);
    }
    all.extend(run::unread(written.report.not_read())?);
    all.extend(about(written)?);
    Ok(all)
}

fn findings(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let currencies = Currencies::of(written);
    let mut rows: Vec<_> = (1_u64..).zip(&written.findings).collect();
    rows.sort_by_key(|(_, row)| (row.gravity(), Reverse(row.size())));
    // What counts chips of a tournament is in no currency.
    let currency = |row: &'_ FindingRow| {
        let unit = row.unit.as_deref().or(row.currency.as_deref());
        unit.or_else(|| currencies.of_log(&row.log)).map(str::to_owned)
    };
    listed("Findings", &FINDINGS, rows.into_iter().map(|(number, row)| Line { row, number, currency: currency(row) }))
}

fn tables(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    listed("Tables", &TABLES, written.tables().iter().map(|row| Line::of(row, &row.currency)))
}

fn named(table: &TableTotals) -> Vec<Cell> {
    [&table.jurisdiction, &table.venue, &table.game, &table.table, &table.currency]
        .map(|text| Cell::Text(text.clone()))
        .into()
}

fn wagers(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let mut columns = vec![
        ("jurisdiction", 12),
        ("venue", 12),
        ("game", 26),
        ("table", 14),
        ("currency", 10),
        ("bet", 16),
        ("wagers", 10),
    ];
    columns.extend(MONEY);
    let rows = written.tables().iter().flat_map(|table| {
        table.by_bet.iter().map(|(bet, sums)| {
            let mut cells = named(table);
            cells.extend([Cell::Text(bet.clone()), Cell::Whole(sums.money.wagers.into())]);
            cells.extend(money(&sums.money, Some(&table.currency)));
            cells
        })
    });
    sheets("Wagers by table", &columns, rows)
}

fn shoes(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let currencies = Currencies::of(written);
    let currency = |shoe: &ShoeRow| currencies.of_table(&shoe.venue, &shoe.table).map(str::to_owned);
    let lines = (1..).zip(&written.shoes).map(|(number, row)| Line { row, number, currency: currency(row) });
    listed("Shoes", &SHOES, lines)
}

fn codes(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [("code", 30), ("findings", 12), ("left out", 12)];
    let rows = written.report.summary.by_code.iter().map(|(code, count)| {
        let left_out = written.report.summary.truncated.get(code).copied();
        vec![Cell::Text(code.clone()), Cell::Whole((*count).into()), Cell::whole(left_out)]
    });
    sheets("Findings by code", &columns, rows)
}

/// From what was staked to what was won, line by line and currency by currency.
fn statement_of_money(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [("currency", 10), ("line", 14), ("money (minor units)", 18), ("money", 18), ("what it is", 80)];
    let lines = |sums: &CurrencyTotals| {
        let currency = sums.currency.clone();
        sums.statement_of_money().into_iter().map(move |line| {
            let (minor, amount) = match line.is_unknown() {
                true => (Cell::Text("unknown".to_owned()), Cell::Text("unknown".to_owned())),
                false => (Cell::Whole(line.money), Cell::amount(written_as(line.money, Some(&currency)))),
            };
            let name = line.name();
            vec![Cell::Text(currency.clone()), Cell::Text(name), minor, amount, Cell::Text(line.about)]
        })
    };
    let rows: Vec<Vec<Cell>> = written.report.summary.currencies.iter().flat_map(lines).collect();
    if rows.is_empty() { Ok(Vec::new()) } else { sheets("Statement", &columns, rows.into_iter()) }
}

/// What is owed to each patron, and by each; no sheet where nothing is.
fn owed(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("venue", 12),
        ("currency", 10),
        ("patron", 30),
        ("wagers", 10),
        ("to the patron (minor units)", 18),
        ("to the house (minor units)", 18),
        ("to the patron", 18),
        ("to the house", 18),
        ("to the patron on condition (minor units)", 18),
        ("to the house on condition (minor units)", 18),
        ("to the patron on condition", 18),
        ("to the house on condition", 18),
    ];
    let rows = written.report.summary.owed.iter().map(|row| {
        let amount = |minor: i128| Cell::amount(written_as(minor, Some(&row.currency)));
        vec![
            Cell::Text(row.venue.clone()),
            Cell::Text(row.currency.clone()),
            Cell::Text(row.who.clone().unwrap_or_else(|| "not logged whose".to_owned())),
            Cell::Whole(row.wagers.into()),
            Cell::Whole(row.to_patron),
            Cell::Whole(row.to_house),
            amount(row.to_patron),
            amount(row.to_house),
            Cell::Whole(row.to_patron_on_condition),
            Cell::Whole(row.to_house_on_condition),
            amount(row.to_patron_on_condition),
            amount(row.to_house_on_condition),
        ]
    });
    if written.report.summary.owed.is_empty() { Ok(Vec::new()) } else { sheets("Owed", &columns, rows) }
}

/// What is owed on a condition only, and on which; no sheet where nothing is.
fn owed_on_condition(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("currency", 10),
        ("wagers", 10),
        ("to the patron (minor units)", 18),
        ("to the house (minor units)", 18),
        ("to the patron", 18),
        ("to the house", 18),
        ("on condition", 90),
    ];
    let rows = written.report.summary.owed_on_condition.iter().map(|row| {
        let amount = |minor: i128| Cell::amount(written_as(minor, Some(&row.currency)));
        vec![
            Cell::Text(row.currency.clone()),
            Cell::Whole(row.wagers.into()),
            Cell::Whole(row.to_patron),
            Cell::Whole(row.to_house),
            amount(row.to_patron),
            amount(row.to_house),
            Cell::Text(row.words()),
        ]
    });
    let none = written.report.summary.owed_on_condition.is_empty();
    if none { Ok(Vec::new()) } else { sheets("Owed on condition", &columns, rows) }
}

/// From the sum of the findings to the net error, line by line; no sheet where neither is anything.
fn net_error(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [("currency", 10), ("line", 70), ("money (minor units)", 16), ("money", 16)];
    let lines = |sums: &CurrencyTotals| {
        let net = (!sums.reconciled.is_empty()).then(|| ("net error".to_owned(), sums.money.net_variance()));
        let lines: Vec<_> = sums.reconciled.iter().map(|one| (one.line.clone(), one.money)).chain(net).collect();
        let currency = sums.currency.clone();
        lines.into_iter().map(move |(line, money)| {
            let amount = Cell::amount(written_as(money, Some(&currency)));
            vec![Cell::Text(currency.clone()), Cell::Text(line), Cell::Whole(money), amount]
        })
    };
    let rows: Vec<Vec<Cell>> = written.report.summary.currencies.iter().flat_map(lines).collect();
    if rows.is_empty() { Ok(Vec::new()) } else { sheets("Net error", &columns, rows.into_iter()) }
}

fn logs(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("log", 30),
        ("file", 50),
        ("sha256", 66),
        ("records", 10),
        ("authenticated", 14),
        ("coups", 10),
        ("coups not vouched for", 14),
        ("staked in these (minor units)", 16),
        ("note", 40),
    ];
    let rows = written.report.inputs.iter().map(|input| {
        vec![
            Cell::Text(input.log.clone()),
            Cell::Text(input.path.clone()),
            Cell::Text(input.sha256.clone()),
            Cell::Whole(input.records.into()),
            Cell::Whole(input.authenticated_records.into()),
            Cell::Whole(input.coups.into()),
            input.not_vouched_coups.map_or(Cell::Empty, |not| Cell::Whole(not.coups.into())),
            input.not_vouched_coups.map_or(Cell::Empty, |not| Cell::Whole(not.staked)),
            Cell::text(input.note.as_deref()),
        ]
    });
    sheets("Logs", &columns, rows)
}

fn rulesets(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let rows = written.report.rulesets.iter().map(|used| {
        vec![
            Cell::Text(used.id.clone()),
            Cell::Text(used.sha256.clone()),
            Cell::Whole(used.coups.into()),
            Cell::Whole(used.uncertain.into()),
        ]
    });
    let columns = [
        ("ruleset", 50),
        ("digest", 66),
        ("coups", 10),
        ("coups of which it is uncertain whether it was in force", 20),
    ];
    sheets("Rulesets", &columns, rows)
}

fn about(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let summary = &written.report.summary;
    let judged_by = written.report.judged_by.clone().unwrap_or_else(|| "the ruleset in force".to_owned());
    let mut rows = vec![
        ("report made", Cell::Text(written.report.generated_at.clone())),
        ("tool", Cell::Text(written.report.tool.clone())),
        ("coups judged by", Cell::Text(judged_by)),
        ("coups", Cell::Whole(summary.coups.into())),
        ("wagers", Cell::Whole(summary.wagers.into())),
    ];
    for sums in &summary.currencies {
        rows.extend([
            ("currency", Cell::Text(sums.currency.clone())),
            ("  staked (minor units)", Cell::Whole(sums.money.staked)),
            ("  returned (minor units)", Cell::Whole(sums.money.returned)),
            ("  due (minor units)", Cell::Whole(sums.money.due)),
            ("  overpaid (minor units)", Cell::Whole(sums.money.overpaid)),
            ("  underpaid (minor units)", Cell::Whole(sums.money.underpaid)),
            ("  net error (minor units)", Cell::Whole(sums.money.net_variance())),
        ]);
    }
    let mut listed: Vec<(String, Cell)> = rows.into_iter().map(|(what, value)| (what.to_owned(), value)).collect();
    for given in written.report.judged_with.iter().flat_map(|judged| &judged.given) {
        let value = given.value.as_ref().map_or(Cell::Empty, |value| Cell::Text(value.clone()));
        listed.push((format!("judged with {}", given.option), value));
        listed.extend(given.sha256.iter().map(|sha256| ("  its SHA-256".to_owned(), Cell::Text(sha256.clone()))));
    }
    listed.extend(not_asked(&written.report).into_iter().map(|what| ("not asked".to_owned(), Cell::Text(what))));
    sheets(
        "About",
        &[("what", 30), ("value", 66)],
        listed.into_iter().map(|(what, value)| vec![Cell::Text(what), value]),
    )
}
