//! Rounds that a file holds more than once, as where pages of an interface overlap or a round was settled anew.

use std::collections::HashMap;

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
