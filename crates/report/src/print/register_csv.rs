use std::io;

use super::csv::{neutral_cell, staff_cells, staff_columns};
use crate::document::RegisterRow;

/// Columns of the register as CSV, one entry a row.
const COLUMNS: [&str; 27] = [
    "subject",
    "kind",
    "log",
    "file",
    "line",
    "seq",
    "venue",
    "table",
    "currency",
    "shoe",
    "coup",
    "wager",
    "terminals",
    "facts",
    "noticed",
    "ruling",
    "by",
    "ruleset",
    "clause",
    "consequence",
    "evidence",
    "moved",
    "found_fault",
    "faults",
    "authenticated",
    "record_sha256",
    "at",
];

/// Writes the register of irregularities as CSV, with who was on duty where the report says that. Text that a spreadsheet would take for a formula is quoted with `'`.
///
/// # Errors
/// What `out` says, or what reading the entries says.
pub fn register_to_csv(
    entries: impl Iterator<Item = io::Result<RegisterRow>>,
    with_staff: bool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS.iter().chain(staff_columns(with_staff))).map_err(io::Error::other)?;
    for row in entries {
        let row = row?;
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let text = |t: &Option<String>| t.as_deref().map_or(String::new(), neutral_cell);
        let cells = [
            neutral_cell(&row.subject),
            neutral_cell(&row.kind),
            neutral_cell(&row.log),
            neutral_cell(&row.file),
            number(row.line),
            number(row.seq),
            neutral_cell(&row.venue),
            neutral_cell(&row.table),
            neutral_cell(&row.currency),
            text(&row.shoe),
            number(row.coup),
            text(&row.wager),
            neutral_cell(&row.terminals.join(", ")),
            neutral_cell(&row.facts_text()),
            text(&row.noticed),
            text(&row.ruling),
            text(&row.by),
            text(&row.ruleset),
            text(&row.clause),
            neutral_cell(&row.consequence),
            neutral_cell(&row.evidence),
            row.moved.map_or(String::new(), |moved| moved.to_string()),
            row.is_faulty().to_string(),
            neutral_cell(&row.faults.join(", ")),
            row.authenticated.to_string(),
            text(&row.record_sha256),
            text(&row.at),
        ];
        let staff = staff_cells(with_staff, row.duty.as_ref());
        writer.write_record(cells.iter().chain(&staff)).map_err(io::Error::other)?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use resettle_oversight::staffing::Duty;

    use super::*;
    use crate::document::FactRow;

    #[test]
    fn no_cell_is_a_formula_and_money_stays_a_number() {
        let row = RegisterRow {
            kind: "=1+1".into(),
            log: "@SUM(1)".into(),
            wager: Some("-2+3".into()),
            terminals: vec!["=T".into(), "U".into()],
            facts: vec![FactRow { name: "text".into(), value: "=cmd|' /C calc'!A0".into() }],
            moved: Some(-2_500),
            faults: vec!["claim/refuted".into()],
            at: Some("\u{1b}[2J".into()),
            duty: Some(Duty { dealer: Some("=D".into()), ..Duty::default() }),
            ..RegisterRow::default()
        };
        let mut out = Vec::new();
        register_to_csv([Ok(row)].into_iter(), true, &mut out).unwrap();
        let mut reader = csv::Reader::from_reader(out.as_slice());
        let columns = reader.headers().unwrap().clone();
        let row = reader.records().next().unwrap().unwrap();
        let cell = |name: &str| row.get(columns.iter().position(|column| column == name).unwrap()).unwrap();
        assert_eq!((cell("kind"), cell("log"), cell("wager")), ("'=1+1", "'@SUM(1)", "'-2+3"));
        assert_eq!((cell("terminals"), cell("facts")), ("'=T, U", "text =cmd|' /C calc'!A0"));
        assert_eq!((cell("moved"), cell("found_fault")), ("-2500", "true"));
        assert_eq!(cell("at"), "\\u{1b}[2J");
        assert_eq!((cell("dealer"), cell("supervisor"), cell("shift")), ("'=D", "", ""));
        for cell in &row {
            assert!(!cell.starts_with(['=', '@', '+']), "{cell}");
        }
    }
}
