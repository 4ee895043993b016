use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::ToPrimitive as _;
use resettle_odds::{Fraction, RulesetOdds};
use resettle_report::columns::Kind;
use resettle_ruleset::Registry;

/// Digits behind the point of a theoretical win.
const SCALE: u32 = Kind::SCALE;

/// House edges, each counted once, for any number of threads.
#[derive(Debug)]
pub struct Edges {
    registry: Registry,
    known: Mutex<BTreeMap<(String, u32), Arc<Bets>>>,
}

/// The house edge of each bet of a ruleset with so many decks.
pub type Bets = BTreeMap<String, Fraction>;

impl Edges {
    /// The edges of these rulesets.
    #[must_use]
    pub fn of(registry: &Registry) -> Self {
        Self { registry: registry.clone(), known: Mutex::default() }
    }

    /// The edges of a ruleset with so many decks; bets without odds are left out, and so are those whose odds depend on
    /// what was chosen where the ruleset leaves a choice.
    #[must_use]
    pub fn bets(&self, ruleset: &str, decks: u32) -> Arc<Bets> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let bets = known.entry((ruleset.to_owned(), decks)).or_insert_with(|| Arc::new(self.count(ruleset, decks)));
        Arc::clone(bets)
    }

    fn count(&self, ruleset: &str, decks: u32) -> Bets {
        let Some(whole) = self.registry.get(ruleset) else { return Bets::new() };
        let under = RulesetOdds::under_every_choice(whole, decks);
        let edge = |bet: &str| {
            let mut offered = under.iter().filter_map(|odds| odds.wager(bet)).map(|odds| &odds.house_edge);
            let first = offered.next()?;
            offered.all(|other| other == first).then(|| first.clone())
        };
        let named = under.iter().flat_map(|odds| &odds.wagers).map(|odds| odds.bet.clone());
        named.filter_map(|bet| edge(&bet).map(|edge| (bet, edge))).collect()
    }
}

/// What the house keeps of a stake on average, by the last of [`SCALE`] digits, halves away from zero. None beyond 38
/// digits.
pub(crate) fn theoretical(stake: i64, edge: &Fraction) -> Option<i128> {
    let two = BigInt::from(2);
    let scaled = BigInt::from(stake) * edge.numer() * BigInt::from(10).pow(SCALE) * &two;
    let denominator = edge.denom();
    let (half_up, _) = (scaled.magnitude() + denominator.magnitude()).div_rem(&(denominator.magnitude() * 2u32));
    let signed = BigInt::from_biguint(scaled.sign(), half_up).to_i128()?;
    (signed.unsigned_abs() < 10u128.pow(38)).then_some(signed)
}

/// A whole number of at most 38 digits.
pub(crate) fn whole(number: &BigInt) -> Option<i128> {
    number.to_i128().filter(|number| number.unsigned_abs() < 10u128.pow(38))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(numerator: i64, denominator: i64) -> Fraction {
        Fraction::new(numerator.into(), denominator.into())
    }

    #[test]
    fn a_theoretical_win_is_rounded_at_its_twelfth_digit() {
        assert_eq!(theoretical(100, &edge(1, 3)), Some(33_333_333_333_333));
        assert_eq!(theoretical(200, &edge(1, 3)), Some(66_666_666_666_667));
        assert_eq!(theoretical(200, &edge(-1, 3)), Some(-66_666_666_666_667));
        assert_eq!(theoretical(1, &edge(1, 2_000_000_000_000)), Some(1));
        assert_eq!(theoretical(1, &edge(1, 3_000_000_000_000)), Some(0));
        assert_eq!(theoretical(0, &edge(1, 3)), Some(0));
        assert_eq!(theoretical(i64::MAX, &edge(i64::MAX, 1)), None);
    }

    #[test]
    fn edges_are_those_of_the_odds() {
        let edges = Edges::of(&resettle_rulesets::registry().unwrap());
        let id = "sg/mbs/baccarat/2017-02-17";
        let odds = RulesetOdds::of(edges.registry.get(id).unwrap(), 8).unwrap();
        let bets = edges.bets(id, 8);
        assert_eq!(bets.len(), odds.wagers.len());
        for wager in &odds.wagers {
            assert_eq!(bets[&wager.bet], wager.house_edge);
        }
        assert!(edges.bets(id, 99).is_empty());
        assert!(edges.bets("none", 8).is_empty());
    }
}
