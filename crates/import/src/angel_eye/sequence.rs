//! Which sequence character follows which: no description of the shoe says it, so it is learned from the frames.

use std::collections::{BTreeMap, BTreeSet};

/// So many frames in a row may be missing for their number to be known.
const MOST_MISSING: u64 = 3;

/// A character that came so often behind another one follows it: no line loses the same frame so often and never another.
const LEARNED: u32 = 3;

/// What a shoe may count by, the fewest characters first: ranges that follow each other, and begin again behind the last.
const USUAL: [&[(u8, u8)]; 8] = [
    &[(b'1', b'9')],
    &[(b'0', b'9')],
    &[(b'0', b'9'), (b'A', b'F')],
    &[(b'A', b'Z')],
    &[(b'a', b'z')],
    &[(0x20, 0x7f)],
    &[(0x80, 0xff)],
    &[(0x20, 0xff)],
];

/// What two characters say of the frames between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// There is none.
    Follows,
    /// So many did not come.
    Missing(u64),
    /// Nothing is known of how many did not come.
    Other,
}

/// The order of the characters so far.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// How often a character came behind another.
    came: BTreeMap<u8, BTreeMap<u8, u32>>,
    seen: BTreeSet<u8>,
}

impl Order {
    /// What lies between the last frame and this one.
    pub(super) fn step(&self, last: u8, now: u8) -> Step {
        self.step_beside(last, now, None)
    }

    /// The same where a damaged frame shows a character, which may be right.
    pub(super) fn step_beside(&self, last: u8, now: u8, shown: Option<u8>) -> Step {
        let mut at = last;
        for missing in 0..=MOST_MISSING {
            at = self.next(at, shown);
            if at == now {
                return if missing == 0 { Step::Follows } else { Step::Missing(missing) };
            }
        }
        Step::Other
    }

    /// Learns that a frame came behind the last one.
    pub(super) fn learn(&mut self, last: u8, now: u8) {
        let count = self.came.entry(last).or_default().entry(now).or_default();
        *count = count.saturating_add(1);
        self.see(now);
    }

    /// A character that was seen.
    pub(super) fn see(&mut self, now: u8) {
        self.seen.insert(now);
    }

    /// How many characters came so far.
    pub(super) fn characters(&self) -> usize {
        self.seen.len()
    }

    /// Whether a character came so often behind another that it follows.
    pub(super) fn is_learned(&self, last: u8, now: u8) -> bool {
        self.came.get(&last).and_then(|came| came.get(&now)).is_some_and(|count| *count >= LEARNED)
    }

    /// Characters behind which often another one came than is usual, and never that one: so the shoe counts, or a frame is lost
    /// each time.
    pub(super) fn unusual(&self) -> Vec<(u8, u8)> {
        let of = |(last, came): (&u8, &BTreeMap<u8, u32>)| {
            let usual = self.usual(*last, None);
            let (next, count) = came.iter().max_by_key(|(_, count)| **count)?;
            (*count >= LEARNED && *next != usual && !came.contains_key(&usual)).then_some((*last, *next))
        };
        self.came.iter().filter_map(of).collect()
    }

    /// The one that came often behind it, and most often; else the next one of what the shoe seems to count by.
    fn next(&self, last: u8, shown: Option<u8>) -> u8 {
        let usual = self.usual(last, shown);
        let count = |next: u8| self.came.get(&last).and_then(|came| came.get(&next)).copied().unwrap_or(0);
        let most = self.came.get(&last).into_iter().flatten().max_by_key(|(_, count)| **count);
        most.filter(|(_, most)| **most >= LEARNED && **most > count(usual)).map_or(usual, |(next, _)| *next)
    }

