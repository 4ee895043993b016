//! Whether an outcome is established while cards are still to come: some available wager has conclusively won or lost,
//! however the round is finished. Any cards may follow.

use resettle_game::KnownCard;
use resettle_rules::Pays;
use resettle_ruleset::Ruleset;

/// What is still possible for one bet.
#[derive(Clone, Copy, Default)]
struct Seen {
    won: bool,
    lost: bool,
    stood_off: bool,
}

impl Seen {
    /// Whether further completions can no longer make the bet conclusive.
    fn open(self) -> bool {
        (self.won && self.lost) || self.stood_off
    }
}

/// The cards dealt when the round was interrupted; `None` is a card of which no points are known.
pub(crate) fn outcome_established(ruleset: &Ruleset, dealt: &[Option<KnownCard>]) -> bool {
    let mut seen = vec![Seen::default(); ruleset.wagers.len()];
    ruleset.book.each_ending(&ruleset.table, dealt, &mut |player, banker| {
        let facts = ruleset.book.facts(player, banker);
        for (bet, seen) in seen.iter_mut().enumerate().filter(|(_, seen)| !seen.open()) {
            match ruleset.row(bet, None, &facts).map(|row| row.pays()) {
                Some(Pays::Odds(_)) => seen.won = true,
                Some(Pays::Loses | Pays::LosesPart { .. }) => seen.lost = true,
                Some(Pays::Push) | None => seen.stood_off = true,
            }
        }
        !seen.iter().all(|seen| seen.open())
    });
    seen.iter().any(|seen| !seen.open())
}
