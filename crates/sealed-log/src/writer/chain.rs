use std::io::{self, Write};

use crate::hash::Digest;

/// Writes lines, each with its number and the hash of the line before it.
pub struct ChainWriter<W> {
    out: W,
    seq: u64,
    prev: Digest,
}

impl<W: Write> ChainWriter<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, seq: 0, prev: Digest::ZERO }
    }

    /// The number of the next line: how many were written before it.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The hash of the last line, which the next one names.
    #[must_use]
    pub fn prev(&self) -> Digest {
        self.prev
    }

    /// Begins the next line after what `line` holds: its opening brace, `seq` and `prev`. Further members follow, and a
    /// closing brace.
    pub fn begin(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(b"{\"seq\":");
        number(self.seq, line);
        line.extend_from_slice(b",\"prev\":\"");
        line.extend_from_slice(&self.prev.hex());
        line.push(b'"');
    }

    /// How many bytes [`ChainWriter::begin`] writes for the line of this number.
    #[must_use]
    pub fn length_of_begin(seq: u64) -> usize {
        let digits = seq.checked_ilog10().map_or(1, |log| log as usize + 1);
        b"{\"seq\":".len() + digits + b",\"prev\":\"".len() + 64 + b"\"".len()
    }

    /// Writes a whole line, given without its line feed.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.write_as(line, line)
    }

    /// Writes `written` in place of `line`, and continues as if `line` had been written: this is what a later
    /// alteration looks like.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_as(&mut self, line: &[u8], written: &[u8]) -> io::Result<()> {
        self.out.write_all(written)?;
        self.out.write_all(b"\n")?;
        self.leave_out(line);
        Ok(())
    }

    /// Continues as if `line` had been written.
    pub fn leave_out(&mut self, line: &[u8]) {
        self.prev = Digest::of(line);
        self.seq = self.seq.saturating_add(1);
    }

    /// Skips this many numbers, or goes back by this many.
    pub fn leap(&mut self, numbers: i64) {
        self.seq = self.seq.saturating_add_signed(numbers);
    }

    /// The output.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a number in decimal digits.
fn number(number: u64, out: &mut Vec<u8>) {
    // Writing into memory cannot fail.
    let _ = serde_json::to_writer(out, &number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_the_line_before() {
        let mut out = Vec::new();
        let mut chain = ChainWriter::new(&mut out);
        let mut lines = Vec::new();
        for leap in [0, 0, 98, i64::MAX, -1] {
            chain.leap(leap);
            let mut line = Vec::new();
            chain.begin(&mut line);
            assert_eq!(line.len(), ChainWriter::<Vec<u8>>::length_of_begin(chain.seq()));
            line.push(b'}');
            chain.write(&line).unwrap();
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines[0], format!("{{\"seq\":0,\"prev\":\"{}\"}}", "0".repeat(64)));
        for (before, line) in lines.iter().zip(lines.iter().skip(1)) {
            assert!(line.contains(&Digest::of(before.as_bytes()).to_string()), "{line}");
        }
        assert_eq!(chain.prev(), Digest::of(lines[4].as_bytes()));
        assert_eq!(String::from_utf8(out).unwrap(), lines.join("\n") + "\n");
    }

    #[test]
    fn the_line_that_counts_need_not_be_the_one_that_is_written() {
        let mut out = Vec::new();
        let mut chain = ChainWriter::new(&mut out);
        chain.write_as(b"{}", b"{ }").unwrap();
        assert_eq!((chain.seq(), chain.prev()), (1, Digest::of(b"{}")));
        chain.leave_out(b"{1}");
        assert_eq!((chain.seq(), chain.prev()), (2, Digest::of(b"{1}")));
        assert_eq!(out, b"{ }\n");
    }
}
