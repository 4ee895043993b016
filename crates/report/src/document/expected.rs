use serde::{Deserialize, Serialize};

/// What the rules and the decks lead one to expect of what was played. Decimals are text, rounded to the nearest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Expected {
    /// What the bands are, in words.
    pub band: String,
    /// How often each result, for each row of `outcomes` whose decks are known.
    pub outcomes: Vec<ExpectedOutcomes>,
    /// What each table wins, over the coups that its cards settled.
    pub tables: Vec<ExpectedWin>,
}

/// The results that are expected under one ruleset, from shoes of so many decks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ExpectedOutcomes {
    /// The id of the ruleset that judged them.
    pub ruleset: String,
    /// Of how many decks their shoes are.
    pub decks: u32,
    /// The coups that have a result by their cards.
    pub coups: u64,
    /// How often the Player should win.
    pub player: ExpectedCount,
    /// How often the Banker should win.
    pub banker: ExpectedCount,
    /// How often the totals should be equal.
    pub tie: ExpectedCount,
}

/// How often one result is expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ExpectedCount {
    /// Its probability, ten digits after the point.
    pub probability: String,
    /// How many of the coups, two digits after the point.
    pub expected: String,
    /// The lowest count of the band.
    pub low: String,
    /// The highest count of the band.
    pub high: String,
}

/// What one table is expected to win. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ExpectedWin {
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// As rulesets name it.
    pub game: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// ISO 4217 code.
    pub currency: String,
    /// What was staked in the coups that count here.
    pub staked: i128,
    /// What the table won in them: stakes less what went back.
    pub won: i128,
    /// What it should have won on average, a whole number.
    pub expected: String,
    /// The lowest amount of the band.
    pub low: String,
    /// The highest amount of the band.
    pub high: String,
}
