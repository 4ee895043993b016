//! Which sequence character follows which: learned from the frames, since no description of the shoe says it.

use std::collections::BTreeMap;

/// So many frames in a row may be missing for their number to be known.
const MOST_MISSING: u64 = 3;

/// What two characters say of the frames between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// There is none.
    Follows,
    /// So many did not come.
    Missing(u64),
    /// Nothing is known of how it goes on behind the first one.
    Unknown,
    /// Behind the first one another one came before.
    Other,
}

/// The order of the characters so far.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// How often a character came behind another.
    came: BTreeMap<u8, BTreeMap<u8, u32>>,
    lowest: Option<u8>,
}

impl Order {
    /// What lies between the last frame and this one.
    pub(super) fn step(&self, last: u8, now: u8) -> Step {
        let mut next = self.next(last);
        for missing in 0..=MOST_MISSING {
            match (next, missing) {
                (Some(next), 0) if next == now => return Step::Follows,
                (Some(next), missing) if next == now => return Step::Missing(missing),
                _ => next = next.and_then(|next| self.next(next)),
            }
        }
        match self.came.contains_key(&last) {
            true => Step::Other,
            // They begin again with the first of all.
            false if self.lowest == Some(now) => Step::Follows,
            false => Step::Unknown,
        }
    }

    /// Learns that a frame came behind the last one.
    pub(super) fn learn(&mut self, last: u8, now: u8) {
        let count = self.came.entry(last).or_default().entry(now).or_default();
        *count = count.saturating_add(1);
        self.see(last);
    }

    /// A character that was seen.
    pub(super) fn see(&mut self, now: u8) {
        self.lowest = Some(self.lowest.map_or(now, |lowest| lowest.min(now)));
    }

    /// The one that came most often behind it; where none did, the next byte.
    fn next(&self, last: u8) -> Option<u8> {
        let most = self.came.get(&last).into_iter().flatten().max_by_key(|(_, count)| **count);
        most.map(|(next, _)| *next).or_else(|| last.checked_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each character says behind the one before it, as a line of frames goes.
    fn steps(characters: &[u8]) -> Vec<Step> {
        let mut order = Order::default();
        let step = |pair: &[u8; 2]| {
            order.see(pair[0]);
            let step = order.step(pair[0], pair[1]);
            if matches!(step, Step::Follows | Step::Unknown) {
                order.learn(pair[0], pair[1]);
            }
            step
        };
        characters.array_windows::<2>().map(step).collect()
    }

    #[test]
    fn however_a_shoe_numbers_nothing_is_missing() {
        for characters in [&b"123456789"[..], b"0123456789", b"0123456789ABCDEF", b"\x80\x81\x82\xfe\xff", b"A"] {
            let line: Vec<u8> = characters.iter().copied().cycle().take(60).collect();
            let missing = steps(&line).iter().any(|step| matches!(step, Step::Missing(_) | Step::Other));
            assert!(!missing, "{characters:x?}");
        }
    }

    #[test]
    fn a_frame_that_did_not_come_is_noticed() {
        assert_eq!(steps(b"1245"), [Step::Follows, Step::Missing(1), Step::Follows]);
        assert_eq!(steps(b"15"), [Step::Missing(3)]);
        assert_eq!(steps(b"123412343")[7..], [Step::Missing(2)]);
        // Before it is known how they begin again, a loss there is not noticed.
        assert_eq!(steps(b"12342341")[3..], [Step::Unknown, Step::Follows, Step::Follows, Step::Other]);
    }
}
