//! When the coups of a table were played, log by log: two logs of one source cannot both be in play. `adjudication.md`,
//! "Clocks".

use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_game::counted;
use resettle_sealed_log::Moment;

use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// How far apart the coups of a log may lie to count as one stretch of play, in nanoseconds: nobody plays a coup of another
/// log in between.
const APART: i128 = 60 * 1_000_000_000;

/// The stretches of play of each log of the leading source, if that has several.
#[derive(Debug, Default)]
pub(crate) struct Plays {
    /// How many logs that source has; places number them from 0. Nothing is kept of a single one.
    logs: usize,
    by_log: BTreeMap<usize, Stretches>,
    /// The coups of one log during the play of another: of the first number during the second.
    twice: BTreeMap<(usize, usize), Twice>,
}

#[derive(Debug, Default)]
struct Stretches {
    /// When each begins and ends, in nanoseconds.
    all: BTreeMap<i128, i128>,
    /// When the one that goes on began.
    on: i128,
    /// When the last of them ends.
    end: i128,
}

#[derive(Debug)]
struct Twice {
    place: Place,
    coups: u64,
}

impl Plays {
    /// Says how many logs the leading source has.
    pub(crate) fn of(&mut self, logs: usize) {
        self.logs = logs;
    }

    /// Whether the stretches of this log are kept.
    pub(super) fn keeps(&self, log: usize) -> bool {
        self.logs > 1 && log < self.logs
    }

    /// The moment before which a coup of this log may have been played during those of another.
    pub(super) fn until(&self, log: usize) -> Option<Moment> {
        let others = self.by_log.iter().filter(|(other, _)| **other != log);
        others.map(|(_, stretches)| stretches.end).max().map(|nanos| Moment { nanos })
    }

    /// A coup of a log that is kept. Returns whether one of another log was played at its moments, but for `slack`
    /// nanoseconds; those that are `counted` are reported by [`Plays::found`].
    pub(super) fn add(&mut self, place: &Place, from: Moment, to: Moment, slack: i128, counted: bool) -> bool {
        let log = place.source;
        let with = self.during(log, from, to, slack);
        if let Some(with) = with.filter(|_| counted) {
            self.twice.entry((log, with)).or_insert_with(|| Twice { place: place.clone(), coups: 0 }).coups += 1;
        }
        self.extend(log, from, to);
        with.is_some()
    }

    /// A coup that begins no earlier than [`Plays::until`] says.
    pub(super) fn extend(&mut self, log: usize, from: Moment, to: Moment) {
        let (from, to) = (from.nanos, to.nanos);
        let stretches = self.by_log.entry(log).or_default();
        stretches.end = if stretches.all.is_empty() { to } else { stretches.end.max(to) };
        if stretches.on <= from
            && let Some(end) = stretches.all.get_mut(&stretches.on).filter(|end| from <= end.saturating_add(APART))
        {
            *end = to.max(*end);
            return;
        }
        stretches.on = from;
        let end = stretches.all.entry(from).or_insert(to);
        *end = to.max(*end);
    }

    /// The other log in whose play these moments lie.
    fn during(&self, log: usize, from: Moment, to: Moment, slack: i128) -> Option<usize> {
        let (from, to) = (from.nanos.saturating_add(slack), to.nanos);
        let meets = |stretches: &Stretches| {
            let begun = stretches.all.range(..to).next_back();
            begun.is_some_and(|(began, end)| began.saturating_add(slack) < to && from < *end)
        };
        let mut others = self.by_log.iter().filter(|(other, stretches)| **other != log && from < stretches.end);
        others.find(|(_, stretches)| meets(stretches)).map(|(other, _)| *other)
    }

    /// One finding for each two logs that were in play together; `named` gives the id and file of a log.
    pub(super) fn found(&mut self, named: impl Fn(usize) -> (Arc<str>, Arc<str>)) -> Vec<Finding> {
        let found = |((_, with), twice): ((usize, usize), Twice)| {
            let (log, file) = named(with);
            let what = counted(twice.coups, "coup");
            let message = format!(
                "two logs of this table are in play at the same moments: {what} of this one during those of {file}"
            );
            Finding::new(Code::Clock, &twice.place, message)
                .compared("one play of a table at a time", format!("{what} during the play of log {log}"))
        };
        std::mem::take(&mut self.twice).into_iter().map(found).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i128 = 1_000_000_000;

    fn add(plays: &mut Plays, log: usize, from: i64, to: i64) -> bool {
        let place = Place { source: log, ..Place::default() };
        plays.add(&place, Moment::from_seconds(from), Moment::from_seconds(to), SECOND, true)
    }

    #[test]
    fn two_logs_in_play_at_once_are_found_once_with_their_coups() {
        let mut plays = Plays::default();
        plays.of(2);
        for coup in 0..100 {
            assert!(!add(&mut plays, 0, 60 * coup, 60 * coup + 40));
        }
        assert!(add(&mut plays, 1, 600, 640) && add(&mut plays, 1, 655, 690));
        assert_eq!(plays.by_log[&0].all.len(), 1, "coups that follow one another are one stretch");
        let found = plays.found(|log| (Arc::from(format!("L{log}")), Arc::from(format!("{log}.jsonl"))));
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("2 coups of this one during those of 0.jsonl"), "{}", found[0].message);
    }

    #[test]
    fn logs_that_follow_one_another_or_play_in_a_break_are_not() {
        let mut plays = Plays::default();
        plays.of(2);
        for (from, to) in [(0, 40), (50, 90), (7_200, 7_240)] {
            assert!(!add(&mut plays, 0, from, to));
        }
        assert_eq!(plays.until(1), Some(Moment::from_seconds(7_240)));
        assert!(!add(&mut plays, 1, 89, 130), "a second is no difference");
        assert!(!add(&mut plays, 1, 7_100, 7_201) && !add(&mut plays, 1, 7_240, 7_280));
        assert!(plays.found(|_| (Arc::from(""), Arc::from(""))).is_empty());
    }
}
