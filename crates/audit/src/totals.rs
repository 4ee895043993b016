use resettle_coup_log::Coup;

use crate::case::money;
use crate::money::Money;

/// Sums over coups; money in minor units of the log's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many coups.
    pub coups: u64,
    /// Wagers, what was staked, returned and due.
    pub money: Money,
    /// The same for coups of tournaments, which count only here.
    pub tournament: ChipTotals,
}

/// Sums over coups of tournaments, in chips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipTotals {
    /// How many coups.
    pub coups: u64,
    /// Wagers, what was staked, returned and due.
    pub money: Money,
}

impl Totals {
    /// Counts a coup, its wagers, what was staked and what went back.
    pub(crate) fn count(&mut self, coup: &Coup) {
        *self.coups_of(coup.tournament.is_some()) += 1;
        *self.money_of(coup.tournament.is_some()) += money(coup);
    }

    fn coups_of(&mut self, chips: bool) -> &mut u64 {
        if chips { &mut self.tournament.coups } else { &mut self.coups }
    }

    /// The sums of coups of tournaments, or of all others.
    pub(crate) fn money_of(&mut self, chips: bool) -> &mut Money {
        if chips { &mut self.tournament.money } else { &mut self.money }
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.coups += other.coups;
        self.money += other.money;
        self.tournament.coups += other.tournament.coups;
        self.tournament.money += other.tournament.money;
    }
}
