//! Bounds that a ruleset states beside those of the sign: by a minimum of the sign, by other stakes of the same player, by a unit;
//! and bets that are closed in the course of a shoe. This is the one list of them: both ways of judging ask here, each with bets as
//! it distinguishes them, and so does what says of a wager why it was not asked.

use resettle_game::Unit;
use resettle_ruleset::{Cite, ClosedRule, Limits, StakeRule, Times};

use super::OneOfSeveral;
use crate::catalogue::Code;

/// A bound on wagers.
#[derive(Debug)]
pub(crate) enum Bound<B> {
    /// On the stakes on a bet.
    Stakes(StakeBound<B>),
    /// No wager on these bets is taken after this coup of a shoe.
    Closed { bets: Vec<B>, after: u32 },
}

/// A bound on the stakes on a bet.
#[derive(Debug)]
pub(crate) struct StakeBound<B> {
    bet: B,
    amount: Amount<B>,
    at_least: Option<Times>,
    at_most: Option<Times>,
    multiple_of: Option<Times>,
}

/// The rule that states a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoundRule<'r> {
    Stakes(&'r StakeRule),
    Closed(&'r ClosedRule),
}

/// Of what a stake is a number of times.
#[derive(Debug)]
enum Amount<B> {
    /// What the same player has on these bets.
    Stakes(Vec<B>),
    /// So many minor units.
    Fixed(i64),
    /// The minimum on the sign, which the table's sign does not state.
    NotOnSign,
}

/// How a wager breaks a bound. Amounts in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// One player has more on the bet than the bound, rounded down.
    Above { bound: i128, staked: i128 },
    /// One player has less than the bound, rounded up.
    Below { bound: i128, staked: i128 },
    /// The wager is no multiple of this many parts of an amount.
    NoMultiple { amount: i128, of: i64 },
    /// It is on a bet that is closed after this coup.
    Closed { after: u32 },
}

/// What a rule on several wagers needs of the log, and is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lacks {
    /// The table's sign does not state the minimum.
    Sign,
    /// The coup has no number.
    Number,
    /// It is not logged when bets were closed.
    Close,
    /// It is not logged whose wagers are.
    Person,
}

/// How a wager that breaks a bound is reported.
#[derive(Debug)]
pub(crate) enum Said {
    /// One player's stakes are beyond an amount: by a finding on limits. A wager has at most one of a code.
    Beyond { code: Code, word: &'static str, bound: i128, staked: i128 },
    /// The wager is one that is not permitted.
    Forbidden { why: String, expected: &'static str },
}

impl Broken {
    /// Whether of several rules that a wager breaks so the first says why, as where several close a bet.
    pub(crate) fn is_said_once(self) -> bool {
        matches!(self, Self::Closed { .. })
    }

    /// How it is reported of a wager on this bet, in this unit.
    pub(crate) fn said(self, unit: Unit<'_>, bet: &str) -> Said {
        match self {
            Self::Above { bound, staked } => Said::Beyond { code: Code::OverLimit, word: "at most", bound, staked },
            Self::Below { bound, staked } => Said::Beyond { code: Code::UnderLimit, word: "at least", bound, staked },
            Self::NoMultiple { amount, of } => {
                let part = if of == 1 { String::new() } else { format!(", divided by {of}") };
                let why = format!("it is no multiple of {}{part}", unit.of(amount));
                Said::Forbidden { why, expected: "a multiple of it" }
            }
            Self::Closed { after } => {
                let why = format!("no wager on {bet} is taken after coup {after} of a shoe");
                Said::Forbidden { why, expected: "no wager on it so late in a shoe" }
            }
        }
    }
}

impl<'r> BoundRule<'r> {
    pub(crate) fn clause(self) -> &'r Cite {
        match self {
            Self::Stakes(rule) => &rule.clause,
            Self::Closed(rule) => &rule.clause,
        }
    }

    /// The amount that it names, as people read it.
    pub(crate) fn amount(self) -> String {
        match self {
            Self::Stakes(rule) => rule.amount(),
            Self::Closed(rule) => format!("coup {}", rule.after_coup),
        }
    }
}

impl<B: Copy + Ord> Bound<B> {
    /// The bounds of a ruleset with the rules that state them, in their order; `minimum` is what the table's sign states for a bet. `None` if
    /// a bet is not found.
    pub(crate) fn all<'r>(
        limits: &'r Limits,
        bet: impl Fn(&'r str) -> Option<B>,
        minimum: impl Fn(&str) -> Option<i64>,
    ) -> Option<Vec<(Self, BoundRule<'r>)>> {
        let bets = |names: &'r [String]| names.iter().map(|name| bet(name)).collect::<Option<Vec<B>>>();
        let stakes = limits.stakes.iter().flatten().map(|rule| {
            let amount = match (&rule.stakes_of, &rule.minimum_of) {
                (Some(names), _) => Amount::Stakes(bets(names)?),
                (None, Some(name)) => minimum(name).map_or(Amount::NotOnSign, Amount::Fixed),
                (None, None) => Amount::Fixed(rule.unit?),
            };
            let StakeRule { at_least, at_most, multiple_of, .. } = *rule;
            let bound = StakeBound { bet: bet(&rule.bet)?, amount, at_least, at_most, multiple_of };
            Some((Self::Stakes(bound), BoundRule::Stakes(rule)))
        });
        let closed = limits.closed.iter().flatten().map(|rule| {
            Some((Self::Closed { bets: bets(&rule.bets)?, after: rule.after_coup }, BoundRule::Closed(rule)))
        });
        stakes.chain(closed).collect()
    }

