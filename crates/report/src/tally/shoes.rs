use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_audit::{CoupSeen, Routine};
use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

use super::{Money, RoutineSum, Routines};
use crate::flat::flat;

/// So many parts of shoes are held.
const HELD: usize = 256;

/// The shoes of one table, each with the results of its coups in the order played.
///
/// Nobody knows when a shoe is over, since a later record may name it again. So what is counted of one is handed out in
/// parts, each a row over coups of one log, and [`whole_shoes`] joins them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shoes {
    /// The last part of each shoe, by its id, and its log.
    held: BTreeMap<Option<String>, (Arc<str>, ShoeRow)>,
    /// Those before, in the order in which they ended.
    ended: Vec<ShoeRow>,
    /// The shoe of the last coup, taken out of `held`.
    current: Option<CurrentShoe>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct CurrentShoe {
    id: Option<String>,
    log: Arc<str>,
    row: ShoeRow,
}

flat! {
    /// One shoe.
    pub struct ShoeRow {
        /// The id of the log that has its first coup.
        pub log: String,
        /// The path of the file, as it was given.
        pub file: String,
        /// The line of its first coup.
        pub line: Option<u64>,
        /// The venue's id, as its logs write it.
        pub venue: String,
        /// The table's id, as its logs write it.
        pub table: String,
        /// The shoe; none where an imported log names none.
        pub shoe: Option<String>,
        /// The ruleset that judged its first coup; none where none was in force.
        pub ruleset: Option<String>,
        /// Its decks, where its start says how many.
        pub decks: Option<u32>,
        /// When its first coup was recorded.
        pub from: String,
        /// The numbers of its first and its last coup, where they are logged.
        pub coups: (Option<u64>, Option<u64>),
        /// One letter a coup: P B T, V void, ? unknown.
        pub results: String,
        money: { ; later wagers, staked, returned, due },
        /// The numbers of all its coups, where they do not run on by one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub numbers: Option<Vec<Option<u64>>>,
        /// What happened in it without the cards deciding it, by kind; left out where nothing did.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub routine: Routines,
    }
}

/// A part of a shoe as it is put away: without the names of its members, so that none of them may be left out. No part says
/// yet at which table it is.
#[derive(Serialize, Deserialize)]
pub struct PackedPart<'p> {
    log: &'p str,
    file: &'p str,
    line: Option<u64>,
    shoe: Option<&'p str>,
    ruleset: Option<&'p str>,
    decks: Option<u32>,
    from: &'p str,
    coups: (Option<u64>, Option<u64>),
    results: &'p str,
    wagers: u64,
    staked: i128,
    returned: i128,
    due: i128,
    numbers: Option<Vec<Option<u64>>>,
    #[serde(borrow)]
    routine: Vec<(&'p str, u64, u64, i128)>,
}

impl<'p> PackedPart<'p> {
    /// Of a part that [`Shoes`] handed out.
    #[must_use]
    pub fn of(part: &'p ShoeRow) -> Self {
        let ShoeRow { log, file, line, venue: _, table: _, shoe, ruleset, decks, from, coups, results, .. } = part;
        let Money { wagers, staked, returned, due, .. } = part.money;
        let routine = part.routine.iter().map(|(routine, sum)| {
            let RoutineSum { entries, cards, money } = *sum;
            (routine.word(), entries, cards, money)
        });
        Self {
            log,
            file,
            line: *line,
            shoe: shoe.as_deref(),
            ruleset: ruleset.as_deref(),
            decks: *decks,
            from,
            coups: *coups,
            results,
            wagers,
            staked,
            returned,
            due,
            numbers: part.numbers.clone(),
            routine: routine.collect(),
        }
    }
}

