use std::io::{self, BufRead};

use crate::hash::Digest;
use crate::heads::Head;
use crate::reader::{Entry, EntryBody, LogReader};
use crate::record::Body;

/// Where two logs of one id part ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// How many lines they have in common, counted from the first.
    pub common_lines: u64,
    /// `seq` of the last of these; none where they have none, or where it is no record.
    pub common_seq: Option<u64>,
    /// The first line that differs, in one log and the other.
    pub lines: [PartedLine; 2],
}

/// The first line of its own that a log has after a fork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartedLine {
    /// Line from 1.
    pub line: u64,
    /// Its `seq`, where it is a record.
    pub seq: Option<u64>,
    /// SHA-256 of the line.
    pub sha256: Digest,
    /// Whether a seal that counts vouches for it.
    pub authenticated: bool,
    /// The first seal from there on that counts.
    pub seal: Option<Head>,
}

/// Reads two logs side by side, in constant memory: where they part ways, or none, if one goes on as the other ends.
/// What a log ends in without a line feed is no line.
///
/// # Errors
/// What either input says, unless they differ before it fails.
pub fn compare<A: BufRead, B: BufRead>(
    mut one: LogReader<'_, A>,
    mut other: LogReader<'_, B>,
) -> io::Result<Option<Fork>> {
    let mut common_lines = 0;
    let mut common_seq = None;
    loop {
        let (Some(first), Some(second)) = (one.next_entry()?, other.next_entry()?) else { return Ok(None) };
        if first.sha256 == second.sha256 || same_seal(&first, &second) {
            common_lines = first.line;
            common_seq = seq(&first);
            continue;
        }
        let lines = [parted(one, &first), parted(other, &second)];
        return Ok(Some(Fork { common_lines, common_seq, lines }));
    }
}

/// Whether both lines are seals that say the same. Where the logs go on, the next line names the one spelling or the other.
fn same_seal(first: &Entry, second: &Entry) -> bool {
    let says = |entry: &Entry| match &entry.body {
        EntryBody::Record(record) => match &record.body {
            Body::Seal(seal) => Some(seal.says),
            _ => None,
        },
        EntryBody::Malformed { .. } => None,
    };
    says(first).is_some_and(|one| says(second) == Some(one))
}

fn seq(entry: &Entry) -> Option<u64> {
    match &entry.body {
        EntryBody::Record(record) => Some(record.seq),
        EntryBody::Malformed { .. } => None,
    }
}

/// Reads on to the first seal that counts from the line on at which the logs part, or to where the input ends or fails.
fn parted<R: BufRead>(mut log: LogReader<'_, R>, first: &Entry) -> PartedLine {
    let mut seal = log.counted_from(first.line).cloned();
    while seal.is_none() && matches!(log.next_entry(), Ok(Some(_))) {
        seal = log.counted_from(first.line).cloned();
    }
    let authenticated = log.vouched_so_far(first.line);
    PartedLine { line: first.line, seq: seq(first), sha256: first.sha256, authenticated, seal }
}
