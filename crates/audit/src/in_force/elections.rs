use std::collections::BTreeMap;

use resettle_ruleset::Elected;
use resettle_sealed_log::Moment;

/// How long replaced choices are held, in nanoseconds: a coup is written down within a day.
const DAY: i128 = 86_400 * 1_000_000_000;

/// What was chosen of each option, in the order in which it came into force.
type Timeline = Vec<(Moment, BTreeMap<String, String>)>;

/// What the operator chose of the options that a document leaves, by the source that states it: the choices of the
/// source with the highest precedence count, as soon as it states any.
#[derive(Debug, Default)]
pub(crate) struct Elections {
    ranks: BTreeMap<u8, Timeline>,
}

impl Elections {
    /// A record names some options or all; the options that it does not name stay as they were.
    pub(crate) fn put(&mut self, at: Moment, elected: BTreeMap<String, String>, rank: u8) {
        let line = self.ranks.entry(rank).or_default();
        let place = line.partition_point(|(known, _)| *known <= at);
        let mut then = place.checked_sub(1).and_then(|before| line.get(before)).map(|(_, all)| all.clone());
        let all = then.get_or_insert_with(BTreeMap::new);
        all.extend(elected.iter().map(|(option, choice)| (option.clone(), choice.clone())));
        for (_, later) in line.iter_mut().skip(place) {
            for (option, choice) in &elected {
                later.entry(option.clone()).or_insert_with(|| choice.clone());
            }
        }
        line.insert(place, (at, then.unwrap_or_default()));
        let before = line.partition_point(|(known, _)| known.nanos <= at.nanos.saturating_sub(DAY));
        line.drain(..before.saturating_sub(1));
    }

    /// What was chosen at a moment.
    pub(crate) fn at(&self, moment: Moment) -> Elected {
        let then = self.ranks.values().find_map(|line| {
            let before = line.partition_point(|(at, _)| *at <= moment);
            line.get(before.checked_sub(1)?).map(|(_, elected)| elected.clone())
        });
        Elected(then.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(option: &str, choice: &str) -> BTreeMap<String, String> {
        BTreeMap::from([(option.to_owned(), choice.to_owned())])
    }

    #[test]
    fn a_choice_holds_from_its_own_time_and_for_its_own_option() {
        let mut elections = Elections::default();
        elections.put(Moment::from_seconds(20), chosen("side", "pairs"), 0);
        elections.put(Moment::from_seconds(10), chosen("paytable", "a"), 0);
        elections.put(Moment::from_seconds(30), chosen("paytable", "b"), 0);
        let at = |second| elections.at(Moment::from_seconds(second)).to_string();
        assert_eq!([9, 10, 20, 30].map(at), ["", "paytable a", "paytable a, side pairs", "paytable b, side pairs"]);
    }

    #[test]
    fn another_source_counts_until_the_first_one_says_what_is_chosen() {
        let mut elections = Elections::default();
        elections.put(Moment::from_seconds(1), chosen("paytable", "a"), 1);
        elections.put(Moment::from_seconds(5), chosen("paytable", "b"), 0);
        let at = |second| elections.at(Moment::from_seconds(second)).to_string();
        assert_eq!([0, 1, 5].map(at), ["", "paytable a", "paytable b"]);
    }
}
