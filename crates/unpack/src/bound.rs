use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// The most bytes that one packed byte may hold.
///
/// Each line of a log has at most 65,536 bytes and an LF, and names the hash of the line before: 32
/// bytes that nothing predicts. So no log whose chain holds can be packed more tightly than 65,537 to
/// 32, and this refuses none.
pub const MOST_TO_ONE: u64 = 2_100;

/// Each line of a log names the hash of the line before, so no log whose chain holds has more lines than this for each
/// packed byte: one for each 32 of them.
const BYTES_A_LINE: u64 = 32;

/// This many lines are unpacked before any are refused: what a few packed bytes hold is read, judged and reported.
pub const LINES_AT_FIRST: u64 = 4_096;

/// This many bytes are unpacked before anything is refused.
pub const AT_FIRST: u64 = 1024 * 1024;

/// Counts the packed bytes that were taken.
pub(crate) struct Counted<R> {
    inner: R,
    taken: Rc<Cell<u64>>,
}

impl<R> Counted<R> {
    /// The reader, and how much was taken from it so far.
    pub(crate) fn new(inner: R) -> (Self, Rc<Cell<u64>>) {
        let taken = Rc::new(Cell::new(0));
        (Self { inner, taken: Rc::clone(&taken) }, taken)
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.taken.set(self.taken.get().saturating_add(read as u64));
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.taken.set(self.taken.get().saturating_add(amount as u64));
        self.inner.consume(amount);
    }
}

/// Stops where more comes out than the packed bytes can hold of a log.
pub(crate) struct Bounded<R> {
    inner: R,
    packed: Rc<Cell<u64>>,
    unpacked: u64,
    lines: u64,
}

impl<R: Read> Bounded<R> {
    pub(crate) fn new(inner: R, packed: Rc<Cell<u64>>) -> Self {
        Self { inner, packed, unpacked: 0, lines: 0 }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.unpacked = self.unpacked.saturating_add(read as u64);
        let packed = self.packed.get();
        if self.unpacked > AT_FIRST.saturating_add(packed.saturating_mul(MOST_TO_ONE)) {
            let message = format!(
                "its first {packed} packed bytes unpack to {} and more, over {MOST_TO_ONE} to 1: no chained log can be packed so tightly",
                self.unpacked
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let ends = buffer.get(..read).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count();
        self.lines = self.lines.saturating_add(ends as u64);
        if self.lines > LINES_AT_FIRST.saturating_add(packed / BYTES_A_LINE) {
            let message = format!(
                "its first {packed} packed bytes hold {} lines and more, over one to {BYTES_A_LINE} bytes: no chained log can be packed so tightly",
                self.lines
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(read)
    }
}