impl From<PackedPart<'_>> for ShoeRow {
    fn from(packed: PackedPart<'_>) -> Self {
        let PackedPart { log, file, line, shoe, ruleset, decks, from, coups, results, .. } = packed;
        let PackedPart { wagers, staked, returned, due, numbers, .. } = packed;
        let mut routines = Routines::default();
        for (routine, entries, cards, money) in packed.routine {
            if let Some(routine) = Routine::parse(routine) {
                routines.put(routine, &RoutineSum { entries, cards, money });
            }
        }
        Self {
            log: log.to_owned(),
            file: file.to_owned(),
            line,
            venue: String::new(),
            table: String::new(),
            shoe: shoe.map(str::to_owned),
            ruleset: ruleset.map(str::to_owned),
            decks,
            from: from.to_owned(),
            coups,
            results: results.to_owned(),
            money: Money { wagers, staked, returned, due, ..Money::default() },
            numbers,
            routine: routines,
        }
    }
}

impl Shoes {
    /// Counts one coup; one that no shoe dealt is none of a shoe's.
    pub fn coup(&mut self, seen: &CoupSeen<'_>) {
        if !seen.dealt {
            return;
        }
        let id = seen.logged.shoe();
        let known = self.current.as_ref().is_some_and(|shoe| shoe.id.as_deref() == id && shoe.log == *seen.log);
        let begun = known || {
            self.put_back();
            self.take_up(id, seen)
        };
        let Some(CurrentShoe { row, .. }) = &mut self.current else { return };
        if begun {
            row.next(seen.logged.number());
        }
        row.results.push(seen.result.letter());
        // What is staked at a tournament is no money.
        for wager in seen.wagers.iter().filter(|_| seen.logged.tournament().is_none()) {
            row.money += wager;
        }
        if seen.logged.tournament().is_none() {
            row.routine.coup(seen);
        }
        if seen.burned > 0 {
            row.routine.once(Routine::Burned, seen.burned, 0);
        }
    }

    /// Takes up the shoe of a coup as it was left by the coup before; says whether there was one. What came before may lie
    /// outside the days that are reported.
    fn take_up(&mut self, id: Option<&str>, seen: &CoupSeen<'_>) -> bool {
        let id = id.map(str::to_owned);
        let (same, other) = match self.held.remove(&id) {
            Some((log, row)) if log == *seen.log => (Some(row), None),
            before => (None, before),
        };
        self.ended.extend(other.map(|(_, row)| row));
        let begun = same.is_some();
        let row = same.unwrap_or_else(|| ShoeRow::new(seen));
        self.current = Some(CurrentShoe { id, log: Arc::clone(seen.log), row });
        begun
    }

    fn put_back(&mut self) {
        if let Some(CurrentShoe { id, log, row }) = self.current.take() {
            self.held.insert(id, (log, row));
        }
    }

    /// The parts that are held, once they are many. Those of one shoe come in the order played.
    pub fn many(&mut self) -> Vec<ShoeRow> {
        if self.held.len() + self.ended.len() < HELD {
            return Vec::new();
        }
        let held = std::mem::take(&mut self.held).into_values().map(|(_, row)| row);
        self.ended.drain(..).chain(held).collect()
    }

    /// The parts that are left.
    #[must_use]
    pub fn rest(mut self) -> Vec<ShoeRow> {
        self.put_back();
        self.ended.into_iter().chain(self.held.into_values().map(|(_, row)| row)).collect()
    }
}

/// Joins parts of the shoes of one table, which come by shoe, those of one shoe in the order played. A later log may begin
/// another shoe under the same id.
pub fn whole_shoes<E>(
    parts: impl Iterator<Item = Result<ShoeRow, E>>,
    open: Option<&Open>,
) -> impl Iterator<Item = Result<ShoeRow, E>> {
    let (venue, table) = open.map_or((String::new(), String::new()), |open| (open.venue.clone(), open.table.clone()));
    let mut parts = parts.peekable();
    std::iter::from_fn(move || {
        let mut whole = match parts.next()? {
            Ok(first) => ShoeRow { venue: venue.clone(), table: table.clone(), ..first },
            Err(error) => return Some(Err(error)),
        };
        let mut log = whole.log.clone();
        let goes_on = |whole: &ShoeRow, log: &str, part: &Result<ShoeRow, E>| {
            part.as_ref().is_ok_and(|part| part.shoe == whole.shoe && (part.log == log || !part.begins_anew(whole)))
        };
        while let Some(Ok(part)) = parts.next_if(|part| goes_on(&whole, &log, part)) {
            log.clone_from(&part.log);
            whole.join(part);
        }
        Some(Ok(whole))
    })
}

