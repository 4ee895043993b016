//! What a file is that is no CSV, so that it is said once and not of every row.

use crate::cells::Cells;
use crate::error::{ImportError, OtherDelimiter};
use crate::mapping::{Mapping, Which};

/// So much of a file is looked at.
pub(crate) const LOOKED_AT: u64 = 4096;

/// What text of two bytes a letter is called.
pub(crate) const UTF_16: &str = "text in UTF-16";

const SAVE_SHEET: &str = "open it in a spreadsheet and save the sheet as CSV UTF-8";

/// What is known by its first bytes: what it is, and what to do about it.
const BY_BYTES: [(&[u8], &str, &str); 22] = [
    (b"PK\x03\x04", "a workbook (.xlsx, .ods) or another zip file", SAVE_SHEET),
    (b"PK\x05\x06", "an empty zip file", "ask for the data as CSV"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a workbook of an old kind (.xls)", SAVE_SHEET),
    (
        b"SQLite format 3\0",
        "a database of SQLite",
        "export the table as CSV: sqlite3 -header -csv FILE 'SELECT * FROM TABLE' > NEW.csv; `sqlite3 FILE .tables` lists its tables",
    ),
    (
        b"PAR1",
        "a Parquet file",
        "make a CSV of it, with DuckDB: COPY (SELECT * FROM 'FILE.parquet') TO 'NEW.csv' (HEADER)",
    ),
    (b"ARROW1", "an Arrow file", "write it as CSV with the program that made it"),
    (b"Obj\x01", "an Avro file", "write it as CSV with the program that made it"),
    (b"\x1f\x8b", "packed", "unpack it first, with gunzip"),
    (b"\x28\xb5\x2f\xfd", "packed", "unpack it first, with unzstd"),
    (b"BZh", "packed", "unpack it first, with bunzip2"),
    (b"\xfd7zXZ\0", "packed", "unpack it first, with unxz"),
    (b"7z\xbc\xaf\x27\x1c", "packed", "unpack it first, with 7z"),
    (b"Rar!\x1a\x07", "packed", "unpack it first, with unrar"),
    (b"%PDF-", "a PDF", "ask for the data as CSV"),
    (b"{\\rtf", "a text document (RTF)", "ask for the data as CSV"),
    (b"\x89PNG", "a picture", "ask for the data as CSV"),
    (b"\xff\xd8\xff", "a picture", "ask for the data as CSV"),
    (b"\x00\x01\x00\x00Standard ", "a database of Access", "export the table as CSV"),
    // Before those of UTF-16, the first of which it begins with.
    (b"\xff\xfe\0\0", "text in UTF-32", "save it as CSV UTF-8, or run: iconv -f UTF-32 -t UTF-8 FILE > NEW"),
    (b"\0\0\xfe\xff", "text in UTF-32", "save it as CSV UTF-8, or run: iconv -f UTF-32 -t UTF-8 FILE > NEW"),
    (b"\xff\xfe", UTF_16, "write into the mapping: csv: {encoding: utf-16}; or save it as CSV UTF-8"),
    (b"\xfe\xff", UTF_16, "write into the mapping: csv: {encoding: utf-16}; or save it as CSV UTF-8"),
];

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
    if let Some((_, what, help)) = BY_BYTES.iter().find(|(magic, ..)| head.starts_with(magic)) {
        return Some((what, help));
    }
    if head.contains(&0) {
        return Some(with_zeros(head));
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let page = [&b"<!doctype"[..], b"<html", b"<?xml", b"<table"]
        .iter()
        .any(|tag| text.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag)));
    if page {
        Some((
            "a web page or XML",
            "open it in a spreadsheet and save it as CSV UTF-8; the ending .xls or .csv of such a file is wrong",
        ))
    } else if is_json(text) {
        Some((
            "JSON",
            "a coup log is replayed as it is; anything else is read by: resettle import json FILE --map MAPPING.yaml --out LOG",
        ))
    } else {
        None
    }
}

