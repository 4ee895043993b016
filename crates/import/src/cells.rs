//! The cells of one row.

use std::ops::Range;
use std::str::Utf8Error;

/// The cells of a row, which stand in one piece of memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cells<'r> {
    bytes: &'r [u8],
    /// The same, where all of it is text.
    text: Option<&'r str>,
    /// The byte behind the last one of each cell, in `bytes`.
    ends: &'r [usize],
    /// The bytes between two cells: one where the delimiter is still there.
    between: usize,
}

impl<'r> Cells<'r> {
    /// Cells with their delimiters, which are ASCII, between them.
    pub(crate) fn of_line(line: &'r [u8], ends: &'r [usize]) -> Self {
        Self { bytes: line, text: std::str::from_utf8(line).ok(), ends, between: 1 }
    }

    /// Cells without anything between them.
    pub(crate) fn joined(bytes: &'r [u8], ends: &'r [usize]) -> Self {
        // Two halves of a letter may meet there.
        Self { bytes, text: None, ends, between: 0 }
    }

    /// How many there are.
    pub(crate) fn len(self) -> usize {
        self.ends.len()
    }

    /// The bytes of one cell, counted from 0; none where the row has fewer.
    #[inline]
    pub(crate) fn get(self, at: usize) -> Option<&'r [u8]> {
        self.bytes.get(self.range(at)?)
    }

    /// A cell as text; an error where it is none.
    #[inline]
    pub(crate) fn text(self, at: usize) -> Option<Result<&'r str, Utf8Error>> {
        match self.text {
            Some(text) => text.get(self.range(at)?).map(Ok),
            None => self.get(at).map(std::str::from_utf8),
        }
    }

    #[inline]
    fn range(self, at: usize) -> Option<Range<usize>> {
        let end = *self.ends.get(at)?;
        let start = match at.checked_sub(1) {
            Some(before) => self.ends.get(before)? + self.between,
            None => 0,
        };
        Some(start..end)
    }

    /// The bytes of each cell, in the order of the row.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'r [u8]> {
        (0..self.len()).filter_map(move |at| self.get(at))
    }
}

/// Finds where each cell of a line without quotation marks ends.
pub(crate) fn split(line: &[u8], delimiter: u8, ends: &mut Vec<usize>) {
    ends.clear();
    let (blocks, rest) = line.as_chunks::<64>();
    let mut start = 0;
    for block in blocks {
        add_places(start, places_of(delimiter, block), ends);
        start += 64;
    }
    let mut last = [!delimiter; 64];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    add_places(start, places_of(delimiter, &last), ends);
    ends.push(line.len());
}

/// Adds the places of the bits that are set.
fn add_places(start: usize, mut bits: u64, places: &mut Vec<usize>) {
    while bits != 0 {
        places.push(start + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// A bit for each byte: whether it is `wanted`.
fn places_of(wanted: u8, block: &[u8; 64]) -> u64 {
    // The seven lower bits of each byte, and what brings the highest ones together.
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let pattern = u64::from_le_bytes([wanted; 8]);
    let mut bits = 0;
    for (at, word) in block.as_chunks::<8>().0.iter().enumerate() {
        let other = u64::from_le_bytes(*word) ^ pattern;
        let same = !(((other & LOW) + LOW) | other | LOW);
        bits |= ((same >> 7).wrapping_mul(GATHER << 7) >> 56) << (8 * at);
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_line_is_split_at_its_delimiters(line in prop::collection::vec(prop_oneof![Just(b','), Just(b'+'), any::<u8>()], 0..200)) {
            let mut ends = Vec::new();
            split(&line, b',', &mut ends);
            let cells: Vec<_> = Cells::of_line(&line, &ends).iter().collect();
            let expected: Vec<_> = line.split(|byte| *byte == b',').collect();
            prop_assert_eq!(cells, expected);
        }
    }
}
