//! Words that a log leaves open: nothing in it shows whether such a word is known, so an unknown one is valid and warned about.

use std::collections::BTreeSet;

use resettle_report::print::neutral;
use resettle_ruleset::{Registry, Ruleset};

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

/// What is said of a jurisdiction, a venue and a game of which no ruleset is at hand: each alone, or all three together.
pub fn unknown_place(jurisdiction: &str, venue: &str, game: &str, registry: &Registry) -> Vec<String> {
    let so = "no ruleset here is of it, and its coups are not judged; `resettle ruleset list` shows those there are, --add-rulesets adds some";
    let jurisdictions = registry.iter().map(|ruleset| ruleset.jurisdiction.as_str()).collect();
    let venues = registry.iter().flat_map(|ruleset| ruleset.each_venue()).collect();
    let games = registry.iter().map(|ruleset| ruleset.game.as_str()).collect();
    let words = [("jurisdiction", jurisdiction, jurisdictions), ("venue", venue, venues), ("game", game, games)];
    let said: Vec<String> =
        words.into_iter().filter_map(|(what, word, known)| unknown(what, word, so, &known)).collect();
    let is_there =
        |ruleset: &Ruleset| ruleset.jurisdiction == jurisdiction && ruleset.is_for(venue) && ruleset.game == game;
    if !said.is_empty() || registry.iter().any(|ruleset| is_there(ruleset)) {
        return said;
    }
    vec![format!(
        "no ruleset here is of `{game}` at `{venue}` in `{jurisdiction}`, and its coups are not judged; `resettle ruleset list` shows those there are"
    )]
}

/// What is said of a bet that other games offer, where all rulesets of this game are without it.
pub fn bet_of_another_game(bet: &str, game: &str, registry: &Registry) -> Option<String> {
    let mut of_game = registry.iter().filter(|ruleset| ruleset.game == game).peekable();
    of_game.peek()?;
    let offered = of_game.any(|ruleset| ruleset.wagers.iter().any(|wager| wager.bet.as_str() == bet));
    (!offered).then(|| format!("no ruleset of `{game}` here offers the bet `{bet}`: see whether the game is right"))
}
