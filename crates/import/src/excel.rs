//! What spreadsheets write into a CSV beside its cells.

/// A cell as a spreadsheet shows it: `="007"` is how some write a text that is not to become a number.
#[inline]
pub(crate) fn shown(cell: &str) -> &str {
    match cell.strip_prefix("=\"").and_then(|cell| cell.strip_suffix('"')) {
        Some(text) => text.trim(),
        None => cell,
    }
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
