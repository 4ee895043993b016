//! Whether an outcome is established while cards are still to come: some available wager has
//! conclusively won or lost, however the round is finished. Any ranks may follow.

use resettle_game::{Card, Rank, Suit};
use resettle_ruleset::Ruleset;

use super::outcome::WagerOutcome;
use super::play::play;

/// What is still possible for one bet.
#[derive(Clone, Copy, Default)]
struct Seen {
    won: bool,
    lost: bool,
    stood_off: bool,
}

impl Seen {
    /// Whether more completions cannot make the bet conclusive any more.
    fn open(self) -> bool {
        usize::from(self.won) + usize::from(self.lost) + usize::from(self.stood_off) > 1 || self.stood_off
    }
}

/// The cards dealt when the round was interrupted; `None` is a card that could not be read.
pub(crate) fn outcome_established(ruleset: &Ruleset, dealt: &[Option<Card>]) -> bool {
    let mut seen = vec![Seen::default(); ruleset.wagers.len()];
    let mut cards = Vec::with_capacity(6);
    complete(ruleset, dealt, &mut cards, &mut seen);
    seen.iter().any(|seen| !seen.open())
}

fn complete(ruleset: &Ruleset, dealt: &[Option<Card>], cards: &mut Vec<Card>, seen: &mut [Seen]) {
    if seen.iter().all(|seen| seen.open()) {
        return;
    }
    let next = cards.len();
    match dealt.get(next) {
        Some(Some(card)) => {
            cards.push(*card);
            complete(ruleset, dealt, cards, seen);
            cards.pop();
        }
        Some(None) => any_rank(ruleset, dealt, cards, seen),
        None => {
            let played = play(ruleset, cards);
            if played.lacks.is_some() {
                any_rank(ruleset, dealt, cards, seen);
                return;
            }
            let outcome = played.hands.outcome(ruleset);
            for (rule, seen) in ruleset.wagers.iter().zip(seen.iter_mut()) {
                match outcome.of_wager(rule, None) {
                    Some(WagerOutcome::Wins) => seen.won = true,
                    Some(WagerOutcome::Loses) => seen.lost = true,
                    Some(WagerOutcome::StandsOff) | None => seen.stood_off = true,
                }
            }
        }
    }
}

/// Suits decide nothing in this family of games: one stands for all.
fn any_rank(ruleset: &Ruleset, dealt: &[Option<Card>], cards: &mut Vec<Card>, seen: &mut [Seen]) {
    let [suit, ..] = Suit::ALL;
    for rank in Rank::ALL {
        cards.push(Card { rank, suit });
        complete(ruleset, dealt, cards, seen);
        cards.pop();
    }
}
