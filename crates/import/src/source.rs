//! The reader under the CSV: hashes what it reads, knows on which line each byte is, and stops
//! at a record without an end.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::rc::Rc;

use sha2::{Digest, Sha256};

/// The longest record taken. A CSV with a quotation mark that is never closed is one record to its
/// end, and must not be held in memory whole.
const LONGEST_RECORD: u64 = 1 << 20;

/// What the reader under the CSV knows, shared with whoever reads the records.
#[derive(Debug, Default)]
pub(crate) struct Position {
    /// Bytes read.
    read: u64,
    /// Bytes read when the last record began to be looked at.
    read_at_record: u64,
    /// Carriage returns and line feeds that no record has passed yet.
    ends: VecDeque<(u64, u8)>,
    /// Lines that ended before those.
    lines: u64,
}

impl Position {
    /// The line, counted from 1, of a record for which the CSV reader names this first byte. The
    /// reader names the end of the line before instead where lines end in CR LF, or are empty, and
    /// its own count of lines is then short.
    pub(crate) fn line_of(&mut self, mut first: u64) -> u64 {
        while let Some((at, byte)) = self.ends.front().copied().filter(|(at, _)| *at <= first) {
            self.ends.pop_front();
            first = first.max(at + 1);
            // Of CR LF, the LF counts.
            let half = byte == b'\r' && self.ends.front() == Some(&(at + 1, b'\n'));
            self.lines += u64::from(!half);
        }
        self.read_at_record = self.read;
        self.lines + 1
    }

    /// Whether too much was read since the last record.
    fn is_stuck(&self) -> bool {
        self.read - self.read_at_record > LONGEST_RECORD
    }

    fn passed(&mut self, bytes: &[u8]) {
        for (at, byte) in (self.read..).zip(bytes) {
            if matches!(byte, b'\r' | b'\n') {
                self.ends.push_back((at, *byte));
            }
        }
        self.read = self.read.saturating_add(bytes.len() as u64);
    }
}

/// What some programs put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A reader that hashes and counts. A byte-order mark is hashed, but not passed on: the CSV reader
/// takes a first read of the mark alone for the end.
pub(crate) struct Source<R> {
    inner: R,
    hash: Sha256,
    /// The first bytes, once they are read.
    head: Option<Cursor<Vec<u8>>>,
    position: Rc<RefCell<Position>>,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R, position: Rc<RefCell<Position>>) -> Self {
        Self { inner, hash: Sha256::new(), head: None, position }
    }

    fn next(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let head = match &mut self.head {
            Some(head) => head,
            None => {
                let mut bytes = Vec::new();
                self.inner.by_ref().take(3).read_to_end(&mut bytes)?;
                self.hash.update(&bytes);
                if bytes == BYTE_ORDER_MARK {
                    bytes.clear();
                }
                self.head.insert(Cursor::new(bytes))
            }
        };
        let read = head.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        let read = self.inner.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }

    /// The hash of all that was read.
    pub(crate) fn sha256(self) -> String {
        crate::chain::hex(&self.hash.finalize())
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position.borrow().is_stuck() {
            let message =
                format!("one record is longer than {LONGEST_RECORD} bytes: a quotation mark may be left open");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let read = self.next(buffer)?;
        self.position.borrow_mut().passed(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of each record, read in chunks of every size.
    fn lines(text: &str) -> Vec<u64> {
        let read = |size| {
            let position = Rc::new(RefCell::new(Position::default()));
            let source = Source::new(text.as_bytes(), Rc::clone(&position));
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(size).from_reader(source);
            let mut record = csv::ByteRecord::new();
            let mut lines = Vec::new();
            while reader.read_byte_record(&mut record).unwrap() {
                lines.push(position.borrow_mut().line_of(record.position().unwrap().byte()));
            }
            lines
        };
        let whole = read(4096);
        for size in 1..=text.len() {
            assert_eq!(read(size), whole, "{text:?} in chunks of {size}");
        }
        whole
    }

    #[test]
    fn lines_as_an_editor_counts_them() {
        for (text, expected) in [
            ("a,b\nc,d\n", vec![1, 2]),
            ("a,b\r\nc,d\r\ne,f", vec![1, 2, 3]),
            ("a\rb\rc", vec![1, 2, 3]),
            ("\n\na\n\n\nb\n", vec![3, 6]),
            ("\r\na\r\n\r\nb\r\n", vec![2, 4]),
            ("a,\"x\ny\"\nb\n\"x\r\ny\r\n\"\r\nc\r\n", vec![1, 3, 4, 7]),
            ("\u{feff}a\nb\n", vec![1, 2]),
        ] {
            assert_eq!(lines(text), expected, "{text:?}");
        }
    }
}
