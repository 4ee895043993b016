use resettle_coup_log::Coup;

use crate::case::money;

/// Sums over coups; money in minor units of the log's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due; if two amounts are right, the nearer one; if nothing is judged, what went back.
    pub due: i128,
    /// The same for coups of tournaments, which count only here.
    pub tournament: ChipTotals,
}

/// Sums over coups of tournaments, in chips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipTotals {
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
}

impl ChipTotals {
    fn count(&mut self, wagers: u64, staked: i128, returned: i128) {
        self.coups += 1;
        self.wagers += wagers;
        self.staked += staked;
        self.returned += returned;
    }
}

impl Totals {
    /// Counts a coup, its wagers, what was staked and what went back.
    pub(crate) fn count(&mut self, coup: &Coup) {
        let (wagers, staked, returned) = money(coup);
        match coup.tournament.is_some() {
            true => self.tournament.count(wagers, staked, returned),
            false => {
                self.coups += 1;
                self.wagers += wagers;
                self.staked += staked;
                self.returned += returned;
            }
        }
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.coups += other.coups;
        self.wagers += other.wagers;
        self.staked += other.staked;
        self.returned += other.returned;
        self.due += other.due;
        self.tournament.coups += other.tournament.coups;
        self.tournament.wagers += other.tournament.wagers;
        self.tournament.staked += other.tournament.staked;
        self.tournament.returned += other.tournament.returned;
        self.tournament.due += other.tournament.due;
    }
}

/// A ruleset that coups were judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetUse {
    /// Its id.
    pub id: String,
    /// Its digest.
    pub digest: String,
    /// How many coups.
    pub coups: u64,
}