    /// How a wager breaks it among those that count, in the coup of this number of its shoe.
    pub(crate) fn broken<'a, W: OneOfSeveral<'a, Bet = B>>(
        &self,
        wager: W,
        live: impl Iterator<Item = W> + Clone,
        number: Option<u64>,
    ) -> Option<Broken> {
        match self {
            Self::Stakes(bound) => bound.broken(wager, live),
            Self::Closed { bets, after } => {
                let is_closed = bets.contains(&wager.bet()) && number.is_some_and(|number| number > u64::from(*after));
                is_closed.then_some(Broken::Closed { after: *after })
            }
        }
    }

    /// What it needs and is not there, so that it cannot be asked of a wager on this bet; `None` where it can, and where it asks
    /// nothing. `others` are the bets of the other wagers of the coup, and whether they are the same player's, where that is known.
    pub(crate) fn lacks(
        &self,
        bet: B,
        mut others: impl Iterator<Item = (B, Option<bool>)>,
        number: Option<u64>,
    ) -> Option<Lacks> {
        match self {
            Self::Stakes(bound) if bound.bet == bet => match &bound.amount {
                Amount::NotOnSign => Some(Lacks::Sign),
                amount => {
                    let sums = bound.at_least.is_some() || bound.at_most.is_some();
                    let counts = |bet: &B| {
                        matches!(amount, Amount::Stakes(bets) if bets.contains(bet)) || (sums && *bet == bound.bet)
                    };
                    others.any(|(bet, is_own)| is_own.is_none() && counts(&bet)).then_some(Lacks::Person)
                }
            },
            Self::Closed { bets, .. } if bets.contains(&bet) && number.is_none() => Some(Lacks::Number),
            Self::Stakes(_) | Self::Closed { .. } => None,
        }
    }
}

impl<B: Copy + Ord> StakeBound<B> {
    /// How a wager breaks it among those that count; what one player has on the bet is asked at their wager placed last.
    /// Where the log does not say whose wagers are that it depends on, nothing is asked.
    fn broken<'a, W: OneOfSeveral<'a, Bet = B>>(
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
            Amount::Fixed(amount) => i128::from(*amount),
            Amount::NotOnSign => return None,
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
