use std::collections::BTreeMap;

use serde::Deserialize;

/// Sums of some wagers; money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Sums {
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back.
    pub returned: i128,
    /// What was due.
    pub due: i128,
}

/// The sums of one table.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenTable {
    /// The jurisdiction.
    pub jurisdiction: String,
    /// The venue.
    pub venue: String,
    /// The game.
    pub game: String,
    /// The table.
    pub table: String,
    /// The currency of its amounts.
    pub currency: String,
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back.
    pub returned: i128,
    /// What was due.
    pub due: i128,
    /// The same by bet.
    #[serde(default)]
    pub by_bet: BTreeMap<String, Sums>,
}
