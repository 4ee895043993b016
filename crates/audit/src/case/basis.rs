use resettle_game::Card;

use crate::coup::{Hands, Outcome};

/// By what a coup is settled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Basis {
    pub(crate) outcome: Outcome,
    /// Whether the outcome is what the cards give; otherwise it is what was declared.
    pub(crate) from_cards: bool,
    /// The hands, where the cards give the outcome.
    pub(crate) hands: Option<Hands>,
    /// Whether it is a reading that the coup stands as declared.
    pub(crate) by_a_reading: bool,
    /// The card kept by right, and the clause if the next coup has to be a no-bet coup.
    pub(crate) kept: Option<(Card, Option<String>)>,
    /// Whether it stands as declared because somebody says that it was misdealt.
    pub(crate) rests_on_claim: bool,
    /// Whether it was misdealt, and such an error cannot explain what was announced.
    pub(crate) beyond_reach: bool,
    /// Whether the cards count in another order than that drawn, which only somebody's word lets them.
    pub(crate) reordered: bool,
    /// Whether a reconstruction is logged that no reconstruction can be, and the cards count as drawn.
    pub(crate) as_drawn: bool,
}
