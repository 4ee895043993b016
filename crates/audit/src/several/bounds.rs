//! Bounds on stakes that a ruleset states by a minimum of the sign, by other stakes of the same player, or by a unit; and bets
//! that are closed in the course of a shoe. Both ways of judging ask here, each with bets as it distinguishes them.

use resettle_ruleset::{Cite, Limits, Ruleset, StakeRule, Times};

use super::settlement::Settlement;
use super::several::OneOfSeveral;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::placed_wager::PlacedWager;

/// A bound on the stakes on a bet.
#[derive(Debug)]
pub(crate) struct StakeBound<B> {
    bet: B,
    amount: Amount<B>,
    at_least: Option<Times>,
    at_most: Option<Times>,
    multiple_of: Option<Times>,
}

/// Of what a stake is a number of times.
#[derive(Debug)]
enum Amount<B> {
    /// What the same player has on these bets.
    Stakes(Vec<B>),
    /// So many minor units; none where no sign states the minimum.
    Fixed(Option<i64>),
}

/// How a stake breaks a bound. Amounts in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// One player has more on the bet than the bound, rounded down.
    Above { bound: i128, staked: i128 },
    /// One player has less than the bound, rounded up.
    Below { bound: i128, staked: i128 },
    /// The wager is no multiple of this many parts of an amount.
    NoMultiple { amount: i128, of: i64 },
}

impl<B: Copy + Ord> StakeBound<B> {
    /// The bounds of a ruleset, in their order; `minimum` is what the table's sign states for a bet. `None` if a bet is not
    /// found.
    pub(crate) fn all<'r>(
        limits: &'r Limits,
        bet: impl Fn(&'r str) -> Option<B>,
        minimum: impl Fn(&str) -> Option<i64>,
    ) -> Option<Vec<Self>> {
        let one = |rule: &'r StakeRule| {
            let amount = match (&rule.stakes_of, &rule.minimum_of) {
                (Some(bets), _) => Amount::Stakes(bets.iter().map(|name| bet(name)).collect::<Option<_>>()?),
                (None, Some(name)) => Amount::Fixed(minimum(name)),
                (None, None) => Amount::Fixed(rule.unit),
            };
            let StakeRule { at_least, at_most, multiple_of, .. } = *rule;
            Some(Self { bet: bet(&rule.bet)?, amount, at_least, at_most, multiple_of })
        };
        limits.stakes.iter().flatten().map(one).collect()
    }

    /// How a wager breaks it among those that count; what one player has on the bet is asked at their wager placed last.
    /// Where the log does not say whose wagers are that it depends on, nothing is asked.
    pub(crate) fn broken<'a, W: OneOfSeveral<'a, Bet = B>>(
        &self,
        wager: W,
        live: impl Iterator<Item = W> + Clone,
    ) -> Option<Broken> {
        if wager.bet() != self.bet {
            return None;
        }
        let is_own = |other: W| {
            if other.place() == wager.place() { Some(true) } else { wager.person().is(other.person()) }
        };
        // What is certainly theirs, and whether anything else may be.
        let staked = |bets: &[B]| {
            let on = live.clone().filter(|other| bets.contains(&other.bet()));
            on.fold((0i128, false), |(sum, more), other| match is_own(other) {
                Some(true) => (sum + i128::from(other.stake()), more),
                Some(false) => (sum, more),
                None => (sum, true),
            })
        };
        let amount = match &self.amount {
            Amount::Stakes(bets) => Some(staked(bets)).filter(|(sum, more)| *sum > 0 && !more)?.0,
            Amount::Fixed(amount) => i128::from((*amount)?),
        };
        let (own, more) = staked(&[self.bet]);
        let times = |times: Times| (amount * i128::from(times.times), i128::from(times.of));
        let mut others = live.clone().filter(|other| other.bet() == self.bet && is_own(*other) == Some(true));
        let is_last = !others.any(|other| other.order() > wager.order());
        if let Some((product, of)) = self.at_most.map(times).filter(|(product, of)| is_last && own * of > *product) {
            return Some(Broken::Above { bound: product.div_euclid(of), staked: own });
        }
        let below = |(product, of): &(i128, i128)| is_last && !more && own * of < *product;
        if let Some((product, of)) = self.at_least.map(times).filter(below) {
            return Some(Broken::Below { bound: (product + of - 1).div_euclid(of), staked: own });
        }
        let (product, of) = self.multiple_of.map(times)?;
        let remains = (i128::from(wager.stake()) * of).checked_rem(product).is_some_and(|rest| rest != 0);
        let of = self.multiple_of.map_or(1, |times| times.of);
        remains.then_some(Broken::NoMultiple { amount: product, of })
    }
}

