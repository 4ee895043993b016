//! What stands in a capture a second time, as where a file was added to itself or two captures overlap: it counts once.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use resettle_sealed_log::Moment;

use super::frame::Piece;
use crate::twice::hash_of;

/// So many frames in a row, with so many cards among them that differ, are not sent twice by chance.
const FRAMES: usize = 64;
const CARDS: usize = 32;
/// Nor are so many such cards, where the whole capture is nothing but the same frames again.
const CARDS_OF_ALL: usize = 8;

/// Pieces that stand above already.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Again {
    /// Which they are, by their places in the whole capture.
    pub(super) pieces: Range<usize>,
    /// The piece above that the first of them is.
    pub(super) like: usize,
    /// Whole frames of the shoe among them.
    pub(super) frames: usize,
}

/// Long rows of frames of the shoe, the same by their sequence characters and data, that stand above already.
pub(super) fn repeated(pieces: &[(usize, Piece<'_>)]) -> Vec<Again> {
    let (mut events, mut places) = (Vec::new(), Vec::new());
    for (place, (_, piece)) in pieces.iter().enumerate() {
        if let Piece::Event(sequence, data) = piece {
            events.push((*sequence, *data));
            places.push(place);
        }
    }
    let run = |from: usize, frames: usize, like: usize| {
        let at = |event: usize| places.get(event).copied();
        let end = at(from.saturating_add(frames)).unwrap_or(pieces.len());
        Some(Again { pieces: at(from)?..end, like: at(like)?, frames })
    };
    let mut found = Vec::new();
    let mut above: HashMap<&[(u8, &[u8])], usize> = HashMap::new();
    let mut from = 0_usize;
    while let Some(window) = from.checked_add(FRAMES).and_then(|end| events.get(from..end)) {
        let like = above.get(window).copied().filter(|like| like + FRAMES <= from && cards(window) >= CARDS);
        let Some(like) = like else {
            above.entry(window).or_insert(from);
            from += 1;
            continue;
        };
        let (own, other) = (events.iter().skip(from), events.iter().take(from).skip(like));
        let frames = own.zip(other).take_while(|(own, other)| own == other).count();
        found.extend(run(from, frames, like));
        from += frames;
    }
    if found.is_empty()
        && let Some(period) = period(&events)
    {
        found.extend(run(period, events.len().saturating_sub(period), 0));
    }
    found
}

/// After how many frames a capture is the same again to its end; none where it is not.
fn period(events: &[(u8, &[u8])]) -> Option<usize> {
    let is_period = |period: &usize| {
        let whole =
            events.len().is_multiple_of(*period) && events.iter().zip(events.iter().skip(*period)).all(|(a, b)| a == b);
        whole && events.get(..*period).is_some_and(|frames| cards(frames) >= CARDS_OF_ALL)
    };
    (1..=(events.len() / 2).min(FRAMES)).find(is_period)
}

/// How many cards there are, of those that are the same one.
fn cards(frames: &[(u8, &[u8])]) -> usize {
    let cards = frames.iter().filter(|(_, data)| matches!(data.first(), Some(b'D' | b'R')));
    cards.map(|(_, data)| *data).collect::<HashSet<_>>().len()
}

/// The lines of a capture by their times and bytes, from where the times go back to where they were.
#[derive(Debug, Default)]
pub(super) struct Lines {
    latest: Option<Moment>,
    /// Whether the times went back, and have not come to where they were.
    are_back: bool,
    above: HashSet<u64>,
}

impl Lines {
    /// Whether a line stands above already: the times went back before it, and it has the time and the bytes of one.
    pub(super) fn is_again(&mut self, time: Moment, bytes: &[u8]) -> bool {
        match self.latest {
            Some(latest) if time < latest => self.are_back = true,
            Some(latest) if time == latest => {}
            _ => (self.latest, self.are_back) = (Some(time), false),
        }
        !self.above.insert(hash_of((time, bytes))) && self.are_back
    }
}

#[cfg(test)]
mod tests {
    use resettle_sealed_log::Time;

    use super::*;

    /// Frames of so many cards from a place on, which no two places share.
    fn cards(of: Range<u8>) -> Vec<[u8; 3]> {
        of.map(|at| [b'D', 0x81, at]).collect()
    }

    fn found(cards: &[[u8; 3]]) -> Vec<(Range<usize>, usize)> {
        let pieces: Vec<(usize, Piece<'_>)> = cards
            .iter()
            .enumerate()
            .map(|(at, data)| (at, Piece::Event(b'0' + data[2] % 9, data.as_slice())))
            .collect();
        repeated(&pieces).into_iter().map(|again| (again.pieces, again.like)).collect()
    }

    #[test]
    fn a_capture_that_was_added_to_itself() {
        for (cards, expected) in [
            ([cards(0..80), cards(0..80)].concat(), vec![(80..160, 0)]),
            ([cards(0..80), cards(0..80), cards(0..80)].concat(), vec![(80..160, 0), (160..240, 0)]),
            // Two that overlap.
            ([cards(0..80), cards(10..90)].concat(), vec![(80..150, 10)]),
            ([cards(0..80), cards(20..90)].concat(), vec![]),
            // A short one.
            ([cards(0..9), cards(0..9), cards(0..9)].concat(), vec![(9..27, 0)]),
            ([cards(0..9), cards(0..8)].concat(), vec![]),
            ([cards(0..4), cards(0..4)].concat(), vec![]),
            (cards(0..200), vec![]),
        ] {
            assert_eq!(found(&cards), expected);
        }
    }

    #[test]
    fn lines_are_known_by_their_times_and_bytes_where_the_times_went_back() {
        let mut lines = Lines::default();
        let time = |second: i32| Time::parse(&format!("2026-01-02T03:04:0{second}Z")).unwrap().moment();
        let again = [(1, 5), (1, 5), (2, 6), (2, 6), (1, 5), (1, 7), (2, 6), (3, 6), (3, 6)]
            .map(|(seconds, byte)| lines.is_again(time(seconds), &[byte]));
        assert_eq!(again, [false, false, false, false, true, false, true, false, false]);
    }
}