/// What a file is that holds a capture in another form or is none, and what to do about it.
pub(crate) fn other_than_capture(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let wide = "run: iconv -f UTF-16 -t UTF-8 FILE > NEW; PowerShell's `>` writes it";
    let stream = "save the bytes of its TCP stream: in Wireshark with Follow, TCP Stream, Raw; or run: tcpflow -r FILE";
    let packets = "packets of a network (pcap)";
    let log = "replay it: resettle replay LOG --trust TRUST.yaml";
    let kinds: [(&[u8], &str, &str); 12] = [
        (b"\xd4\xc3\xb2\xa1", packets, stream),
        (b"\xa1\xb2\xc3\xd4", packets, stream),
        (b"\x4d\x3c\xb2\xa1", packets, stream),
        (b"\xa1\xb2\x3c\x4d", packets, stream),
        (b"\x0a\x0d\x0d\x0a", "packets of a network (pcapng)", stream),
        (b"{\"seq\":0,\"prev\":", "a coup log already", log),
        (
            b"SQLite format 3\0",
            "a database of SQLite",
            "export the frames that it holds as lines of a time and hexadecimal figures",
        ),
        (b"\xff\xfe", UTF_16, wide),
        (b"\xfe\xff", UTF_16, wide),
        (b"\x1f\x8b\x08", "packed", "unpack it first, with gunzip"),
        (b"\x28\xb5\x2f\xfd", "packed", "unpack it first, with unzstd"),
        (b"PK\x03\x04", "packed", "unpack it first, with unzip"),
    ];
    let fits = |begins: &[u8]| {
        head.starts_with(begins) && (begins.len() > 2 || head.get(2..4).is_some_and(|behind| behind.contains(&0)))
    };
    kinds.into_iter().find(|(begins, ..)| fits(begins)).map(|(_, what, help)| (what, help))
}

/// What the first bytes are those of, where they are not those of JSON.
pub(crate) fn other_than_json(head: &[u8]) -> Option<(&'static str, &'static str)> {
    if let Some((_, what, help)) = BY_BYTES.iter().find(|(magic, ..)| head.starts_with(magic)) {
        let help = if *what == UTF_16 { "run: iconv -f UTF-16 -t UTF-8 FILE > NEW" } else { help };
        return Some((what, help));
    }
    let text = head.trim_ascii_start();
    match text {
        [] => Some(("empty", "ask for the data again")),
        _ if text.starts_with(b"{\"seq\":0,\"prev\":") => {
            Some(("a coup log already", "replay it: resettle replay LOG --trust TRUST.yaml"))
        }
        [b'{' | b'[', ..] => None,
        _ => Some((
            "text that begins with neither `{` nor `[`",
            "a CSV is read by: resettle import csv FILE --draft; else ask for the data as JSON lines",
        )),
    }
}

/// What a file with bytes of zero is, which no text in UTF-8 has.
fn with_zeros(head: &[u8]) -> (&'static str, &'static str) {
    let zeros = |odd: usize| head.iter().enumerate().filter(|(at, byte)| **byte == 0 && at % 2 == odd).count();
    let letters = |from: fn([u8; 2]) -> u16| {
        let units = head.as_chunks::<2>().0.iter().map(|pair| from(*pair));
        // The last one may be half of a pair that goes on behind. Delimiters, line ends and figures are ASCII.
        let bad = char::decode_utf16(units.clone()).filter(Result::is_err).count();
        let plain = units.clone().filter(|unit| (1..0x80).contains(unit)).count();
        bad <= usize::from(head.len() as u64 >= LOOKED_AT) && plain * 8 >= units.count()
    };
    if zeros(0) == 0 && letters(u16::from_le_bytes) {
        (UTF_16, "write into the mapping: csv: {encoding: utf-16le}; or save it as CSV UTF-8")
    } else if zeros(1) == 0 && letters(u16::from_be_bytes) {
        (UTF_16, "write into the mapping: csv: {encoding: utf-16be}; or save it as CSV UTF-8")
    } else {
        ("no text: it holds bytes of zero", "ask for the data as CSV")
    }
}

