//! The logs of an earlier report as heads: what was judged then has to be there still, byte for byte.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use resettle_sealed_log::Hasher;
use serde::{Deserialize, Serialize};

/// A log as an earlier report judged it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LogHead {
    /// Its id.
    pub log: String,
    /// Its file, as that report names it.
    pub path: String,
    /// As its `open` says.
    pub venue: String,
    /// As its `open` says.
    pub game: String,
    /// As its `open` says.
    pub table: String,
    /// Kind and id of its source; null where the report does not say.
    pub source: Option<(String, String)>,
    /// SHA-256 of the file as it was on disk.
    pub sha256: String,
    /// SHA-256 of what it held, unpacked, and how many bytes that were; null where the report does not say.
    pub content: Option<(String, u64)>,
    /// Its lines; its records where the report does not say.
    pub lines: u64,
    /// Records that a seal vouched for which counts.
    pub authenticated: u64,
    /// When its first and its last record were written; null where the report does not say.
    pub span: Option<(String, String)>,
}

impl LogHead {
    /// Whether another head or log is the same log: by id, venue, game and table, and by its source where both say it.
    #[must_use]
    pub fn is_same_log(&self, other: &Self) -> bool {
        (&self.log, &self.venue, &self.game, &self.table) == (&other.log, &other.venue, &other.game, &other.table)
            && self.source.as_ref().zip(other.source.as_ref()).is_none_or(|(own, other)| own == other)
    }

    /// Whether it is what was judged, byte for byte, as far as hashes that are known already show it.
    #[must_use]
    pub fn is_same_content(&self, other: &Self) -> bool {
        let same = |own: &str, other: &str| !own.is_empty() && own == other;
        match (&self.content, &other.content) {
            (Some((own, _)), Some((other, _))) => same(own, other),
            _ => same(&self.sha256, &other.sha256),
        }
    }

    /// What it is called: its id and its source.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.source {
            Some((kind, id)) => format!("log {} of {kind} {id}", self.log),
            None => format!("log {}", self.log),
        }
    }
}

/// What an earlier report knows of single lines of a log, by line from 1: the SHA-256 of the record, and its coup in words.
pub type Marks = BTreeMap<u64, (String, String)>;

/// A log that was judged before, as it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Continued {
    /// Whether the bytes judged then are there still, as its beginning.
    pub continues: bool,
    /// SHA-256 of as many bytes as were judged then, or of all where it has fewer, and how many.
    pub part: (String, u64),
    /// How many lines it has now.
    pub lines: u64,
    /// What stands in the place of known records and is not the same; each in words, each once, in the order of lines.
    pub differing: Vec<String>,
}

/// Compares what a log holds now, unpacked, with what was judged of it then. Reads it to its end, in constant memory.
///
/// # Errors
/// What reading it says.
pub fn continued(then: &LogHead, marks: &Marks, content: &mut dyn BufRead) -> io::Result<Continued> {
    let judged = then.content.as_ref().map_or(u64::MAX, |(_, bytes)| *bytes);
    let (mut part, mut left, mut read) = (Hasher::default(), judged, 0_u64);
    let (mut line, mut number, mut is_open) = (Hasher::default(), 0_u64, false);
    let mut differing: Vec<String> = Vec::new();
    let mut same = |number: u64, line: Hasher| {
        if let Some((known, coup)) = marks.get(&number)
            && *known != line.finish().to_string()
            && !differing.contains(coup)
        {
            differing.push(coup.clone());
        }
    };
    loop {
        let bytes = content.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        let within = bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        part.update(bytes.get(..within).unwrap_or_default());
        left -= within as u64;
        read = read.saturating_add(within as u64);
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(rest) => {
                    line.update(rest);
                    number += 1;
                    same(number, std::mem::take(&mut line));
                    is_open = false;
                }
                None => {
                    line.update(piece);
                    is_open = true;
                }
            }
        }
        let length = bytes.len();
        content.consume(length);
    }
    if is_open {
        number += 1;
        same(number, line);
    }
    let lost = marks.range(number.saturating_add(1)..).map(|(_, (_, coup))| coup.clone());
    for coup in lost.collect::<Vec<_>>() {
        if !differing.contains(&coup) {
            differing.push(coup);
        }
    }
    let part = (part.finish().to_string(), read);
    let continues = match &then.content {
        Some((sha256, bytes)) => part.0 == *sha256 && part.1 == *bytes,
        // Records alone are known of it.
        None => differing.is_empty() && number >= then.lines,
    };
    Ok(Continued { continues, part, lines: number, differing })
}

#[cfg(test)]
mod tests {
    use resettle_sealed_log::Digest;

    use super::*;

    fn head(text: &str) -> LogHead {
        LogHead {
            content: Some((Digest::of(text.as_bytes()).to_string(), text.len() as u64)),
            lines: text.lines().count() as u64,
            ..LogHead::default()
        }
    }

    fn marks(text: &str) -> Marks {
        let line = |(at, line): (usize, &str)| {
            (at as u64 + 1, (Digest::of(line.as_bytes()).to_string(), format!("coup {at}")))
        };
        text.lines().enumerate().map(line).collect()
    }

    fn compared(then: &str, now: &str) -> Continued {
        let whole = continued(&head(then), &marks(then), &mut now.as_bytes()).unwrap();
        let small = continued(&head(then), &marks(then), &mut io::BufReader::with_capacity(3, now.as_bytes())).unwrap();
        assert_eq!(whole, small);
        whole
    }

    #[test]
    fn what_goes_on_is_the_same_log_and_what_was_changed_is_not() {
        let then = "a\nbb\nccc\n";
        assert!(compared(then, then).continues);
        let on = compared(then, "a\nbb\nccc\ndd");
        assert!(on.continues && on.differing.is_empty() && on.lines == 4);
        let changed = compared(then, "a\nbx\nccc\ndd\n");
        assert!(!changed.continues);
        assert_eq!(changed.differing, ["coup 1"]);
        let cut = compared(then, "a\nbb\n");
        assert!(!cut.continues);
        assert_eq!((cut.differing, cut.lines, cut.part.1), (vec!["coup 2".to_owned()], 2, 5));
        // Cut off in the middle of a line, and gone on from there.
        assert!(compared("a\nb", "a\nbb\n").differing == ["coup 1"] && compared("a\nb", "a\nbb\n").continues);
    }

    #[test]
    fn of_an_older_report_its_records_are_known_alone() {
        let then = "a\nbb\nccc\n";
        let old = LogHead { content: None, ..head(then) };
        let compared = |now: &str| continued(&old, &marks("a\nbb\n"), &mut now.as_bytes()).unwrap();
        assert!(compared("a\nbb\nanything\n").continues);
        assert!(!compared("a\nbx\nccc\n").continues);
        assert!(!compared("a\nbb\n").continues, "a record fewer");
    }
}
