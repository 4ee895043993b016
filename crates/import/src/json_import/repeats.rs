//! Rounds that a file holds more than once, as where pages of an interface overlap or a round was settled anew.

use std::collections::HashMap;

use resettle_game::counted_that;

use crate::hint::Hint;
use crate::name::TextHash;

/// What a round is called in the source, and what the mapping reads of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Print {
    pub(super) name: TextHash,
    pub(super) contents: TextHash,
}

/// What becomes of a round that does not stand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The round at this place of the file is the same in all that is read: that one counts.
    Again(usize),
    /// The round at this place says otherwise, and nothing says which of them counts; whether this is the first of them.
    Differs(usize, bool),
}

/// Finds them; rounds that are not named, or not read, are `None`.
pub(super) fn fates(rounds: &[Option<Print>]) -> HashMap<usize, Fate> {
    let mut by_name: HashMap<TextHash, Vec<(usize, TextHash)>> = HashMap::new();
    for (at, print) in rounds.iter().enumerate() {
        if let Some(Print { name, contents }) = print {
            by_name.entry(*name).or_default().push((at, *contents));
        }
    }
    let mut fates = HashMap::new();
    for same in by_name.values() {
        let Some(((first, contents), later)) = same.split_first() else { continue };
        match later.iter().find(|(_, other)| other != contents) {
            None => fates.extend(later.iter().map(|(at, _)| (*at, Fate::Again(*first)))),
            Some((other, _)) => {
                fates.insert(*first, Fate::Differs(*other, true));
                fates.extend(later.iter().map(|(at, own)| {
                    let from = if own == contents { *other } else { *first };
                    (*at, Fate::Differs(from, false))
                }));
            }
        }
    }
    fates
}

/// Rounds that nothing names, and those of them that are the same.
#[derive(Debug, Default)]
pub(super) struct Unnamed {
    /// The place of the first with these contents.
    places: HashMap<TextHash, usize>,
    equal: u64,
    /// The first of them, its line, and its like.
    first: Option<(usize, u64, usize)>,
}

impl Unnamed {
    /// Takes what the mapping reads of the round at this place of the file.
    pub(super) fn take(&mut self, contents: TextHash, at: usize, line: u64) {
        let before = *self.places.entry(contents).or_insert(at);
        if before != at {
            self.equal = self.equal.saturating_add(1);
            self.first.get_or_insert((at, line, before));
        }
    }

    pub(super) fn hint(&self) -> Option<Hint> {
        let (round, line, before) = self.first?;
        let rounds = counted_that(self.equal, "round", ["is", "are"]);
        Some(Hint::EqualRounds { rounds, round: round.saturating_add(1), line, before: before.saturating_add(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_twice_counts_once_and_what_differs_not_at_all() {
        let print = |name: u8, contents: u8| Some(Print { name: [name; 16], contents: [contents; 16] });
        let rounds = [print(1, 1), print(2, 1), None, print(1, 1), print(3, 1), print(3, 2), print(3, 1), None];
        let mut found: Vec<_> = fates(&rounds).into_iter().collect();
        found.sort_by_key(|(at, _)| *at);
        let expected = [
            (3, Fate::Again(0)),
            (4, Fate::Differs(5, true)),
            (5, Fate::Differs(4, false)),
            (6, Fate::Differs(5, false)),
        ];
        assert_eq!(found, expected);
    }
}
