//! Kinds of files that are not coup logs: reported by name, since a finding about such a file would accuse somebody.

use std::io;

use crate::error::helped;

/// How much of a file is read.
const LOOKED_AT: usize = 4096;

/// Kinds that are recognised by their first bytes.
const BY_BYTES: [(&[u8], &str, &str); 7] = [
    (b"%PDF-", "a PDF", "a rule document goes to `resettle ruleset trace --document`"),
    (b"\xff\xfe", "text in UTF-16", "a coup log is UTF-8; get it from its source as it was written"),
    (b"\xfe\xff", "text in UTF-16", "a coup log is UTF-8; get it from its source as it was written"),
    (
        b"\xef\xbb\xbf",
        "text with a byte order mark, as some editors write it",
        "get the log from its source as it was written; saving it anew breaks its seals",
    ),
    (b"SQLite format 3\0", "a SQLite database", "export its records as a coup log"),
    (b"-----BEGIN ", "a key or a signature", "name the log; keys go to `--trust` by way of a trust store"),
    (b"<!doctype html", "a web page", "name the log; a report's data are checked by `resettle report verify`"),
];

/// Kinds of ours that are recognised by a word near the beginning.
const BY_WORD: [(&str, &str, &str); 4] = [
    ("resettle-report/", "a report of Resettle", "`resettle report show` and `resettle report verify` read it"),
    ("resettle-digest/", "a venue digest", "name its folder with `resettle batch --digests`"),
    ("resettle-heads/", "a heads file", "name it with `--heads`"),
    ("resettle-approval/", "an approval of a ruleset", "name its folder with `--approvals`"),
];

/// YAML files of ours, by their first key.
const BY_KEY: [(&str, &str, &str); 6] = [
    ("keys", "a trust store", "name it with `--trust`"),
    ("in_force", "a file of facts", "name it with `--facts`"),
    ("dispositions", "a file of dispositions", "name it with `resettle batch --dispositions`"),
    ("roster", "a roster", "name it with `resettle batch --roster`"),
    ("schema", "a ruleset", "name its folder with `--add-rulesets`"),
    ("sources", "a settings file", "name it with `--settings`"),
];

/// What stands in the place of a coup log.
#[derive(Debug, thiserror::Error)]
#[error("it is {what}, no coup log{}", helped(Some(help)))]
struct NoCoupLog {
    what: &'static str,
    help: String,
}

/// An error if the first bytes are those of something other than a coup log. A file that merely holds no record of the
/// format is not an error here: the reader reports that.
pub fn refused(first: &[u8]) -> io::Result<()> {
    let first = first.get(..LOOKED_AT).unwrap_or(first);
    match kind(first) {
        None => Ok(()),
        Some((what, help)) => {
            let help = format!("{help}; nothing of it was judged");
            Err(io::Error::new(io::ErrorKind::InvalidData, NoCoupLog { what, help }))
        }
    }
}

/// What kind of file is in the place of `wanted`, if it is another kind; and what to do.
pub fn instead_of(wanted: &str, text: &str) -> Option<(&'static str, &'static str)> {
    let first: String = text.lines().next().unwrap_or_default().chars().take(LOOKED_AT).collect();
    let close: String = first.chars().filter(|letter| *letter != ' ').collect();
    if close.starts_with('{') && close.contains("\"type\":\"open\"") {
        return Some(("a coup log", "logs are named without an option"));
    }
    let shown: Vec<u8> = text.bytes().take(LOOKED_AT).collect();
    kind(&shown).filter(|(what, _)| *what != wanted)
}

fn kind(first: &[u8]) -> Option<(&'static str, &'static str)> {
    if first.starts_with(b"PK\x03\x04") || first.starts_with(b"PK\x05\x06") {
        let holds = |name: &[u8]| first.windows(name.len()).any(|part| part == name);
        return Some(if holds(b"[Content_Types].xml") || holds(b"xl/") {
            ("a workbook", "export its sheet as CSV, which `resettle import csv` reads")
        } else {
            ("a zip archive", "unpack it and name the logs in it; gzip and zstd are read as they are")
        });
    }
    let low = first.get(..16).unwrap_or(first).to_ascii_lowercase();
    if let Some((_, what, help)) =
        BY_BYTES.iter().find(|(bytes, ..)| first.starts_with(bytes) || low.starts_with(bytes))
    {
        return Some((what, help));
    }
    let line = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(first);
    if line.starts_with(b"{") && line.ends_with(b"}\r") {
        return Some((
            "a file with CRLF line ends",
            "a coup log ends its lines in LF, and every hash covers them; get it from its source as it was written",
        ));
    }
    if let Some((_, what, help)) = BY_WORD.iter().find(|(word, ..)| text.get(..200).unwrap_or(&text).contains(word)) {
        return Some((what, help));
    }
    let key =
        text.lines().map(str::trim_end).find(|line| !line.is_empty() && !line.starts_with('#') && *line != "---")?;
    let key = key.split_once(':').map(|(key, _)| key)?;
    BY_KEY.iter().find(|(known, ..)| *known == key).map(|(_, what, help)| (*what, *help))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_log_is_reported_by_name() {
        for (bytes, what) in [
            (&b"PK\x03\x04\x14\0\0\0[Content_Types].xml"[..], "a workbook"),
            (b"PK\x03\x04\x14\0\0\0june/a.jsonl", "a zip archive"),
            (b"{\"seq\":0,\"type\":\"open\"}\r\n{}\r\n", "a file with CRLF line ends"),
            (b"{\n  \"type\": \"resettle-report/1\",\n", "a report of Resettle"),
            (b"# whose seals count\nkeys:\n  - name: a\n", "a trust store"),
            (b"%PDF-1.7\n", "a PDF"),
            (b"\xff\xfe{\0", "text in UTF-16"),
            (b"<!DOCTYPE html>\n<html>", "a web page"),
        ] {
            assert_eq!(kind(bytes).unwrap().0, what);
            assert!(refused(bytes).unwrap_err().to_string().contains("no coup log"));
        }
    }

    #[test]
    fn another_file_than_the_one_asked_for_is_named() {
        let log = "{\"seq\": 0, \"type\": \"open\"}\n";
        assert_eq!(instead_of("a trust store", log).unwrap().0, "a coup log");
        assert_eq!(instead_of("a trust store", "roster:\n").unwrap().0, "a roster");
        assert_eq!(instead_of("a trust store", "keys:\n"), None);
        assert_eq!(instead_of("a trust store", "kyes:\n"), None);
    }

    #[test]
    fn a_broken_log_is_left_to_its_reader() {
        for bytes in
            [&b""[..], b"\n", b"{\"seq\":0", b"garbage\n", b"[]\n", b"{\"seq\":0,\"type\":\"coup\"}\n", b"PK", b"keys"]
        {
            assert_eq!(kind(bytes), None);
        }
    }
}
