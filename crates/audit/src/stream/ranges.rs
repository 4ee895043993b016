use std::collections::BTreeMap;

/// Numbers held as ranges: a shoe with consecutive coups has one range, however many coups it had.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    pub(super) fn of(number: Option<u64>) -> Self {
        Self(number.map(|number| (number, number)).into_iter().collect())
    }

    pub(super) fn add(&mut self, number: u64) {
        self.add_range(number, number);
    }

    /// Adds the numbers of another one.
    pub(super) fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(first, last)| self.add_range(*first, *last));
    }

    fn add_range(&mut self, mut first: u64, mut last: u64) {
        // Those that it touches are merged with it.
        while let Some((from, to)) = self.0.range(..=last.saturating_add(1)).next_back().map(|(a, b)| (*a, *b)) {
            if to.saturating_add(1) < first {
                break;
            }
            if from <= first && last <= to {
                return;
            }
            self.0.remove(&from);
            first = first.min(from);
            last = last.max(to);
        }
        self.0.insert(first, last);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn holds(&self, number: u64) -> bool {
        self.0.range(..=number).next_back().is_some_and(|(_, last)| number <= *last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_run_on_are_one_range() {
        let mut ranges = Ranges::default();
        for number in [5, 6, 8, 7, 1, 5, u64::MAX, u64::MAX - 1] {
            ranges.add(number);
        }
        assert_eq!(ranges.0, BTreeMap::from([(1, 1), (5, 8), (u64::MAX - 1, u64::MAX)]));
        assert!(ranges.holds(1) && ranges.holds(6) && ranges.holds(u64::MAX));
        assert!(!ranges.holds(0) && !ranges.holds(2) && !ranges.holds(9));
        let mut other = Ranges::default();
        [2, 3, 4, 9, 12].into_iter().for_each(|number| other.add(number));
        ranges.join(&other);
        assert_eq!(ranges.0, BTreeMap::from([(1, 9), (12, 12), (u64::MAX - 1, u64::MAX)]));
    }
}
