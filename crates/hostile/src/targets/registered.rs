//! The register of irregularities of a replay, as reports print it.

use resettle_audit::{Memory, Registered, Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_report::columns::REGISTER;
use resettle_report::document::{Held, KIND, RegisterRow, Report, Summary, to_json};
use resettle_report::print::{Width, register_text, rows_to_csv};
use resettle_report::tally::{SumItem, summed};
use unicode_width::UnicodeWidthStr as _;

use super::printed::{harmless_cells, harmless_text};
use crate::broken::{Broken, hold, same, works};

/// What its own styles write, and nothing else that controls a terminal.
const STYLES: [&str; 5] = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[90m", "\u{1b}[31m", "\u{1b}[33m"];

/// Nothing of the register that is printed controls a terminal, is wider than it, or is taken for a formula.
pub(super) fn is_harmless(data: &[u8], settings: &Settings) -> Result<(), Broken> {
    let mut found = Memory::default();
    Replay::by(settings).log(LogReader::new(data, None), "log", &mut found);
    let rows: Vec<RegisterRow> = found.register.iter().map(RegisterRow::from).collect();
    if rows.is_empty() {
        return Ok(());
    }
    text(&found.register, &rows)?;
    let mut json = Vec::new();
    works(to_json(&rows, false, &mut json), "the register cannot be written as JSON")?;
    let json = works(String::from_utf8(json), "JSON is no text")?;
    harmless_text(&json)?;
    let back: Vec<RegisterRow> = works(serde_json::from_str(&json), "the printed register cannot be read")?;
    same(&back, &rows, "the printed register is another")?;
    let mut csv = Vec::new();
    works(
        rows_to_csv(&REGISTER, rows.iter().cloned().map(Ok), true, &mut csv),
        "the register cannot be written as CSV",
    )?;
    let csv = works(String::from_utf8(csv), "CSV is no text")?;
    same(&harmless_cells(&csv)?, &rows.len(), "printed CSV holds another register")
}

fn text(register: &[Registered], rows: &[RegisterRow]) -> Result<(), Broken> {
    let mut items: Vec<SumItem> = register.iter().zip(rows).map(|(entry, row)| SumItem::of(row, Some(entry))).collect();
    items.sort_by(SumItem::order);
    let register_sums = works(summed(items.into_iter().map(Ok)), "sums in memory cannot be read")?;
    let held = Held { register: rows.to_vec(), register_sums, ..Held::default() };
    for columns in [80, 200] {
        let printed = register_text(&empty(), &held, true, Width::of(columns));
        let mut printed = works(printed, "the register cannot be printed")?;
        for style in STYLES {
            printed = printed.replace(style, "");
        }
        harmless_text(&printed)?;
        let wide = printed.lines().find(|line| line.width() > columns);
        hold(wide.is_none(), || format!("wider than a terminal: {wide:?}"))?;
    }
    Ok(())
}

/// A report without anything.
fn empty() -> Report {
    Report {
        kind: KIND,
        tool: String::new(),
        generated_at: String::new(),
        judged_by: None,
        facts: None,
        trust: None,
        approvers: None,
        heads: None,
        judged_with: None,
        promotions: None,
        tournaments: Vec::new(),
        inputs: Vec::new(),
        unread: Vec::new(),
        rulesets: Vec::new(),
        summary: Summary::default(),
        run: None,
        played: None,
    }
}
