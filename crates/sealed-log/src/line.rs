use std::io::{self, BufRead};

use crate::hash::{Digest, Hasher};
use crate::sought::{FoundLine, SoughtLines};

/// The longest line that is a record, in bytes without its LF.
pub const MAX_LINE: usize = 65_536;

/// One line of a log as it stands in the file.
#[derive(Debug)]
pub struct Line<'a> {
    /// Line number, from 1.
    pub number: u64,
    /// The bytes without the LF; for a line that is too long, only the first [`MAX_LINE`].
    pub bytes: &'a [u8],
    /// How many bytes the whole line has, without its LF.
    pub len: u64,
    /// SHA-256 of the whole line without its LF.
    pub sha256: Digest,
    /// Whether an LF ended it; only the last line of a file can lack one.
    pub ended: bool,
}

impl Line<'_> {
    /// Whether the line is longer than the format allows.
    #[must_use]
    pub fn too_long(&self) -> bool {
        self.len > MAX_LINE as u64
    }
}

/// Reads lines in constant memory, however long they are, and hashes each.
pub struct LineReader<R> {
    input: R,
    number: u64,
    buffer: Vec<u8>,
    sought: Option<Box<SoughtLines>>,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { input, number: 0, buffer: Vec::with_capacity(4096), sought: None }
    }

    /// Looks for lines that hold this text before their turn, as far as the input holds them in its buffer.
    #[must_use]
    pub fn seeking(mut self, text: &'static [u8]) -> Self {
        self.sought = Some(Box::new(SoughtLines::new(text)));
        self
    }

    /// Takes the lines that were found since the last call, in their order; none of them has been read yet, or they were read
    /// since.
    pub fn take_found(&mut self) -> Vec<FoundLine> {
        self.sought.as_mut().map(|sought| sought.take()).unwrap_or_default()
    }

    /// The bytes of the line read last are taken over by `other`, whose own are used for the next one.
    pub fn give(&mut self, other: &mut Vec<u8>) {
        std::mem::swap(&mut self.buffer, other);
    }

    /// The next line, or `None` at the end.
    ///
    /// # Errors
    /// The error of the input.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        let input = &mut self.input;
        self.buffer.clear();
        let mut hasher: Option<Hasher> = None;
        let mut whole = None;
        let mut len = 0u64;
        let mut ended = false;
        let mut any = false;
        while !ended {
            let chunk = match input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            if let Some(sought) = self.sought.as_mut().filter(|_| !any) {
                sought.search(chunk, self.number);
            }
            any = true;
            let (content, used) = match memchr::memchr(b'\n', chunk) {
                Some(at) => {
                    ended = true;
                    (chunk.get(..at).unwrap_or_default(), at + 1)
                }
                None => (chunk, chunk.len()),
            };
            // Nearly always the whole line is at hand.
            if ended && hasher.is_none() {
                whole = Some(Digest::of(content));
            } else {
                hasher.get_or_insert_default().update(content);
            }
            len = len.saturating_add(content.len() as u64);
            let room = MAX_LINE.saturating_sub(self.buffer.len());
            self.buffer.extend_from_slice(content.get(..room.min(content.len())).unwrap_or_default());
            input.consume(used);
            if let Some(sought) = &mut self.sought {
                sought.passes(used);
            }
        }
        if !any {
            return Ok(None);
        }
        self.number += 1;
        let sha256 = whole.unwrap_or_else(|| hasher.unwrap_or_default().finish());
        Ok(Some(Line { number: self.number, bytes: &self.buffer, len, sha256, ended }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_bytes_and_say_whether_they_ended() {
        let mut reader = LineReader::new(&b"one\n\ntwo"[..]);
        let mut seen = Vec::new();
        while let Some(line) = reader.next_line().unwrap() {
            seen.push((line.number, line.bytes.to_vec(), line.ended, line.sha256 == Digest::of(line.bytes)));
        }
        assert_eq!(
            seen,
            [(1, b"one".to_vec(), true, true), (2, vec![], true, true), (3, b"two".to_vec(), false, true)]
        );
    }

    /// Fails once in this way, then gives a line.
    struct Failing(Option<io::ErrorKind>);

    impl io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Ok(0)
        }
    }

    impl io::BufRead for Failing {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.0.take().map_or(Ok(b"one\n"), |kind| Err(kind.into()))
        }

        fn consume(&mut self, _: usize) {}
    }

    #[test]
    fn an_interruption_is_read_over_and_no_other_failure_is() {
        let read = |kind| LineReader::new(Failing(Some(kind))).next_line().map(|line| line.unwrap().bytes.to_vec());
        assert_eq!(read(io::ErrorKind::Interrupted).unwrap(), b"one");
        assert_eq!(read(io::ErrorKind::TimedOut).unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_line_of_any_length_is_hashed_whole_and_kept_short() {
        let mut text = vec![b'x'; 1_000_000];
        let whole = Digest::of(&text);
        text.push(b'\n');
        let mut reader = LineReader::new(io::BufReader::with_capacity(1000, &text[..]));
        let line = reader.next_line().unwrap().unwrap();
        assert!(line.too_long());
        assert_eq!((line.bytes.len(), line.len, line.sha256), (MAX_LINE, 1_000_000, whole));
    }
}
