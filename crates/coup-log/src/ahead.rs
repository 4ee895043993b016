//! Lines of a log that were read and hashed elsewhere before they are judged, usually by a thread of its own, and the
//! coups of the usual shape among them.

use std::io::{self, BufRead};

use resettle_sealed_log::{Digest, FoundLine, Line, LineReader};

use crate::quick::{QuickCoup, QuickReader};

/// What a line of an incident holds, in whatever way it is spelled.
const INCIDENT: &[u8] = b"\"incident\"";

/// Lines that follow each other, hashed, and the coups among them that were decoded.
#[derive(Debug, Default)]
pub struct LogBlock {
    bytes: Vec<u8>,
    lines: Vec<LineAhead>,
    /// The coups of this block first, in order; after them, spare room from earlier blocks.
    coups: Vec<QuickCoup>,
    /// Lines of incidents that were found in it and beyond it.
    found: Vec<FoundLine>,
}

/// One line of a block.
#[derive(Clone, Copy, Debug)]
struct LineAhead {
    /// Where its bytes end in the block.
    end: usize,
    len: u64,
    sha256: Digest,
    ended: bool,
    coup: Tried,
}

/// Whether a line was tried as a coup of the usual shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// It was not tried.
    No,
    /// It is a different kind of line.
    Unusual,
    /// It is such a coup, and was decoded.
    Coup,
}

impl LogBlock {
    /// Whether it holds no line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// Fills blocks with the lines of an input.
pub struct BlockReader<R> {
    lines: LineReader<R>,
    quick: QuickReader,
}

impl<R: BufRead> BlockReader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { lines: LineReader::new(input), quick: QuickReader::default() }
    }

    /// Looks for incidents before their turn: [`LogReader::take_incidents_ahead`](crate::LogReader::take_incidents_ahead).
    #[must_use]
    pub fn foreseeing(self) -> Self {
        Self { lines: self.lines.seeking(INCIDENT), ..self }
    }

    /// Begins a block anew with the next lines, until it holds about this many bytes; says whether there were any. If
    /// it `decodes`, coups of the usual shape are decoded; otherwise that is left to whoever takes the lines: the
    /// records are the same.
    ///
    /// # Errors
    /// The error of the input; the lines before it are in the block.
    pub fn fill(&mut self, block: &mut LogBlock, bytes: usize, decodes: bool) -> io::Result<bool> {
        block.bytes.clear();
        block.lines.clear();
        let mut decoded = 0;
        while block.bytes.len() < bytes && block.lines.len() < bytes {
            let Some(line) = self.lines.next_line()? else { break };
            let mut coup = Tried::No;
            if decodes && !line.too_long() {
                if block.coups.len() <= decoded {
                    block.coups.push(QuickCoup::default());
                }
                let room = block.coups.get_mut(decoded);
                coup = match room.is_some_and(|room| self.quick.reads_into(line.bytes, room)) {
                    true => Tried::Coup,
                    false => Tried::Unusual,
                };
                decoded += usize::from(coup == Tried::Coup);
            }
            let Line { bytes, len, sha256, ended, .. } = line;
            block.bytes.extend_from_slice(bytes);
            block.lines.push(LineAhead { end: block.bytes.len(), len, sha256, ended, coup });
        }
        block.found = self.lines.take_found();
        Ok(!block.lines.is_empty())
    }
}

/// Gives the lines of a log, block by block.
pub trait Blocks {
    /// The next block, or `None` at the end; `spent` is a block that may be reused.
    ///
    /// # Errors
    /// The error of the input.
    fn next_block(&mut self, spent: LogBlock) -> io::Result<Option<LogBlock>>;
}

/// The lines of a log, read here or ahead.
pub(crate) enum Lines<R> {
    Here(LineReader<R>),
    Ahead(Box<Ahead>),
}

/// The current block, and how much of it was taken.
pub(crate) struct Ahead {
    blocks: Box<dyn Blocks>,
    block: LogBlock,
    lines: usize,
    bytes: usize,
    coups: usize,
    number: u64,
    buffer: Vec<u8>,
    found: Vec<FoundLine>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn ahead(blocks: Box<dyn Blocks>) -> Self {
        let (block, buffer, found) = (LogBlock::default(), Vec::new(), Vec::new());
        Self::Ahead(Box::new(Ahead { blocks, block, lines: 0, bytes: 0, coups: 0, number: 0, buffer, found }))
    }

    /// Looks for incidents before their turn; lines that are read elsewhere are looked through there.
    pub(crate) fn foreseeing(self) -> Self {
        match self {
            Self::Here(lines) => Self::Here(lines.seeking(INCIDENT)),
            Self::Ahead(ahead) => Self::Ahead(ahead),
        }
    }

