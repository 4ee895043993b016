use std::io;

use super::neutral::neutral;
use crate::columns::{At, Columns};

/// Writes rows as CSV, with who was on duty where the report says that ([`crate::document::Report::has_staff`]). Text
/// that a spreadsheet would take for a formula is quoted with `'`.
///
/// # Errors
/// What `out` says, or what reading the rows says.
pub fn rows_to_csv<R>(
    columns: &Columns<R>,
    rows: impl Iterator<Item = io::Result<R>>,
    with_staff: bool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let columns = columns.csv(with_staff);
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|column| column.head.name)).map_err(io::Error::other)?;
    for row in rows {
        let row = row?;
        let at = At::alone(&row);
        writer.write_record(columns.iter().map(|column| (column.read)(&at).csv())).map_err(io::Error::other)?;
    }
    writer.flush()
}

/// What spreadsheets split lines at, by the country or by choice, beside the tab, which is escaped.
const SEPARATORS: [char; 3] = [',', ';', '|'];

/// A text cell that no spreadsheet takes for a formula, and no terminal for a command. A spreadsheet that splits lines at
/// another separator than the comma does not know our quotes, so what follows a separator is seen to like a cell.
#[must_use]
pub fn neutral_cell(text: &str) -> String {
    let safe = neutral(text);
    if is_number(&safe) {
        return safe;
    }
    let mut out = String::with_capacity(safe.len() + 1);
    for (at, part) in safe.split_inclusive(SEPARATORS).enumerate() {
        // Behind a separator a quote would open a cell, and not be part of it.
        let blanks = |letter: char| letter.is_whitespace() || (at > 0 && letter == '"');
        if part.trim_start_matches(blanks).starts_with(SIGNS) {
            out.push('\'');
        }
        out.push_str(part);
    }
    out
}

/// `-1234` or `-1234.50`.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    text.split_once('.').map_or_else(|| digits(text), |(whole, part)| digits(whole) && digits(part))
}

/// How formulas begin. Some programs skip blanks before them, and read the wide signs of East Asian text as the plain
/// ones.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

#[cfg(test)]
mod tests {
    use resettle_oversight::staffing::Duty;

    use super::*;
    use crate::columns::REGISTER;
    use crate::document::{FactRow, RegisterRow};

    #[test]
    fn formulas_become_text_and_numbers_stay() {
        assert_eq!(neutral_cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(neutral_cell("@SUM(1)"), "'@SUM(1)");
        assert_eq!(neutral_cell("-2+3"), "'-2+3");
        assert_eq!(neutral_cell("-2500"), "-2500");
        assert_eq!(neutral_cell("-2500.05"), "-2500.05");
        assert_eq!(neutral_cell("--2500"), "'--2500");
        assert_eq!(neutral_cell("-.5"), "'-.5");
        assert_eq!(neutral_cell("-2.5.1"), "'-2.5.1");
        assert_eq!(neutral_cell("-"), "'-");
        assert_eq!(neutral_cell(" =1+1"), "' =1+1");
        assert_eq!(neutral_cell("＝1+1"), "'＝1+1");
        assert_eq!(neutral_cell("w1"), "w1");
        assert_eq!(neutral_cell("\t=1"), "\\u{9}=1");
    }

    #[test]
    fn what_follows_any_separator_is_no_formula_either() {
        assert_eq!(neutral_cell("a;=1+1"), "a;'=1+1");
        assert_eq!(neutral_cell("a; =1;b;@A"), "a;' =1;b;'@A");
        assert_eq!(neutral_cell("=1;+1"), "'=1;'+1");
        assert_eq!(neutral_cell("a;\"=1"), "a;'\"=1");
        assert_eq!(neutral_cell("a|-1|b,=2"), "a|'-1|b,'=2");
        assert_eq!(neutral_cell("a;b - c, d = e: =f"), "a;b - c, d = e: =f");
        assert_eq!(neutral_cell("2023-06-01T09:00:00+08:00"), "2023-06-01T09:00:00+08:00");
    }

    #[test]
    fn no_cell_is_a_formula_and_money_stays_a_number() {
        let row = RegisterRow {
            kind: "=1+1".into(),
            log: "@SUM(1)".into(),
            wager: Some("-2+3".into()),
            terminals: vec!["=T".into(), "U".into()],
            facts: vec![FactRow { name: "text".into(), value: "=cmd|' /C calc'!A0".into() }],
            moved: Some(-2_500),
            currency: "SGD".into(),
            faults: vec!["claim/refuted".into()],
            at: Some("\u{1b}[2J".into()),
            duty: Some(Duty { dealer: Some("=D".into()), ..Duty::default() }),
            ..RegisterRow::default()
        };
        let mut out = Vec::new();
        rows_to_csv(&REGISTER, [Ok(row)].into_iter(), true, &mut out).unwrap();
        let mut reader = csv::Reader::from_reader(out.as_slice());
        let columns = reader.headers().unwrap().clone();
        let row = reader.records().next().unwrap().unwrap();
        let cell = |name: &str| row.get(columns.iter().position(|column| column == name).unwrap()).unwrap();
        assert_eq!((cell("kind"), cell("log"), cell("wager")), ("'=1+1", "'@SUM(1)", "'-2+3"));
        assert_eq!((cell("terminals"), cell("facts")), ("'=T, U", "text =cmd|' /C calc'!A0"));
        assert_eq!((cell("moved"), cell("moved_in_currency"), cell("found_fault")), ("-2500", "-25.00", "true"));
        assert_eq!(cell("at"), "\\u{1b}[2J");
        assert_eq!((cell("dealer"), cell("supervisor"), cell("shift")), ("'=D", "", ""));
        for cell in &row {
            assert!(!cell.starts_with(['=', '@', '+']), "{cell}");
        }
    }
}
