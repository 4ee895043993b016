//! What a file is that is no CSV, so that it is said once and not of every row.

use crate::cells::Cells;
use crate::mapping::{Mapping, Which};

/// So much of a file is looked at.
pub(crate) const LOOKED_AT: u64 = 512;

/// What columns may be separated by, with the name for people and as a mapping writes it.
const DELIMITERS: [(u8, &str, &str); 5] = [
    (b',', "commas", ","),
    (b';', "semicolons", ";"),
    (b'\t', "tabs", "\\t"),
    (b'|', "vertical bars", "|"),
    (0x1f, "unit separators", "\\x1f"),
];

/// What the first bytes are those of, and what to do about it; none where they may be those of a CSV.
pub(crate) fn other_than_csv(head: &[u8]) -> Option<(&'static str, &'static str)> {
    const SAVE_SHEET: &str = "open it in a spreadsheet and save the sheet as CSV UTF-8";
    const UTF_16: (&str, &str) =
        ("text in UTF-16", "save it as CSV UTF-8, or run: iconv -f UTF-16 -t UTF-8 FILE > NEW");
    let starts = |magic: &[u8]| head.starts_with(magic);
    let text = head.trim_ascii_start();
    let page = [&b"<!doctype"[..], b"<html", b"<?xml", b"<table"]
        .iter()
        .any(|tag| text.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag)));
    if starts(b"\xff\xfe") || starts(b"\xfe\xff") || every_other_is_nothing(head) {
        Some(UTF_16)
    } else if starts(b"PK\x03\x04") {
        Some(("a workbook (.xlsx, .ods) or another zip file", SAVE_SHEET))
    } else if starts(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        Some(("a workbook of an old kind (.xls)", SAVE_SHEET))
    } else if starts(b"\x1f\x8b") || starts(b"\x28\xb5\x2f\xfd") {
        Some(("packed", "unpack it first, with gunzip or unzstd"))
    } else if starts(b"%PDF-") {
        Some(("a PDF", "ask for the data as CSV"))
    } else if starts(b"SQLite format 3\0") {
        Some(("a database of SQLite", "export the table as CSV"))
    } else if page {
        Some((
            "a web page or XML",
            "open it in a spreadsheet and save it as CSV UTF-8; the ending .xls or .csv of such a file is wrong",
        ))
    } else if text.starts_with(b"{\"") {
        Some(("JSON", "a coup log is replayed as it is; anything else has to be turned into CSV first"))
    } else {
        None
    }
}

/// Whether at least three bytes in four at the even places, or at the odd ones, are zero: letters of UTF-16 without a mark.
fn every_other_is_nothing(head: &[u8]) -> bool {
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    head.len() >= 16 && (zeros(0) * 8 >= head.len() * 3 || zeros(1) * 8 >= head.len() * 3)
}

/// Columns that are separated by something else than the mapping says: what both are called, and how a mapping writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherDelimiter {
    /// What the mapping says.
    pub mapping: &'static str,
    /// What the first line shows.
    pub csv: &'static str,
    /// How a mapping writes it, in double quotes.
    pub spelled: &'static str,
}

/// The delimiter under which the first line has more of the mapping's columns.
pub(crate) fn other_delimiter(mapping: &Mapping, first: Cells<'_>) -> Option<OtherDelimiter> {
    let whole: Vec<u8> = first.iter().collect::<Vec<_>>().join(&mapping.delimiter);
    let found = |delimiter: u8| {
        let cells: Vec<String> = whole
            .split(|byte| *byte == delimiter)
            .map(|cell| String::from_utf8_lossy(cell).trim().trim_matches('"').to_owned())
            .collect();
        let here = mapping.columns.iter().filter(|column| match &column.which {
            Which::Header(name) => cells.contains(name),
            Which::Number(number) => *number <= cells.len(),
        });
        here.count()
    };
    let own = found(mapping.delimiter);
    let best = DELIMITERS.iter().filter(|(byte, ..)| *byte != mapping.delimiter).max_by_key(|(byte, ..)| found(*byte));
    let (_, csv, spelled) = best.filter(|(byte, ..)| found(*byte) > own)?;
    let named = DELIMITERS.iter().find(|(byte, ..)| *byte == mapping.delimiter);
    Some(OtherDelimiter { mapping: named.map_or("another character", |(_, name, _)| *name), csv, spelled })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_csv_is_known_by_how_it_begins() {
        for head in ["a;b\n1;2\n", "", "x", "\u{feff}a,b\n", "Round ID,Time\n\"a {\",1\n", "<5,x\n"] {
            assert_eq!(other_than_csv(head.as_bytes()), None, "{head}");
        }
        let utf_16: Vec<u8> = "round,cards\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (head, what) in [
            (&b"PK\x03\x04\x14"[..], "a workbook (.xlsx, .ods) or another zip file"),
            (b"\xff\xfea\0", "text in UTF-16"),
            (&utf_16, "text in UTF-16"),
            (b"\x1f\x8b\x08", "packed"),
            (b"\r\n<!DOCTYPE html>", "a web page or XML"),
            (b"{\"seq\":0", "JSON"),
        ] {
            assert_eq!(other_than_csv(head).map(|(what, _)| what), Some(what));
        }
    }
}
