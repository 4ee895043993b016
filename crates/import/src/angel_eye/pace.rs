//! How fast frames come: whether there was time enough between two of them for as many as the sequence characters count.

use std::collections::VecDeque;

use jiff::Timestamp;

/// Fewer rows of frames than these say nothing of how fast they come.
const FEWEST: usize = 3;

/// So many are kept.
const MOST: usize = 4_096;

/// Of so many rows of frames one may have come faster than what counts as possible, as where a serial server held them back.
const FASTEST_OF: usize = 10;

/// When the frames of a line came.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// When the last frames came that follow each other, in milliseconds.
    row: VecDeque<i64>,
    /// How long rows of as many frames as the characters count took, and the one behind them; the shortest first.
    took: Vec<i64>,
    /// Whether it is that of a whole capture.
    is_learned: bool,
    last: Option<i64>,
}

impl Pace {
    /// A frame came at this time, of a line on which so many characters are counted; `follows` where none is missing before it.
    /// Gives how long after the last one it came, in milliseconds.
    pub(super) fn came(&mut self, time: Option<&str>, characters: usize, follows: bool) -> Option<i64> {
        let now = time.and_then(|time| time.parse::<Timestamp>().ok()).map(Timestamp::as_millisecond);
        let before = std::mem::replace(&mut self.last, now);
        if !self.is_learned {
            self.row(now?, characters, follows);
        }
        now?.checked_sub(before?)
    }

    /// A frame came once more.
    pub(super) fn came_again(&mut self, time: Option<&str>) {
        self.last = time.and_then(|time| time.parse::<Timestamp>().ok()).map(Timestamp::as_millisecond).or(self.last);
    }

    fn row(&mut self, now: i64, characters: usize, follows: bool) {
        if !follows {
            self.row.clear();
        }
        self.row.push_back(now);
        while self.row.len() > characters.saturating_add(2) {
            self.row.pop_front();
        }
        if let (Some(first), true, true) =
            (self.row.front(), self.row.len() == characters.saturating_add(2), self.took.len() < MOST)
        {
            let took = now.saturating_sub(*first);
            self.took.insert(self.took.partition_point(|other| *other <= took), took);
        }
    }

    /// The rows are those of a whole capture: no more are learned, and the next frame is its first one.
    pub(super) fn is_whole(&mut self) {
        (self.is_learned, self.last) = (true, None);
    }

    /// Whether as many frames as the characters count may have come and been lost in so many milliseconds; `None` where no times
    /// say it.
    pub(super) fn may_have_lost(&self, pause: Option<i64>) -> Option<bool> {
        let fastest = self.fastest()?;
        Some(pause? >= fastest)
    }

    /// In how many milliseconds as many frames come as the characters count, and the one behind them, at the fastest; `None` where
    /// no times say it.
    pub(super) fn fastest(&self) -> Option<i64> {
        let many = self.took.len();
        self.took.get(many / FASTEST_OF).copied().filter(|fastest| many >= FEWEST && *fastest > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames that come so many seconds after each other, of a line that counts three characters.
    fn pace(pauses: &[i64]) -> Pace {
        let mut pace = Pace::default();
        let mut now = 0;
        for pause in pauses {
            now += pause;
            let time = Timestamp::from_second(now).unwrap().to_string();
            pace.came(Some(&time), 3, true);
        }
        pace
    }

    #[test]
    fn as_many_frames_as_the_characters_count_take_their_time() {
        let steady = pace(&[2; 12]);
        assert_eq!(steady.may_have_lost(Some(7_999)), Some(false));
        assert_eq!(steady.may_have_lost(Some(8_000)), Some(true));
        assert_eq!(steady.may_have_lost(None), None);
        // A few came at once.
        let held_back = pace(&[&[2; 40][..], &[8, 0, 0, 0, 0], &[2; 20]].concat());
        assert_eq!(held_back.may_have_lost(Some(4_000)), Some(false));
    }

    #[test]
    fn times_that_say_nothing() {
        for pauses in [&[2; 6][..], &[0; 40], &[]] {
            assert_eq!(pace(pauses).may_have_lost(Some(60_000)), None, "{pauses:?}");
        }
        assert_eq!(Pace::default().came(None, 3, true), None);
    }

    #[test]
    fn a_row_ends_where_a_frame_is_missing() {
        let mut broken = Pace::default();
        for at in 0..40 {
            let time = Timestamp::from_second(at).unwrap().to_string();
            broken.came(Some(&time), 3, at % 4 != 0);
        }
        assert_eq!(broken.may_have_lost(Some(60_000)), None);
    }
}
