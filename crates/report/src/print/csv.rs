use std::io;

use resettle_oversight::staffing::Duty;

use super::neutral::neutral;
use super::run::disposition_text;
use crate::document::FindingRow;

/// Columns of the CSV form, one finding a row.
const COLUMNS: [&str; 33] = [
    "code",
    "severity",
    "clause",
    "jurisdiction",
    "venue",
    "game",
    "table",
    "currency",
    "log",
    "file",
    "line",
    "seq",
    "shoe",
    "coup",
    "wager",
    "expected",
    "logged",
    "money",
    "message",
    "authenticated",
    "record_sha256",
    "reading",
    "source_row",
    "source_id",
    "at",
    "fingerprint",
    "disposition",
    "promotion",
    "item",
    "term",
    "player",
    "part",
    "unit",
];

/// Who was on duty: the last columns, where it is reported of anybody.
const STAFF: [&str; 3] = ["dealer", "supervisor", "shift"];

/// The columns of who was on duty, or none.
pub(super) fn staff_columns(with_staff: bool) -> &'static [&'static str] {
    if with_staff { &STAFF } else { &[] }
}

/// Its cells.
pub(super) fn staff_cells(with_staff: bool, duty: Option<&Duty>) -> Vec<String> {
    if !with_staff {
        return Vec::new();
    }
    let posts = duty.map_or([&None; 3], |duty| [&duty.dealer, &duty.supervisor, &duty.shift]);
    posts.map(|post| post.as_deref().map_or(String::new(), neutral_cell)).into()
}

/// Writes findings as CSV, with who was on duty where the report says that ([`crate::document::Report::has_staff`]). Text
/// that a spreadsheet would take for a formula is quoted with `'`.
///
/// # Errors
/// What `out` says, or what reading the findings says.
pub fn findings_to_csv(
    findings: impl Iterator<Item = io::Result<FindingRow>>,
    with_staff: bool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS.iter().chain(staff_columns(with_staff))).map_err(io::Error::other)?;
    for row in findings {
        let row = row?;
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let text = |t: &Option<String>| t.as_deref().map_or(String::new(), neutral_cell);
        let cells = [
            neutral_cell(&row.code),
            neutral_cell(&row.severity),
            text(&row.clause),
            text(&row.jurisdiction),
            text(&row.venue),
            text(&row.game),
            text(&row.table),
            text(&row.currency),
            neutral_cell(&row.log),
            neutral_cell(&row.file),
            number(row.line),
            number(row.seq),
            text(&row.shoe),
            number(row.coup),
            text(&row.wager),
            text(&row.expected),
            text(&row.logged),
            row.money.map_or(String::new(), |money| money.to_string()),
            neutral_cell(&row.message),
            row.authenticated.to_string(),
            text(&row.record_sha256),
            row.reading.to_string(),
            row.source_row.map_or(String::new(), |n| n.to_string()),
            text(&row.source_id),
            text(&row.at),
            neutral_cell(&row.fingerprint),
            row.disposition.as_ref().map_or(String::new(), |note| neutral_cell(&disposition_text(note))),
            text(&row.promotion),
            text(&row.item),
            text(&row.term),
            text(&row.player),
            text(&row.part),
            row.unit.as_deref().map_or(String::new(), neutral_cell),
        ];
        let staff = staff_cells(with_staff, row.duty.as_ref());
        writer.write_record(cells.iter().chain(&staff)).map_err(io::Error::other)?;
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
    let digits = safe.strip_prefix('-').unwrap_or(&safe);
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
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

/// How formulas begin. Some programs skip blanks before them, and read the wide signs of East Asian text as the plain
/// ones.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_numbers_stay() {
        assert_eq!(neutral_cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(neutral_cell("@SUM(1)"), "'@SUM(1)");
        assert_eq!(neutral_cell("-2+3"), "'-2+3");
        assert_eq!(neutral_cell("-2500"), "-2500");
        assert_eq!(neutral_cell("--2500"), "'--2500");
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
}
