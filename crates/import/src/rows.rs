//! The rows of a CSV, each with the line on which it begins.

use std::io::{self, Read};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr2};

use crate::cells::{Cells, split};

/// The longest record taken. A CSV with a quotation mark that is never closed is one record to its
/// end, and must not be held in memory whole.
const LONGEST_RECORD: usize = 1 << 20;

/// So much is read at once.
const BLOCK: usize = 1 << 17;

/// What some programs put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One row.
pub(crate) struct Row<'r> {
    /// The line on which it begins, counted from 1 as an editor does.
    pub(crate) line: u64,
    pub(crate) cells: Cells<'r>,
}

/// Reads rows. A line without quotation marks is split where it stands; any other is read by the crate `csv-core`.
pub(crate) struct Rows<R> {
    input: R,
    at_end: bool,
    buffer: Vec<u8>,
    /// What of the buffer was read and not yet used.
    from: usize,
    to: usize,
    /// Where the next quotation mark is; `to` where none was read.
    mark: usize,
    lines: Lines,
    delimiter: u8,
    quoted: Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<R: Read> Rows<R> {
    /// The rows of what begins with `head` and goes on with `input`.
    pub(crate) fn new(head: &[u8], input: R, delimiter: u8) -> Self {
        let mut head = head;
        while let Some(rest) = head.strip_prefix(BYTE_ORDER_MARK) {
            head = rest;
        }
        let mut quoted = ReaderBuilder::new().delimiter(delimiter).build();
        // At its first call it would take a byte-order mark off.
        quoted.read_record(b"\n", &mut [0], &mut [0]);
        let mut buffer = vec![0; BLOCK.max(head.len())];
        buffer.iter_mut().zip(head).for_each(|(to, from)| *to = *from);
        let mut rows = Self {
            input,
            at_end: false,
            buffer,
            from: 0,
            to: head.len(),
            mark: 0,
            lines: Lines::default(),
            delimiter,
            quoted,
            text: vec![0; 1024],
            ends: vec![0; 64],
        };
        rows.find_mark(0);
        rows
    }

    /// The next row, or none at the end.
    ///
    /// # Errors
    /// What the input says, and a record that does not end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Row<'_>>> {
        if !self.skip_line_ends()? {
            return Ok(None);
        }
        let line = self.lines.number();
        let end = loop {
            let unused = self.buffer.get(self.from..self.to).unwrap_or_default();
            match memchr2(b'\n', b'\r', unused) {
                Some(length) => break self.from + length,
                None if self.mark < self.to || !self.fill()? => break self.to,
                None => {}
            }
        };
        let cells = if self.mark < end { self.quoted()? } else { self.plain(end) };
        Ok(Some(Row { line, cells }))
    }

    /// Goes on to where a row begins; false at the end.
    fn skip_line_ends(&mut self) -> io::Result<bool> {
        loop {
            while let Some(byte) = self.buffer.get(self.from).filter(|_| self.from < self.to) {
                if !matches!(byte, b'\n' | b'\r') {
                    return Ok(true);
                }
                self.lines.pass(*byte);
                self.from += 1;
            }
            if !self.fill()? {
                return Ok(false);
            }
        }
    }

