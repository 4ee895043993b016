use num_bigint::BigInt;
use num_traits::{One as _, Zero as _};
use resettle_game::Winner;
use resettle_rules::{BetRows, Book, Pays};
use resettle_ruleset::{Cite, Decks, Elected, Ruleset, WagerRule};

use crate::Fraction;
use crate::distribution::Distribution;
use crate::rounded::Rounded;
use crate::stakes::{StakedEdges, Stakes};

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The ruleset is not played with this many decks.
    #[error("`{ruleset}` is played with {}, not with {decks} ({})", of_decks(range), clause.in_words())]
    DecksOutOfRange {
        /// The ruleset's id.
        ruleset: String,
        /// What was asked for.
        decks: u32,
        /// The decks that it is played with.
        range: Box<Decks>,
        /// The clause on decks.
        clause: Cite,
    },
    /// More decks than any ruleset may name: where no most is stated, a log may say any number.
    #[error("the odds of `{ruleset}` are counted with at most {MOST_DECKS} decks, not with {decks}")]
    TooManyDecks {
        /// The ruleset's id.
        ruleset: String,
        /// What was asked for.
        decks: u32,
    },
    /// A winning wager has no odds; a checked ruleset has none such.
    #[error("`{ruleset}` does not say what `{bet}` is paid when it wins")]
    Unpaid {
        /// The ruleset's id.
        ruleset: String,
        /// The name of the bet in the ruleset.
        bet: String,
    },
}

/// With more decks the ways to deal could be more than are counted.
const MOST_DECKS: u32 = 100;

fn of_decks(range: &Decks) -> String {
    format!("{} decks", range.in_words())
}

/// The exact odds of a ruleset with a number of decks.
#[derive(Clone, Debug)]
pub struct RulesetOdds {
    /// The ruleset's id.
    pub ruleset: String,
    /// What the rules hold under, where the ruleset leaves choices.
    pub elected: Elected,
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
    /// Every bet, in the order of the ruleset.
    pub wagers: Vec<WagerOdds>,
    /// The stakes of a table, where it was asked what rounding makes of them.
    pub stakes: Option<Stakes>,
}

/// The exact odds of one bet. Amounts are per unit staked.
#[derive(Clone, Debug)]
pub struct WagerOdds {
    /// The bet's id in its ruleset.
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
    /// What rounding makes of the house edge.
    pub rounded: Rounded,
    /// The same at the stakes of a table, where these are given.
    pub staked: Option<StakedEdges>,
    /// The variance of the amount back.
    pub variance: Fraction,
    /// Its rows, in the ruleset's order.
    pub rows: Vec<RowOdds>,
    /// The clause by which it wins.
    pub wins_by: Cite,
}

/// The probability of one row of a bet.
#[derive(Clone, Debug)]
pub struct RowOdds {
    /// When it holds, as people read it: what distinguishes it from the other rows by which the bet wins.
    pub when: String,
    /// What becomes of a stake.
    pub pays: Pays,
    /// How probable it is, of all coups.
    pub probability: Fraction,
    /// Where the document says so.
    pub clause: Cite,
}

impl WagerOdds {
    /// The rows by which it wins.
    #[must_use]
    pub fn winning(&self) -> Vec<&RowOdds> {
        self.rows.iter().filter(|row| row.pays.wins()).collect()
    }
}

impl RulesetOdds {
    /// Counts all deals from a full shoe of this many decks.
    ///
    /// # Errors
    /// [`OddsError::DecksOutOfRange`] where the ruleset is not played so, [`OddsError::TooManyDecks`] where that is too much.
    pub fn of(ruleset: &Ruleset, decks: u32) -> Result<Self, OddsError> {
        let range = &ruleset.decks;
        if !range.allows(decks) {
            return Err(OddsError::DecksOutOfRange {
                ruleset: ruleset.id.clone(),
                decks,
                range: Box::new(range.clone()),
                clause: range.clause.clone(),
            });
        }
        if decks > MOST_DECKS {
            return Err(OddsError::TooManyDecks { ruleset: ruleset.id.clone(), decks });
        }
        let mut wagers: Vec<Option<WagerOdds>> = vec![None; ruleset.wagers.len()];
        let mut of = None;
        for (bets, book) in books(ruleset) {
            let deals = Distribution::of_decks(&book, &ruleset.table, decks);
            for (at, bet) in bets.into_iter().enumerate() {
                if let (Some(rule), Some(slot)) = (ruleset.wagers.get(bet), wagers.get_mut(bet)) {
                    *slot = Some(wager(ruleset, (&book, at), rule, &deals)?);
                }
            }
            of.get_or_insert(deals);
        }
        let deals = of.unwrap_or_else(|| Distribution::of_decks(&ruleset.book, &ruleset.table, decks));
        let part = |ways: u128| part_of(ways, &deals);
        Ok(Self {
            ruleset: ruleset.id.clone(),
            elected: ruleset.elected.clone(),
            decks,
            sequences: deals.all(),
            player: part(deals.of_winner(Winner::Player)),
            banker: part(deals.of_winner(Winner::Banker)),
            tie: part(deals.of_winner(Winner::Tie)),
            wagers: wagers.into_iter().flatten().collect(),
            stakes: None,
        })
    }

    /// The same for every number of decks that the ruleset allows; of those without a most the least and a usual one,
    /// as [`Decks::counted`] says.
    ///
    /// # Errors
    /// [`OddsError::Unpaid`], which no checked ruleset gives.
    pub fn of_all_decks(ruleset: &Ruleset) -> Result<Vec<Self>, OddsError> {
        ruleset.decks.counted().into_iter().map(|decks| Self::of(ruleset, decks)).collect()
    }