    fn usual(&self, last: u8, shown: Option<u8>) -> u8 {
        let holds = |ranges: &[(u8, u8)], byte: u8| ranges.iter().any(|(from, to)| (*from..=*to).contains(&byte));
        let all =
            |ranges: &&&[(u8, u8)]| self.seen.iter().chain(&shown).chain([&last]).all(|byte| holds(ranges, *byte));
        let ranges = USUAL.iter().find(all).copied().unwrap_or_default();
        let behind = ranges.iter().skip_while(|(from, to)| !(*from..=*to).contains(&last));
        let begins_again = ranges.first().map_or(last, |(from, _)| *from);
        match behind.clone().next() {
            Some((_, to)) if last < *to => last.saturating_add(1),
            _ => behind.clone().nth(1).map_or(begins_again, |(from, _)| *from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each character says behind the one before it: of a whole capture, or as they come.
    fn steps(characters: &[u8], whole: bool) -> Vec<Step> {
        let mut order = Order::default();
        if whole {
            characters.array_windows::<2>().for_each(|[last, now]| order.learn(*last, *now));
        }
        let step = |[last, now]: &[u8; 2]| {
            order.see(*last);
            order.see(*now);
            let step = order.step(*last, *now);
            order.learn(*last, *now);
            step
        };
        characters.array_windows::<2>().map(step).collect()
    }

    #[test]
    fn however_a_shoe_numbers_nothing_is_missing() {
        for characters in [&b"123456789"[..], b"0123456789", b"0123456789ABCDEF", b"\x80\x81\x82\xfe\xff", b"A"] {
            let line: Vec<u8> = characters.iter().copied().cycle().take(60).collect();
            assert!(steps(&line, true).iter().all(|step| *step == Step::Follows), "{characters:x?}");
        }
    }

    #[test]
    fn as_usual_characters_come_nothing_is_missing() {
        let all: Vec<u8> = (0x80..=0xff).collect();
        for characters in [&b"123456789"[..], b"0123456789", b"0123456789ABCDEF", &all] {
            for from in 0..characters.len() {
                let line: Vec<u8> = characters.iter().copied().cycle().skip(from).take(300).collect();
                let others = steps(&line, false).iter().filter(|step| **step != Step::Follows).count();
                assert_eq!(others, 0, "{characters:x?} from {from}");
            }
        }
    }

    #[test]
    fn a_frame_that_did_not_come_is_noticed() {
        assert_eq!(steps(b"1245", false), [Step::Follows, Step::Missing(1), Step::Follows]);
        assert_eq!(steps(b"15", false), [Step::Missing(3)]);
        assert_eq!(steps(b"892", false), [Step::Follows, Step::Missing(1)]);
        assert_eq!(steps(b"8901892", false)[5..], [Step::Missing(2)]);
        // Where a shoe begins again at an unusual place, that is known once it has done so three times.
        assert_eq!(steps(b"1234123412341234", false)[3], Step::Other);
        assert_eq!(steps(b"12341234123412341", false)[15], Step::Follows);
        assert_eq!(steps(b"12341234123412343", true)[15], Step::Missing(2));
    }

    #[test]
    fn what_is_not_usual_is_named() {
        for (characters, unusual) in [
            (&b"123456789"[..], &[][..]),
            (b"0123456789ABCDEF", &[]),
            (b"12345678", &[(b'8', b'1')]),
            (b"12346789", &[(b'4', b'6')]),
            (b"A", &[(b'A', b'A')]),
        ] {
            let line: Vec<u8> = characters.iter().copied().cycle().take(60).collect();
            let mut order = Order::default();
            line.iter().for_each(|byte| order.see(*byte));
            line.array_windows::<2>().for_each(|[last, now]| order.learn(*last, *now));
            assert_eq!(order.unusual(), unusual, "{characters:x?}");
        }
    }

    #[test]
    fn a_character_that_is_shown_may_be_one_of_the_shoe() {
        let mut order = Order::default();
        (b'1'..=b'9').for_each(|byte| order.see(byte));
        assert_eq!(order.step(b'9', b'1'), Step::Follows);
        assert_eq!(order.step_beside(b'9', b'1', Some(b'0')), Step::Missing(1));
    }
}