    /// Lines that may be incidents, found before their turn since the last call.
    pub(crate) fn take_found(&mut self) -> Vec<FoundLine> {
        match self {
            Self::Here(lines) => lines.take_found(),
            Self::Ahead(ahead) => std::mem::take(&mut ahead.found),
        }
    }

    /// The next line, and whether it was tried as a coup; or `None` at the end.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<(Line<'_>, Tried)>> {
        match self {
            Self::Here(lines) => Ok(lines.next_line()?.map(|line| (line, Tried::No))),
            Self::Ahead(ahead) => ahead.next_line(),
        }
    }

    /// Puts the coup that was decoded from the line read last into `coup`.
    pub(crate) fn take_coup(&mut self, coup: &mut QuickCoup) {
        if let Self::Ahead(ahead) = self
            && let Some(decoded) = ahead.coups.checked_sub(1).and_then(|at| ahead.block.coups.get_mut(at))
        {
            std::mem::swap(decoded, coup);
        }
    }

    /// The bytes of the line read last are taken over by `other`, whose own are used for the next one.
    pub(crate) fn give(&mut self, other: &mut Vec<u8>) {
        match self {
            Self::Here(lines) => lines.give(other),
            Self::Ahead(ahead) => std::mem::swap(&mut ahead.buffer, other),
        }
    }
}

impl Ahead {
    fn next_line(&mut self) -> io::Result<Option<(Line<'_>, Tried)>> {
        let line = loop {
            if let Some(line) = self.block.lines.get(self.lines) {
                break *line;
            }
            let spent = std::mem::take(&mut self.block);
            (self.lines, self.bytes, self.coups) = (0, 0, 0);
            match self.blocks.next_block(spent)? {
                Some(next) => {
                    self.block = next;
                    self.found.append(&mut self.block.found);
                }
                None => return Ok(None),
            }
        };
        self.buffer.clear();
        self.buffer.extend_from_slice(self.block.bytes.get(self.bytes..line.end).unwrap_or_default());
        self.lines += 1;
        self.bytes = line.end;
        self.coups += usize::from(line.coup == Tried::Coup);
        self.number += 1;
        let LineAhead { len, sha256, ended, coup, .. } = line;
        Ok(Some((Line { number: self.number, bytes: &self.buffer, len, sha256, ended }, coup)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUP: &str = r#"{"seq":1,"prev":"0000000000000000000000000000000000000000000000000000000000000000","at":"2023-06-01T12:00:30.000+08:00","type":"coup","shoe":"S","coup":1,"times":{"opened":"2023-06-01T12:00:00.000+08:00","closed":"2023-06-01T12:00:10.000+08:00","first_card":"2023-06-01T12:00:12.000+08:00","settled":"2023-06-01T12:00:20.000+08:00"},"cards":["7H","8S"],"wagers":[{"bet":"tie","stake":5,"returned":0}],"declared":{"result":"tie"}}"#;

    /// Gives what was filled before.
    struct Filled(std::vec::IntoIter<LogBlock>);

    impl Blocks for Filled {
        fn next_block(&mut self, _: LogBlock) -> io::Result<Option<LogBlock>> {
            Ok(self.0.next())
        }
    }

    #[test]
    fn lines_come_out_in_order_with_the_coups_that_were_decoded() {
        let text = format!("{{}}\n{COUP}\n\n{}\n{COUP}\nlast", COUP.replace("\"coup\":1", "\"coup\":2"));
        for bytes in [1, 700, 1_000_000] {
            for decodes in [[true; 6], [false; 6], [true, false, true, false, true, true]] {
                let (mut reader, mut blocks) = (BlockReader::new(text.as_bytes()), Vec::new());
                for decodes in decodes {
                    let mut block = LogBlock::default();
                    if reader.fill(&mut block, bytes, decodes).unwrap() {
                        blocks.push(block);
                    }
                }
                let mut lines = Lines::<io::Empty>::ahead(Box::new(Filled(blocks.into_iter())));
                let mut here = LineReader::new(text.as_bytes());
                while let Some(line) = here.next_line().unwrap() {
                    let (ahead, tried) = lines.next_line().unwrap().unwrap();
                    assert_eq!(format!("{ahead:?}"), format!("{line:?}"));
                    let mut quick = QuickReader::default();
                    let usual = quick.reads(line.bytes);
                    assert!(tried == Tried::No || (tried == Tried::Coup) == usual);
                    if tried == Tried::Coup {
                        let mut coup = QuickCoup::default();
                        lines.take_coup(&mut coup);
                        assert_eq!((coup.coup, coup.wagers.len()), (quick.coup.coup, 1));
                    }
                }
                assert!(lines.next_line().unwrap().is_none());
            }
        }
    }
}
