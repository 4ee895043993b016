use num_traits::Signed as _;
use resettle_ruleset::Ruleset;

use crate::decimal::percent_not_zero;
use crate::{Fraction, RoundedStake, RulesetOdds};

/// A bet that pays the player more than it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FavoursPlayer {
    /// The bet's id in its ruleset.
    pub bet: String,
    /// On these numbers of decks.
    pub decks: Vec<u32>,
    /// The lowest house edge among them, below zero.
    pub lowest: Fraction,
    /// Where it is below zero by rounding alone: at which stake it is lowest.
    pub at: Option<RoundedStake>,
    /// Why the ruleset has it so; none where it does not say that this is known.
    pub why: Option<String>,
}

impl FavoursPlayer {
    /// In one sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        let decks: Vec<String> = self.decks.iter().map(u32::to_string).collect();
        let why = self.why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        let at = self.at.map_or_else(String::new, |stake| format!(" at a stake of {}, by rounding", stake.in_words()));
        format!(
            "{} favours the player on {} decks: {} house edge{at}{why}",
            self.bet,
            decks.join(", "),
            percent_not_zero(&self.lowest, 1)
        )
    }
}

/// Every bet whose house edge is below zero on some number of decks, at any stake or at some by rounding.
#[must_use]
pub fn favours_player(ruleset: &Ruleset, all: &[RulesetOdds]) -> Vec<FavoursPlayer> {
    let mut out: Vec<FavoursPlayer> = Vec::new();
    for odds in all {
        for wager in &odds.wagers {
            let rounded = wager.rounded.lowest.as_ref().map(|edge| (&edge.house_edge, Some(edge.stake)));
            let exact = (&wager.house_edge, None);
            let below = [Some(exact), rounded].into_iter().flatten().find(|(edge, _)| edge.is_negative());
            let Some((edge, at)) = below else { continue };
            let same = |known: &&mut FavoursPlayer| known.bet == wager.bet && known.at.is_some() == at.is_some();
            if let Some(known) = out.iter_mut().find(same) {
                known.decks.push(odds.decks);
                if *edge < known.lowest {
                    (known.lowest, known.at) = (edge.clone(), at);
                }
                continue;
            }
            let why = ruleset
                .favours_player
                .iter()
                .flatten()
                .find(|known| known.bet == wager.bet)
                .map(|known| known.why.clone());
            let (bet, lowest) = (wager.bet.clone(), edge.clone());
            out.push(FavoursPlayer { bet, decks: vec![odds.decks], lowest, at, why });
        }
    }
    out
}
