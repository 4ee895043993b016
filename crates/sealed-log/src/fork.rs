use std::io;

use crate::chain::Chain;
use crate::hash::Digest;
use crate::heads::Head;

/// One line of a log that is judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedLine {
    /// Line from 1.
    pub line: u64,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// Its `seq`, if it is a record.
    pub seq: Option<u64>,
    /// What it states, if it is a seal.
    pub says: Option<Digest>,
}

/// A log that is read line by line, whatever its records contain.
pub trait JudgedLines {
    /// The next line that is judged, or `None` at the end.
    ///
    /// # Errors
    /// The error of the input.
    fn next_line(&mut self) -> io::Result<Option<JudgedLine>>;

    /// The chain up to that line.
    fn chain(&self) -> &Chain<'_>;
}

/// Where two logs of one id diverge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// How many lines they have in common, counted from the first.
    pub common_lines: u64,
    /// `seq` of the last of these; `None` if there are none, or if it is not a record.
    pub common_seq: Option<u64>,
    /// The first line that differs, in one log and the other.
    pub lines: [PartedLine; 2],
}

/// The first line after a fork that only this log has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartedLine {
    /// Line from 1.
    pub line: u64,
    /// Its `seq`, if it is a record.
    pub seq: Option<u64>,
    /// SHA-256 of the line.
    pub sha256: Digest,
    /// Whether a seal that counts vouches for it.
    pub authenticated: bool,
    /// The first seal from there on that counts.
    pub seal: Option<Head>,
}

/// Reads two logs side by side, in constant memory: where they diverge, or `None` if one goes on where the other ends.
/// Text at the end of a log without a line feed is not a line.
///
/// # Errors
/// The error of either input, unless they differ before it fails.
pub fn compare(mut one: impl JudgedLines, mut other: impl JudgedLines) -> io::Result<Option<Fork>> {
    let mut common_lines = 0;
    let mut common_seq = None;
    loop {
        let (Some(first), Some(second)) = (one.next_line()?, other.next_line()?) else { return Ok(None) };
        // Seals with the same content may be spelled differently; if the logs go on, the next line names one spelling
        // or the other.
        if first.sha256 == second.sha256 || (first.says.is_some() && first.says == second.says) {
            common_lines = first.line;
            common_seq = first.seq;
            continue;
        }
        let lines = [parted(one, &first), parted(other, &second)];
        return Ok(Some(Fork { common_lines, common_seq, lines }));
    }
}

/// Reads on to the first seal that counts from the diverging line on, or to where the input ends or fails.
fn parted(mut log: impl JudgedLines, first: &JudgedLine) -> PartedLine {
    let mut seal = log.chain().counted_from(first.line).cloned();
    while seal.is_none() && matches!(log.next_line(), Ok(Some(_))) {
        seal = log.chain().counted_from(first.line).cloned();
    }
    let authenticated = log.chain().vouched_so_far(first.line);
    PartedLine { line: first.line, seq: first.seq, sha256: first.sha256, authenticated, seal }
}
