//! Judged coups, added up by number of bet: names are looked up once a ruleset, not once a wager.

use std::sync::Arc;

use resettle_audit::{CoupResult, CoupSeen};
use resettle_ruleset::Ruleset;

use super::chance::Staked;
use super::coverage::{self, Counting};
use super::days::LargestCoup;
use super::outcomes::OutcomeRow;
use super::{BetTotals, Part, Routines, Tally, chance};

/// Under which name wagers on bets stand that the ruleset does not offer.
const NOT_OFFERED: &str = "not_offered";
/// Under which name wagers stand that no ruleset judged.
const NOT_JUDGED: &str = "not_judged";

/// Sums over coups of one day that one ruleset judged, from shoes of so many decks.
#[derive(Debug, Default)]
pub struct Sums {
    of: Option<Of>,
    coups: u64,
    outcomes: OutcomeRow,
    largest_coup: Option<LargestCoup>,
    /// By the number of the bet; behind them what was on no bet of the ruleset.
    bets: Vec<OnBet>,
    /// The bets of the current coup with a stake at risk.
    touched: Vec<usize>,
    asked: Counting,
    routine: Routines,
}

/// What coups that are added up have in common.
#[derive(Debug)]
struct Of {
    ruleset: Option<Arc<Ruleset>>,
    decks: Option<u32>,
    day: Option<i64>,
}

#[derive(Clone, Debug, Default)]
struct OnBet {
    totals: BetTotals,
    chance: Staked,
    /// What the current coup has at risk on it.
    at_risk: i128,
}

impl Of {
    fn is_of(&self, day: Option<i64>, seen: &CoupSeen<'_>) -> bool {
        let same = match (&self.ruleset, seen.ruleset) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        same && self.decks == seen.decks && self.day == day
    }
}

impl Sums {
    /// Counts one coup of a day, given by its number since 1970; of a tournament's nothing here is money. What was added up
    /// under another ruleset or of another day goes to `tally`.
    pub fn coup(&mut self, day: Option<i64>, seen: &CoupSeen<'_>, tally: &mut Tally) {
        if seen.logged.tournament().is_some() {
            return;
        }
        let offered = seen.ruleset.map_or(0, |ruleset| ruleset.wagers.len());
        if !self.of.as_ref().is_some_and(|of| of.is_of(day, seen)) {
            self.give(tally);
            self.of = Some(Of { ruleset: seen.ruleset.cloned(), decks: seen.decks, day });
            self.bets.resize(offered + 1, OnBet::default());
        }
        self.coups += u64::from(seen.counts);
        self.outcomes.coup(seen);
        let by_chance = seen.is_settled_by_cards() && seen.decks.is_some();
        let (mut all, mut won) = (Part::default(), 0);
        for (at, wager) in seen.wagers.iter().enumerate() {
            self.asked.wager(seen, at, wager, &mut all);
            let Some(on) = self.bets.get_mut(wager.bet.unwrap_or(offered)) else { continue };
            let stake = i128::from(wager.stake);
            on.totals.money += wager;
            on.totals.staked_squares.stake(wager.stake);
            if let Some(bet) = wager.bet.filter(|_| by_chance && wager.not_at_risk.is_none()) {
                if on.at_risk == 0 {
                    self.touched.push(bet);
                }
                on.at_risk += stake;
                won += stake - wager.returned;
                on.chance.staked += stake;
                on.chance.returned += wager.returned;
            }
        }
        self.asked.coup(seen, &all);
        self.routine.coup(seen);
        if !self.touched.is_empty() {
            LargestCoup::see(&mut self.largest_coup, won, seen.logged.shoe(), seen.logged.number());
        }
        for bet in self.touched.drain(..) {
            let Some(on) = self.bets.get_mut(bet) else { continue };
            on.chance.squares.square(std::mem::take(&mut on.at_risk));
        }
    }

    /// Returns what was added up.
    pub fn give(&mut self, tally: &mut Tally) {
        let Some(Of { ruleset, decks, day }) = self.of.take() else { return };
        let table = &mut tally.table;
        let coups = std::mem::take(&mut self.coups);
        table.coups += coups;
        let (not_asked, logs) = self.asked.give();
        table.not_asked.add(&not_asked);
        let routine = std::mem::take(&mut self.routine);
        table.routine.add(&routine);
        coverage::add_logs(&mut table.logs, &logs);
        // Of other numbers of decks no odds are known, so that chance is not asked.
        let has_odds = ruleset.as_ref().zip(decks).is_some_and(|(ruleset, decks)| ruleset.decks.allows(decks));
        let largest_coup = self.largest_coup.take().filter(|_| has_odds);
        let mut on_day = day.map(|day| tally.days.on(day));
        if let Some(on_day) = &mut on_day {
            on_day.coups += coups;
            LargestCoup::or(&mut on_day.largest_coup, largest_coup);
            on_day.not_asked.add(&not_asked);
            on_day.routine.add(&routine);
            coverage::add_logs(&mut on_day.logs, &logs);
        }
        let offered = ruleset.iter().flat_map(|ruleset| &ruleset.wagers).map(|rule| rule.bet.as_str());
        let names = offered.chain([if ruleset.is_some() { NOT_OFFERED } else { NOT_JUDGED }]);
        for (bet, on) in names.zip(self.bets.drain(..)).filter(|(_, on)| on.totals.money.wagers > 0) {
            let OnBet { totals, chance, .. } = on;
            table.money += totals.money;
            if let Some(on_day) = &mut on_day {
                on_day.money += totals.money;
            }
            if let (Some(ruleset), Some(decks)) = (ruleset.as_ref().filter(|_| chance.staked > 0), decks) {
                let chance_of_day = on_day.as_mut().map(|on_day| &mut on_day.chance);
                chance::sum(&mut table.chance, chance_of_day, (&ruleset.id, decks, bet), &chance);
            }
            match table.by_bet.get_mut(bet) {
                Some(known) => known.add(&totals),
                None => {
                    table.by_bet.insert(bet.to_owned(), totals);
                }
            }
        }
        let counts = std::mem::take(&mut self.outcomes);
        if let Some(ruleset) = &ruleset {
            tally.outcomes.put(&ruleset.id, decks, &counts);
        }
    }
}

impl OutcomeRow {
    /// Counts the result of a coup.
    fn coup(&mut self, seen: &CoupSeen<'_>) {
        let count = match (seen.result, seen.from_cards) {
            (CoupResult::Void, _) => &mut self.void,
            (CoupResult::Player, true) => &mut self.player,
            (CoupResult::Banker, true) => &mut self.banker,
            (CoupResult::Tie, true) => &mut self.tie,
            _ => &mut self.unknown,
        };
        *count += 1;
    }
}
