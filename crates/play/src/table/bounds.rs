//! Wagers that keep to what a ruleset bounds beside the sign, and those that do not.

use resettle_ruleset::{Limits, StakeRule};

use super::{CHIP, Lines, PlayedWager};
use crate::coup::Laid;
use crate::fault::Fault;

impl Lines<'_> {
    fn name(&self, bet: usize) -> &str {
        self.config.ruleset.wagers.get(bet).map_or("", |rule| rule.bet.as_str())
    }

    /// Whether a wager breaks a bound, among all of a coup; the minima of the sign are a chip.
    fn breaks(&self, rule: &StakeRule, wager: &PlayedWager, wagers: &[PlayedWager]) -> bool {
        if rule.bet != self.name(wager.bet) {
            return false;
        }
        let staked = |is: &dyn Fn(&str) -> bool| -> i64 {
            let own = wagers.iter().filter(|other| other.seat == wager.seat && is(self.name(other.bet)));
            own.map(|other| other.stake).sum()
        };
        let amount = match (&rule.stakes_of, rule.unit) {
            (Some(bets), _) => staked(&|bet| bets.iter().any(|one| one == bet)),
            (None, Some(unit)) => unit,
            (None, None) => CHIP,
        };
        let own = staked(&|bet| bet == rule.bet);
        let asked = amount > 0;
        asked
            && (rule.at_most.is_some_and(|most| own * most.of > amount * most.times)
                || rule.at_least.is_some_and(|least| own * least.of < amount * least.times)
                || rule.multiple_of.is_some_and(|part| (wager.stake * part.of) % (amount * part.times) != 0))
    }

    /// How many bounds the wagers of a coup break.
    fn broken_bounds(&self, wagers: &[PlayedWager]) -> usize {
        let rules = || self.config.ruleset.limits.stakes.iter().flatten();
        wagers.iter().map(|wager| rules().filter(|rule| self.breaks(rule, wager, wagers)).count()).sum()
    }

    /// By a throw the seat of somebody of whose other stake a stake on a bet may be a part, and the most that it may be.
    pub(super) fn beside(&mut self, bet: usize, wagers: &[PlayedWager]) -> Option<(usize, i64)> {
        let name = self.name(bet);
        let of_others = |rule: &&StakeRule| rule.bet == name && rule.stakes_of.is_some();
        let rule = self.config.ruleset.limits.stakes.iter().flatten().find(of_others)?;
        let (bets, most) = (rule.stakes_of.as_ref()?, rule.at_most?);
        let other = wagers.iter().find(|other| bets.iter().any(|one| one == self.name(other.bet)))?;
        let (seat, most) = (other.seat, other.stake * most.times / most.of / CHIP * CHIP);
        (most > 0 && self.dice.below(2) == 0).then_some((seat, most))
    }

    /// The wagers of a coup with a fault of what bounds them, and at which it shows; none where they cannot show it.
    pub(super) fn out_of_bounds(
        &self,
        fault: Fault,
        laid: &Laid,
        wagers: &[PlayedWager],
    ) -> Option<(Vec<PlayedWager>, usize)> {
        match fault {
            Fault::OwnTakenBack => self.own_taken_back(wagers),
            Fault::BetClosed => {
                let own = |bet: &usize| self.is_closed(*bet) && self.own_rules(*bet).next().is_none();
                let bet = (0..self.config.ruleset.wagers.len()).find(own)?;
                let (at, seat) = (wagers.len(), wagers.iter().map(|wager| wager.seat).max().unwrap_or(0) + 1);
                let wager = PlayedWager::new(at + 1, seat, bet, self.within_minimum(bet, CHIP), 5);
                let mut out = wagers.to_vec();
                out.push(self.due(wager, laid)?);
                (self.broken_bounds(&out) == 0).then_some((out, at))
            }
            Fault::NoMultiple | Fault::AboveMinimum | Fault::AbovePart => {
                let Limits { stakes, .. } = &self.config.ruleset.limits;
                let stake = |rule: &StakeRule, wager: &PlayedWager| match (fault, &rule.stakes_of, &rule.minimum_of) {
                    (Fault::NoMultiple, None, _) => {
                        rule.multiple_of?;
                        Some(wager.stake - CHIP / 2).filter(|stake| *stake >= CHIP)
                    }
                    (Fault::AboveMinimum, _, Some(_)) => {
                        let most = rule.at_most?;
                        Some((CHIP * most.times / most.of / CHIP + 1) * CHIP)
                    }
                    (Fault::AbovePart, Some(_), _) => {
                        rule.at_most?;
                        (1..=40).map(|more| wager.stake + more * CHIP).find(|stake| {
                            let mut out = wagers.to_vec();
                            let of_it = out.iter_mut().filter(|other| other.id == wager.id);
                            of_it.for_each(|other| other.stake = *stake);
                            self.broken_bounds(&out) > 0
                        })
                    }
                    _ => None,
                };
                let changed = |rule: &StakeRule, at: usize| {
                    let wager = wagers.get(at).filter(|wager| self.name(wager.bet) == rule.bet)?;
                    let wager = PlayedWager { stake: stake(rule, wager)?, ..wager.clone() };
                    let mut out = wagers.to_vec();
                    *out.get_mut(at)? = self.due(wager, laid)?;
                    (self.broken_bounds(&out) == 1).then_some((out, at))
                };
                let mut tried = stakes.iter().flatten().flat_map(|rule| (0..wagers.len()).map(move |at| (rule, at)));
                tried.find_map(|(rule, at)| changed(rule, at))
            }
            _ => None,
        }
    }

    /// The one wager of the same player that another one asks for is taken back before bets are closed.
    fn own_taken_back(&self, wagers: &[PlayedWager]) -> Option<(Vec<PlayedWager>, usize)> {
        let at = self.asking(wagers)?;
        let wager = wagers.get(at)?;
        let any_of = self.own_rules(wager.bet).next()?;
        let mut others = (0..wagers.len())
            .filter(|other| *other != at && wagers.get(*other).is_some_and(|one| one.seat == wager.seat));
        let other = others.next().filter(|_| others.next().is_none())?;
        let mut out = wagers.to_vec();
        let own = out.get_mut(other).filter(|own| any_of.contains(&own.bet))?;
        own.returned = own.stake;
        own.withdrawn = Some(wager.placed.max(own.placed) + 2);
        Some((out, at))
    }
}
