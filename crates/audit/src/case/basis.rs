use resettle_game::Card;
use resettle_ruleset::Cited;

use crate::coup::{Hands, Outcome};

/// What a coup is settled by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Basis {
    pub(crate) outcome: Outcome,
    /// Whether the outcome follows from the cards; otherwise it is the declared one.
    pub(crate) from_cards: bool,
    /// The hands, if the outcome follows from the cards.
    pub(crate) hands: Option<Hands>,
    /// Whether it is a reading that the coup stands as declared.
    pub(crate) by_a_reading: bool,
    /// Whether by another reading of what lets it stand the cards count, dealt by the rules.
    pub(crate) or_by_cards: bool,
    /// The card kept by right if rank and suit are known, and the clause if the next coup has to be a no-bet coup.
    pub(crate) kept: Option<(Option<Card>, Option<Cited>)>,
    /// Whether it stands as declared because somebody logged that it was misdealt.
    pub(crate) rests_on_claim: bool,
    /// Whether it was misdealt, but such an error cannot explain what was announced.
    pub(crate) beyond_reach: bool,
    /// Whether the cards count in another order than the one drawn, which rests only on somebody's word.
    pub(crate) reordered: bool,
    /// Whether the logged reconstruction is not a possible one, so that the cards count as drawn.
    pub(crate) as_drawn: bool,
}
