use num_bigint::BigInt;
use num_traits::{One as _, Zero as _};
use resettle_game::{Odds, Winner};
use resettle_ruleset::{Cite, PayWhen, Ruleset, WagerRule};

use crate::Fraction;
use crate::distribution::Distribution;
use crate::fate::{Fate, fate};
use crate::table::PlayTable;

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The ruleset is not played with so many decks.
    #[error("`{ruleset}` is played with {}, not with {decks} (clause {clause})", range(*min, *max))]
    DecksOutOfRange {
        /// The ruleset's id.
        ruleset: String,
        /// What was asked for.
        decks: u32,
        /// The fewest decks.
        min: u32,
        /// The most decks.
        max: u32,
        /// The clause on decks.
        clause: Cite,
    },
    /// A winning wager has no odds; a checked ruleset has none such.
    #[error("`{ruleset}` does not say what `{bet}` is paid when it wins")]
    Unpaid {
        /// The ruleset's id.
        ruleset: String,
        /// The bet.
        bet: String,
    },
}

fn range(min: u32, max: u32) -> String {
    if min == max { format!("{min} decks") } else { format!("{min} to {max} decks") }
}

/// The exact odds of a ruleset with a number of decks.
#[derive(Clone, Debug)]
pub struct RulesetOdds {
    /// The ruleset's id.
    pub ruleset: String,
    /// How many decks the full shoe holds.
    pub decks: u32,
    /// How many ordered sequences of cards were counted.
    pub sequences: u128,
    /// The probability that the Player's total is higher.
    pub player: Fraction,
    /// The probability that the Banker's total is higher.
    pub banker: Fraction,
    /// The probability that the totals are equal.
    pub tie: Fraction,
    /// Every bet, in the order of the paytable.
    pub wagers: Vec<WagerOdds>,
}

/// The exact odds of one bet. Amounts are per unit staked.
#[derive(Clone, Debug)]
pub struct WagerOdds {
    /// The bet.
    pub bet: String,
    /// The probability that it wins.
    pub win: Fraction,
    /// The probability that the stake goes back.
    pub push: Fraction,
    /// The probability that it loses.
    pub lose: Fraction,
    /// The expected amount back, stake included.
    pub returned: Fraction,
    /// 1 − `returned`: what the house keeps.
    pub house_edge: Fraction,
    /// The variance of the amount back.
    pub variance: Fraction,
    /// The rows of the paytable for it, in the paytable's order.
    pub rows: Vec<RowOdds>,
    /// The clause by which it wins.
    pub wins_by: Cite,
}

/// The probability of one row of the paytable.
#[derive(Clone, Debug)]
pub struct RowOdds {
    /// Which winning wagers it is for.
    pub when: PayWhen,
    /// What they are paid.
    pub pays: Odds,
    /// How probable they are, of all coups.
    pub probability: Fraction,
    /// The clause.
    pub clause: Cite,
}

impl RulesetOdds {
    /// Counts all deals from a full shoe of so many decks.
    ///
    /// # Errors
    /// [`OddsError::DecksOutOfRange`] where the ruleset is not played so.
    pub fn of(ruleset: &Ruleset, decks: u32) -> Result<Self, OddsError> {
        let range = &ruleset.decks;
        if !(range.min..=range.max).contains(&decks) {
            return Err(OddsError::DecksOutOfRange {
                ruleset: ruleset.id.clone(),
                decks,
                min: range.min,
                max: range.max,
                clause: range.clause.clone(),
            });
        }
        let deals = Distribution::of_decks(&PlayTable::of(ruleset), decks);
        Self::of_distribution(ruleset, decks, &deals)
    }

    /// The same for every number of decks that the ruleset allows.
    ///
    /// # Errors
    /// [`OddsError::Unpaid`], which no checked ruleset gives.
    pub fn of_all_decks(ruleset: &Ruleset) -> Result<Vec<Self>, OddsError> {
        (ruleset.decks.min..=ruleset.decks.max).map(|decks| Self::of(ruleset, decks)).collect()
    }

