//! Which sheets there are, and what stands on them.

use resettle_report::document::FindingRow;
use resettle_report::read::{Written, WrittenTable};
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::amount::written;
use crate::sheet::{Cell, sheets};

pub(crate) fn of(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let mut all = findings(report)?;
    all.extend(tables(report)?);
    all.extend(wagers(report)?);
    all.extend(codes(report)?);
    all.extend(logs(report)?);
    all.extend(rulesets(report)?);
    all.extend(about(report)?);
    Ok(all)
}

fn findings(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("number", 8),
        ("severity", 10),
        ("code", 26),
        ("date", 12),
        ("at", 32),
        ("log", 28),
        ("shoe", 12),
        ("coup", 8),
        ("wager", 10),
        ("message", 60),
        ("expected", 20),
        ("logged", 20),
        ("money (minor units)", 14),
        ("money", 14),
        ("clause", 44),
        ("file", 40),
        ("line", 8),
        ("seq", 8),
        ("authenticated", 14),
        ("reading", 10),
        ("record_sha256", 66),
        ("source_row", 12),
        ("source_id", 16),
        ("disposition", 30),
        ("management's response", 40),
    ];
    let currency = report.only_currency();
    sheets("Findings", &columns, (1_i128..).zip(&report.findings).map(|(number, row)| finding(number, row, currency)))
}

fn finding(number: i128, row: &FindingRow, currency: Option<&str>) -> Vec<Cell> {
    let at = row.at.as_deref();
    vec![
        Cell::Whole(number),
        Cell::Text(row.severity.to_string()),
        Cell::Text(row.code.to_string()),
        at.and_then(|at| at.get(..10)).map_or(Cell::Empty, |date| Cell::Date(date.to_owned())),
        Cell::text(at),
        Cell::Text(row.log.clone()),
        Cell::text(row.shoe.as_deref()),
        Cell::whole(row.coup),
        Cell::text(row.wager.as_deref()),
        Cell::Text(row.message.clone()),
        Cell::text(row.expected.as_deref()),
        Cell::text(row.logged.as_deref()),
        Cell::whole(row.money),
        Cell::amount(row.money.and_then(|money| written(money.into(), currency))),
        Cell::text(row.clause.as_deref()),
        Cell::Text(row.file.clone()),
        Cell::whole(row.line),
        Cell::whole(row.seq),
        Cell::Flag(row.authenticated),
        Cell::Flag(row.reading),
        Cell::text(row.record_sha256.as_deref()),
        Cell::whole(row.source_row),
        Cell::text(row.source_id.as_deref()),
        Cell::Empty,
        Cell::Empty,
    ]
}

/// Sums as four columns of minor units and four of amounts.
fn money(staked: i128, returned: i128, due: i128, currency: &str) -> Vec<Cell> {
    let sums = [staked, returned, due, returned.saturating_sub(due)];
    let exact = sums.into_iter().map(Cell::Whole);
    exact.chain(sums.into_iter().map(|sum| Cell::amount(written(sum, Some(currency))))).collect()
}

const MONEY: [(&str, u8); 8] = [
    ("staked (minor units)", 16),
    ("returned (minor units)", 16),
    ("due (minor units)", 16),
    ("variance (minor units)", 16),
    ("staked", 16),
    ("returned", 16),
    ("due", 16),
    ("variance", 16),
];

fn tables(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let mut columns = vec![
        ("jurisdiction", 12),
        ("venue", 12),
        ("game", 26),
        ("table", 14),
        ("currency", 10),
        ("coups", 10),
        ("wagers", 10),
    ];
    columns.extend(MONEY);
    sheets(
        "Tables",
        &columns,
        report.tables.iter().map(|table| {
            let mut cells = named(table);
            cells.extend([Cell::Whole(table.coups.into()), Cell::Whole(table.wagers.into())]);
            cells.extend(money(table.staked, table.returned, table.due, &table.currency));
            cells
        }),
    )
}

fn named(table: &WrittenTable) -> Vec<Cell> {
    [&table.jurisdiction, &table.venue, &table.game, &table.table, &table.currency]
        .map(|text| Cell::Text(text.clone()))
        .into()
}

fn wagers(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
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
    let rows = report.tables.iter().flat_map(|table| {
        table.by_bet.iter().map(|(bet, sums)| {
            let mut cells = named(table);
            cells.extend([Cell::Text(bet.clone()), Cell::Whole(sums.wagers.into())]);
            cells.extend(money(sums.staked, sums.returned, sums.due, &table.currency));
            cells
        })
    });
    sheets("Wagers by table", &columns, rows)
}

fn codes(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [("code", 30), ("findings", 12), ("left out", 12)];
    let rows = report.summary.by_code.iter().map(|(code, count)| {
        let left_out = report.summary.truncated.get(code).copied();
        vec![Cell::Text(code.clone()), Cell::Whole((*count).into()), Cell::whole(left_out)]
    });
    sheets("Findings by code", &columns, rows)
}

fn logs(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let columns = [
        ("log", 30),
        ("file", 50),
        ("sha256", 66),
        ("records", 10),
        ("authenticated", 14),
        ("coups", 10),
        ("note", 40),
    ];
    let rows = report.inputs.iter().map(|input| {
        vec![
            Cell::Text(input.log.clone()),
            Cell::Text(input.path.clone()),
            Cell::Text(input.sha256.clone()),
            Cell::Whole(input.records.into()),
            Cell::Whole(input.authenticated_records.into()),
            Cell::Whole(input.coups.into()),
            Cell::text(input.note.as_deref()),
        ]
    });
    sheets("Logs", &columns, rows)
}

fn rulesets(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let rows = report
        .rulesets
        .iter()
        .map(|used| vec![Cell::Text(used.id.clone()), Cell::Text(used.sha256.clone()), Cell::Whole(used.coups.into())]);
    sheets("Rulesets", &[("ruleset", 50), ("digest", 66), ("coups", 10)], rows)
}

fn about(report: &Written) -> Result<Vec<Worksheet>, XlsxError> {
    let summary = &report.summary;
    let mut rows = vec![
        ("report made", Cell::Text(report.generated_at.clone())),
        ("tool", Cell::Text(report.tool.clone())),
        ("every coup judged by", Cell::text(report.judged_by.as_deref())),
        ("coups", Cell::Whole(summary.coups.into())),
        ("wagers", Cell::Whole(summary.wagers.into())),
        ("staked (minor units)", Cell::Whole(summary.staked)),
        ("returned (minor units)", Cell::Whole(summary.returned)),
        ("due (minor units)", Cell::Whole(summary.due)),
        ("net variance (minor units)", Cell::Whole(summary.net_variance)),
    ];
    rows.extend(report.only_currency().map(|currency| ("currency", Cell::Text(currency.to_owned()))));
    sheets(
        "About",
        &[("what", 30), ("value", 40)],
        rows.into_iter().map(|(what, value)| vec![Cell::Text(what.to_owned()), value]),
    )
}
