//! What shows that coups of two tables stand in one file, though nothing names a table: a table deals one coup after the other from one
//! shoe after the other.

use std::collections::{HashMap, HashSet};

use resettle_game::{counted, counted_that};

use crate::hint::Hint;
use crate::problem::short;
use crate::record::ImportedCoup;
use crate::twice::hash_of;

/// Fewer numbers that go on behind others may be slips.
const FEWEST_TURNS: u64 = 3;
/// So much of a time of a log is its date.
const DATE: usize = 10;

/// Sees the coups pass.
#[derive(Debug, Default)]
pub(crate) struct Interleaved {
    seen: HashSet<u64>,
    /// The line of the first coup that was settled at a moment.
    moments: HashMap<u64, u64>,
    /// Whether a time has seconds: of minutes alone several coups share one.
    has_seconds: bool,
    at_once: Found,
    /// Of each shoe the line and the date of its last coup.
    shoes: HashMap<String, (u64, Option<String>)>,
    shoe: Option<String>,
    of_shoes: Found,
    /// The line of the first coup of a number, where nothing else names it.
    numbers: HashMap<i64, u64>,
    again: Found,
    /// The last number of each of two rows of them, the current one first.
    rows: [Option<i64>; 2],
    turns: Found,
}

/// How many there are: the first of them, its line, and that of the one before.
#[derive(Debug, Default)]
struct Found {
    count: u64,
    first: Option<(String, u64, u64)>,
}

impl Found {
    fn add(&mut self, what: &str, line: u64, before: u64) {
        self.count = self.count.saturating_add(1);
        self.first.get_or_insert_with(|| (short(what), line, before));
    }

    /// The first of them with what is said of how many there are.
    fn said(self, in_words: impl Fn(u64) -> String) -> Option<(String, String, u64, u64)> {
        let Self { count, first } = self;
        let (what, line, before) = first?;
        Some((in_words(count), what, line, before))
    }
}

impl Interleaved {
    /// Takes a coup of this line, of which `own` says which it is: further rows of it are passed over.
    pub(crate) fn take(&mut self, own: u64, line: u64, coup: &ImportedCoup<'_, '_>) {
        if !self.seen.insert(own) {
            return;
        }
        if let Some(settled) = coup.settled {
            self.has_seconds |= has_seconds(settled);
            let before = *self.moments.entry(hash_of(settled)).or_insert(line);
            if before != line {
                self.at_once.add(settled, line, before);
            }
        }
        match (coup.shoe, coup.coup) {
            (Some(shoe), _) => self.of_shoe(shoe, coup.settled.and_then(|time| time.get(..DATE)), line),
            (None, Some(number)) if coup.source_id.is_none() => self.of_number(number, line),
            _ => {}
        }
    }

    fn of_shoe(&mut self, shoe: &str, date: Option<&str>, line: u64) {
        if self.shoe.as_deref() != Some(shoe) {
            // Shoes may be numbered anew each day.
            let known = self.shoes.get(shoe).filter(|(_, other)| other.as_deref() == date);
            if let Some((before, _)) = known {
                self.of_shoes.add(shoe, line, *before);
            }
            self.shoe = Some(shoe.to_owned());
        }
        match self.shoes.get_mut(shoe) {
            Some(last) if last.1.as_deref() == date => last.0 = line,
            _ => drop(self.shoes.insert(shoe.to_owned(), (line, date.map(str::to_owned)))),
        }
    }

    fn of_number(&mut self, number: i64, line: u64) {
        let before = *self.numbers.entry(number).or_insert(line);
        if before != line {
            self.again.add(&number.to_string(), line, before);
        }
        let goes_on = |last: Option<i64>| last.is_some_and(|last| last.abs_diff(number) == 1);
        let [current, other] = self.rows;
        if !goes_on(current) && goes_on(other) {
            self.turns.add(&number.to_string(), line, line);
        }
        self.rows = if goes_on(current) { [Some(number), other] } else { [Some(number), current] };
    }

