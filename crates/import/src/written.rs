//! Which coups were written.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::name::{Key, TextHash};

/// Coups that were written, by their keys.
#[derive(Default)]
pub(crate) struct WrittenCoups {
    shoes: HashMap<Option<TextHash>, Numbers>,
    ids: HashSet<TextHash>,
}

impl WrittenCoups {
    /// Adds one.
    pub(crate) fn insert(&mut self, key: Key) {
        match key {
            Key::Coup(shoe, coup) => self.shoes.entry(shoe).or_default().insert(coup),
            Key::Id(id) => {
                self.ids.insert(id);
            }
        }
    }

    /// Whether this one was.
    pub(crate) fn contains(&self, key: Key) -> bool {
        match key {
            Key::Coup(shoe, coup) => self.shoes.get(&shoe).is_some_and(|coups| coups.contains(coup)),
            Key::Id(id) => self.ids.contains(&id),
        }
    }
}

/// Numbers as ranges: the first of each, and its last.
#[derive(Debug, Default)]
struct Numbers(BTreeMap<i64, i64>);

impl Numbers {
    fn contains(&self, number: i64) -> bool {
        self.0.range(..=number).next_back().is_some_and(|(_, last)| *last >= number)
    }

    fn insert(&mut self, number: i64) {
        let follows = number.checked_add(1).and_then(|next| self.0.remove(&next));
        let last = follows.unwrap_or(number);
        match self.0.range_mut(..=number).next_back() {
            Some((_, before)) if *before >= number => {}
            Some((_, before)) if before.checked_add(1) == Some(number) => *before = last,
            _ => {
                self.0.insert(number, last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranges_hold_what_a_set_holds(numbers in prop::collection::vec(prop_oneof![0i64..12, Just(i64::MAX), Just(i64::MAX - 1)], 0..20)) {
            let mut ranges = Numbers::default();
            numbers.iter().for_each(|number| ranges.insert(*number));
            let set: HashSet<i64> = numbers.into_iter().collect();
            for number in (-1..14).chain([i64::MAX - 2, i64::MAX - 1, i64::MAX]) {
                prop_assert_eq!(ranges.contains(number), set.contains(&number), "{} {:?}", number, ranges);
            }
            let apart = ranges.0.iter().zip(ranges.0.keys().skip(1)).all(|((_, last), next)| last + 1 < *next);
            prop_assert!(apart, "{:?}", ranges);
        }
    }
}
