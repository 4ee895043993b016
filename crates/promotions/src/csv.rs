//! RFC 4180, to the letter: what it does not allow is a fault with its line and column.

/// This many faults of a row are reported; no row is used for having more.
pub(crate) const MOST_FAULTS: usize = 20;

/// What is wrong at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFault {
    /// Line from 1.
    pub line: u64,
    /// Column from 1, in characters.
    pub column: u64,
    /// The column's name in the header, where the place is in a cell of one.
    pub name: Option<String>,
    /// In words.
    pub what: String,
}

/// A cell as it was read, before anything is made of its text.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// Where it begins.
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// Its text without quotes; none where it is no UTF-8.
    pub(crate) text: Option<String>,
}

/// A record, of one line or several.
#[derive(Debug)]
pub(crate) struct Record<'f> {
    /// The line on which it begins.
    pub(crate) line: u64,
    /// Its bytes without the end of its line.
    pub(crate) bytes: &'f [u8],
    pub(crate) cells: Vec<Cell>,
    pub(crate) faults: Vec<CsvFault>,
    /// Whether a quote that never closes took the rest of the file.
    pub(crate) endless: bool,
}

impl Record<'_> {
    fn note(&mut self, fault: CsvFault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }
}

/// The records of a file.
pub(crate) struct Records<'f> {
    bytes: &'f [u8],
    at: usize,
    line: u64,
    column: u64,
}

impl<'f> Records<'f> {
    pub(crate) fn new(bytes: &'f [u8]) -> Self {
        Self { bytes, at: 0, line: 1, column: 1 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn ends_line(&self) -> bool {
        match self.peek() {
            None | Some(b'\n') => true,
            Some(b'\r') => self.bytes.get(self.at + 1) == Some(&b'\n'),
            Some(_) => false,
        }
    }

    fn step(&mut self) {
        match self.peek() {
            Some(b'\n') => {
                self.line += 1;
                self.column = 1;
            }
            // Bytes that continue a character are no column of their own.
            Some(byte) if byte & 0xc0 != 0x80 => self.column += 1,
            _ => {}
        }
        self.at += 1;
    }

    fn fault(&self, what: &str) -> CsvFault {
        CsvFault { line: self.line, column: self.column, name: None, what: what.to_owned() }
    }

    /// Reads a cell up to the comma or the end of its line.
    fn cell(&mut self, record: &mut Record<'f>) {
        let (line, column) = (self.line, self.column);
        let mut raw = Vec::new();
        if self.peek() == Some(b'"') {
            self.step();
            loop {
                match self.peek() {
                    None => {
                        let what = "the quote that begins this cell never closes, and takes the rest of the file";
                        record.note(CsvFault { line, column, name: None, what: what.to_owned() });
                        record.endless = true;
                        break;
                    }
                    Some(b'"') => {
                        self.step();
                        if self.peek() != Some(b'"') {
                            break;
                        }
                        raw.push(b'"');
                        self.step();
                    }
                    Some(byte) => {
                        raw.push(byte);
                        self.step();
                    }
                }
            }
            if !self.ends_line() && self.peek() != Some(b',') {
                record.note(self.fault("after a closing quote only a comma or the end of the line may stand"));
            }
        }
        while let Some(byte) = self.peek().filter(|byte| *byte != b',' && !self.ends_line()) {
            match byte {
                b'"' => record.note(self.fault("a quote in a cell that does not begin with one")),
                b'\r' => record.note(self.fault("a carriage return without a line feed, outside quotes")),
                _ => {}
            }
            raw.push(byte);
            self.step();
        }
        let text = String::from_utf8(raw).ok();
        if text.is_none() {
            record.note(CsvFault { line, column, name: None, what: "this is no UTF-8".to_owned() });
        }
        record.cells.push(Cell { line, column, text });
    }
}

impl<'f> Iterator for Records<'f> {
    type Item = Record<'f>;

    fn next(&mut self) -> Option<Record<'f>> {
        self.peek()?;
        let begin = self.at;
        let mut record = Record { line: self.line, bytes: &[], cells: Vec::new(), faults: Vec::new(), endless: false };
        loop {
            self.cell(&mut record);
            if self.peek() != Some(b',') {
                break;
            }
            self.step();
        }
        record.bytes = self.bytes.get(begin..self.at).unwrap_or_default();
        if self.peek() == Some(b'\r') {
            self.step();
        }
        if self.peek() == Some(b'\n') {
            self.step();
        }
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]
    use super::*;

    fn cells(text: &[u8]) -> Vec<Vec<Option<String>>> {
        Records::new(text).map(|record| record.cells.into_iter().map(|cell| cell.text).collect()).collect()
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|text| Some((*text).to_owned())).collect()
    }

    #[test]
    fn cells_and_lines_are_as_the_standard_says() {
        let text = b"a,b\r\n\"x, \"\"y\"\"\nz\",\n,\"\"\n";
        assert_eq!(cells(text), [some(&["a", "b"]), some(&["x, \"y\"\nz", ""]), some(&["", ""])]);
        let lines: Vec<u64> = Records::new(text).map(|record| record.line).collect();
        assert_eq!(lines, [1, 2, 4]);
        assert!(Records::new(text).all(|record| record.faults.is_empty()));
        assert_eq!(cells(b"a\n\nb"), [some(&["a"]), some(&[""]), some(&["b"])]);
        assert!(cells(b"").is_empty());
    }

    #[test]
    fn what_the_standard_does_not_allow_is_reported_where_it_stands() {
        for (text, line, column) in [
            (&b"a,b\"c\n"[..], 1, 4),
            (b"\xc3\xa9,\"b\"c\n", 1, 6),
            (b"x\na\rb\n", 2, 2),
            (b"x\n\xff,1\n", 2, 1),
            (b"x\n1,\"a\nb\n", 2, 3),
        ] {
            let faults: Vec<CsvFault> = Records::new(text).flat_map(|record| record.faults).collect();
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert_eq!((faults[0].line, faults[0].column), (line, column), "{faults:?}");
        }
    }
}
