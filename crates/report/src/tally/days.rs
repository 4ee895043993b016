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
            rare wagers_not_at_risk, staked_not_at_risk, wagers_not_judged, staked_not_judged
        },
        /// What chance governs of it.
        pub chance: Vec<ChanceRow>,
        /// What was not asked of its coups and wagers.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub not_asked: Coverage,
        /// What happened without the cards deciding it.
        #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
        pub routine: Routines,
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
