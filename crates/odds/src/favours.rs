use num_traits::Signed as _;
use resettle_ruleset::Ruleset;

use crate::decimal::percent_not_zero;
use crate::{Fraction, RulesetOdds};

/// A bet that pays the player more than it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FavoursPlayer {
    /// The bet.
    pub bet: String,
    /// On these numbers of decks.
    pub decks: Vec<u32>,
    /// The lowest house edge among them, below zero.
    pub lowest: Fraction,
    /// Why the ruleset has it so; none where it does not say that this is known.
    pub why: Option<String>,
}

impl FavoursPlayer {
    /// In one sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        let decks: Vec<String> = self.decks.iter().map(u32::to_string).collect();
        let why = self.why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        format!(
            "{} favours the player on {} decks: {} house edge{why}",
            self.bet,
            decks.join(", "),
            percent_not_zero(&self.lowest, 1)
        )
    }
}

/// Every bet whose house edge is below zero on some number of decks.
#[must_use]
pub fn favours_player(ruleset: &Ruleset, all: &[RulesetOdds]) -> Vec<FavoursPlayer> {
    let mut out: Vec<FavoursPlayer> = Vec::new();
    for odds in all {
        for wager in odds.wagers.iter().filter(|wager| wager.house_edge.is_negative()) {
            if let Some(known) = out.iter_mut().find(|known| known.bet == wager.bet) {
                known.decks.push(odds.decks);
                known.lowest = known.lowest.clone().min(wager.house_edge.clone());
                continue;
            }
            let why = ruleset.favours_player.iter().find(|known| known.bet == wager.bet).map(|known| known.why.clone());
            let (bet, lowest) = (wager.bet.clone(), wager.house_edge.clone());
            out.push(FavoursPlayer { bet, decks: vec![odds.decks], lowest, why });
        }
    }
    out
}
