//! Parquet's encoding of small numbers: runs of the same one, and groups of eight packed bit by bit (in its
//! specification: "Run Length Encoding / Bit-Packing Hybrid").

/// A run shorter than this is packed.
const SHORTEST: u32 = 8;

/// Numbers that are being encoded.
pub(super) struct Hybrid {
    out: Vec<u8>,
    width: u8,
    /// The same number, so many times, not yet encoded.
    run: (u32, u32),
    packed: Packed,
}

/// Groups of eight that are being packed.
#[derive(Default)]
struct Packed {
    bytes: Vec<u8>,
    bits: u64,
    filled: u8,
    numbers: u32,
}

/// How many bits numbers up to this one take.
pub(super) fn width(greatest: u32) -> u8 {
    u8::try_from(u32::BITS - greatest.leading_zeros()).unwrap_or(0)
}

impl Hybrid {
    /// Goes on behind `out` with numbers of so many bits.
    pub(super) fn new(out: Vec<u8>, width: u8) -> Self {
        Self { out, width, run: (0, 0), packed: Packed::default() }
    }

    /// The same number so many times.
    pub(super) fn push(&mut self, number: u32, times: u32) {
        if self.run.0 == number {
            self.run.1 += times;
        } else {
            self.end_run();
            self.run = (number, times);
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end_run();
        // Those that fill the last group are not read.
        self.pack(0, self.packed.lacking());
        self.end_packed();
        self.out
    }

    fn end_run(&mut self) {
        let (number, times) = self.run;
        let first = self.packed.lacking().min(times);
        let left = times - first;
        // A group that is begun has to be filled.
        self.pack(number, first);
        if left < SHORTEST {
            self.pack(number, left);
            return;
        }
        self.end_packed();
        self.varint(u64::from(left) << 1);
        let bytes = usize::from(self.width.div_ceil(8));
        self.out.extend(number.to_le_bytes().into_iter().take(bytes));
    }

    fn pack(&mut self, number: u32, times: u32) {
        for _ in 0..times {
            self.packed.push(number, self.width);
        }
    }

    fn end_packed(&mut self) {
        if self.packed.numbers > 0 {
            self.varint(u64::from(self.packed.numbers / 8) << 1 | 1);
            self.out.append(self.packed.take());
        }
    }

    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(low_byte(number) | 0x80);
            number >>= 7;
        }
        self.out.push(low_byte(number));
    }
}

impl Packed {
    fn push(&mut self, number: u32, width: u8) {
        self.bits |= u64::from(number) << self.filled;
        self.filled += width;
        self.numbers += 1;
        if self.filled >= 32 {
            let [a, b, c, d, ..] = self.bits.to_le_bytes();
            self.bytes.extend_from_slice(&[a, b, c, d]);
            self.bits >>= 32;
            self.filled -= 32;
        }
    }

    /// The bytes of full groups.
    fn take(&mut self) -> &mut Vec<u8> {
        while self.filled > 0 {
            self.bytes.push(low_byte(self.bits));
            self.bits >>= 8;
            self.filled -= 8;
        }
        self.numbers = 0;
        &mut self.bytes
    }

    /// How many the group that is begun lacks.
    fn lacking(&self) -> u32 {
        self.numbers.next_multiple_of(8) - self.numbers
    }
}

fn low_byte(number: u64) -> u8 {
    let [byte, ..] = number.to_le_bytes();
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(width: u8, runs: &[(u32, u32)]) -> Vec<u8> {
        let mut hybrid = Hybrid::new(Vec::new(), width);
        runs.iter().for_each(|(number, times)| hybrid.push(*number, *times));
        hybrid.finish()
    }

    #[test]
    fn numbers_are_encoded_as_the_specification_shows() {
        let zero_to_seven: Vec<_> = (0..8).map(|number| (number, 1)).collect();
        assert_eq!(encoded(3, &zero_to_seven), [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
        assert_eq!(encoded(1, &[(1, 100), (1, 100)]), [0x90, 0x03, 1]);
        assert_eq!(encoded(9, &[(300, 8)]), [0x10, 0x2c, 0x01]);
        // Eight of a run fill the group that was begun.
        assert_eq!(encoded(1, &[(1, 3), (0, 13)]), [0b11, 0b0000_0111, 0x10, 0]);
        assert_eq!(encoded(1, &[(1, 3)]), [0b11, 0b0000_0111]);
        assert_eq!(encoded(0, &[(0, 20)]), [0x28]);
        assert!(encoded(4, &[]).is_empty());
    }

    #[test]
    fn the_width_is_that_of_the_greatest() {
        assert_eq!([0, 1, 2, 3, 255, 256, u32::MAX].map(width), [0, 1, 2, 2, 8, 9, 32]);
    }
}
