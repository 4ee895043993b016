//! From the log's card words to cards.

use resettle_coup_log::CardCode;
use resettle_game::{Card, KnownCard, Rank, Suit};
use resettle_ruleset::Ruleset;

/// The card behind a log's word; `None` unless rank and suit are known.
pub(crate) fn card(code: CardCode) -> Option<Card> {
    Some(Card { rank: Rank::from_letter(code.rank()?)?, suit: Suit::from_letter(code.suit()?)? })
}

/// What is known of a card, if that gives its points; `None` for `??`, `XX`, a suit alone, and points that no card has.
pub(crate) fn known(ruleset: &Ruleset, code: CardCode) -> Option<KnownCard> {
    if let Some(points) = code.points() {
        let known = KnownCard::Points(points);
        return ruleset.table.some_card(known).map(|_| known);
    }
    let rank = Rank::from_letter(code.rank()?)?;
    Some(card(code).map_or(KnownCard::Rank(rank), KnownCard::Whole))
}

/// All cards, or `None` if one of them has no points that are known.
pub(crate) fn cards(ruleset: &Ruleset, codes: &[CardCode]) -> Option<Vec<KnownCard>> {
    codes.iter().map(|code| known(ruleset, *code)).collect()
}
