//! What a coup says of its own times has to fit when it was written.

use crate::Stamp;
use crate::stamp::{MINUTE, SECOND};

/// The times of a coup's record.
#[derive(Clone, Debug)]
pub struct Told {
    /// The record's `at`.
    pub at: Stamp,
    /// Its `times`, all of them.
    pub times: Vec<Stamp>,
    /// When its irregularities were noticed and notified.
    pub noticed: Vec<Stamp>,
    /// When it commenced.
    pub commenced: Option<Stamp>,
    /// The coup before in the log: when it was settled, and when that was written.
    pub before: Option<(Stamp, Stamp)>,
    /// When the log was opened.
    pub log_opened: Stamp,
}

/// Whether the clocks cannot be right.
pub fn clocks_differ(told: &Told) -> bool {
    let from_the_future = told.times.iter().any(|time| time.after(told.at, SECOND))
        || told.noticed.iter().any(|noticed| noticed.after(told.at, MINUTE));
    let too_early = told.commenced.is_some_and(|commenced| match told.before {
        Some((settled, written)) => {
            let settled = if settled.nanos > written.nanos { written } else { settled };
            settled.after(commenced, SECOND) || told.log_opened.after(commenced, SECOND)
        }
        None => told.log_opened.after(commenced, 60 * MINUTE),
    });
    from_the_future || too_early
}
