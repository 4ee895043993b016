use std::collections::BTreeMap;

use serde::Serialize;

use crate::stakes::{StakedEdge, StakedEdges};
use crate::wager::{RulesetOdds, WagerOdds};
use crate::{decimal, fraction};

/// Digits after the point of decimals in JSON.
pub const EDGE_DIGITS: u32 = 16;

/// The odds of a ruleset with a number of decks. Fractions are `<a>/<b>` in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsJson {
    /// The ruleset's id.
    pub ruleset: String,
    /// Of each option of the ruleset what is chosen.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub elected: BTreeMap<String, String>,
    /// How many decks.
    pub decks: u32,
    /// The stakes of a table, where they are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stakes: Option<StakesJson>,
    /// Every bet, in the order of the ruleset.
    pub wagers: Vec<WagerJson>,
}

/// The stakes of a table, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StakesJson {
    /// The smallest chip.
    pub chip: i64,
    /// The smallest stake.
    pub minimum: i64,
    /// The largest stake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<i64>,
}

/// What rounding makes of the house edge of a bet at the stakes of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StakedJson {
    /// At the smallest stake that the table takes.
    pub minimum: StakedEdgeJson,
    /// Where it is lowest, if that is below the edge without rounding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lowest: Option<StakedEdgeJson>,
    /// Where it is highest, if that is above the edge without rounding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest: Option<StakedEdgeJson>,
}

/// The house edge at a stake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StakedEdgeJson {
    /// The stake, in minor units.
    pub stake: i64,
    /// As a decimal, rounded to the nearest.
    pub house_edge: String,
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
    /// The same at the stakes of a table, where they are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staked: Option<StakedJson>,
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
    OddsJson {
        ruleset: odds.ruleset.clone(),
        elected: odds.elected.0.clone(),
        decks: odds.decks,
        stakes: odds.stakes.map(|stakes| StakesJson {
            chip: stakes.chip(),
            minimum: stakes.minimum(),
            maximum: stakes.maximum(),
        }),
        wagers: odds.wagers.iter().map(wager).collect(),
    }
}

fn staked(edges: &StakedEdges) -> StakedJson {
    let edge = |at: &StakedEdge| StakedEdgeJson { stake: at.stake, house_edge: decimal(&at.house_edge, EDGE_DIGITS) };
    StakedJson {
        minimum: edge(&edges.minimum),
        lowest: edges.lowest.as_ref().map(edge),
        highest: edges.highest.as_ref().map(edge),
    }
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
        staked: wager.staked.as_ref().map(staked),
        rows,
    }
}
