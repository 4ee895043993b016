//! What a coup says of its own times has to fit when it was written.

use crate::Stamp;
use crate::stamp::{MINUTE, SECOND};

/// The times of a coup's record.
#[derive(Clone, Debug)]
pub struct CoupTimes {
    /// The record's `at`.
    pub at: Stamp,
    /// Its `times`, all of them.
    pub times: Vec<Stamp>,
    /// When its irregularities were noticed and notified.
    pub noticed: Vec<Stamp>,
    /// When the coup itself commenced; none where the log does not say.
    pub commenced: Option<Stamp>,
    /// The coup before in the log: when it was settled, and when that was written.
    pub before: Option<(Stamp, Stamp)>,
    /// When the log was opened.
    pub log_opened: Stamp,
}

/// Whether the clocks cannot be right.
pub fn clocks_differ(times: &CoupTimes) -> bool {
    let from_the_future = times.times.iter().any(|time| time.after(times.at, SECOND))
        || times.noticed.iter().any(|noticed| noticed.after(times.at, MINUTE));
    let too_early = times.commenced.is_some_and(|commenced| match times.before {
        Some((settled, written)) => {
            let settled = if settled.nanos > written.nanos { written } else { settled };
            settled.after(commenced, SECOND) || times.log_opened.after(commenced, SECOND)
        }
        None => times.log_opened.after(commenced, 60 * MINUTE),
    });
    from_the_future || too_early
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logged::sample::at;

    fn usual() -> CoupTimes {
        CoupTimes {
            at: at(1_060),
            times: vec![at(1_000), at(1_050)],
            noticed: vec![at(1_030)],
            commenced: Some(at(1_000)),
            before: Some((at(950), at(951))),
            log_opened: at(0),
        }
    }

    #[test]
    fn nothing_comes_from_the_future() {
        assert!(!clocks_differ(&usual()));
        assert!(!clocks_differ(&CoupTimes { times: vec![at(1_061)], ..usual() }));
        assert!(clocks_differ(&CoupTimes { times: vec![at(1_062)], ..usual() }));
        assert!(!clocks_differ(&CoupTimes { noticed: vec![at(1_120)], ..usual() }));
        assert!(clocks_differ(&CoupTimes { noticed: vec![at(1_121)], ..usual() }));
    }

    #[test]
    fn coups_follow_one_another() {
        assert!(!clocks_differ(&CoupTimes { before: Some((at(1_001), at(1_002))), ..usual() }));
        assert!(clocks_differ(&CoupTimes { before: Some((at(1_002), at(1_002))), ..usual() }));
        // one settled later than its own record counts as that record's time
        assert!(!clocks_differ(&CoupTimes { before: Some((at(9_000), at(951))), ..usual() }));
    }

    #[test]
    fn the_first_coup_may_be_an_hour_older_than_its_log() {
        let first = CoupTimes { before: None, ..usual() };
        assert!(!clocks_differ(&CoupTimes { log_opened: at(4_600), ..first.clone() }));
        assert!(clocks_differ(&CoupTimes { log_opened: at(4_601), ..first }));
    }
}
