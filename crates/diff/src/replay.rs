/// What past coups come to under both versions. Money in minor units of the logs' currency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplaySums {
    /// The logs, as they were named.
    pub logs: Vec<String>,
    /// Coups judged.
    pub coups: u64,
    /// By bet, in order of their names.
    pub bets: Vec<BetSum>,
    /// Coups that a clause of the new version voids and none of the old did, as `shoe S coup N`.
    pub newly_void: Vec<String>,
    /// Coups that a clause of the old version voided and none of the new does.
    pub no_longer_void: Vec<String>,
}

/// What the wagers on one bet come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BetSum {
    /// The bet.
    pub bet: String,
    /// How many wagers.
    pub wagers: u64,
    /// What was staked.
    pub staked: i128,
    /// What was due under the old version, stakes included.
    pub due_old: i128,
    /// What was due under the new version.
    pub due_new: i128,
}

impl BetSum {
    /// What the new version gives back more.
    #[must_use]
    pub fn difference(&self) -> i128 {
        self.due_new - self.due_old
    }
}
