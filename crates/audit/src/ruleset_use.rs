//! How many coups a ruleset judged.

use resettle_ruleset::Ruleset;

/// A ruleset that coups were judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetUse {
    /// The path of its folder: jurisdiction, venue, game, date.
    pub id: String,
    /// SHA-256 over its two files: what is approved.
    pub digest: String,
    /// How many coups.
    pub coups: u64,
    /// Of how many of them it is uncertain whether it was in force.
    pub uncertain: u64,
}

impl RulesetUse {
    /// A ruleset that judged no coup.
    #[must_use]
    pub fn none_of(ruleset: &Ruleset) -> Self {
        Self { id: ruleset.id.clone(), digest: ruleset.digest.clone(), coups: 0, uncertain: 0 }
    }
}
