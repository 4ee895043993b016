use crate::dice::Dice;

/// What a line did to a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFault {
    /// A bit is another.
    Turned,
    /// The end is missing.
    Cut,
    /// The beginning is missing.
    Headless,
    /// Other bytes came before it.
    NoiseBefore,
    /// It came twice.
    Twice,
}

impl LineFault {
    /// Whether the frame itself is damaged, so that it is not acknowledged.
    #[must_use]
    pub fn damages(self) -> bool {
        matches!(self, Self::Turned | Self::Cut | Self::Headless)
    }

    /// What happened to the frame, for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Turned => "a bit turned",
            Self::Cut => "cut off",
            Self::Headless => "without its beginning",
            Self::NoiseBefore => "behind noise",
            Self::Twice => "sent twice",
        }
    }
}

/// A frame as it arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The bytes as they arrive, with the damage.
    pub bytes: Vec<u8>,
    /// What happened to it, if anything.
    pub fault: Option<LineFault>,
}

/// A line that does something to some frames. Equal seeds do the same.
pub struct NoisyLine {
    dice: Dice,
    per_thousand: u64,
}

impl NoisyLine {
    /// A line that does something to so many of a thousand frames, 0 to 900: whatever is sent again and again arrives.
    #[must_use]
    pub fn new(seed: u64, per_thousand: u64) -> Self {
        Self { dice: Dice::new(seed), per_thousand: per_thousand.min(900) }
    }

    /// Sends a frame once.
    pub fn send(&mut self, frame: &[u8]) -> Attempt {
        if !self.dice.chance(self.per_thousand, 1_000) {
            return Attempt { bytes: frame.to_vec(), fault: None };
        }
        let faults = [LineFault::Turned, LineFault::Cut, LineFault::Headless, LineFault::NoiseBefore, LineFault::Twice];
        let fault = self.dice.pick(&faults, LineFault::Twice);
        let inside = 1 + self.dice.index(frame.len().saturating_sub(1));
        let bytes = match fault {
            LineFault::Turned => self.turned(frame),
            LineFault::Cut => frame.get(..inside).unwrap_or_default().to_vec(),
            // Its last bytes alone would look like no frame to anybody: so much of it arrives that its end shows.
            LineFault::Headless => {
                let from = inside.min(frame.len().saturating_sub(4));
                frame.get(from..).unwrap_or_default().to_vec()
            }
            LineFault::NoiseBefore => {
                let noise: Vec<u8> = (0..=self.dice.below(5)).map(|_| self.printable()).collect();
                [noise.as_slice(), frame].concat()
            }
            LineFault::Twice => [frame, frame].concat(),
        };
        Attempt { bytes, fault: Some(fault) }
    }

    /// One bit is another; not the one that makes a capital letter of a check character a small one, which says the same.
    fn turned(&mut self, frame: &[u8]) -> Vec<u8> {
        let mut bytes = frame.to_vec();
        let (at, bit) = (self.dice.index(frame.len()), self.dice.below(8));
        let bit = if at + 2 >= frame.len() && bit == 5 { 0 } else { bit };
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << bit;
        }
        bytes
    }

    fn printable(&mut self) -> u8 {
        u8::try_from(self.dice.within(0x20, 0xff)).unwrap_or(b' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_do_the_same_and_everything_happens() {
        let frame = super::super::frame(b'1', &[0x44, 0x81, 0xb8]);
        let run = |seed| {
            let mut line = NoisyLine::new(seed, 300);
            (0..400).map(|_| line.send(&frame)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        let attempts = run(1);
        for fault in [LineFault::Turned, LineFault::Cut, LineFault::Headless, LineFault::NoiseBefore, LineFault::Twice]
        {
            assert!(attempts.iter().any(|attempt| attempt.fault == Some(fault)), "{fault:?}");
        }
        for attempt in attempts {
            let whole = attempt.bytes.windows(frame.len()).any(|bytes| bytes == frame.as_slice());
            assert_eq!(whole, !attempt.fault.is_some_and(LineFault::damages), "{attempt:?}");
        }
    }
}
