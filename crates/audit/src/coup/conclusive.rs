//! Whether an outcome is established while cards are still to come: some available wager has conclusively won or lost,
//! however the round is finished. Any cards may follow.

use resettle_game::KnownCard;
use resettle_rules::{Book, Pays};
use resettle_ruleset::{Ruleset, WagerRule};

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
    if !ruleset.book.distinguishes_cards() {
        return any_is_conclusive(ruleset, &ruleset.book, &ruleset.wagers, dealt);
    }
    // Each alone: the hands that one bet distinguishes are many, those that all do together far more.
    ruleset.wagers.iter().any(|rule| {
        let book = Book::of(&[rule.core()]);
        book.is_ok_and(|book| any_is_conclusive(ruleset, &book, std::slice::from_ref(rule), dealt))
    })
}

/// Whether one of these bets has conclusively won or lost; `book` is that of exactly these.
fn any_is_conclusive(ruleset: &Ruleset, book: &Book, bets: &[WagerRule], dealt: &[Option<KnownCard>]) -> bool {
    let mut seen = vec![Seen::default(); bets.len()];
    book.each_ending(&ruleset.table, dealt, &mut |player, banker| {
        let facts = book.facts(player, banker);
        for (at, (rule, seen)) in bets.iter().zip(&mut seen).enumerate().filter(|(_, (_, seen))| !seen.open()) {
            match book.row(at, &facts).and_then(|row| rule.rows.get(row)).map(|row| row.pays()) {
                Some(Pays::Odds(_)) => seen.won = true,
                Some(Pays::Loses | Pays::LosesPart { .. }) => seen.lost = true,
                Some(Pays::Push) | None => seen.stood_off = true,
            }
        }
        !seen.iter().all(|seen| seen.open())
    });
    seen.iter().any(|seen| !seen.open())
}
