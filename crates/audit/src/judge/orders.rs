//! Cards drawn together whose order is not known: what every order of them gives alike. `adjudication.md`, under Money.

use resettle_coup_log::CardCode;
use resettle_game::Kind;
use resettle_ruleset::Consequence;

use super::basis;
use crate::case::{Basis, Case};
use crate::coup::Outcome;
use crate::irregularity::{Effect, Effects};

/// So many cards are put into every order; of more, nothing is taken as known.
const MOST: usize = 6;

/// The cards drawn together whose order is not known, by their places counted from 0, in order; `None` where there are none,
/// or the log puts them right.
pub(super) fn unknown(case: &Case<'_>, effects: &Effects<'_>) -> Option<Vec<usize>> {
    let drawn = case.coup.cards.as_deref().filter(|_| case.coup.reconstructed_cards.is_none())?;
    // Where a clause lets the coup stand, it stands as the cards were laid.
    let stands = |effect: &Effect<'_>| {
        use Consequence::{Corrected, PlaysOn, StandsAsDeclared};
        matches!(effect.then, Some(StandsAsDeclared | PlaysOn | Corrected))
    };
    let together = |effect: &Effect<'_>| effect.logged.irregularity.kind == Kind::CardsDrawnTogether;
    let all = effects.all.iter().filter(|effect| together(effect) && !effect.put_right() && !stands(effect));
    let mut unordered: Vec<usize> = Vec::new();
    for effect in all {
        match &effect.logged.irregularity.facts.cards {
            Some(cards) => unordered.extend(cards.iter().copied().filter(|at| *at < drawn.len())),
            None => unordered.extend(0..drawn.len()),
        }
    }
    unordered.sort_unstable();
    unordered.dedup();
    (unordered.len() > 1).then_some(unordered)
}

/// What the cards give alike in whatever order these were drawn, and the numbers of these cards where that is less than the
/// logged order gives.
pub(super) fn in_any(case: &Case<'_>, unordered: &[usize], logged: Basis) -> (Basis, Option<String>) {
    let numbers = || unordered.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(", ");
    let drawn = case.coup.cards.as_deref().unwrap_or_default();
    let mut common = logged.outcome;
    if unordered.len() > MOST {
        common = Outcome::default();
    } else {
        let codes: Vec<CardCode> = unordered.iter().filter_map(|at| drawn.get(*at).copied()).collect();
        for_each_order(&codes, &mut |order| {
            let mut cards = drawn.to_vec();
            for (at, code) in unordered.iter().zip(order) {
                if let Some(card) = cards.get_mut(*at) {
                    *card = *code;
                }
            }
            let coup = resettle_coup_log::Coup { cards: Some(cards), ..case.coup.clone() };
            let case = Case { coup: &coup, trace: None, ..case.clone() };
            let basis = basis::dealt_by_the_rules(&case).unwrap_or_else(|| basis::initial_deal(&case));
            common = common.in_common(&basis.outcome);
        });
    }
    if common == logged.outcome {
        return (logged, None);
    }
    (Basis { outcome: common, from_cards: false, hands: None, ..logged }, Some(numbers()))
}

/// Calls `with` for every order of `all`; orders of equal values come more than once.
fn for_each_order<T: Copy>(all: &[T], with: &mut dyn FnMut(&[T])) {
    fn rest<T: Copy>(chosen: &mut Vec<T>, left: &[T], with: &mut dyn FnMut(&[T])) {
        if left.is_empty() {
            with(chosen);
        }
        for (at, value) in left.iter().enumerate() {
            let others: Vec<T> =
                left.iter().enumerate().filter(|(nth, _)| *nth != at).map(|(_, value)| *value).collect();
            chosen.push(*value);
            rest(chosen, &others, with);
            chosen.pop();
        }
    }
    rest(&mut Vec::new(), all, with);
}
