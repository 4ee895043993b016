//! The register of irregularities, and its sums.

use resettle_report::document::RegisterRow;
use resettle_report::read::Written;
use resettle_report::tally::{By, RegisterSum};
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written as amount;
use crate::sheet::{Cell, sheets};

/// Both sheets; none of a report that keeps no register.
pub(crate) fn of(written: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(register) = &written.register else { return Ok(Vec::new()) };
    let mut all = entries(register)?;
    all.extend(sums(&written.register_sums)?);
    Ok(all)
}

fn entries(register: &[RegisterRow]) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("number", 8),
        ("found wrong", 26),
        ("subject", 16),
        ("kind", 26),
        ("facts", 40),
        ("date", 12),
        ("noticed", 32),
        ("venue", 12),
        ("table", 14),
        ("log", 28),
        ("shoe", 12),
        ("coup", 8),
        ("wager", 10),
        ("terminals", 16),
        ("ruling", 14),
        ("by", 24),
        ("consequence", 50),
        ("clause", 44),
        ("rests on", 10),
        ("moved (minor units)", 14),
        ("moved", 14),
        ("currency", 10),
        ("file", 40),
        ("line", 8),
        ("seq", 8),
        ("authenticated", 14),
        ("record_sha256", 66),
        ("at", 32),
        ("management's response", 40),
    ];
    sheets("Register", &columns, (1_i128..).zip(register).map(|(number, row)| entry(number, row)))
}

fn entry(number: i128, row: &RegisterRow) -> Vec<Cell> {
    let date = row.at.as_deref().and_then(|at| at.get(..10));
    let list = |texts: &[String]| if texts.is_empty() { Cell::Empty } else { Cell::Text(texts.join(", ")) };
    // What a finding finds fault with is as visible as the finding.
    let marked = |text: String| if row.is_faulty() { Cell::Fault(text) } else { Cell::Text(text) };
    let facts = row.facts_text();
    vec![
        Cell::Whole(number),
        if row.is_faulty() { Cell::Fault(row.faults.join(", ")) } else { Cell::Empty },
        Cell::Text(row.subject.clone()),
        marked(row.kind.clone()),
        if facts.is_empty() { Cell::Empty } else { Cell::Text(facts) },
        date.map_or(Cell::Empty, |date| Cell::Date(date.to_owned())),
        Cell::text(row.noticed.as_deref()),
        Cell::Text(row.venue.clone()),
        Cell::Text(row.table.clone()),
        Cell::Text(row.log.clone()),
        Cell::text(row.shoe.as_deref()),
        Cell::whole(row.coup),
        Cell::text(row.wager.as_deref()),
        list(&row.terminals),
        Cell::text(row.ruling.as_deref()),
        Cell::text(row.by.as_deref()),
        Cell::Text(row.consequence.clone()),
        Cell::text(row.clause.as_deref()),
        if row.is_on_word() && row.stands_out() {
            Cell::Fault(row.evidence.clone())
        } else {
            Cell::Text(row.evidence.clone())
        },
        Cell::whole(row.moved),
        Cell::amount(row.moved.and_then(|moved| amount(moved, currency(&row.currency)))),
        Cell::Text(row.currency.clone()),
        Cell::Text(row.file.clone()),
        Cell::whole(row.line),
        Cell::whole(row.seq),
        Cell::Flag(row.authenticated),
        Cell::text(row.record_sha256.as_deref()),
        Cell::text(row.at.as_deref()),
        Cell::Empty,
    ]
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
        ("on somebody's word", 12),
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
    let by = match sum.by {
        By::Kind => "kind",
        By::Table => "table",
        By::Terminal => "terminal",
        By::Decider => "decider",
    };
    let name = sum.name.clone().unwrap_or_else(|| "nobody named".to_owned());
    let mut cells = vec![
        Cell::Text(by.to_owned()),
        Cell::Text(sum.currency.clone()),
        Cell::text(sum.venue.as_deref()),
        Cell::text(sum.game.as_deref()),
        if sum.faulty > 0 { Cell::Fault(name) } else { Cell::Text(name) },
        Cell::Whole(sum.entries.into()),
        Cell::Whole(sum.wagers.into()),
        Cell::Whole(sum.faulty.into()),
        Cell::Whole(sum.on_word.into()),
        Cell::Whole(sum.coups.into()),
        Cell::Whole(sum.untold.into()),
    ];
    let amounts = [sum.moved, sum.to_players, sum.to_house, sum.moved_on_word];
    cells.extend(amounts.map(Cell::Whole));
    cells.extend(amounts.map(|sum_of| Cell::amount(amount(sum_of, currency(&sum.currency)))));
    cells
}