/// The clause by which no wager on a bet is taken for a coup of this number of its shoe, and after which one.
pub(crate) fn closed<'r>(ruleset: &'r Ruleset, bet: &str, coup: u64) -> Option<(&'r Cite, u32)> {
    let mut rules = ruleset.limits.closed.iter().flatten();
    let rule = rules.find(|rule| coup > u64::from(rule.after_coup) && rule.bets.iter().any(|known| known == bet))?;
    Some((&rule.clause, rule.after_coup))
}

impl<'a> UnsettledCoup<'a> {
    fn broken(&self, live: &[PlacedWager<'_>]) -> Vec<(usize, &'a StakeRule, Broken)> {
        let rules = &self.ruleset.limits;
        let of_sign = |bet: &str| self.limits.table.min.get(bet).copied();
        // In a tournament its own rules say what may be staked.
        if rules.stakes.is_none() || self.terms.is_some() {
            return Vec::new();
        }
        let Some(bounds) = StakeBound::all(rules, Some, of_sign) else { return Vec::new() };
        let asked = rules
            .stakes
            .iter()
            .flatten()
            .zip(&bounds)
            .flat_map(|asked| live.iter().enumerate().map(move |(at, wager)| (asked, at, wager)));
        asked
            .filter_map(|((rule, bound), at, wager)| Some((at, rule, bound.broken(*wager, live.iter().copied())?)))
            .collect()
    }

    /// What one player has on a bet, where a ruleset bounds it otherwise than by the sign; a wager has at most one finding of
    /// a maximum and one of a minimum.
    pub(super) fn out_of_bounds(&self, live: &[PlacedWager<'_>], settlement: &mut Settlement) {
        for (at, rule, broken) in self.broken(live) {
            let (code, bound, staked, word) = match broken {
                Broken::Above { bound, staked } => (Code::OverLimit, bound, staked, "at most"),
                Broken::Below { bound, staked } => (Code::UnderLimit, bound, staked, "at least"),
                Broken::NoMultiple { .. } => continue,
            };
            let Some(wager) = live.get(at) else { continue };
            let of_it = |found: &Finding| found.code == code && found.wager.as_deref() == Some(wager.name.as_str());
            if settlement.findings.iter().any(of_it) {
                continue;
            }
            let (sum, limit) = (self.unit.of(staked), self.unit.of(bound));
            let message = format!("{sum} staked on {} where it is {word} {limit}, by {}", wager.bet, rule.amount());
            let finding = Finding::new(code, wager.place, message)
                .clause(self.cite(Some(&rule.clause)))
                .wager(&wager.name)
                .compared(format!("{word} {bound}"), staked);
            settlement.findings.push(finding);
        }
    }

    /// Live wagers that are no multiple of what the ruleset asks for, with the clause, and why.
    pub(super) fn no_multiples(&self, live: &[PlacedWager<'_>]) -> Vec<(usize, &'a Cite, String)> {
        let found = self.broken(live).into_iter().filter_map(|(at, rule, broken)| match broken {
            Broken::NoMultiple { amount, of } => {
                let part = if of == 1 { String::new() } else { format!(", divided by {of}") };
                Some((at, &rule.clause, format!("it is no multiple of {}{part}", self.unit.of(amount))))
            }
            Broken::Above { .. } | Broken::Below { .. } => None,
        });
        found.collect()
    }

    /// Live wagers on bets that were closed in the course of the shoe, with the clause, and why.
    pub(super) fn closed_by_now(&self, live: &[PlacedWager<'_>]) -> Vec<(usize, &'a Cite, String)> {
        let each = live.iter().enumerate().filter_map(|(at, wager)| {
            let (clause, after) = closed(self.ruleset, &wager.bet, self.number?)?;
            Some((at, clause, format!("no wager on {} is taken after coup {after} of a shoe", wager.bet)))
        });
        each.collect()
    }
}
