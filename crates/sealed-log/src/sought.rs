//! Lines that are looked for before their turn, in what the input holds in its buffer.

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memrchr};

use crate::line::MAX_LINE;

/// While fewer bytes than this were searched beyond the line read last, more are.
const NEAR: usize = 32 * 1024;
/// How far beyond that line at most, in bytes.
const FAR: usize = 256 * 1024;

/// A line that was found before its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// Line number, from 1.
    pub number: u64,
    /// The bytes without the LF, at most [`MAX_LINE`].
    pub bytes: Vec<u8>,
}

/// Which lines are looked for, and how far that went.
pub(crate) struct SoughtLines {
    text: Finder<'static>,
    /// How many bytes were searched beyond the line read last: whole lines.
    searched: usize,
    found: Vec<FoundLine>,
}

impl SoughtLines {
    pub(crate) fn new(text: &'static [u8]) -> Self {
        Self { text: Finder::new(text), searched: 0, found: Vec::new() }
    }

    pub(crate) fn take(&mut self) -> Vec<FoundLine> {
        std::mem::take(&mut self.found)
    }

    /// So many bytes were read.
    pub(crate) fn passes(&mut self, bytes: usize) {
        self.searched = self.searched.saturating_sub(bytes);
    }

    /// Searches what was not searched of the bytes that follow the line of this number.
    pub(crate) fn search(&mut self, ahead: &[u8], number: u64) {
        if self.searched >= NEAR || self.searched >= ahead.len() {
            return;
        }
        let reach = ahead.get(..FAR).unwrap_or(ahead);
        let Some(end) = memrchr(b'\n', reach).map(|at| at + 1) else { return };
        let (mut from, mut counted, mut line) = (self.searched, 0, number + 1);
        while let Some(rest) = reach.get(from..end)
            && let Some(at) = self.text.find(rest).map(|at| from + at)
        {
            let start = reach.get(..at).and_then(|before| memrchr(b'\n', before)).map_or(0, |before| before + 1);
            let stop = reach.get(at..end).and_then(|rest| memchr(b'\n', rest)).map_or(end, |len| at + len);
            line += reach.get(counted..start).map_or(0, |lines| memchr_iter(b'\n', lines).count() as u64);
            if let Some(bytes) = reach.get(start..stop).filter(|bytes| bytes.len() <= MAX_LINE) {
                self.found.push(FoundLine { number: line, bytes: bytes.to_vec() });
            }
            (from, counted) = (stop + 1, start);
        }
        self.searched = self.searched.max(end);
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use crate::LineReader;

    /// Every line that holds the text, with its number, and how many lines before its turn it was found.
    fn found(text: &str, buffer: usize) -> Vec<(u64, String, u64)> {
        let mut reader = LineReader::new(BufReader::with_capacity(buffer, text.as_bytes())).seeking(b"needle");
        let (mut found, mut read) = (Vec::new(), 0);
        while reader.next_line().unwrap().is_some() {
            for line in reader.take_found() {
                found.push((line.number, String::from_utf8(line.bytes).unwrap(), line.number.saturating_sub(read)));
            }
            read += 1;
        }
        found
    }

    #[test]
    fn lines_are_found_once_and_as_they_stand() {
        let lines: Vec<String> = (1..=2_000)
            .map(|nth| match nth % 37 {
                0 => format!("{nth} needle needle"),
                1 => "x".repeat(nth),
                _ => String::new(),
            })
            .collect();
        let text = format!("{}\nthe last needle", lines.join("\n"));
        let due: Vec<(u64, String)> =
            (37..=2_000).step_by(37).map(|nth| (nth as u64, lines[nth - 1].clone())).collect();
        for buffer in [64, 4_096, 100_000, 10_000_000] {
            let found: Vec<(u64, String)> =
                found(&text, buffer).into_iter().map(|(nth, bytes, _)| (nth, bytes)).collect();
            assert!(found.is_sorted_by(|(one, _), (next, _)| one < next), "each once");
            assert!(found.iter().all(|one| due.contains(one)));
            // A line that the buffer does not hold as a whole is not found.
            assert!(found == due || buffer < text.len(), "{buffer}");
        }
        assert!(found(&text, 10_000_000).iter().any(|(.., before)| *before > 1_000), "long before their turn");
    }
}
