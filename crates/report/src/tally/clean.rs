//! Coups of which nothing was found, added up by number of bet; names are looked up once a ruleset, not once a wager.

use std::sync::Arc;

use resettle_audit::{BetLimits, CleanCoup, CoupResult};
use resettle_ruleset::Ruleset;

use super::outcomes::OutcomeRow;
use super::{BetTotals, Squares, Tally, chance};

/// Sums over clean coups of one day that one ruleset judged, from shoes of so many decks.
#[derive(Debug, Default)]
pub struct CleanSums {
    of: Option<(Arc<Ruleset>, u32, Option<i64>)>,
    coups: u64,
    player: u64,
    banker: u64,
    tie: u64,
    bets: Vec<OnBet>,
    /// The bets of the current coup.
    touched: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct OnBet {
    totals: BetTotals,
    /// Over coups, the squares of what a coup staked on the bet.
    by_coup: Squares,
    /// What the current coup staked on it.
    staked: i128,
    /// Wagers on it that no sign limits.
    without_limits: u64,
}

impl CleanSums {
    /// Counts one coup of a day, given by its number since 1970; what was added up under another ruleset or of another day
    /// goes to `tally`.
    pub fn coup(&mut self, day: Option<i64>, seen: &CleanCoup<'_>, tally: &mut Tally) {
        let same = |(ruleset, decks, known): &(Arc<Ruleset>, u32, Option<i64>)| {
            Arc::ptr_eq(ruleset, seen.ruleset) && *decks == seen.decks && *known == day
        };
        if !self.of.as_ref().is_some_and(same) {
            self.give(tally);
            self.of = Some((Arc::clone(seen.ruleset), seen.decks, day));
            self.bets.resize(seen.ruleset.wagers.len(), OnBet::default());
        }
        self.coups += 1;
        match seen.result {
            CoupResult::Player => self.player += 1,
            CoupResult::Banker => self.banker += 1,
            _ => self.tie += 1,
        }
        for wager in seen.wagers {
            let Some(on) = self.bets.get_mut(wager.bet) else { continue };
            if on.staked == 0 {
                self.touched.push(wager.bet);
            }
            let stake = i128::from(wager.stake);
            on.staked += stake;
            on.totals.wagers += 1;
            on.without_limits += u64::from(seen.limits.get(wager.bet).is_none_or(BetLimits::is_none));
            on.totals.staked += stake;
            on.totals.returned += wager.returned;
            on.totals.due += wager.returned;
            on.totals.staked_squares.stake(wager.stake);
        }
        for bet in self.touched.drain(..) {
            let Some(on) = self.bets.get_mut(bet) else { continue };
            on.by_coup.square(std::mem::take(&mut on.staked));
        }
    }

    /// Returns what was added up.
    pub fn give(&mut self, tally: &mut Tally) {
        let Some((ruleset, decks, day)) = self.of.take() else { return };
        let table = &mut tally.table;
        let coups = std::mem::take(&mut self.coups);
        table.coups += coups;
        let mut on_day = day.map(|day| tally.days.on(day));
        if let Some(on_day) = &mut on_day {
            on_day.coups += coups;
        }
        for (rule, on) in ruleset.wagers.iter().zip(self.bets.drain(..)).filter(|(_, on)| on.totals.wagers > 0) {
            let OnBet { totals, by_coup, without_limits, .. } = on;
            table.wagers_without_limits += without_limits;
            table.wagers += totals.wagers;
            table.staked += totals.staked;
            table.returned += totals.returned;
            table.due += totals.due;
            if let Some(on_day) = &mut on_day {
                on_day.wagers += totals.wagers;
                on_day.staked += totals.staked;
                on_day.returned += totals.returned;
                on_day.due += totals.due;
            }
            let chance_of_day = on_day.as_mut().map(|on_day| &mut on_day.chance);
            let of = (ruleset.id.as_str(), decks, rule.bet.as_str());
            chance::sum(&mut table.chance, chance_of_day, of, &totals, by_coup);
            match table.by_bet.get_mut(&rule.bet) {
                Some(known) => known.add(&totals),
                None => {
                    table.by_bet.insert(rule.bet.clone(), totals);
                }
            }
        }
        let [player, banker, tie] = [&mut self.player, &mut self.banker, &mut self.tie].map(std::mem::take);
        let counts = OutcomeRow { player, banker, tie, ..OutcomeRow::default() };
        tally.outcomes.put(&ruleset.id, Some(decks), &counts);
    }
}
