//! Words that a log leaves open: nothing in it shows whether such a word is known, so an unknown one is valid and warned about.

use std::collections::BTreeSet;

use resettle_report::print::neutral;
use resettle_ruleset::Registry;

use crate::spelling::did_you_mean;

/// The bets that the format names; a ruleset may name others.
const BETS: [&str; 6] = ["player", "banker", "tie", "super_sevens", "player_pair", "banker_pair"];

/// The bets that the format or a ruleset at hand names.
pub fn bets(registry: &Registry) -> BTreeSet<&str> {
    let offered = registry.iter().flat_map(|ruleset| ruleset.wagers.iter().map(|wager| wager.bet.as_str()));
    BETS.into_iter().chain(offered).collect()
}

/// What follows from an unknown bet.
pub const UNKNOWN_BET: &str = "no ruleset here offers it";

/// What is said of an unknown word; `what` it is, and what follows from it (`so`).
pub fn unknown(what: &str, word: &str, so: &str, known: &BTreeSet<&str>) -> Option<String> {
    if known.contains(word) {
        return None;
    }
    let near = did_you_mean(word, known.iter().copied())
        .unwrap_or_else(|| format!("known are {}", known.iter().copied().collect::<Vec<_>>().join(", ")));
    Some(format!("unknown {what} `{}`: {so}; {near}", neutral(word)))
}
