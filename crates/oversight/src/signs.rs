//! Table signs of several sources of one table: which of them holds is decided by the kind of its source, and nothing else asks
//! whether they are the same.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use resettle_coup_log::SignPart;
use resettle_sealed_log::SourceKind;

use crate::seen::LogSeen;

/// A table of which signs of two sources put up other bounds on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingSigns {
    /// As logs name it.
    pub venue: String,
    /// As logs name it.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// The sources that put up signs on those days.
    pub sources: BTreeSet<(SourceKind, String)>,
    /// In what they differ.
    pub parts: BTreeSet<&'static str>,
    /// On how many days.
    pub days: u64,
    /// The first day on which they differ.
    pub first: Date,
    /// The last day on which they differ.
    pub last: Date,
}

/// The lowest and the highest of each bound that the signs of a source put up, minor units.
type Bounds = [Option<(i64, i64)>; SignPart::ALL.len()];

/// What each source put up at a table (venue, game, table) on a day.
type Signed<'l> = BTreeMap<(&'l str, &'l str, &'l str, Date), BTreeMap<(SourceKind, &'l str), Bounds>>;

/// The tables of which the signs of two sources differ, by the bounds that each put up on a day.
#[must_use]
pub fn differing_signs(logs: &[LogSeen]) -> Vec<DifferingSigns> {
    let mut by_day = Signed::new();
    for log in logs.iter().filter(|log| log.contents.signs > 0) {
        let Some(day) = log.day else { continue };
        let of_day = by_day.entry((&log.venue, &log.game, &log.table, day)).or_default();
        let own = of_day.entry((log.kind, &log.source)).or_default();
        for (bound, (_, part)) in own.iter_mut().zip(SignPart::ALL) {
            let more = log.contents.bounds(*part);
            *bound = match (*bound, more) {
                (Some((low, high)), Some((lowest, highest))) => Some((low.min(lowest), high.max(highest))),
                (one, other) => one.or(other),
            };
        }
    }
    let mut out: Vec<DifferingSigns> = Vec::new();
    for ((venue, game, table, day), sources) in by_day {
        let differs = |at: usize| {
            let mut bounds = sources.values().map(|own| own.get(at));
            let first = bounds.next();
            bounds.any(|bound| Some(bound) != first)
        };
        let parts: BTreeSet<&str> =
            SignPart::ALL.iter().enumerate().filter(|(at, _)| differs(*at)).map(|(_, (word, _))| *word).collect();
        if parts.is_empty() {
            continue;
        }
        let own = sources.keys().map(|(kind, id)| (*kind, (*id).to_owned()));
        match out.last_mut().filter(|last| (&*last.venue, &*last.game, &*last.table) == (venue, game, table)) {
            Some(last) => {
                last.sources.extend(own);
                last.parts.extend(parts);
                last.days += 1;
                last.last = day;
            }
            None => out.push(DifferingSigns {
                venue: venue.to_owned(),
                game: game.to_owned(),
                table: table.to_owned(),
                sources: own.collect(),
                parts,
                days: 1,
                first: day,
                last: day,
            }),
        }
    }
    out
}
