//! By what a coup is settled: its cards, or what was declared.

use resettle_coup_log::CardCode;
use resettle_game::{Card, PerSide};
use resettle_ruleset::Consequence;

use super::Case;
use crate::catalogue::Code;
use crate::coup::{Allowed, Hands, Outcome, card, cards, play, redeal};
use crate::finding::Finding;
use crate::irregularity::Effects;
use crate::trace;

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
}

/// Re-deals the coup and notes what is wrong with its deal.
pub(crate) fn of(case: &Case<'_>, effects: &Effects<'_>, findings: &mut Vec<Finding>) -> Basis {
    let ruleset = case.ruleset;
    let Some(codes) = case.coup.reconstructed_cards.as_ref().or(case.coup.cards.as_ref()) else {
        if let Some(trace) = case.trace {
            trace::declared_only(trace, "no cards are logged", None, false);
        }
        return as_declared(case, false, None);
    };
    let keeps = effects.keeps();
    if codes.contains(&CardCode::FOREIGN) {
        if let Some(trace) = case.trace {
            trace::declared_only(trace, "a foreign card was dealt", None, false);
        }
        let message = "a card that belongs to no deck in play was dealt, and no clause voids the coup for it";
        findings.push(
            Finding::new(Code::ForeignCard, case.place, message)
                .compared("cards of the decks in play", CardCode::FOREIGN),
        );
        return as_declared(case, false, None);
    }
    let Some(dealt) = cards(codes) else {
        let at = codes.iter().position(|code| *code == CardCode::UNREADABLE).map_or(0, |at| at + 1);
        let message = format!("card {at} could not be read: the coup is judged on its declaration, not re-dealt");
        if let Some(trace) = case.trace {
            trace::declared_only(trace, "a card could not be read", None, false);
        }
        findings.push(
            Finding::new(Code::UnreadableCard, case.place, message).compared("a readable card", CardCode::UNREADABLE),
        );
        return as_declared(case, false, kept_by_destination(case, effects));
    };
    if effects.stands_as_declared() {
        if let Some(trace) = case.trace {
            let clause = ruleset.misdeal_that_stands.as_ref();
            trace::declared_only(trace, "a declared misdeal stands", clause, clause.is_none());
        }
        return as_declared(case, ruleset.misdeal_that_stands.is_none(), None);
    }
    let allowed = Allowed { keeps: keeps.is_some(), sets_aside: effects.sets_aside() };
    match redeal(ruleset, &dealt, case.coup.to.as_deref(), allowed) {
        Ok(right) => {
            if let Some(trace) = case.trace {
                trace::dealt(trace, ruleset, &dealt, case.coup.to.as_deref(), &right.played, right.kept);
            }
            let kept = right.kept.and_then(|at| dealt.get(at)).map(|card| (*card, no_bet_clause(case, effects)));
            let outcome = right.played.hands.outcome(ruleset);
            Basis { outcome, from_cards: true, hands: Some(right.played.hands), by_a_reading: false, kept }
        }
        Err(misdeal) => {
            if let Some(trace) = case.trace {
                trace::misdealt(trace, ruleset, &dealt, case.coup.to.as_deref(), &misdeal.message);
            }
            findings.push(
                Finding::new(misdeal.code, case.place, misdeal.message)
                    .clause(misdeal.clause.map(|clause| ruleset.cite(&clause)))
                    .compared(misdeal.expected, misdeal.logged),
            );
            as_declared(case, ruleset.misdeal_that_stands.is_none(), None)
        }
    }
}

fn as_declared(case: &Case<'_>, by_a_reading: bool, kept: Option<(Card, Option<String>)>) -> Basis {
    let outcome = Outcome::declared(case.coup.declared.as_ref(), pairs(case));
    Basis { outcome, from_cards: false, hands: None, by_a_reading, kept }
}

/// Pairs stand with the cards of the initial deal, also where the rest is judged as declared.
fn pairs(case: &Case<'_>) -> PerSide<Option<bool>> {
    let codes = case.coup.reconstructed_cards.as_ref().or(case.coup.cards.as_ref());
    let initial = case.ruleset.deal.order.len();
    let first = codes.and_then(|codes| codes.get(..initial)).and_then(cards);
    match first {
        Some(first) => {
            let hands: Hands = play(case.ruleset, &first).hands;
            hands.outcome(case.ruleset).pairs
        }
        None => PerSide::default(),
    }
}

/// The clause by which the coup after this one has to be a no-bet coup, if the kept card asks for that.
fn no_bet_clause(case: &Case<'_>, effects: &Effects<'_>) -> Option<String> {
    effects
        .keeps()
        .filter(|effect| effect.then == Some(Consequence::KeptForNoBetCoup))
        .and_then(|effect| effect.clause)
        .map(|clause| case.ruleset.cite(clause))
}

/// The kept card of a coup that is not re-dealt.
fn kept_by_destination(case: &Case<'_>, effects: &Effects<'_>) -> Option<(Card, Option<String>)> {
    effects.keeps()?;
    let codes = case.coup.reconstructed_cards.as_ref().or(case.coup.cards.as_ref())?;
    let at = case.coup.to.as_ref()?.iter().position(|to| *to == resettle_words::To::Next)?;
    Some((card(*codes.get(at)?)?, no_bet_clause(case, effects)))
}
