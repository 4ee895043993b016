//! The rows of a CSV, each with the line on which it begins.

use std::io::{self, Read};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr2};
use resettle_sealed_log::MAX_NAME;

use crate::cells::{Cells, split};
use crate::problem::{LONGEST_RECORD, RowFault};

/// So much is read at once.
const BLOCK: usize = 1 << 17;

/// What some programs put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A row as it was read, before a mapping gives its cells a meaning.
pub(crate) struct Row<'r> {
    /// The line on which it begins, counted from 1 as an editor does.
    pub(crate) line: u64,
    /// The line on which it ends: another one only where a quotation spans lines.
    pub(crate) last_line: u64,
    pub(crate) quotation: Quotation,
    pub(crate) cells: Cells<'r>,
}

/// What became of a row's quotation marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotation {
    /// Each is closed, or none is there.
    Closed,
    /// Nothing closes the one that this line opens: the file ends inside it.
    Open(u64),
    /// Each is closed, but the row is longer than any is taken; it has no cells.
    Endless,
}

/// Reads rows. A line without quotation marks is split where it stands; any other is read by the crate `csv-core`.
pub(crate) struct CsvRows<R> {
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

impl Row<'_> {
    /// Whether no cell that goes on over a line end holds more than a name: where a quotation swallowed rows, what separates their
    /// cells stands in it.
    pub(crate) fn is_a_header_over_lines(&self, delimiter: u8) -> bool {
        let is_name = |cell: &[u8]| {
            memchr2(b'\n', b'\r', cell).is_none() || (memchr(delimiter, cell).is_none() && cell.len() <= MAX_NAME)
        };
        self.quotation == Quotation::Closed && self.cells.iter().all(is_name)
    }

    /// Why its cells cannot be used, if its quotation marks are to blame; `spans` says that cells may hold line ends.
    pub(crate) fn misquoted(&self, spans: bool) -> Option<RowFault> {
        let (line, last_line) = (self.line, self.last_line);
        match self.quotation {
            Quotation::Open(opened) => Some(RowFault::OpenQuotation { line, opened, last_line }),
            Quotation::Endless => Some(RowFault::LongQuotation { line, last_line }),
            Quotation::Closed if last_line > line && !spans => Some(RowFault::SpansLines { line, last_line }),
            Quotation::Closed => None,
        }
    }
}

impl<R: Read> CsvRows<R> {
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

