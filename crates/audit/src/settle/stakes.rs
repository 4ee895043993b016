//! The bounds of a ruleset beside those of the sign, asked of the live wagers of a coup.

use std::collections::BTreeSet;

use super::settlement::Settlement;
use super::unsettled::UnsettledCoup;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;
use crate::several::{Bound, BoundRule, Broken, Said};

/// A live wager that breaks a bound, by its index, and by which rule.
pub(super) type BrokenBound<'a> = (usize, BoundRule<'a>, Broken);

impl<'a> UnsettledCoup<'a> {
    /// The live wagers that break bounds of the ruleset, bound by bound.
    pub(super) fn out_of_bounds(&self, live: &[PlacedWager<'_>]) -> Vec<BrokenBound<'a>> {
        let of_sign = |bet: &str| self.limits.table.min.get(bet).copied();
        // In a tournament its own rules say what may be staked.
        if self.terms.is_some() {
            return Vec::new();
        }
        let bounds = Bound::all(&self.ruleset.limits, Some, of_sign).unwrap_or_default();
        let asked = bounds.iter().flat_map(|bound| live.iter().enumerate().map(move |(at, wager)| (bound, at, wager)));
        let broken = asked.filter_map(|((bound, rule), at, wager)| {
            Some((at, *rule, bound.broken(*wager, live.iter().copied(), self.number)?))
        });
        let mut said = BTreeSet::new();
        broken.filter(|(at, _, broken)| !broken.is_said_once() || said.insert(*at)).collect()
    }

    /// What one player has on a bet, where a ruleset bounds it otherwise than by the sign; a wager has at most one finding of
    /// a maximum and one of a minimum.
    pub(super) fn beyond_bounds(
        &self,
        broken: &[BrokenBound<'a>],
        live: &[PlacedWager<'_>],
        settlement: &mut Settlement,
    ) {
        for (at, rule, broken) in broken {
            let Some(wager) = live.get(*at) else { continue };
            let Said::Beyond { code, word, bound, staked } = broken.said(self.unit, &wager.bet) else { continue };
            let of_it = |found: &Finding| found.code == code && found.wager.as_deref() == Some(wager.name.as_str());
            if settlement.findings.iter().any(of_it) {
                continue;
            }
            let (sum, limit) = (self.unit.of(staked), self.unit.of(bound));
            let message = format!("{sum} staked on {} where it is {word} {limit}, by {}", wager.bet, rule.amount());
            let finding = Finding::new(code, wager.place, message)
                .clause(self.cite(Some(rule.clause())))
                .wager(&wager.name)
                .compared(format!("{word} {bound}"), staked);
            settlement.findings.push(finding);
        }
    }
}