impl ShoeRow {
    /// The order of reports: log, line of the first coup, file, shoe.
    #[must_use]
    pub fn sort_key(&self) -> (&str, u64, &str, Option<&str>) {
        (&self.log, self.line.unwrap_or(0), &self.file, self.shoe.as_deref())
    }

    fn new(seen: &CoupSeen<'_>) -> Self {
        let number = seen.logged.number();
        Self {
            log: seen.log.to_string(),
            file: seen.file.to_string(),
            line: seen.line,
            shoe: seen.logged.shoe().map(str::to_owned),
            ruleset: seen.ruleset.map(|ruleset| ruleset.id.clone()),
            decks: seen.decks,
            from: seen.dated().to_owned(),
            coups: (number, number),
            ..Self::default()
        }
    }

    /// Whether a part in a later log is of another shoe.
    fn begins_anew(&self, before: &Self) -> bool {
        self.coups.0.zip(before.coups.1).is_some_and(|(number, last)| number <= last)
    }

    /// What follows of the shoe.
    fn join(&mut self, part: Self) {
        let numbers = match (part.numbers, part.coups) {
            (Some(numbers), _) => numbers,
            (None, (Some(first), Some(last))) => (first..=last).map(Some).collect(),
            (None, _) => part.results.chars().map(|_| None).collect(),
        };
        for (number, result) in numbers.into_iter().zip(part.results.chars()) {
            self.next(number);
            self.results.push(result);
        }
        self.money += part.money;
        self.routine.add(&part.routine);
    }

    /// Another coup follows.
    fn next(&mut self, number: Option<u64>) {
        let (first, last) = self.coups;
        let follows = last.and_then(|last| last.checked_add(1)) == number && number.is_some();
        if !follows && self.numbers.is_none() {
            let before = match (first, last) {
                (Some(first), Some(last)) => (first..=last).map(Some).collect(),
                _ => self.results.chars().map(|_| None).collect(),
            };
            self.numbers = Some(before);
        }
        if let Some(numbers) = &mut self.numbers {
            numbers.push(number);
        }
        self.coups = (first, number);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]

    use super::*;

    type Numbers = (Option<Vec<Option<u64>>>, (Option<u64>, Option<u64>));

    fn numbers(all: &[Option<u64>]) -> Numbers {
        let mut row = ShoeRow { coups: (all[0], all[0]), results: "P".into(), ..ShoeRow::default() };
        for number in &all[1..] {
            row.next(*number);
            row.results.push('B');
        }
        (row.numbers, row.coups)
    }

    #[test]
    fn numbers_stand_beside_the_results_only_where_they_skip() {
        assert_eq!(numbers(&[Some(4), Some(5), Some(6)]), (None, (Some(4), Some(6))));
        let skips = vec![Some(1), Some(2), Some(4), Some(5)];
        assert_eq!(numbers(&skips), (Some(skips), (Some(1), Some(5))));
        let again = vec![Some(1), Some(2), Some(1)];
        assert_eq!(numbers(&again), (Some(again), (Some(1), Some(1))));
        let unnumbered = vec![None, None];
        assert_eq!(numbers(&unnumbered), (Some(unnumbered), (None, None)));
        let once = vec![Some(u64::MAX), Some(0)];
        assert_eq!(numbers(&once), (Some(once), (Some(u64::MAX), Some(0))));
    }
}
