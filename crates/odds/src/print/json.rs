use serde::Serialize;

use crate::wager::{RulesetOdds, WagerOdds};
use crate::{decimal, fraction};

/// Digits after the point of decimals in JSON.
pub const EDGE_DIGITS: u32 = 16;

/// The odds of a ruleset with a number of decks. Fractions are `<a>/<b>` in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsJson {
    /// The ruleset's id.
    pub ruleset: String,
    /// How many decks.
    pub decks: u32,
    /// Every bet, in the order of the ruleset.
    pub wagers: Vec<WagerJson>,
}

/// The odds of a bet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WagerJson {
    /// The bet's id in its ruleset.
    pub bet: String,
    /// The probability that it wins.
    pub win: String,
    /// The probability that the stake goes back.
    pub push: String,
    /// The probability that it loses.
    pub lose: String,
    /// The expected amount back per unit staked, stake included.
    #[serde(rename = "return")]
    pub returned: String,
    /// 1 − `return`, as a decimal, rounded to the nearest.
    pub house_edge: String,
    /// What rounding makes of the house edge: at the smallest stake at which it moves, and at the one at which it is lowest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounded: Vec<RoundedJson>,
    /// The rows by which it wins, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowJson>,
}

/// The house edge at a stake, as the rules round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundedJson {
    /// The stake, `1 chip`.
    pub stake: String,
    /// As a decimal, rounded to the nearest.
    pub house_edge: String,
}

/// A row by which a bet wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowJson {
    /// The odds, "a to b".
    pub pays: String,
    /// Its probability, of all coups.
    pub probability: String,
}

/// The odds as the contract writes them.
#[must_use]
pub fn json(odds: &RulesetOdds) -> OddsJson {
    OddsJson { ruleset: odds.ruleset.clone(), decks: odds.decks, wagers: odds.wagers.iter().map(wager).collect() }
}

fn wager(wager: &WagerOdds) -> WagerJson {
    let winning = wager.winning();
    let rows = if winning.len() > 1 {
        let row =
            |row: &crate::RowOdds| RowJson { pays: row.pays.to_string(), probability: fraction(&row.probability) };
        winning.into_iter().map(row).collect()
    } else {
        Vec::new()
    };
    WagerJson {
        bet: wager.bet.clone(),
        win: fraction(&wager.win),
        push: fraction(&wager.push),
        lose: fraction(&wager.lose),
        returned: fraction(&wager.returned),
        house_edge: decimal(&wager.house_edge, EDGE_DIGITS),
        rounded: wager
            .rounded
            .edges()
            .map(|edge| RoundedJson {
                stake: edge.stake.in_words(),
                house_edge: decimal(&edge.house_edge, EDGE_DIGITS),
            })
            .collect(),
        rows,
    }
}
