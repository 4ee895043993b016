use std::io;

use super::neutral::neutral;
use super::run::disposition_text;
use crate::document::FindingRow;

/// Columns of the CSV form, one finding a row.
const COLUMNS: [&str; 22] = [
    "code",
    "severity",
    "clause",
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
];

/// Writes findings as CSV. Text that a spreadsheet would take for a formula is quoted with `'`.
///
/// # Errors
/// What `out` says, or what reading the findings says.
pub fn findings_to_csv(
    findings: impl Iterator<Item = io::Result<FindingRow>>,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS).map_err(io::Error::other)?;
    for row in findings {
        let row = row?;
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let text = |t: &Option<String>| t.as_deref().map_or(String::new(), neutral_cell);
        writer
            .write_record([
                neutral_cell(&row.code),
                neutral_cell(&row.severity),
                text(&row.clause),
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
            ])
            .map_err(io::Error::other)?;
    }
    writer.flush()
}

/// A text cell that no spreadsheet takes for a formula, and no terminal for a command.
#[must_use]
pub fn neutral_cell(text: &str) -> String {
    let safe = neutral(text);
    let digits = safe.strip_prefix('-').unwrap_or(&safe);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // Some programs skip blanks before a formula, and read the wide signs of East Asian text as the plain ones.
    let is_formula = safe.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if is_formula && !is_number { format!("'{safe}") } else { safe }
}

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
}
