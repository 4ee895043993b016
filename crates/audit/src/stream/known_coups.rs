use std::collections::BTreeMap;

use resettle_sealed_log::Moment;

/// Which coups of which shoes a source has recorded so far, so that a later log of it that records them again is noticed.
///
/// Numbers are held as ranges: a shoe with consecutive coups has one range, however many coups it had.
#[derive(Debug, Default)]
pub(crate) struct KnownCoups {
    /// The shoe that a record named last: nearly always the next one names it too.
    latest: Option<(String, KnownShoe)>,
    /// The others.
    shoes: BTreeMap<String, KnownShoe>,
}

#[derive(Debug)]
struct KnownShoe {
    /// The log that recorded it last, as places number it.
    log: usize,
    /// When the last record about it was written.
    last: Moment,
    /// First and last number of each range, and the log that holds it; ascending and apart.
    numbers: BTreeMap<u64, (u64, usize)>,
}

impl KnownCoups {
    fn get(&self, shoe: &str) -> Option<&KnownShoe> {
        match &self.latest {
            Some((latest, known)) if latest == shoe => Some(known),
            _ => self.shoes.get(shoe),
        }
    }

    /// The log that recorded this coup before: another log of the source than `log`, if the coup was not written after
    /// the last record about the shoe. A shoe that a later log begins anew under an old name is another shoe.
    pub(crate) fn before(&self, shoe: &str, coup: u64, at: Moment, log: usize) -> Option<usize> {
        let known = self.get(shoe)?;
        let (_, (last, from)) = known.numbers.range(..=coup).next_back()?;
        (coup <= *last && *from != log && at <= known.last).then_some(*from)
    }

    /// Whether a record about a shoe, other than a coup, is older than what another log recorded.
    pub(crate) fn goes_back(&self, shoe: &str, at: Moment, log: usize) -> bool {
        self.get(shoe).is_some_and(|known| known.log != log && at < known.last)
    }

    /// Notes a record about a shoe.
    pub(crate) fn note(&mut self, shoe: &str, coup: Option<u64>, starts: bool, at: Moment, log: usize) {
        if self.latest.as_ref().is_none_or(|(latest, _)| latest != shoe) {
            let known = self.shoes.remove(shoe);
            let known = known.unwrap_or_else(|| KnownShoe { log, last: at, numbers: BTreeMap::new() });
            self.shoes.extend(self.latest.replace((shoe.to_owned(), known)));
        }
        let Some((_, known)) = &mut self.latest else { return };
        if starts && known.log != log {
            known.numbers.clear();
        }
        known.log = log;
        known.last = known.last.max(at);
        let Some(coup) = coup else { return };
        let before = known.numbers.range(..=coup).next_back().map(|(first, range)| (*first, *range));
        match before {
            Some((_, (last, _))) if coup <= last => {}
            Some((first, (last, from))) if from == log && last.checked_add(1) == Some(coup) => {
                known.numbers.insert(first, (coup, log));
            }
            _ => {
                known.numbers.insert(coup, (coup, log));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Moment {
        Moment::from_seconds(second)
    }

    /// Log 0 records coups 1 to 9 of a shoe, at seconds 1 to 9.
    fn known() -> KnownCoups {
        let mut known = KnownCoups::default();
        known.note("S", None, true, at(0), 0);
        for coup in 1..10u64 {
            known.note("S", Some(coup), false, at(coup as i64), 0);
        }
        known
    }

    #[test]
    fn a_later_log_that_goes_back_repeats() {
        let known = known();
        assert_eq!(known.before("S", 5, at(5), 1), Some(0));
        assert_eq!(known.before("S", 9, at(9), 1), Some(0));
        assert_eq!(known.before("S", 10, at(9), 1), None, "a coup that nobody recorded");
        assert_eq!(known.before("S", 5, at(5), 0), None, "the same log repeats a number by itself");
        assert_eq!(known.before("T", 5, at(5), 1), None);
        assert!(known.goes_back("S", at(0), 1) && !known.goes_back("S", at(10), 1) && !known.goes_back("S", at(0), 0));
    }

    #[test]
    fn a_shoe_begun_anew_under_an_old_name_is_another() {
        let mut known = known();
        assert_eq!(known.before("S", 5, at(105), 1), None, "after the last record of the shoe");
        known.note("S", None, true, at(100), 1);
        known.note("S", Some(1), false, at(101), 1);
        assert_eq!(known.before("S", 1, at(101), 2), Some(1));
        assert_eq!(known.before("S", 5, at(101), 2), None, "the old shoe is over");
    }

    #[test]
    fn a_shoe_is_known_however_many_others_are_named_in_between() {
        let mut known = known();
        known.note("T", Some(3), false, at(10), 0);
        assert_eq!((known.before("S", 5, at(5), 1), known.before("T", 3, at(3), 1)), (Some(0), Some(0)));
        known.note("S", Some(10), false, at(11), 0);
        assert_eq!((known.before("S", 5, at(5), 1), known.before("S", 10, at(11), 1)), (Some(0), Some(0)));
        assert_eq!((known.before("T", 3, at(3), 1), known.before("T", 4, at(3), 1)), (Some(0), None));
    }

    #[test]
    fn numbers_are_held_as_ranges() {
        let mut known = known();
        known.note("S", Some(12), false, at(12), 0);
        known.note("S", Some(13), false, at(13), 1);
        assert_eq!(known.get("S").unwrap().numbers.len(), 3);
        assert_eq!(known.before("S", 13, at(13), 2), Some(1));
        assert_eq!(known.before("S", 11, at(11), 2), None);
    }
}
