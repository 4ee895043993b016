//! Records out: the last one waits for what has to be said of the rows after it.

use std::io::Write;

use resettle_sealed_log::{ChainWriter, Digest, MAX_LINE};
use thiserror::Error;

use crate::json::value;

/// A record could not be written.
#[derive(Debug, Error)]
pub enum ChainError {
    /// The line would be longer than a log allows. Nothing was written.
    #[error("the record would be a line of {0} bytes, and a log allows {MAX_LINE}")]
    TooLong(usize),
    /// The writer failed.
    #[error("cannot write the log: {0}")]
    Write(#[from] std::io::Error),
}

/// More bytes than what may come behind the members of a record: `unread_after` and the end of its line.
const MOST_BEHIND: usize = 64;

/// Writes records that chain.
pub(crate) struct Chain<W> {
    writer: ChainWriter<W>,
    /// What stands between `prev` and the type of every record.
    at: Vec<u8>,
    /// The import's time by itself, as `at` has it.
    time: String,
    /// The last record, without its closing brace; empty where none waits.
    held: Vec<u8>,
    /// Rounds after it that could not be read.
    unread: u64,
    /// The members of the next record.
    body: Vec<u8>,
    /// What is written at the end; none where records are written as they come.
    waiting: Option<Waiting>,
}

/// What waits behind the first record.
struct Waiting {
    entries: Vec<Entry>,
    /// Whether the last one is written first.
    reversed: bool,
}

/// One thing that waits.
enum Entry {
    Record(String, Vec<u8>),
    LeftOut(u64),
}

impl<W: Write> Chain<W> {
    /// A chain that begins now; `at` is in every record.
    pub(crate) fn new(out: W, at: &str) -> Self {
        let mut between = b",\"at\":".to_vec();
        value(&mut between, at);
        between.extend_from_slice(b",\"type\":\"");
        Self {
            writer: ChainWriter::new(out),
            at: between,
            time: at.to_owned(),
            held: Vec::new(),
            unread: 0,
            body: Vec::new(),
            waiting: None,
        }
    }

    /// The time that every record has.
    pub(crate) fn time(&self) -> &str {
        &self.time
    }

    /// From here on, what is written waits for the end, and comes in the reverse order where that is asked for.
    pub(crate) fn wait(&mut self, reversed: bool) {
        self.waiting = Some(Waiting { entries: Vec::new(), reversed });
    }

    /// Writes one record, whose members `fill` writes, each behind a comma.
    pub(crate) fn write(&mut self, kind: &str, fill: impl FnOnce(&mut Vec<u8>)) -> Result<(), ChainError> {
        self.body.clear();
        fill(&mut self.body);
        // Where it will stand is not known yet of one that waits for all others.
        let seq = match self.waiting {
            Some(_) => u64::MAX,
            None => self.writer.seq() + u64::from(!self.held.is_empty()),
        };
        let begin = ChainWriter::<W>::length_of_begin(seq) + self.at.len() + kind.len() + 1;
        let length = begin + self.body.len() + 1;
        if length > MAX_LINE {
            return Err(ChainError::TooLong(length));
        }
        if let Some(Waiting { entries, .. }) = &mut self.waiting {
            entries.push(Entry::Record(kind.to_owned(), self.body.clone()));
            return Ok(());
        }
        self.release()?;
        self.writer.begin(&mut self.held);
        self.held.extend_from_slice(&self.at);
        self.held.extend_from_slice(kind.as_bytes());
        self.held.push(b'"');
        self.held.extend_from_slice(&self.body);
        Ok(())
    }

    /// Notes that so many rounds of the source are no records: the record before them says so.
    pub(crate) fn leave_out(&mut self, rounds: u64) {
        if let Some(Waiting { entries, .. }) = &mut self.waiting {
            entries.push(Entry::LeftOut(rounds));
            return;
        }
        self.unread = self.unread.saturating_add(rounds);
    }

