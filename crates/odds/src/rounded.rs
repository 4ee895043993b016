use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};
use resettle_game::counted;
use resettle_rules::Pays;
use resettle_ruleset::{RoundingUnit, Ruleset};

use crate::Fraction;
use crate::wager::WagerOdds;

/// So many stakes are tried; after a few of them everything repeats, and the more is staked the less rounding moves.
pub(crate) const MOST_STAKES: u32 = 1_000;

/// A stake of so many of the units to which winnings or a commission are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundedStake {
    /// How many.
    pub number: u32,
    /// The smallest chip, or so many minor units.
    pub unit: RoundingUnit,
}

impl RoundedStake {
    /// `1 chip`, `25 minor units`.
    #[must_use]
    pub fn in_words(self) -> String {
        let (number, word) = match self.unit {
            RoundingUnit::Chip => (i64::from(self.number), "chip"),
            RoundingUnit::Minor(unit) => (i64::from(self.number).saturating_mul(unit), "minor unit"),
        };
        counted(number, word)
    }
}

/// The house edge of a bet at a stake at which a rule on rounding moves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundedEdge {
    /// How much is staked, in units of what rounds.
    pub stake: RoundedStake,
    /// The house edge at that stake.
    pub house_edge: Fraction,
}

/// What rules on rounding do to the house edge of a bet; nothing where a ruleset has none, or where they move nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rounded {
    /// At the smallest stake at which it moves.
    pub smallest: Option<RoundedEdge>,
    /// At the stake at which it is lowest, where that is below the edge without rounding.
    pub lowest: Option<RoundedEdge>,
}

impl Rounded {
    /// The edges, each once.
    pub fn edges(&self) -> impl Iterator<Item = &RoundedEdge> {
        let lowest = self.lowest.as_ref().filter(|lowest| Some(*lowest) != self.smallest.as_ref());
        self.smallest.iter().chain(lowest)
    }

    pub(crate) fn of(ruleset: &Ruleset, wager: &WagerOdds) -> Self {
        let Some(unit) = unit(ruleset, &wager.bet) else { return Self::default() };
        let most = repeats(ruleset, wager).map_or(MOST_STAKES, |period| period.min(MOST_STAKES));
        let mut out = Self::default();
        for number in 1..=most {
            let stake = RoundedStake { number, unit };
            let Some(house_edge) = edge_at(ruleset, wager, stake) else { break };
            if house_edge == wager.house_edge {
                continue;
            }
            let below = out.lowest.as_ref().map_or(&wager.house_edge, |lowest| &lowest.house_edge);
            let is_lower = house_edge < *below;
            let edge = RoundedEdge { stake, house_edge };
            if is_lower {
                out.lowest = Some(edge.clone());
            }
            out.smallest.get_or_insert(edge);
            // At a larger stake at most two units of it move, of winnings and of commission.
            let reach = Fraction::new(BigInt::from(2), BigInt::from(number)) * &wager.win;
            if out.lowest.as_ref().is_some_and(|lowest| &wager.house_edge - &lowest.house_edge >= reach) {
                break;
            }
        }
        out
    }
}

/// To what the winnings of a bet, or its commission, are rounded: chips, unless something is rounded to an amount.
fn unit(ruleset: &Ruleset, bet: &str) -> Option<RoundingUnit> {
    let mut out = None;
    for rule in rules(ruleset, bet) {
        out = match (out, rule) {
            (Some(RoundingUnit::Minor(a)), RoundingUnit::Minor(b)) => {
                Some(RoundingUnit::Minor(a.max(1).lcm(&b.max(1))))
            }
            (Some(minor @ RoundingUnit::Minor(_)), RoundingUnit::Chip) => Some(minor),
            (_, unit) => Some(unit),
        };
    }
    out
}

fn rules(ruleset: &Ruleset, bet: &str) -> impl Iterator<Item = RoundingUnit> {
    let winnings = ruleset.rounding.as_ref().map(|rounding| rounding.rule.unit);
    let commission = ruleset.commission_rate(bet).and_then(|rate| rate.rounding).map(|rounding| rounding.unit);
    winnings.into_iter().chain(commission)
}

/// Whether a rule rounds what a bet wins, or its commission, to chips: an edge at an amount is then one with such a chip.
#[must_use]
pub fn rounds_to_chips(ruleset: &Ruleset, bet: &str) -> bool {
    rules(ruleset, bet).any(|unit| unit == RoundingUnit::Chip)
}

/// After how many units the fractions repeat; none where that are too many to say.
fn repeats(ruleset: &Ruleset, wager: &WagerOdds) -> Option<u32> {
    let mut period = 1u32;
    for row in &wager.rows {
        let parts = match row.pays {
            Pays::Odds(odds) => odds.stake(),
            Pays::LosesPart { of, .. } => of,
            Pays::Push | Pays::Loses => 1,
        };
        period = period.checked_mul(parts / period.gcd(&parts))?;
    }
    let kept = ruleset.commission_rate(&wager.bet).map_or(1, |rate| rate.of_winnings.1);
    period.checked_mul(kept)
}

/// The house edge of a bet at a stake, as the rules round: where a document leaves a fraction open, the amount that is
/// better for the player. None where the stake is too large, or of chips where the rules round to amounts.
#[must_use]
pub fn edge_at(ruleset: &Ruleset, wager: &WagerOdds, stake: RoundedStake) -> Option<Fraction> {
    if rules(ruleset, &wager.bet).next().is_none() {
        return Some(wager.house_edge.clone());
    }
    // How many minor units a chip has nobody can say.
    let amounts = rules(ruleset, &wager.bet).any(|unit| matches!(unit, RoundingUnit::Minor(_)));
    if amounts && stake.unit == RoundingUnit::Chip {
        return None;
    }
    let unit = match stake.unit {
        // A chip that every row divides: of the amounts that are not rounded none is open.
        RoundingUnit::Chip => i64::from(repeats(ruleset, wager)?),
        RoundingUnit::Minor(unit) => unit,
    };
    let amount = unit.checked_mul(i64::from(stake.number)).filter(|amount| *amount <= 1_000_000_000_000_000)?;
    Some(edge_of(ruleset, wager, amount, unit))
}

/// The house edge at a stake in minor units, above 0, with such a smallest chip.
pub(crate) fn edge_of(ruleset: &Ruleset, wager: &WagerOdds, amount: i64, chip: i64) -> Fraction {
    let mut returned = Fraction::zero();
    for row in &wager.rows {
        let (_, most) = ruleset.returned(&wager.bet, row.pays, amount, chip);
        returned += &row.probability * BigInt::from(most);
    }
    Fraction::one() - returned / BigInt::from(amount)
}

/// After how many such chips more what is rounded away repeats; none where that are too many to say.
pub(crate) fn period(ruleset: &Ruleset, wager: &WagerOdds, chip: i64) -> Option<i64> {
    let mut unit = 1i64;
    for rule in rules(ruleset, &wager.bet) {
        let own = match rule {
            RoundingUnit::Chip => chip,
            RoundingUnit::Minor(unit) => unit.max(1),
        };
        unit = unit.checked_mul(own / unit.gcd(&own))?;
    }
    let whole = unit.checked_mul(i64::from(repeats(ruleset, wager)?))?;
    Some(whole / whole.gcd(&chip))
}
