//! What spreadsheets write into a CSV beside its cells.

use std::borrow::Cow;

/// A cell as a spreadsheet shows it: `="007"` is how some write a text that is not to become a number.
#[inline]
pub(crate) fn shown(cell: &str) -> &str {
    match cell.strip_prefix("=\"").and_then(|cell| cell.strip_suffix('"')) {
        Some(text) => text.trim(),
        None => cell,
    }
}

/// A header on one line: a line end in it, with the blanks around it, is a blank.
pub(crate) fn on_one_line(header: &str) -> Cow<'_, str> {
    if !header.contains(['\n', '\r']) {
        return Cow::Borrowed(header);
    }
    let lines: Vec<&str> = header.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    Cow::Owned(lines.join(" "))
}

/// Whether a cell is a long number of which a spreadsheet kept the first figures: `1.77107E+12`.
pub(crate) fn is_cut(cell: &str) -> bool {
    let Some((figures, exponent)) = cell.split_once(['E', 'e']) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = figures.split_once(['.', ',']).unwrap_or((figures, "0"));
    whole.len() == 1
        && is_number(whole)
        && is_number(fraction)
        && exponent.strip_prefix('+').is_some_and(|exponent| exponent.len() > 1 && is_number(exponent))
}

/// The delimiter that a first line such as `sep=;` names, which is no row.
pub(crate) fn separator(head: &[u8]) -> Option<u8> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let (word, rest) = head.split_at_checked(4)?;
    match rest {
        [delimiter, b'\n' | b'\r', ..] if word.eq_ignore_ascii_case(b"sep=") => Some(*delimiter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_over_lines() {
        for (header, line) in [("Hand\n#", "Hand #"), ("Hand \r\n #", "Hand #"), ("Hand #", "Hand #"), ("\n", "")] {
            assert_eq!(on_one_line(header), line, "{header:?}");
        }
    }

    #[test]
    fn numbers_that_lost_their_last_figures() {
        for (cell, cut) in [
            ("1.77107E+12", true),
            ("1,77107E+12", true),
            ("4E+15", true),
            ("1.8e+15", true),
            ("1E12", false),
            ("E+12", false),
            ("A1E+12", false),
            ("12E+1", false),
            ("1771070000000", false),
            ("1.5", false),
        ] {
            assert_eq!(is_cut(cell), cut, "{cell}");
        }
    }

    #[test]
    fn cells_and_first_lines_of_spreadsheets() {
        for (cell, text) in [("=\"007\"", "007"), ("=\"\"", ""), ("=\"", "=\""), ("=1", "=1"), ("KS", "KS")] {
            assert_eq!(shown(cell), text);
        }
        for (head, delimiter) in [
            ("sep=;\na;b\n", Some(b';')),
            ("\u{feff}SEP=,\r\na", Some(b',')),
            ("sep=ab\n", None),
            ("sep=", None),
            ("a", None),
        ] {
            assert_eq!(separator(head.as_bytes()), delimiter, "{head:?}");
        }
    }
}
