//! Whether the log shows what an irregularity states, or it rests on somebody's word. `adjudication.md`, "The register".

use resettle_coup_log::{Accepted, CardCode, Irregularity};
use resettle_ruleset::Ruleset;
use resettle_words::{Affects, Kind, Shown};

use super::dealt::{Dealt, as_the_rules_send};
use crate::case::Case;
use crate::coup::play;
use crate::sink::Evidence;

/// What an irregularity of a coup rests on.
pub(super) fn evidence(case: &Case<'_>, irregularity: &Irregularity) -> Evidence {
    let coup = case.coup;
    let shown = match irregularity.kind {
        Kind::ForeignCard => coup.cards.iter().flatten().any(|code| *code == CardCode::FOREIGN),
        Kind::WrongCardCount
        | Kind::UnauthorisedDraw
        | Kind::DealtOutOfOrder
        | Kind::CardsDrawnTogether
        | Kind::OrderAltered => {
            coup.reconstructed_cards.as_ref().is_some_and(|put| coup.cards.as_ref() != Some(put))
                || Dealt::of(coup).is_some_and(|dealt| shows_a_misdeal(case.ruleset, &dealt))
        }
        Kind::InsufficientCards => Dealt::of(coup).is_some_and(|dealt| !dealt.is_complete(case.ruleset)),
        Kind::TechnicalInterruption => match irregularity.facts.affects.unwrap_or(Affects::Round) {
            Affects::Round => Dealt::of(coup).is_some_and(|dealt| !dealt.is_complete(case.ruleset)),
            Affects::Terminals => coup.wagers.iter().flatten().any(|wager| wager.accepted == Accepted::No),
        },
        Kind::DisplayError => match (coup.wrd, coup.declared.and_then(|declared| declared.result)) {
            (Some(shown), Some(result)) => shown != Shown::None && shown.word() != result.word(),
            _ => false,
        },
        Kind::ExtraCard
        | Kind::MissingCard
        | Kind::UnshuffledCards
        | Kind::BurnOmitted
        | Kind::SequenceRevealed
        | Kind::FaceUpCard
        | Kind::DeviceMalfunction
        | Kind::Disruption
        | Kind::Fraud
        | Kind::ProhibitedDevice
        | Kind::Other => false,
    };
    if shown { Evidence::Log } else { Evidence::Word }
}

/// Whether the number of cards, or where they were put, differs from what the table of play gives.
fn shows_a_misdeal(ruleset: &Ruleset, dealt: &Dealt<'_>) -> bool {
    if dealt.sets_aside() {
        return true;
    }
    let Some(cards) = dealt.known() else { return false };
    let played = play(ruleset, &cards);
    let right = |put| as_the_rules_send(&played, cards.len(), put);
    played.lacks.is_some()
        || played.to.len() != cards.len()
        || dealt.first_to.is_some_and(|put| !right(put))
        || dealt.to.is_some_and(|put| !right(put))
}