/// Whether a text begins as JSON does: an object with a name, or an array of anything but bare words.
fn is_json(text: &[u8]) -> bool {
    let behind = |bracket: u8| {
        let rest = text.strip_prefix(&[bracket])?;
        rest.trim_ascii_start().first().copied()
    };
    matches!(behind(b'{'), Some(b'"' | b'}')) || matches!(behind(b'['), Some(b'{' | b'[' | b'"' | b']'))
}

/// The error of a CSV whose text is not UTF-8.
pub(crate) fn no_utf_8() -> ImportError {
    ImportError::NoCsv {
        what: "text that is not UTF-8 (GB18030, Big5, Windows-1252 or another encoding)",
        help: "write into the mapping the encoding that its program writes, for instance: csv: {encoding: gb18030}; or save it as CSV UTF-8",
    }
}

/// How the delimiter that a file names itself differs from the mapping's, if both are such as a file may have.
pub(crate) fn differs(mapping: &Mapping, named: u8) -> Option<OtherDelimiter> {
    let (_, csv, spelled) = DELIMITERS.iter().find(|(byte, ..)| *byte == named && named != mapping.delimiter)?;
    Some(OtherDelimiter { mapping: name_of(mapping.delimiter), csv, spelled })
}

fn name_of(delimiter: u8) -> &'static str {
    DELIMITERS.iter().find(|(byte, ..)| *byte == delimiter).map_or("another character", |(_, name, _)| *name)
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
    Some(OtherDelimiter { mapping: name_of(mapping.delimiter), csv, spelled })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_csv_is_known_by_how_it_begins() {
        for head in [
            "a;b\n1;2\n",
            "",
            "x",
            "\u{feff}a,b\n",
            "Round ID,Time\n\"a {\",1\n",
            "<5,x\n",
            "[id],[name]\n",
            "{id},{name}\n",
            "ORDER,a\n",
            "Objekt,a\n",
            "\u{5c40},\u{95f2}\n",
        ] {
            assert_eq!(other_than_csv(head.as_bytes()), None, "{head}");
        }
        let utf_16 = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let (little, big) = (u16::to_le_bytes, u16::to_be_bytes);
        let padded = [&b"PK\x03\x04\x14\0\x06\0[Content_Types].xml"[..], &[0; 600]].concat();
        let database = [&b"SQLite format 3\0\x10\0\x01\x01\0\x40  "[..], &[0; 600]].concat();
        for (head, what) in [
            (&padded[..], "a workbook (.xlsx, .ods) or another zip file"),
            (&database, "a database of SQLite"),
            (b"PAR1\x15\x04\x15", "a Parquet file"),
            (b"\xff\xfea\0", UTF_16),
            (b"\xff\xfe\0\0a\0\0\0", "text in UTF-32"),
            (&utf_16("round,cards\n", big), UTF_16),
            (&utf_16("round,cards\n", little), UTF_16),
            (&utf_16("\u{5c40}\u{53f7},\u{95f2}1,\u{95f2}2\n1,KS\n", little), UTF_16),
            (&utf_16("\u{5c40}\u{53f7},\u{95f2}1,\u{95f2}2\n1,KS\n", big), UTF_16),
            (b"a,b\n1\0,2\0\0\n", "no text: it holds bytes of zero"),
            (b"\x1f\x8b\x08", "packed"),
            (b"\r\n<!DOCTYPE html>", "a web page or XML"),
            (b"{\"seq\":0", "JSON"),
            (b"\n[\n  {\n", "JSON"),
            (b"[[1,2],[3]]", "JSON"),
            (b"\xef\xbb\xbf{\r\n  \"gameId\": 1", "JSON"),
        ] {
            assert_eq!(other_than_csv(head).map(|(what, _)| what), Some(what), "{head:?}");
        }
    }
}
