use resettle_sealed_log::Digest;

use crate::record::Record;

/// One line of a log that is judged.
#[derive(Debug)]
pub struct Entry {
    /// Line from 1.
    pub line: u64,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// What is on the line.
    pub body: EntryBody,
}

/// What the reader returns.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one is held at a time")]
pub enum Step {
    /// A line that is judged.
    Entry(Entry),
    /// A coup of the usual shape that follows on without a fault: [`LogReader::quick`](crate::LogReader::quick) holds it
    /// until the next step.
    Quick,
}

/// What is on a line.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one is held at a time, and nearly all are records")]
pub enum EntryBody {
    /// A record as the format allows it.
    Record(Record),
    /// Not a record; the fault is among the reader's.
    Malformed {
        /// The coup number that could still be read.
        seen: Option<Seen>,
        /// The shoe that it would have started, as far as that could be read.
        start: Option<String>,
    },
}

/// A coup number read from a line that is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// The number.
    pub coup: u64,
}
