use std::collections::BTreeSet;

use resettle_odds::{FavoursPlayer, Fraction, OddsError, RulesetOdds, edge, favours_player};
use resettle_ruleset::Ruleset;

/// The house edge of a bet with a number of decks, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeChange {
    /// The bet.
    pub bet: String,
    /// How many decks.
    pub decks: u32,
    /// Before; none where the old version does not offer the bet or is not played so.
    pub old: Option<Fraction>,
    /// After.
    pub new: Option<Fraction>,
}

impl EdgeChange {
    /// By how much the house keeps more; none where one version does not have it.
    #[must_use]
    pub fn rise(&self) -> Option<Fraction> {
        Some(self.new.as_ref()? - self.old.as_ref()?)
    }
}

/// Every bet and every number of decks of either version, bets in the order of the paytables; and those of the new
/// version that favour the player.
pub(crate) fn edges(old: &Ruleset, new: &Ruleset) -> Result<(Vec<EdgeChange>, Vec<FavoursPlayer>), OddsError> {
    let (before, after) = (RulesetOdds::of_all_decks(old)?, RulesetOdds::of_all_decks(new)?);
    let mut bets: Vec<&str> = Vec::new();
    for wager in before.iter().chain(&after).flat_map(|odds| &odds.wagers) {
        if !bets.contains(&wager.bet.as_str()) {
            bets.push(&wager.bet);
        }
    }
    let decks: BTreeSet<u32> = before.iter().chain(&after).map(|odds| odds.decks).collect();
    let mut out = Vec::with_capacity(bets.len() * decks.len());
    for bet in bets {
        for decks in &decks {
            let of = |odds| edge(odds, bet, *decks).cloned();
            out.push(EdgeChange { bet: bet.to_owned(), decks: *decks, old: of(&before), new: of(&after) });
        }
    }
    Ok((out, favours_player(new, &after)))
}
