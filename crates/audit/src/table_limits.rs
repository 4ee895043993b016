//! What the table sign allows to be staked.

use std::collections::BTreeMap;
use std::rc::Rc;

use resettle_coup_log::{Limits, Wager};
use resettle_ruleset::Ruleset;

/// The table sign as it stands at a moment: the table's own, and those that hold for one seat or player.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableLimits {
    pub(crate) table: Rc<Limits>,
    pub(crate) seats: BTreeMap<String, Rc<Limits>>,
    pub(crate) players: BTreeMap<String, Rc<Limits>>,
}

impl TableLimits {
    /// The smallest chip; one minor unit if no sign names it.
    pub(crate) fn chip(&self) -> i64 {
        self.table.chip.unwrap_or(1)
    }

    /// At a tournament, only the sign's bound of an area applies.
    pub(crate) fn of_tournament(&self, chip: i64) -> Self {
        let table = Limits { area_max: self.table.area_max, chip: Some(chip), ..Limits::default() };
        Self { table: Rc::new(table), ..Self::default() }
    }

    /// The maximum of the wager's player on its bet: their own sign, else their seat's, else the table's.
    pub(crate) fn maximum(&self, wager: &Wager) -> Option<i64> {
        self.of(wager, |limits| &limits.max)
    }

    /// The minimum, likewise.
    pub(crate) fn minimum(&self, wager: &Wager) -> Option<i64> {
        self.of(wager, |limits| &limits.min)
    }

    /// What may be staked on the wager's bet.
    pub(crate) fn on_bet(&self, ruleset: Option<&Ruleset>, wager: &Wager) -> BetLimits {
        let lacks_minimum = ruleset.is_some_and(|ruleset| lacks_minimum(ruleset, &self.table, &wager.bet));
        BetLimits { min: self.minimum(wager), max: self.maximum(wager), lacks_minimum }
    }

    fn of(&self, wager: &Wager, bounds: impl Fn(&Limits) -> &BTreeMap<String, i64>) -> Option<i64> {
        let own = wager.player.as_ref().and_then(|player| self.players.get(player));
        let seat = wager.seat.as_ref().and_then(|seat| self.seats.get(seat));
        [own, seat, Some(&self.table)].into_iter().flatten().find_map(|limits| bounds(limits).get(&wager.bet)).copied()
    }
}

/// What the table sign allows to be staked on a bet, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetLimits {
    /// The minimum; `None` if no sign names it.
    pub min: Option<i64>,
    /// The most that one player may stake; `None` if no sign names it.
    pub max: Option<i64>,
    /// Whether the ruleset bounds stakes on the bet by a minimum that the table's sign does not state.
    pub lacks_minimum: bool,
}

/// Whether a ruleset bounds stakes on a bet by a minimum that the table's sign does not state.
pub(crate) fn lacks_minimum(ruleset: &Ruleset, sign: &Limits, bet: &str) -> bool {
    let mut rules = ruleset.limits.stakes.iter().flatten().filter(|rule| rule.bet == bet);
    rules.any(|rule| rule.minimum_of.as_ref().is_some_and(|name| !sign.min.contains_key(name)))
}

impl BetLimits {
    /// Whether no sign names a bound.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.min.is_none() && self.max.is_none()
    }
}
