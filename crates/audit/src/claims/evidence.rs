//! Whether the log shows what an irregularity states, or it rests on somebody's word. `adjudication.md`, "The register".
//!
//! What the claim writes itself shows nothing: its facts, where its cards ended (`to`), how they were put right, and cards
//! or times that were left out. Anybody who claims that cards lacked can leave the last one out.

use resettle_coup_log::CardCode;
use resettle_game::{Affects, Kind, Shown};

use super::dealt::{Dealt, side};
use crate::case::Case;
use crate::coup::{Played, play};
use crate::irregularity::Logged;
use crate::sink::Evidence;

/// What an irregularity of a coup rests on.
pub(crate) fn evidence(case: &Case<'_>, logged: &Logged) -> Evidence {
    let (coup, irregularity) = (case.coup, &logged.irregularity);
    let shown = logged.seconded
        || match irregularity.kind {
            Kind::ForeignCard => coup.cards.iter().flatten().any(|code| *code == CardCode::FOREIGN),
            Kind::WrongCardCount
            | Kind::UnauthorisedDraw
            | Kind::DealtOutOfOrder
            | Kind::CardsDrawnTogether
            | Kind::OrderAltered => {
                Dealt::of(case.ruleset, coup).is_some_and(|dealt| shows_a_misdeal(case, logged, &dealt))
            }
            Kind::InsufficientCards => Dealt::of(case.ruleset, coup).is_some_and(|dealt| counted_out(case, &dealt)),
            Kind::TechnicalInterruption => match irregularity.facts.affects.unwrap_or(Affects::Round) {
                Affects::Round => false,
                Affects::Terminals => {
                    case.wagers.iter().any(|wager| !wager.accepted && wager.place.source != logged.place.source)
                }
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

/// Whether the number of cards, or where they were put at first, shows what the irregularity states.
fn shows_a_misdeal(case: &Case<'_>, logged: &Logged, dealt: &Dealt<'_>) -> bool {
    let Some(cards) = dealt.known() else { return false };
    let played = play(case.ruleset, &cards);
    the_number_shows(case, logged, cards.len(), &played)
        || dealt.first_to.is_some_and(|put| played.to.iter().zip(put).any(|(sent, put)| side(*put) != Some(*sent)))
}

/// Whether the number of the cards shows this misdeal: a number is no order. A card that lacks may have been left out by
/// whoever claims that it does, so it shows something only in another source's record.
pub(crate) fn the_number_shows(case: &Case<'_>, logged: &Logged, cards: usize, played: &Played) -> bool {
    let irregularity = &logged.irregularity;
    let surplus = cards > played.to.len();
    match irregularity.kind {
        Kind::WrongCardCount | Kind::UnauthorisedDraw => {
            surplus || (played.lacks.is_some() && case.place.source != logged.place.source)
        }
        Kind::CardsDrawnTogether => {
            surplus && irregularity.facts.cards.iter().flatten().any(|at| *at >= played.to.len())
        }
        _ => false,
    }
}

/// Whether the device, counted since its shoe was started, held fewer cards than the table of play could still ask for.
fn counted_out(case: &Case<'_>, dealt: &Dealt<'_>) -> bool {
    let asked = i64::try_from(dealt.could_ask_for(case.ruleset)).unwrap_or(i64::MAX);
    case.around.left.is_some_and(|left| left.cards < asked)
}
