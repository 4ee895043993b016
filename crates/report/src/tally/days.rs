use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chance::{self, ChanceRow};

/// What a table staked and paid on each day of play, by the day's number since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Days(BTreeMap<i64, DayTotals>);

/// What a table staked and paid on one day. Money in minor units of its currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DayTotals {
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due.
    pub due: i128,
    /// What went back beyond what was due, over the wagers that returned too much.
    pub overpaid: i128,
    /// What was due and did not go back, over the wagers that returned too little.
    pub underpaid: i128,
    /// What chance governs of it.
    pub chance: Vec<ChanceRow>,
}

impl Days {
    /// The sums of a day, to be added to.
    pub(super) fn on(&mut self, day: i64) -> &mut DayTotals {
        self.0.entry(day).or_default()
    }

    /// Adds those of the same table.
    pub fn add(&mut self, other: &Self) {
        for (day, more) in &other.0 {
            let totals = self.on(*day);
            totals.coups += more.coups;
            totals.wagers += more.wagers;
            totals.staked += more.staked;
            totals.returned += more.returned;
            totals.due += more.due;
            totals.overpaid += more.overpaid;
            totals.underpaid += more.underpaid;
            chance::add(&mut totals.chance, &more.chance);
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
