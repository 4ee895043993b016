use resettle_game::Kind;
use resettle_ruleset::{Consequence, ResolvedFacts};

use resettle_equivalence::misdeal;

/// What becomes of the stakes of a coup with an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Money {
    /// Every stake goes back.
    StakeBack,
    /// The coup is settled, or the stakes go back, as somebody decides.
    Either,
    /// The coup is settled by its cards.
    ByCards,
    /// The coup is settled by what was declared.
    AsDeclared,
    /// The coup is settled; of some wagers the stake is right as well.
    SomeApart,
}

/// The money by a consequence; none is silence.
pub(super) fn money(kind: Kind, then: Option<Consequence>, facts: &ResolvedFacts) -> Money {
    let put_right = facts.reconstructed || (kind == Kind::CardsDrawnTogether && facts.order_known);
    match then {
        Some(Consequence::Void) => Money::StakeBack,
        Some(Consequence::MayVoid | Consequence::Referred) => Money::Either,
        Some(Consequence::StandsAsDeclared) => Money::AsDeclared,
        Some(Consequence::TerminalsApart | Consequence::VoidsWagers) => Money::SomeApart,
        // A misdeal for which there is no clause stands.
        None if misdeal(kind) && !put_right => Money::AsDeclared,
        None
        | Some(
            Consequence::PlaysOn
            | Consequence::ThirdCardOrKept
            | Consequence::KeptForNoBetCoup
            | Consequence::OpensNoBetCoup
            | Consequence::DeviceVoid
            | Consequence::Corrected
            | Consequence::Burned,
        ) => Money::ByCards,
    }
}

/// Whether it says which cards count, or whether the next coup has wagers: what is due hangs on it even where both the old
/// and the new consequence go by the cards.
pub(super) fn decides_cards(then: Consequence) -> bool {
    matches!(
        then,
        Consequence::ThirdCardOrKept
            | Consequence::KeptForNoBetCoup
            | Consequence::OpensNoBetCoup
            | Consequence::Corrected
            | Consequence::Burned
    )
}

impl Money {
    /// What a stake returns; `settled` is what it returns by its cards, and as declared where the
    /// declaration is not distinguished. None where other things decide.
    pub(super) fn of(self, stake: &str, settled: &str) -> Option<String> {
        match self {
            Self::StakeBack => Some(stake.to_owned()),
            Self::Either => Some(format!("{stake} or {settled}")),
            Self::ByCards | Self::AsDeclared => Some(settled.to_owned()),
            Self::SomeApart => None,
        }
    }
}