    /// Writes the record that waits, with what is to be said after it where there is room for that.
    fn release(&mut self) -> Result<(), ChainError> {
        if self.held.is_empty() {
            return Ok(());
        }
        if self.unread > 0 {
            let said = format!(",\"unread_after\":{}", self.unread);
            if self.held.len() + said.len() + 2 <= MAX_LINE {
                self.held.extend_from_slice(said.as_bytes());
            }
        }
        self.held.push(b'}');
        self.writer.write(&self.held)?;
        self.held.clear();
        self.unread = 0;
        Ok(())
    }

    /// Adds a member to the first record, behind which all others wait. Where there is no room for it, nothing is added.
    pub(crate) fn add_to_first(&mut self, fill: impl FnOnce(&mut Vec<u8>)) {
        let before = self.held.len();
        if self.waiting.is_some() && before > 0 {
            fill(&mut self.held);
            if self.held.len().saturating_add(MOST_BEHIND) > MAX_LINE {
                self.held.truncate(before);
            }
        }
    }

    /// Writes what waits, and gives the hash of the last line.
    pub(crate) fn finish(mut self) -> Result<Digest, ChainError> {
        if let Some(Waiting { mut entries, reversed }) = self.waiting.take() {
            if reversed {
                entries.reverse();
            }
            for entry in entries {
                match entry {
                    Entry::Record(kind, body) => self.write(&kind, |out| *out = body)?,
                    Entry::LeftOut(rounds) => self.leave_out(rounds),
                }
            }
        }
        self.release()?;
        self.writer.flush()?;
        Ok(self.writer.prev())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::member;

    #[test]
    fn records_chain() {
        let mut out = Vec::new();
        let mut chain = Chain::new(&mut out, "2026-11-21T12:00:00Z");
        let text = |text: &str| {
            let text = text.to_owned();
            move |out: &mut Vec<u8>| member(out, ",\"text\":", &text)
        };
        chain.write("open", text("a\nb")).unwrap();
        let long = "x".repeat(MAX_LINE);
        assert!(matches!(chain.write("coup", text(&long)), Err(ChainError::TooLong(_))));
        chain.leave_out(1);
        chain.write("coup", text("ü")).unwrap();
        chain.leave_out(1);
        chain.leave_out(1);
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
        let first = Digest::of(lines[0].as_bytes());
        assert_eq!(
            lines[1],
            format!(
                r#"{{"seq":1,"prev":"{first}","at":"2026-11-21T12:00:00Z","type":"coup","text":"ü","unread_after":2}}"#
            )
        );
        assert_eq!(head, Digest::of(lines[1].as_bytes()));
        assert_eq!(lines.len(), 2, "a record that is too long is not written");
    }

    #[test]
    fn records_in_the_reverse_order() {
        let mut out = Vec::new();
        let mut chain = Chain::new(&mut out, "2026-11-21T12:00:00Z");
        chain.write("open", |_| {}).unwrap();
        chain.wait(true);
        chain.leave_out(1);
        chain.write("coup", |out| member(out, ",\"coup\":", &2)).unwrap();
        chain.leave_out(2);
        chain.write("coup", |out| member(out, ",\"coup\":", &1)).unwrap();
        chain.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        let ends: Vec<_> = text.lines().map(|line| line.rsplit("\"type\":").next().unwrap()).collect();
        assert_eq!(
            ends,
            ["\"open\"}", "\"coup\",\"coup\":1,\"unread_after\":2}", "\"coup\",\"coup\":2,\"unread_after\":1}"]
        );
    }

    #[test]
    fn a_line_is_as_long_as_a_log_allows_and_no_longer() {
        let mut room = None;
        for length in MAX_LINE - 200..MAX_LINE {
            let mut out = Vec::new();
            let mut chain = Chain::new(&mut out, "2026-11-21T12:00:00Z");
            let written = chain.write("coup", |out| member(out, ",\"text\":", &"x".repeat(length)));
            chain.leave_out(1);
            chain.finish().unwrap();
            match written {
                Ok(()) => {
                    room = Some(out.len() - 1);
                    assert!(out.len() - 1 <= MAX_LINE);
                }
                Err(_) => assert!(out.is_empty()),
            }
        }
        assert_eq!(room, Some(MAX_LINE));
    }
}
