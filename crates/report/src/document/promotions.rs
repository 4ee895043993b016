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
}