    /// What was seen.
    pub(crate) fn hints(self) -> impl Iterator<Item = Hint> {
        let Self { has_seconds, at_once, of_shoes, again, turns, .. } = self;
        let at_once = at_once.said(|count| counted_that(count, "coup", ["was", "were"])).filter(|_| has_seconds);
        let at_once = at_once.map(|(coups, time, line, before)| Hint::AtOnce { coups, time, line, before });
        let of_shoes = of_shoes.said(|count| counted(count, "time") + " coups of a shoe stand");
        let of_shoes = of_shoes.map(|(times, shoe, line, before)| Hint::ShoeAgain { times, shoe, line, before });
        let again = again.said(|count| counted_that(count, "coup", ["has", "have"]));
        let again = again.map(|(coups, number, line, before)| Hint::NumberAgain { coups, number, line, before });
        let turns = Some(turns)
            .filter(|turns| turns.count >= FEWEST_TURNS)
            .and_then(|turns| turns.said(|count| counted(count, "time")));
        let turns = turns.map(|(times, number, line, _)| Hint::TwoRows { times, number, line });
        [at_once, of_shoes, again, turns].into_iter().flatten()
    }
}

/// Whether a time of a log states other seconds than none.
fn has_seconds(time: &str) -> bool {
    let seconds = time.get(16..19).is_some_and(|seconds| seconds != ":00");
    seconds || time.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Declared;

    fn found(coups: &[(Option<&str>, Option<i64>, Option<&str>)]) -> Vec<String> {
        let mut seen = Interleaved::default();
        for (line, (shoe, coup, settled)) in (1..).zip(coups) {
            let coup = ImportedCoup {
                shoe: *shoe,
                coup: *coup,
                settled: *settled,
                status: None,
                declared: Declared::default(),
                source_row: line,
                source_id: None,
                unread_rows: 0,
            };
            seen.take(line, line, &coup);
        }
        let word = |hint: Hint| match hint {
            Hint::AtOnce { coups, line, before, .. } => format!("{coups} at once {line} {before}"),
            Hint::ShoeAgain { times, line, before, .. } => format!("{times} {line} {before}"),
            Hint::NumberAgain { coups, line, before, .. } => format!("{coups} the number {line} {before}"),
            Hint::TwoRows { times, line, .. } => format!("{times} in turn {line}"),
            other => other.to_string(),
        };
        seen.hints().map(word).collect()
    }

    #[test]
    fn two_tables_in_one_file() {
        let number = |number| (None, Some(number), None);
        let of = |shoe, settled| (Some(shoe), Some(1), Some(settled));
        let nothing: [&str; 0] = [];
        assert_eq!(found(&[1, 2, 3, 4].map(number)), nothing);
        assert_eq!(found(&[1, 2, 2, 3].map(number)), ["1 coup has the number 3 2"]);
        assert_eq!(found(&[1, 41, 2, 42, 3, 43].map(number)), ["4 times in turn 3"]);
        let evening = ["2026-11-21T21:00:05+08:00", "2026-11-21T21:00:40+08:00", "2026-11-21T21:01:20+08:00"];
        let [one, two, three] = evening;
        assert_eq!(found(&[of("A", one), of("A", two), of("B", three)]), nothing);
        assert_eq!(found(&[of("A", one), of("B", two), of("A", three)]), ["1 time coups of a shoe stand 3 1"]);
        assert_eq!(found(&[of("A", one), of("B", two), of("B", two)]), ["1 coup was at once 3 2"]);
        // Of times without seconds several coups have one; shoes may be numbered anew each day.
        let minute = "2026-11-21T21:00:00+08:00";
        assert_eq!(found(&[of("A", minute), of("A", minute)]), nothing);
        assert_eq!(found(&[of("A", one), of("B", two), of("A", "2026-11-22T21:01:20+08:00")]), nothing);
    }
}