    /// The row without quotation marks that ends here.
    fn plain(&mut self, end: usize) -> Cells<'_> {
        let line = self.buffer.get(self.from..end).unwrap_or_default();
        split(line, self.delimiter, &mut self.ends);
        self.from = end;
        self.lines.inside();
        Cells::of_line(line, &self.ends)
    }

    /// The row with quotation marks that begins here.
    fn quoted(&mut self) -> io::Result<Cells<'_>> {
        let (mut written, mut cells, mut used) = (0, 0, 0);
        self.text.resize(self.text.capacity(), 0);
        self.ends.resize(self.ends.capacity(), 0);
        loop {
            let input = self.buffer.get(self.from..self.to).unwrap_or_default();
            let text = self.text.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(cells..).unwrap_or_default();
            let (result, read, wrote, ended) = self.quoted.read_record(input, text, ends);
            input.iter().take(read).for_each(|byte| self.lines.pass(*byte));
            self.from += read;
            used += read;
            written += wrote;
            cells += ended;
            match result {
                // At the end of the file it is given nothing once more, and then ends the record.
                ReadRecordResult::InputEmpty if used > LONGEST_RECORD => return Err(endless()),
                ReadRecordResult::InputEmpty => {
                    self.fill()?;
                }
                ReadRecordResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
        self.find_mark(self.from);
        self.ends.truncate(cells);
        Ok(Cells::joined(self.text.get(..written).unwrap_or_default(), &self.ends))
    }

    /// Reads on behind what is not yet used; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        let unused = self.to - self.from;
        if unused > LONGEST_RECORD {
            return Err(endless());
        }
        self.buffer.copy_within(self.from..self.to, 0);
        self.mark = self.mark.saturating_sub(self.from);
        (self.from, self.to) = (0, unused);
        if self.buffer.len() < unused + BLOCK / 2 {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let room = self.buffer.get_mut(unused..).unwrap_or_default();
        let read = loop {
            match self.input.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.to += read;
        self.at_end = read == 0;
        if self.mark >= unused {
            self.find_mark(unused);
        }
        Ok(read > 0)
    }

    fn find_mark(&mut self, from: usize) {
        let unseen = self.buffer.get(from..self.to).unwrap_or_default();
        self.mark = memchr(b'"', unseen).map_or(self.to, |at| from + at);
    }
}

fn endless() -> io::Error {
    let message = format!("one record is longer than {LONGEST_RECORD} bytes: a quotation mark may be left open");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Counts lines as an editor does: a line ends with LF, CR or CR LF.
#[derive(Default)]
struct Lines {
    ended: u64,
    after_cr: bool,
}

impl Lines {
    /// The line of the next byte, from 1.
    fn number(&self) -> u64 {
        self.ended + 1
    }

    fn pass(&mut self, byte: u8) {
        let ends = byte == b'\r' || (byte == b'\n' && !self.after_cr);
        self.ended += u64::from(ends);
        self.after_cr = byte == b'\r';
    }

    /// Passes bytes that end no line.
    fn inside(&mut self) {
        self.after_cr = false;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Gives so many bytes at a time.
    struct Slowly<'t>(&'t [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    fn rows(text: &[u8], at_once: usize) -> Vec<(u64, Vec<Vec<u8>>)> {
        let (head, rest) = text.split_at(text.len().min(3));
        let mut rows = Rows::new(head, Slowly(rest, at_once), b',');
        let mut all = Vec::new();
        while let Some(Row { line, cells }) = rows.next().unwrap() {
            all.push((line, cells.iter().map(<[u8]>::to_vec).collect()));
        }
        all
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
            for at_once in 1..=text.len() {
                let lines: Vec<_> = rows(text.as_bytes(), at_once).into_iter().map(|(line, _)| line).collect();
                assert_eq!(lines, expected, "{text:?} in chunks of {at_once}");
            }
        }
    }

    #[test]
    fn a_long_row_is_read_whole_and_an_endless_one_is_not() {
        for (open, close) in [("", ""), ("\"", "\"")] {
            let cell = "x".repeat(LONGEST_RECORD - 10);
            let all = rows(format!("{open}{cell}{close},a\nb").as_bytes(), usize::MAX);
            assert_eq!(all, [(1, vec![cell.into_bytes(), b"a".to_vec()]), (2, vec![b"b".to_vec()])]);
            let mut endless = Rows::new(open.as_bytes(), io::repeat(b'x'), b',');
            assert!(endless.next().is_err_and(|error| error.to_string().contains("quotation mark")));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn rows_are_those_of_crate_csv(
            text in prop::collection::vec(prop::sample::select(&b",,,;\"\"\n\n\rabc \xff\xef\xbb\xbf"[..]), 0..60),
            at_once in 1usize..20,
        ) {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&text[..]);
            let expected: Vec<Vec<Vec<u8>>> =
                reader.byte_records().map(|row| row.unwrap().iter().map(<[u8]>::to_vec).collect()).collect();
            let read: Vec<_> = rows(&text, at_once).into_iter().map(|(_, cells)| cells).collect();
            prop_assert_eq!(read, expected);
        }
    }
}
