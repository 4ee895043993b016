use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chance::{self, ChanceRow};
use super::{Coverage, Part, Routines, coverage};
use crate::flat::flat;

/// What a table staked and paid on each day of play, by the day's number since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Days(BTreeMap<i64, DayTotals>);

flat! {
    /// What a table staked and paid on one day. Money in minor units of its currency.
    pub struct DayTotals {
        /// How many coups.
        pub coups: u64,
        money: {
            wagers, staked, returned, due, overpaid, underpaid;
            rare wagers_not_at_risk, staked_not_at_risk, wagers_not_judged, staked_not_judged, returned_not_judged
        },
        /// What chance governs of it.
        pub chance: Vec<ChanceRow>,
        /// What was not asked of its coups and wagers.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub not_asked: Coverage,
        /// What happened without the cards deciding it.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub routine: Routines,
        /// The coup that moved most of that money, either way; left out where chance governs none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub largest_coup: Option<LargestCoup>,
        /// Its coups by log, until it is known which logs somebody vouches for.
        #[serde(skip)]
        pub logs: BTreeMap<usize, Part>,
    }
}

impl Days {
    /// The sums of a day, to be added to.
    pub(super) fn on(&mut self, day: i64) -> &mut DayTotals {
        self.0.entry(day).or_default()
    }

    /// The sums of each day.
    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut DayTotals> {
        self.0.values_mut()
    }

    /// Adds those of the same table.
    pub fn add(&mut self, other: &Self) {
        for (day, more) in &other.0 {
            let totals = self.on(*day);
            totals.coups += more.coups;
            totals.money += more.money;
            chance::add(&mut totals.chance, &more.chance);
            totals.not_asked.add(&more.not_asked);
            totals.routine.add(&more.routine);
            coverage::add_logs(&mut totals.logs, &more.logs);
            LargestCoup::or(&mut totals.largest_coup, more.largest_coup.clone());
        }
    }
}

/// A coup, and what the table won by it of stakes that were at risk and that the cards settled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LargestCoup {
    /// Its shoe.
    pub shoe: Option<String>,
    /// Its number there.
    pub coup: Option<u64>,
    /// What the table won by it, in minor units: negative where it lost.
    pub won: i128,
}

impl LargestCoup {
    /// Whether a coup comes before this one: by its money, then by its place, so that it does not matter which was first.
    fn is_behind(&self, won: i128, shoe: Option<&str>, coup: Option<u64>) -> bool {
        let own = (self.won.unsigned_abs(), Reverse((self.shoe.as_deref(), self.coup)));
        (won.unsigned_abs(), Reverse((shoe, coup))) > own
    }

    /// Takes the coup if it is larger.
    pub(super) fn see(largest: &mut Option<Self>, won: i128, shoe: Option<&str>, coup: Option<u64>) {
        if largest.as_ref().is_none_or(|known| known.is_behind(won, shoe, coup)) {
            *largest = Some(Self { shoe: shoe.map(str::to_owned), coup, won });
        }
    }

    /// Takes the other one if it is larger.
    pub(super) fn or(largest: &mut Option<Self>, other: Option<Self>) {
        if let Some(Self { shoe, coup, won }) = other {
            Self::see(largest, won, shoe.as_deref(), coup);
        }
    }
}

impl IntoIterator for Days {
    type Item = (i64, DayTotals);
    type IntoIter = std::collections::btree_map::IntoIter<i64, DayTotals>;

    /// The days with their sums, the first one first.
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_coup_is_the_same_in_whatever_order_coups_come() {
        let coups =
            [(-300, Some("B"), Some(2)), (300, Some("A"), Some(9)), (-300, Some("A"), Some(7)), (299, None, None)];
        let of = |coups: &mut dyn Iterator<Item = &(i128, Option<&str>, Option<u64>)>| {
            let mut largest = None;
            coups.for_each(|(won, shoe, coup)| LargestCoup::see(&mut largest, *won, *shoe, *coup));
            largest
        };
        let due = Some(LargestCoup { shoe: Some("A".into()), coup: Some(7), won: -300 });
        assert_eq!(of(&mut coups.iter()), due);
        assert_eq!(of(&mut coups.iter().rev()), due);
        let (mut one, other) = (of(&mut coups[..2].iter()), of(&mut coups[2..].iter()));
        LargestCoup::or(&mut one, other);
        assert_eq!(one, due);
        assert_eq!(of(&mut [].iter()), None);
    }
}
