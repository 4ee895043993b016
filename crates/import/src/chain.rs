//! Records out: one a line, each with the hash of the line before.

use std::io::Write;

use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The longest line a log may have, without its line feed.
const LONGEST_LINE: usize = 65_536;

/// The most bytes of a name or id in a log.
pub(crate) const MAX_NAME: usize = 200;

/// A record could not be written.
#[derive(Debug, Error)]
pub enum ChainError {
    /// The line would be longer than a log allows. Nothing was written.
    #[error("the record would be a line of {0} bytes, and a log allows {LONGEST_LINE}")]
    TooLong(usize),
    /// The record has no JSON.
    #[error("cannot write the record as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The writer failed.
    #[error("cannot write the log: {0}")]
    Write(#[from] std::io::Error),
}

/// What every record begins with.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CommonFields<'h> {
    seq: u64,
    prev: String,
    at: &'h str,
    #[serde(rename = "type")]
    kind: &'static str,
}

/// A record as it is written: the head, then its own fields.
#[derive(Serialize)]
struct Line<'l, T> {
    #[serde(flatten)]
    head: CommonFields<'l>,
    #[serde(flatten)]
    body: &'l T,
}

/// Writes records that chain.
pub(crate) struct Chain<'c, W> {
    out: &'c mut W,
    at: &'c str,
    seq: u64,
    /// The last record, which waits for what is to be said of the rows after it.
    held: Option<Vec<u8>>,
    /// Rounds after the last record that could not be read.
    unread: u64,
}

impl<'c, W: Write> Chain<'c, W> {
    /// A chain that begins now; `at` is in every record.
    pub(crate) fn new(out: &'c mut W, at: &'c str) -> Self {
        Self { out, at, seq: 0, held: None, unread: 0 }
    }

    /// Writes one record.
    pub(crate) fn write<T: Serialize>(&mut self, kind: &'static str, body: &T) -> Result<(), ChainError> {
        let before = self.complete();
        let head = CommonFields { seq: self.seq, prev: hash(before.as_deref()), at: self.at, kind };
        let line = serde_json::to_vec(&Line { head, body })?;
        if line.len() > LONGEST_LINE {
            return Err(ChainError::TooLong(line.len()));
        }
        self.put(before)?;
        self.held = Some(line);
        self.unread = 0;
        self.seq += 1;
        Ok(())
    }

    /// Notes that a round of the source is not a record: the record before it says so.
    pub(crate) fn leave_out(&mut self) {
        self.unread = self.unread.saturating_add(1);
    }

    /// The line that waits, with what is to be said after it; a line that has no room for it stays as it is.
    fn complete(&self) -> Option<Vec<u8>> {
        let held = self.held.as_ref()?;
        let said = format!(",\"unread_after\":{}}}", self.unread);
        if self.unread == 0 || held.len() + said.len() > LONGEST_LINE {
            return Some(held.clone());
        }
        let (_, open) = held.split_last()?;
        Some([open, said.as_bytes()].concat())
    }

    fn put(&mut self, line: Option<Vec<u8>>) -> Result<(), ChainError> {
        if let Some(mut line) = line {
            line.push(b'\n');
            self.out.write_all(&line)?;
        }
        Ok(())
    }

    /// Writes what waits, and gives the hash of the last line.
    pub(crate) fn finish(mut self) -> Result<String, ChainError> {
        let last = self.complete();
        let head = hash(last.as_deref());
        self.put(last)?;
        self.out.flush()?;
        Ok(head)
    }
}

/// The hash that the line after this one names.
fn hash(line: Option<&[u8]>) -> String {
    line.map_or_else(|| "0".repeat(64), |line| hex(&Sha256::digest(line)))
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Body {
        text: String,
    }

    #[test]
    fn records_chain() {
        let mut out = Vec::new();
        let mut chain = Chain::new(&mut out, "2026-11-21T12:00:00Z");
        chain.write("open", &Body { text: "a\nb".into() }).unwrap();
        let long = Body { text: "x".repeat(LONGEST_LINE) };
        assert!(matches!(chain.write("coup", &long), Err(ChainError::TooLong(_))));
        chain.leave_out();
        chain.write("coup", &Body { text: "ü".into() }).unwrap();
        chain.leave_out();
        chain.leave_out();
        let head = chain.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<_> = text.lines().collect();
        let zeros = "0".repeat(64);
        assert_eq!(
            lines[0],
            format!(
                r#"{{"seq":0,"prev":"{zeros}","at":"2026-11-21T12:00:00Z","type":"open","text":"a\nb","unread_after":1}}"#
            )
        );
        let first = hex(&Sha256::digest(lines[0]));
        assert_eq!(
            lines[1],
            format!(
                r#"{{"seq":1,"prev":"{first}","at":"2026-11-21T12:00:00Z","type":"coup","text":"ü","unread_after":2}}"#
            )
        );
        assert_eq!(head, hex(&Sha256::digest(lines[1])));
        assert_eq!(lines.len(), 2, "a record that is too long is not written");
    }
}
