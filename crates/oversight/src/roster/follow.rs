//! How the logs of one source follow each other: what only several of them show.

use std::collections::BTreeMap;

use jiff::civil::Time;
use resettle_coup_log::{Extent, Optional};
use resettle_sealed_log::SourceKind;

use crate::day::DayRule;
use crate::seen::LogSeen;

/// The logs of each source, in the order in which they begin.
pub(super) struct Following<'l>(BTreeMap<Key<'l>, Vec<&'l LogSeen>>);

type Key<'l> = (&'l str, &'l str, &'l str, SourceKind, &'l str);

fn key(log: &LogSeen) -> Key<'_> {
    (&log.venue, &log.game, &log.table, log.kind, &log.source)
}

impl<'l> Following<'l> {
    pub(super) fn of(logs: impl IntoIterator<Item = &'l LogSeen>) -> Self {
        let mut all: BTreeMap<_, Vec<&LogSeen>> = BTreeMap::new();
        logs.into_iter().for_each(|log| all.entry(key(log)).or_default().push(log));
        all.values_mut().for_each(|logs| logs.sort_by(|a, b| (a.first, &a.log).cmp(&(b.first, &b.log))));
        Self(all)
    }

    /// The logs of the same source, and the place of this one among them.
    fn around<'a>(&'a self, log: &'a LogSeen) -> (&'a [&'l LogSeen], usize) {
        let logs = self.0.get(&key(log)).map(Vec::as_slice).unwrap_or_default();
        let before = logs.partition_point(|other| (other.first, &other.log) < (log.first, &log.log));
        (logs, before)
    }

    /// What a log lacks. A shoe that it does not end may go on in a later log of its source, or, where it is the last one of
    /// both, in one that is not here.
    pub(super) fn lacks(&self, what: Optional, log: &LogSeen) -> Extent {
        let (logs, at) = self.around(log);
        let later = logs.get(at + 1..).unwrap_or_default();
        let at_start = what == Optional::Preshuffled;
        log.contents.lacks(what, |shoe, in_midst| match later.first().filter(|_| !at_start) {
            None if at_start => true,
            None => !in_midst,
            // Whoever ends a log amid a shoe goes on with it in the next.
            Some(next) => !next.contents.goes_on_with(shoe),
        })
    }

    /// Where this log is the first of its source on its day of play, the one that ends last of those that begin on it.
    pub(super) fn of_day(&self, log: &LogSeen) -> Option<&'l LogSeen> {
        let (logs, at) = self.around(log);
        let is_first = at.checked_sub(1).and_then(|before| logs.get(before)).is_none_or(|before| before.day != log.day);
        let same = logs.get(at..).unwrap_or_default().iter().take_while(|other| other.day == log.day);
        same.copied().max_by_key(|other| other.last).filter(|_| is_first)
    }

    /// For how many whole minutes no log of the source was open before this one; none of the first of a day of play.
    pub(super) fn pause(&self, log: &LogSeen) -> Option<u32> {
        let (logs, at) = self.around(log);
        let same_day = logs.get(..at)?.iter().rev().take_while(|other| other.day == log.day);
        let before = same_day.map(|other| other.last).max()?;
        let minutes = log.first.nanos.checked_sub(before.nanos)? / (60 * 1_000_000_000);
        u32::try_from(minutes).ok()
    }
}

/// When on its day of play a moment is: the minutes since a day of that date begins, as clocks at the table show them.
pub(super) fn minute_of(log: &LogSeen, moment: resettle_sealed_log::Moment, days: &DayRule) -> Option<i64> {
    let local = jiff::Timestamp::from_nanosecond(moment.nanos).ok()?.to_zoned(days.zone.clone()).datetime();
    let begins = log.day?.to_datetime(days.starts);
    Some(local.duration_since(begins).as_mins())
}

/// From when to when on a day of play hours are, in minutes since the day begins.
pub(super) fn minutes(from: Time, to: Time, days: &DayRule) -> (i64, i64) {
    let since = |time: Time, other: Time| time.duration_since(other).as_mins().rem_euclid(DAY);
    let begin = since(from, days.starts);
    let long = since(to, from);
    (begin, begin + if long == 0 { DAY } else { long })
}

const DAY: i64 = 24 * 60;

/// As clocks show it.
pub(super) fn clock(moment: resettle_sealed_log::Moment, days: &DayRule) -> String {
    let at = jiff::Timestamp::from_nanosecond(moment.nanos).ok();
    at.map(|at| at.to_zoned(days.zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}
