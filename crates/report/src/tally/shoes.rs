use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use resettle_audit::{CleanCoup, CoupSeen};
use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

/// The shoes of one table, each with the results of its coups in the order played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shoes {
    /// By id, and by how often a later log began another shoe under the same id.
    shoes: BTreeMap<(Option<String>, u32), ShoeRow>,
    /// Which of them is in play, and the log of its last coup.
    current: BTreeMap<Option<String>, (u32, Arc<str>)>,
    /// The shoe whose coups are counted by [`Shoes::clean`], taken out of `shoes`, and the log of its last coup.
    at_hand: Option<AtHand>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct AtHand {
    key: (Option<String>, u32),
    log: Arc<str>,
    row: ShoeRow,
}

/// One shoe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ShoeRow {
    /// The id of the log that tells of its first coup.
    pub log: String,
    /// The file.
    pub file: String,
    /// The line of its first coup.
    pub line: Option<u64>,
    /// The venue.
    pub venue: String,
    /// The table.
    pub table: String,
    /// The shoe; none where an imported log names none.
    pub shoe: Option<String>,
    /// The ruleset that judged its first coup; none where none was in force.
    pub ruleset: Option<String>,
    /// Its decks, where its start tells them.
    pub decks: Option<u32>,
    /// When its first coup was recorded.
    pub from: String,
    /// The numbers of its first and its last coup, where they are logged.
    pub coups: (Option<u64>, Option<u64>),
    /// One letter a coup: P B T, V void, ? unknown.
    pub results: String,
    /// Wagers.
    #[serde(default)]
    pub wagers: u64,
    /// Stakes, in minor units.
    #[serde(default)]
    pub staked: i128,
    /// What went back, commission taken off.
    #[serde(default)]
    pub returned: i128,
    /// What was due.
    #[serde(default)]
    pub due: i128,
    /// The numbers of all its coups, where they do not run on by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<Option<u64>>>,
}

impl Shoes {
    /// Counts one coup; one that no shoe dealt is none of a shoe's.
    pub fn coup(&mut self, seen: &CoupSeen) {
        if !seen.dealt {
            return;
        }
        self.put_back();
        let number = seen.coup.coup;
        let id = &seen.coup.shoe;
        let (nth, log) = self.current.get(id).map_or((0, &seen.log), |(nth, log)| (*nth, log));
        let last = self.shoes.get(&(id.clone(), nth)).and_then(|shoe| shoe.coups.1);
        let anew = *log != seen.log && number.zip(last).is_some_and(|(number, last)| number <= last);
        let nth = if anew { nth + 1 } else { nth };
        self.current.insert(id.clone(), (nth, Arc::clone(&seen.log)));
        let shoe = match self.shoes.entry((id.clone(), nth)) {
            Entry::Occupied(known) => {
                let shoe = known.into_mut();
                shoe.next(number);
                shoe
            }
            Entry::Vacant(free) => free.insert(ShoeRow::new(seen)),
        };
        shoe.results.push(seen.result.letter());
        // What is staked at a tournament is no money.
        for wager in seen.wagers().filter(|_| seen.coup.tournament.is_none()) {
            shoe.wagers += 1;
            shoe.staked += i128::from(wager.stake);
            shoe.returned += wager.returned;
            shoe.due += wager.due;
        }
    }

    /// Counts one coup of which nothing was found.
    pub fn clean(&mut self, seen: &CleanCoup<'_>) {
        let id = seen.coup.text(seen.coup.shoe);
        let known =
            self.at_hand.as_ref().is_some_and(|hand| hand.key.0.as_deref() == Some(id) && hand.log == *seen.log);
        let begun = known || {
            self.put_back();
            self.take_up(id, seen)
        };
        let Some(AtHand { row, .. }) = &mut self.at_hand else { return };
        if begun {
            row.next(Some(seen.coup.coup));
        }
        row.results.push(seen.result.letter());
        row.wagers += seen.wagers.len() as u64;
        for wager in seen.wagers {
            row.staked += i128::from(wager.stake);
            row.returned += wager.returned;
            row.due += wager.returned;
        }
    }

    /// Takes up the shoe of a coup as it was left by the coup before; says whether there was one. What came before may lie
    /// outside the days that are told.
    fn take_up(&mut self, id: &str, seen: &CleanCoup<'_>) -> bool {
        let id = Some(id.to_owned());
        let (nth, log) = self.current.get(&id).map_or((0, seen.log), |(nth, log)| (*nth, log));
        let number = seen.coup.coup;
        let last = self.shoes.get(&(id.clone(), nth)).and_then(|shoe| shoe.coups.1);
        let anew = log != seen.log && last.is_some_and(|last| number <= last);
        let nth = if anew { nth + 1 } else { nth };
        self.current.insert(id.clone(), (nth, Arc::clone(seen.log)));
        let known = self.shoes.remove(&(id.clone(), nth));
        let begun = known.is_some();
        let row = known.unwrap_or_else(|| ShoeRow {
            log: seen.log.to_string(),
            file: seen.file.to_string(),
            line: Some(seen.coup.line),
            shoe: id.clone(),
            ruleset: Some(seen.ruleset.id.clone()),
            decks: Some(seen.decks),
            from: seen.coup.text(seen.coup.at.text).to_owned(),
            coups: (Some(number), Some(number)),
            ..ShoeRow::default()
        });
        self.at_hand = Some(AtHand { key: (id, nth), log: Arc::clone(seen.log), row });
        begun
    }

    fn put_back(&mut self) {
        if let Some(AtHand { key, row, .. }) = self.at_hand.take() {
            self.shoes.insert(key, row);
        }
    }

    /// The shoes of this table by id.
    pub fn into_rows(mut self, open: Option<&Open>) -> impl Iterator<Item = ShoeRow> {
        self.put_back();
        let (venue, table) =
            open.map_or((String::new(), String::new()), |open| (open.venue.clone(), open.table.clone()));
        self.shoes.into_values().map(move |shoe| ShoeRow { venue: venue.clone(), table: table.clone(), ..shoe })
    }
}

impl ShoeRow {
    /// The order of reports: log, line of the first coup, file, shoe.
    #[must_use]
    pub fn sort_key(&self) -> (&str, u64, &str, Option<&str>) {
        (&self.log, self.line.unwrap_or(0), &self.file, self.shoe.as_deref())
    }

    fn new(seen: &CoupSeen) -> Self {
        Self {
            log: seen.log.to_string(),
            file: seen.file.to_string(),
            line: seen.place.line,
            shoe: seen.coup.shoe.clone(),
            ruleset: seen.ruleset.as_ref().map(|ruleset| ruleset.id.clone()),
            decks: seen.decks,
            from: seen.written.to_string(),
            coups: (seen.coup.coup, seen.coup.coup),
            ..Self::default()
        }
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