    /// Passes over so many lines, whatever stands in them, and gives them as far as they are kept.
    pub(crate) fn skip_lines(&mut self, lines: u64) -> io::Result<Vec<u8>> {
        let wanted = self.lines.ended.saturating_add(lines);
        let mut passed = Vec::new();
        while self.lines.ended < wanted {
            let byte = self.buffer.get(self.from).filter(|_| self.from < self.to).copied();
            match byte {
                Some(byte) => {
                    self.lines.pass(byte);
                    self.from += 1;
                    if passed.len() < LONGEST_RECORD {
                        passed.push(byte);
                    }
                }
                None if !self.fill()? => break,
                None => {}
            }
        }
        self.find_mark(self.from);
        Ok(passed)
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
        if self.mark >= end {
            return Ok(Some(Row { line, last_line: line, quotation: Quotation::Closed, cells: self.plain(end) }));
        }
        let (last_line, quotation, cells) = self.quoted()?;
        Ok(Some(Row { line, last_line, quotation, cells }))
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

    /// The row with quotation marks that begins here, and the line on which it ends.
    fn quoted(&mut self) -> io::Result<(u64, Quotation, Cells<'_>)> {
        let (mut written, mut cells, mut used) = (0, 0, 0);
        let (mut quotation, mut last_byte) = (Quotation::Closed, None);
        let mut marks = Marks::new(self.delimiter, self.lines.number());
        self.text.resize(self.text.capacity(), 0);
        self.ends.resize(self.ends.capacity(), 0);
        loop {
            // At the end of the file a line end ends the record, unless a quotation mark is open: then nothing does.
            let ending = self.at_end && self.from == self.to;
            let unused = self.buffer.get(self.from..self.to).unwrap_or_default();
            let input = if ending { b"\n" } else { unused };
            let text = self.text.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(cells..).unwrap_or_default();
            let (result, read, wrote, ended) = self.quoted.read_record(input, text, ends);
            written += wrote;
            cells += ended;
            if !ending {
                for byte in input.iter().take(read) {
                    marks.pass(*byte, self.lines.number());
                    self.lines.pass(*byte);
                }
                last_byte = read.checked_sub(1).and_then(|last| input.get(last)).copied().or(last_byte);
                self.from += read;
                used += read;
            }
            match result {
                ReadRecordResult::InputEmpty if ending => {
                    quotation = Quotation::Open(marks.opened);
                    break;
                }
                ReadRecordResult::InputEmpty => {
                    if used > LONGEST_RECORD {
                        (quotation, written, cells, used) = (Quotation::Endless, 0, 0, 0);
                    }
                    self.fill()?;
                }
                ReadRecordResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
        self.find_mark(self.from);
        if quotation != Quotation::Closed {
            (written, cells) = (0, 0);
        }
        self.ends.truncate(cells);
        let last_line = self.lines.ended + u64::from(!matches!(last_byte, Some(b'\n' | b'\r')));
        Ok((last_line, quotation, Cells::joined(self.text.get(..written).unwrap_or_default(), &self.ends)))
    }

    /// Reads on behind what is not yet used; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        let unused = self.to - self.from;
        if unused > LONGEST_RECORD {
            return Err(endless(self.lines.number()));
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

/// Notes where a row's last quotation begins, by the rules of `csv-core`: a mark opens one only where a cell begins, and one
/// inside it closes it unless it stands twice.
struct Marks {
    delimiter: u8,
    within: Within,
    /// The line of the last mark that opened a quotation.
    opened: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Where a cell begins.
    Begin,
    /// A cell without quotation, or what stands behind one.
    Plain,
    Quotation,
    /// Behind a mark that closes the quotation, if no other follows.
    Mark,
}

impl Marks {
    fn new(delimiter: u8, line: u64) -> Self {
        Self { delimiter, within: Within::Begin, opened: line }
    }

    fn pass(&mut self, byte: u8, line: u64) {
        self.within = match (self.within, byte) {
            (Within::Begin, b'"') => {
                self.opened = line;
                Within::Quotation
            }
            (Within::Mark, b'"') => Within::Quotation,
            (Within::Quotation, b'"') => Within::Mark,
            (Within::Quotation, _) => Within::Quotation,
            _ if byte == self.delimiter => Within::Begin,
            _ => Within::Plain,
        };
    }
}

fn endless(line: u64) -> io::Error {
    let message = format!("line {line} is longer than {LONGEST_RECORD} bytes");
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
        let mut rows = CsvRows::new(head, Slowly(rest, at_once), b',');
        let mut all = Vec::new();
        while let Some(Row { line, cells, .. }) = rows.next().unwrap() {
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
        }
        let mut endless = CsvRows::new(b"a\n", io::repeat(b'x'), b',');
        assert!(endless.next().unwrap().is_some());
        assert_eq!(endless.next().map(|_| ()).unwrap_err().to_string(), "line 2 is longer than 1048576 bytes");
    }

    #[test]
    fn where_a_quotation_ends_is_known() {
        let long = format!("a,\"{}\"\nb\n", "x\n".repeat(LONGEST_RECORD));
        let never = format!("a,\"{}", "x\n".repeat(LONGEST_RECORD));
        let lines = LONGEST_RECORD as u64;
        for (text, expected) in [
            ("a,b\n\"c\",d\n", vec![(1, 1, Quotation::Closed), (2, 2, Quotation::Closed)]),
            ("a,\"b\nc\r\nd\"\r\ne\n", vec![(1, 3, Quotation::Closed), (4, 4, Quotation::Closed)]),
            ("a,\"b\"", vec![(1, 1, Quotation::Closed)]),
            ("a,\"b\"\"", vec![(1, 1, Quotation::Open(1))]),
            ("a,\"b\"\"\"\n", vec![(1, 1, Quotation::Closed)]),
            ("a\nb,\"c\nd\n\ne\n", vec![(1, 1, Quotation::Closed), (2, 5, Quotation::Open(2))]),
            ("a\nb,\"c\r\nd", vec![(1, 1, Quotation::Closed), (2, 3, Quotation::Open(2))]),
            ("a,\"b\nc\",\"x\nd\n", vec![(1, 3, Quotation::Open(2))]),
            ("a,\"b\r\nc\"d\"\",5\",\"\"\"x\r\nd\"\"", vec![(1, 3, Quotation::Open(2))]),
            ("a,\"b\n\"\"\n\",\"\",\"\n\n\",\n", vec![(1, 5, Quotation::Closed)]),
            ("a,5\"\nb\n", vec![(1, 1, Quotation::Closed), (2, 2, Quotation::Closed)]),
            (&long, vec![(1, lines + 1, Quotation::Endless), (lines + 2, lines + 2, Quotation::Closed)]),
            (&never, vec![(1, lines, Quotation::Open(1))]),
        ] {
            for at_once in [1, 2, 3, usize::MAX] {
                if at_once < 4 && text.len() > 100 {
                    continue;
                }
                let mut rows = CsvRows::new(b"", Slowly(text.as_bytes(), at_once), b',');
                let mut found = Vec::new();
                while let Some(row) = rows.next().unwrap() {
                    found.push((row.line, row.last_line, row.quotation));
                }
                let shown: String = text.chars().take(40).collect();
                assert_eq!(found, expected, "{shown:?}, {at_once} at once");
            }
        }
    }

    /// The lines on which a cell begins with a quotation mark, as the cells are before them.
    fn line_of_the_last_opening(text: &[u8]) -> u64 {
        // Nothing closes the last one: with a mark behind the text, something does, and what it holds is the last cell.
        let closed = [text, b"\""].concat();
        let all = rows(&closed, usize::MAX);
        let held = all.last().and_then(|(_, cells)| cells.last()).unwrap();
        let ends = held.iter().filter(|byte| **byte == b'\n').count() as u64;
        1 + text.iter().filter(|byte| **byte == b'\n').count() as u64 - ends
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn an_open_quotation_is_named_by_its_own_line(
            text in prop::collection::vec(prop::sample::select(&b",,\"\"\"\n\nab"[..]), 0..40),
            at_once in 1usize..20,
        ) {
            let mut read = CsvRows::new(b"", Slowly(&text, at_once), b',');
            let mut last = None;
            while let Some(row) = read.next().unwrap() {
                last = Some(row.quotation);
            }
            if let Some(Quotation::Open(opened)) = last
                && !text.ends_with(b"\"")
            {
                prop_assert_eq!(opened, line_of_the_last_opening(&text), "{:?}", String::from_utf8_lossy(&text));
            }
        }

        #[test]
        fn rows_are_those_of_crate_csv(
            text in prop::collection::vec(prop::sample::select(&b",,,;\"\"\n\n\rabc \xff\xef\xbb\xbf"[..]), 0..60),
            at_once in 1usize..20,
        ) {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&text[..]);
            let expected: Vec<Vec<Vec<u8>>> =
                reader.byte_records().map(|row| row.unwrap().iter().map(<[u8]>::to_vec).collect()).collect();
            let mut read: Vec<_> = rows(&text, at_once).into_iter().map(|(_, cells)| cells).collect();
            // Of a row whose quotation nothing closes, no cell is taken.
            if let Some(last) = read.last_mut()
                && last.is_empty()
            {
                last.clone_from(expected.last().unwrap());
            }
            prop_assert_eq!(read, expected);
        }
    }
}
