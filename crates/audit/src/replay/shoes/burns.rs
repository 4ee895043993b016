//! The cards burned before a coup, checked against what its rules require.

use resettle_coup_log::Irregularity;
use resettle_game::{Affects, Kind};
use resettle_ruleset::{BurnCount, Ruleset};

use super::pending::Pending;
use super::shoe::Shoe;
use crate::finding::Finding;
use crate::irregularity::Logged;
use crate::shoe::{Due, before_play, burn_fault, of_a_coup};

impl Shoe {
    /// Whether cards were burned before the coup as the rules require. `more` says that an irregularity requires
    /// further burned cards, `asks` that there is a log that records the shoe.
    pub(crate) fn burned_before(
        &self,
        ruleset: &Ruleset,
        pending: &Pending,
        logged: &[Logged],
        more: bool,
        asks: bool,
    ) -> Option<Finding> {
        let known = self.composition.is_some() && self.started;
        let omitted = || logged.iter().any(|logged| logged.irregularity.kind == Kind::BurnOmitted);
        let burns = pending.burns.as_ref().filter(|_| known)?;
        let times = &pending.round.coup.times;
        let due = if pending.first_of_shoe {
            if self.burn_omitted || omitted() {
                return None;
            }
            // A card that was burned once the coup was dealt is not one of those before play, if a certain number of
            // those is due.
            let late = burns.all() - burns.before(times);
            let some = ruleset.deal.burn_before_coup.is_none()
                && ruleset.deal.burn_at_start.as_ref().is_some_and(|burn| burn.number == BurnCount::Some);
            let before = self.burned.len().saturating_sub(if some { 0 } else { late });
            Due::First { cards: self.burned.get(..before).unwrap_or_default(), more }
        } else {
            if !asks || !self.asked() || burns.omitted || omitted() {
                return None;
            }
            Due::Later { burned: burns.before(times), more }
        };
        burn_fault(ruleset, &due, &pending.round.place)
    }

    /// Cards burned between the coup before and this one, as many as a coup takes, if neither coup nor an incident between
    /// them states anything that may have taken them out of play. `logged` are the irregularities of this coup, which
    /// account for what is burned after it.
    pub(crate) fn burned_a_coup(
        &mut self,
        ruleset: Option<&Ruleset>,
        pending: &Pending,
        logged: &[Logged],
    ) -> Option<Finding> {
        let here = logged.iter().any(|logged| takes_cards(&logged.irregularity));
        let before = std::mem::replace(&mut self.took_cards, here);
        let burns = pending.burns.as_ref().filter(|_| !pending.first_of_shoe && !before && !here)?;
        of_a_coup(ruleset?, burns, &pending.round.place)
    }
}

/// Whether an irregularity may take cards out of play, so that it accounts for cards that were burned.
pub(crate) fn takes_cards(irregularity: &Irregularity) -> bool {
    match irregularity.kind {
        Kind::DisplayError | Kind::ProhibitedDevice | Kind::BurnOmitted => false,
        Kind::TechnicalInterruption => irregularity.facts.affects != Some(Affects::Terminals),
        _ => true,
    }
}

/// Whether a card was burned before a coup in addition to those that are due; if nobody knows, one may have been.
pub(crate) fn burned_besides(pending: &Pending, shoe: &Shoe) -> bool {
    let (Some(ruleset), Some(burns)) = (&pending.ruleset, &pending.burns) else { return true };
    if !pending.first_of_shoe {
        return burns.beside(before_each(Some(ruleset)));
    }
    let least = match ruleset.deal.burn_at_start.as_ref().map(|burn| burn.number) {
        Some(BurnCount::Some) => Some(before_each(Some(ruleset)) + 1),
        _ => before_play(ruleset, &shoe.burned),
    };
    shoe.burned.len() > least.unwrap_or(0)
}

/// How many cards were burned between a coup and the one before it in its shoe, beyond those that the rules burn.
pub(crate) fn burned_between(pending: &Pending) -> u64 {
    let burns = pending.burns.as_ref().filter(|_| pending.in_window && !pending.first_of_shoe);
    let beyond = burns.map_or(0, |burns| burns.all().saturating_sub(before_each(pending.ruleset.as_deref())));
    u64::try_from(beyond).unwrap_or(u64::MAX)
}

/// How many cards the rules burn before each coup.
pub(crate) fn before_each(ruleset: Option<&Ruleset>) -> usize {
    ruleset.and_then(|ruleset| ruleset.deal.burn_before_coup.as_ref()).map_or(0, |burn| burn.number)
}