    /// The odds under each set of choices that a ruleset leaves, or of the ruleset as it is; none where it is not played
    /// with this many decks.
    #[must_use]
    pub fn under_every_choice(ruleset: &Ruleset, decks: u32) -> Vec<Self> {
        let under = ruleset.variants.iter().map(|(_, rules)| rules.as_ref());
        let under = under.chain(ruleset.variants.is_empty().then_some(ruleset));
        under.filter_map(|rules| Self::of(rules, decks).ok()).collect()
    }

    /// The odds of a bet, if the ruleset offers it.
    #[must_use]
    pub fn wager(&self, bet: &str) -> Option<&WagerOdds> {
        self.wagers.iter().find(|wager| wager.bet == bet)
    }
}

/// The house edge of a bet with this many decks; none where the ruleset does not offer the bet or is
/// not played with this many.
#[must_use]
pub fn edge<'o>(odds: &'o [RulesetOdds], bet: &str, decks: u32) -> Option<&'o Fraction> {
    odds.iter().find(|odds| odds.decks == decks)?.wager(bet).map(|wager| &wager.house_edge)
}

fn part_of(ways: u128, deals: &Distribution) -> Fraction {
    if deals.all() == 0 { Fraction::zero() } else { Fraction::new(BigInt::from(ways), BigInt::from(deals.all())) }
}

/// The bets by which deals are counted together, by their numbers in the ruleset, with a book of them: those that distinguish
/// many cards each alone, so that the hands of one are not distinguished by another.
fn books(ruleset: &Ruleset) -> Vec<(Vec<usize>, Book)> {
    let whole = || vec![((0..ruleset.wagers.len()).collect(), ruleset.book.clone())];
    if !ruleset.book.distinguishes_cards() {
        return whole();
    }
    let cores: Vec<BetRows> = ruleset.wagers.iter().map(WagerRule::core).collect();
    let mut together: (Vec<usize>, Vec<BetRows>) = Default::default();
    let mut books = Vec::new();
    for (at, core) in cores.into_iter().enumerate() {
        match Book::of(std::slice::from_ref(&core)) {
            Ok(book) if book.distinguishes_cards() => books.push((vec![at], book)),
            Ok(_) => {
                together.0.push(at);
                together.1.push(core);
            }
            Err(_) => return whole(),
        }
    }
    match Book::of(&together.1) {
        Ok(book) if !together.0.is_empty() => books.insert(0, (together.0, book)),
        Ok(_) => {}
        Err(_) => return whole(),
    }
    books
}

/// `own` is the book by which deals were counted, and the number of the bet in it.
fn wager(
    ruleset: &Ruleset,
    own: (&Book, usize),
    rule: &WagerRule,
    deals: &Distribution,
) -> Result<WagerOdds, OddsError> {
    let mut counted = vec![0u128; rule.rows.len()];
    for (facts, ways) in deals.outcomes() {
        let slot = own.0.row(own.1, facts).and_then(|row| counted.get_mut(row));
        let Some(slot) = slot else {
            return Err(OddsError::Unpaid { ruleset: ruleset.id.clone(), bet: rule.bet.clone() });
        };
        *slot += ways;
    }
    let of = |wanted: fn(Pays) -> bool| -> Fraction {
        let rows = rule.rows.iter().zip(&counted).filter(|(row, _)| wanted(row.pays()));
        part_of(rows.map(|(_, ways)| ways).sum(), deals)
    };
    let (mut returned, mut square) = (Fraction::zero(), Fraction::zero());
    for (row, ways) in rule.rows.iter().zip(&counted) {
        let (probability, back) = (part_of(*ways, deals), back(ruleset, &rule.bet, row.pays()));
        returned += &probability * &back;
        square += &probability * &back * &back;
    }
    let rows = rule.rows.iter().zip(&counted).map(|(row, ways)| RowOdds {
        when: rule.apart(row),
        pays: row.pays(),
        probability: part_of(*ways, deals),
        clause: row.settled_by().clone(),
    });
    let wins_by = rule.first_win().map(|row| row.clause.clone());
    let mut wager = WagerOdds {
        bet: rule.bet.clone(),
        win: of(Pays::wins),
        push: of(|pays| pays == Pays::Push),
        lose: of(Pays::loses),
        house_edge: Fraction::one() - &returned,
        variance: square - &returned * &returned,
        returned,
        rows: rows.collect(),
        wins_by: wins_by.ok_or_else(|| OddsError::Unpaid { ruleset: ruleset.id.clone(), bet: rule.bet.clone() })?,
        rounded: Rounded::default(),
        staked: None,
    };
    wager.rounded = Rounded::of(ruleset, &wager);
    Ok(wager)
}

/// What comes back of one unit staked, a commission taken off.
fn back(ruleset: &Ruleset, bet: &str, pays: Pays) -> Fraction {
    let fraction = |a: u32, b: u32| Fraction::new(BigInt::from(a), BigInt::from(b));
    match pays {
        Pays::Odds(odds) => {
            let kept = ruleset.commission_rate(bet).map(|rate| fraction(rate.of_winnings.0, rate.of_winnings.1));
            Fraction::one() + fraction(odds.win(), odds.stake()) * (Fraction::one() - kept.unwrap_or_default())
        }
        Pays::Push => Fraction::one(),
        Pays::Loses => Fraction::zero(),
        Pays::LosesPart { lost, of } => Fraction::one() - fraction(lost, of),
    }
}
