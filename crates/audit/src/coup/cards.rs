//! From the log's card words to cards.

use resettle_coup_log::CardCode;
use resettle_game::{Card, Rank, Suit};

/// The card behind a log's word; `None` for `??` and `XX`.
pub(crate) fn card(code: CardCode) -> Option<Card> {
    Some(Card { rank: Rank::from_letter(code.rank()?)?, suit: Suit::from_letter(code.suit()?)? })
}

/// All cards, or `None` if one of them is not a card.
pub(crate) fn cards(codes: &[CardCode]) -> Option<Vec<Card>> {
    codes.iter().map(|code| card(*code)).collect()
}