    /// The odds over deals that were counted already.
    ///
    /// # Errors
    /// [`OddsError::Unpaid`], which no checked ruleset gives.
    pub fn of_distribution(ruleset: &Ruleset, decks: u32, deals: &Distribution) -> Result<Self, OddsError> {
        let part = |ways: u128| part_of(ways, deals);
        let mut wagers = Vec::with_capacity(ruleset.wagers.len());
        for rule in in_order_of_paytable(ruleset) {
            wagers.push(wager(ruleset, rule, deals)?);
        }
        Ok(Self {
            ruleset: ruleset.id.clone(),
            decks,
            sequences: deals.all(),
            player: part(deals.of_winner(Winner::Player)),
            banker: part(deals.of_winner(Winner::Banker)),
            tie: part(deals.of_winner(Winner::Tie)),
            wagers,
        })
    }

    /// The odds of a bet, if the ruleset offers it.
    #[must_use]
    pub fn wager(&self, bet: &str) -> Option<&WagerOdds> {
        self.wagers.iter().find(|wager| wager.bet == bet)
    }
}

/// The house edge of a bet with so many decks; none where the ruleset does not offer the bet or is
/// not played with so many.
#[must_use]
pub fn edge<'o>(odds: &'o [RulesetOdds], bet: &str, decks: u32) -> Option<&'o Fraction> {
    odds.iter().find(|odds| odds.decks == decks)?.wager(bet).map(|wager| &wager.house_edge)
}

/// The bets as the paytable names them first.
fn in_order_of_paytable(ruleset: &Ruleset) -> Vec<&WagerRule> {
    let mut rules: Vec<&WagerRule> = ruleset.wagers.iter().collect();
    rules.sort_by_key(|rule| ruleset.paytable.iter().position(|row| row.bet == rule.bet).unwrap_or(usize::MAX));
    rules
}

fn part_of(ways: u128, deals: &Distribution) -> Fraction {
    if deals.all() == 0 { Fraction::zero() } else { Fraction::new(BigInt::from(ways), BigInt::from(deals.all())) }
}

fn wager(ruleset: &Ruleset, rule: &WagerRule, deals: &Distribution) -> Result<WagerOdds, OddsError> {
    let own: Vec<_> = ruleset.paytable.iter().filter(|row| row.bet == rule.bet).collect();
    let mut won = vec![0u128; own.len()];
    let (mut push, mut lose) = (0u128, 0u128);
    for (outcome, ways) in deals.outcomes() {
        match fate(ruleset, rule, &outcome) {
            Fate::Wins(row) => {
                let counted = own.iter().position(|own| std::ptr::eq(*own, row)).and_then(|at| won.get_mut(at));
                if let Some(counted) = counted {
                    *counted += ways;
                }
            }
            Fate::Unpaid => return Err(OddsError::Unpaid { ruleset: ruleset.id.clone(), bet: rule.bet.clone() }),
            Fate::StandsOff => push += ways,
            Fate::Loses => lose += ways,
        }
    }
    let rows: Vec<RowOdds> = own
        .iter()
        .zip(&won)
        .map(|(row, ways)| RowOdds {
            when: row.when,
            pays: row.pays,
            probability: part_of(*ways, deals),
            clause: row.clause.clone(),
        })
        .collect();
    let push = part_of(push, deals);
    // A standoff returns 1, a loss 0.
    let (mut returned, mut square) = (push.clone(), push.clone());
    for row in &rows {
        let back = Fraction::one() + Fraction::new(BigInt::from(row.pays.win()), BigInt::from(row.pays.stake()));
        returned += &row.probability * &back;
        square += &row.probability * &back * &back;
    }
    Ok(WagerOdds {
        bet: rule.bet.clone(),
        win: part_of(won.iter().sum(), deals),
        push,
        lose: part_of(lose, deals),
        house_edge: Fraction::one() - &returned,
        variance: square - &returned * &returned,
        returned,
        rows,
        wins_by: rule.wins.clause.clone(),
    })
}
