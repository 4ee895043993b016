//! The terminals that an interruption hit: if the bets of one were open, all its wagers are settled, or all returned.

use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::Wager;
use resettle_game::Affects;
use resettle_ruleset::Consequence;

use super::amount::{Amount, nearest};
use super::limits::Counted;
use super::live::capped;
use super::unsettled::UnsettledCoup;
use crate::irregularity::Effect;
use crate::placed_wager::PlacedWager;

/// What an interruption of its terminal means for a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terminal {
    /// No interruption names it.
    Unaffected,
    /// It was noticed before the coup commenced: it gives no choice.
    Before,
    /// The wager was closed then.
    Closed,
    /// It was accepted and not closed.
    Open,
}

/// The terminals whose accepted wagers were returned, if an interruption gave the choice; the others settled theirs.
#[derive(Debug, Default)]
pub(super) struct AtTerminals<'a> {
    pub(super) returned: BTreeSet<Option<&'a str>>,
}

impl UnsettledCoup<'_> {
    /// For each interrupted terminal, whether its wagers were settled or returned: a mixture is judged by the nearer of
    /// the two, as settled if both are equally near.
    pub(super) fn open_terminals<'w>(&self, live: &[PlacedWager<'w>], counted: &[Counted]) -> AtTerminals<'w> {
        let mut off: BTreeMap<Option<&str>, (i128, i128)> = BTreeMap::new();
        for (at, placed) in live.iter().enumerate().filter(|(_, wager)| self.terminal(wager) == Terminal::Open) {
            let wager = placed.wager;
            let Some((bet, _)) = self.ruleset.numbered(&wager.bet) else { continue };
            let of = |stake| self.payout(bet, stake);
            let counted = counted.get(at).copied().unwrap_or_default();
            let options: Vec<Amount> =
                capped(wager, counted, of).into_iter().chain(of(wager.stake).map(|whole| whole.amount)).collect();
            let returned = wager.net();
            let Some((_, settled)) = nearest(&options, returned) else { continue };
            let slot = off.entry(wager.terminal.as_deref()).or_default();
            slot.0 += settled.abs();
            slot.1 += (returned - i128::from(wager.stake)).abs();
        }
        let nearer = off.into_iter().filter(|(_, (settled, returned))| returned < settled);
        AtTerminals { returned: nearer.map(|(terminal, _)| terminal).collect() }
    }

    /// Whether the wager's terminal was hit by an interruption, and whether bets were closed on it then.
    pub(super) fn terminal(&self, wager: &Wager) -> Terminal {
        let mut hits = self.effects.all.iter().filter(|effect| is_of_its_terminal(effect, wager) == Some(true));
        let Some(first) = hits.next() else { return Terminal::Unaffected };
        let closed =
            |effect: &Effect<'_>| self.close.is_some_and(|close| effect.logged.irregularity.noticed.moment() >= close);
        let before = |effect: &Effect<'_>| {
            self.commenced.is_some_and(|commenced| effect.logged.irregularity.noticed.moment() < commenced)
        };
        let all: Vec<&Effect<'_>> = std::iter::once(first).chain(hits).collect();
        if all.iter().any(|effect| !closed(effect) && !before(effect)) {
            Terminal::Open
        } else if all.iter().any(|effect| closed(effect)) {
            Terminal::Closed
        } else {
            Terminal::Before
        }
    }
}

/// Whether an interruption of terminals is of the wager's; `None` where it is no such interruption.
pub(super) fn is_of_its_terminal(effect: &Effect<'_>, wager: &Wager) -> Option<bool> {
    let is_one = effect.then == Some(Consequence::TerminalsApart) && effect.facts.affects == Affects::Terminals;
    is_one.then(|| match (effect.logged.irregularity.facts.terminals.as_deref(), &wager.terminal) {
        (None | Some([]), _) => true,
        (Some(terminals), Some(own)) => terminals.contains(own),
        (Some(_), None) => false,
    })
}
