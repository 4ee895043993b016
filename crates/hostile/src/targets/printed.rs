//! A replay as reports print it.

use resettle_audit::{Audit, Finding};
use resettle_report::columns::FINDINGS;
use resettle_report::document::{FindingRow, to_json};
use resettle_report::print::{Width, finding_text, is_unsafe, rows_to_csv};

use crate::broken::{Broken, hold, same, works};

/// The findings and sums as JSON, which two equal replays have in common.
pub(super) fn json(audit: &Audit) -> Result<String, Broken> {
    let rows: Vec<FindingRow> = audit.findings.iter().map(FindingRow::from).collect();
    let mut out = Vec::new();
    works(to_json(&(format!("{:?}", audit.totals), rows), false, &mut out), "findings cannot be written as JSON")?;
    works(String::from_utf8(out), "JSON is no text")
}

/// Nothing that is printed controls a terminal, is taken for a formula, or is not JSON.
pub(super) fn is_harmless(audit: &Audit) -> Result<(), Broken> {
    let rows: Vec<FindingRow> = audit.findings.iter().map(FindingRow::from).collect();
    for row in &rows {
        // What is bold and coloured is so for any text; no more than that may control the terminal.
        let escapes = |text: &str| text.matches('\u{1b}').count();
        let printed = finding_text(row, Width::USUAL);
        same(&escapes(&printed), &escapes(&finding_text(&blank(row), Width::USUAL)), "a log put escapes into print")?;
        harmless_text(&printed.replace('\u{1b}', ""))?;
    }
    let json = json(audit)?;
    harmless_text(&json)?;
    let back: serde_json::Value = works(serde_json::from_str(&json), "printed JSON cannot be read")?;
    let count = back.get(1).and_then(|rows| rows.as_array()).map(Vec::len);
    hold(count == Some(rows.len()), || "printed JSON holds other findings".to_owned())?;
    let mut csv = Vec::new();
    works(rows_to_csv(&FINDINGS, rows.iter().cloned().map(Ok), true, &mut csv), "findings cannot be written as CSV")?;
    let csv = works(String::from_utf8(csv), "CSV is no text")?;
    same(&harmless_cells(&csv)?, &rows.len(), "printed CSV holds other findings")
}

/// No cell is taken for a formula; how many rows there are.
pub(super) fn harmless_cells(csv: &str) -> Result<usize, Broken> {
    harmless_text(csv)?;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let mut read = 0;
    for record in reader.records() {
        read += 1;
        for cell in &works(record, "printed CSV cannot be read")? {
            let number = cell.strip_prefix('-').unwrap_or(cell).bytes().all(|byte| byte.is_ascii_digit());
            let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !number;
            hold(!formula, || format!("a cell reads as a formula: {cell}"))?;
        }
    }
    Ok(read)
}

/// The same row without a word of the log.
fn blank(row: &FindingRow) -> FindingRow {
    let blank = |text: &Option<String>| text.as_ref().map(|_| "x".to_owned());
    FindingRow {
        log: String::new(),
        message: String::new(),
        clause: blank(&row.clause),
        shoe: blank(&row.shoe),
        wager: blank(&row.wager),
        player: blank(&row.player),
        expected: blank(&row.expected),
        logged: blank(&row.logged),
        source_id: blank(&row.source_id),
        ..row.clone()
    }
}

pub(super) fn harmless_text(text: &str) -> Result<(), Broken> {
    hold(!text.chars().any(|letter| letter != '\n' && is_unsafe(letter)), || format!("a terminal would obey {text:?}"))
}

/// The findings that are not about the log as a log, whoever vouches for them.
pub(super) fn of_the_game(audit: &Audit) -> Vec<Finding> {
    let game = audit.findings.iter().filter(|finding| !finding.code.as_str().starts_with("integrity/"));
    game.map(|finding| Finding { authenticated: false, ..finding.clone() }).collect()
}
