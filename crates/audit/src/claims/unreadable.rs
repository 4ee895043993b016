//! What the readable cards show beside the unreadable ones. `adjudication.md`, "Reach".

use resettle_coup_log::Declared;
use resettle_game::{DeclaredResult, KnownCard, To, Winner};
use resettle_ruleset::Ruleset;

use super::deals::endings;
use super::dealt::side;

/// Whether some ranks in place of the unreadable cards give what was declared. Only ranks count with which the table of
/// play uses exactly the cards that lie in the hands.
pub(crate) fn fits(ruleset: &Ruleset, cards: &[Option<KnownCard>], to: Option<&[To]>, declared: &Declared) -> bool {
    let in_hand: Vec<Option<KnownCard>> = match to {
        Some(to) => cards.iter().zip(to).filter(|(_, to)| side(**to).is_some()).map(|(card, _)| *card).collect(),
        None => cards.to_vec(),
    };
    let same = |said: Option<i64>, is: u8| said.is_none_or(|said| said == i64::from(is));
    endings(ruleset, &in_hand).into_iter().filter(|dealing| dealing.cards == in_hand.len()).any(|dealing| {
        let winner = Winner::by_totals(dealing.player, dealing.banker).word();
        declared.result.is_none_or(|said| said == DeclaredResult::Void || winner == said.word())
            && same(declared.player, dealing.player)
            && same(declared.banker, dealing.banker)
            && same(declared.sevens, dealing.sevens)
    })
}
