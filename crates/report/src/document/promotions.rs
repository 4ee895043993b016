use serde::{Deserialize, Serialize};

/// The register of promotions that was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PromotionsUsed {
    /// Its folder as it was named.
    pub path: String,
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// As rulesets name it.
    pub game: String,
    /// The currency of its amounts, ISO 4217.
    pub currency: String,
    /// The time up to which it reports.
    pub as_of: String,
    /// How many promotions a ruleset judged.
    pub judged: u64,
    /// How many could be read, and no ruleset was in force for them.
    pub not_judged: u64,
    /// The files that were not given; each may be one that has no rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// What no clause judges, counted with its money.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<PromotionNote>,
}

/// Something in a register that no clause judges. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PromotionNote {
    /// What: `draws_not_held`, `prizes_not_paid`, `cash_above`, `paid_above_value`, `payees_not_named`.
    pub what: String,
    /// What, in words.
    pub says: String,
    /// How often.
    pub number: u64,
    /// The money in it.
    pub money: i128,
    /// The first rows that show it, as `draws.csv:3`.
    pub places: Vec<String>,
}
