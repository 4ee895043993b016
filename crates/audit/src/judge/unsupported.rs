//! Money that rests on somebody's word alone. `adjudication.md`, "Unsupported" and "Reconstructions".

use resettle_coup_log::Wager;
use resettle_game::Card;

use super::{as_if_left, dues_by, dues_if_left};
use crate::case::{Basis, Case};
use crate::catalogue::Code;
use crate::claims::{as_the_rules_send, signed};
use crate::coup::{Allowed, Outcome, cards, play, redeal};
use crate::finding::Finding;
use crate::irregularity::Effects;
use crate::settle::Settlement;

/// One finding per coup, with everything that moved on the claim alone: returned less due, in minor units.
pub(crate) fn unsupported(
    case: &Case<'_>,
    effects: &Effects<'_>,
    basis: &Basis,
    settlement: &Settlement,
) -> Option<Finding> {
    if !case.around.asked {
        return None;
    }
    let (by_deal, how) = if basis.rests_on_claim {
        let (outcome, how) = by_the_cards(case, effects)?;
        (moved(case, effects, outcome, settlement), how)
    } else if basis.reordered {
        let drawn = case.coup.cards.as_deref().and_then(cards)?;
        let outcome = play(case.ruleset, &drawn).hands.outcome(case.ruleset);
        (moved(case, effects, outcome, settlement), "the order of the reconstruction rests on nobody's cards")
    } else {
        (None, "")
    };
    let removed = removed(case, effects, settlement).filter(|_| !shows_a_reconstruction(case));
    let money = match (by_deal, removed) {
        (None, None) => return None,
        (by_deal, removed) => by_deal.unwrap_or(0) + removed.unwrap_or(0),
    };
    let how = if by_deal.is_some() {
        how
    } else {
        "nothing in the log shows the reconstruction after which wagers were removed"
    };
    let message = format!("money moved on the claim alone: {how}");
    Some(
        Finding::new(Code::ClaimUnsupported, case.place, message)
            .compared("what the cards give", format!("{} as declared", signed(money)))
            .money(money),
    )
}

/// What the cards give if neither they nor their destinations show a misdeal; `None` if they show one. Where the cards
/// ended is the claim's own word: it shows nothing where nobody decided.
fn by_the_cards(case: &Case<'_>, effects: &Effects<'_>) -> Option<(Outcome, &'static str)> {
    if case.coup.reconstructed_cards.is_some() {
        return None;
    }
    let drawn: Vec<Card> = case.coup.cards.as_deref().and_then(cards)?;
    let allowed = Allowed { keeps: effects.keeps().is_some(), sets_aside: false };
    let given = |to| Some(redeal(case.ruleset, &drawn, to, allowed).ok()?.played.hands.outcome(case.ruleset));
    let to = case.coup.to.as_deref();
    match given(to) {
        Some(outcome) => Some((outcome, "the cards, dealt by the rules, show no such misdeal")),
        None if to.is_some() && !effects.misdeal_is_decided() => {
            Some((given(None)?, "nobody decided it, and only its own `to` shows such a misdeal"))
        }
        None => None,
    }
}

/// Returned less due by the cards, over the wagers whose due differs; `None` if that makes no difference.
fn moved(case: &Case<'_>, effects: &Effects<'_>, outcome: Outcome, settlement: &Settlement) -> Option<i128> {
    let by_cards = dues_by(case, effects, outcome);
    let off: Vec<i128> = case
        .wagers
        .iter()
        .zip(settlement.dues.iter().zip(&by_cards))
        .filter(|(_, (declared, cards))| declared != cards)
        .map(|(wager, (_, cards))| wager.net() - cards)
        .filter(|off| *off != 0)
        .collect();
    (!off.is_empty()).then(|| off.iter().sum())
}

/// What the removals after a reconstruction moved.
fn removed(case: &Case<'_>, effects: &Effects<'_>, settlement: &Settlement) -> Option<i128> {
    // Without any reconstruction the removal is at fault, and is reported as such.
    if settlement.removed.is_empty() || !effects.reconstructed() {
        return None;
    }
    let left: Vec<Wager> = case
        .wagers
        .iter()
        .map(|placed| match settlement.removed.contains(&placed.at) {
            true => as_if_left(placed.wager.clone()),
            false => placed.wager.clone(),
        })
        .collect();
    let dues = dues_if_left(case, effects, &left);
    let off: Vec<i128> = settlement
        .removed
        .iter()
        .filter_map(|at| Some(case.wagers.get(*at)?.net() - dues.get(*at)?))
        .filter(|off| *off != 0)
        .collect();
    (!off.is_empty()).then(|| off.iter().sum())
}

/// Whether `first_to` or the reconstructed cards show that something was put right.
fn shows_a_reconstruction(case: &Case<'_>) -> bool {
    let coup = case.coup;
    if coup.reconstructed_cards.as_ref().is_some_and(|put| coup.cards.as_ref() != Some(put)) {
        return true;
    }
    let drawn = coup.cards.as_deref().and_then(cards);
    match (&coup.first_to, drawn) {
        (Some(first), Some(drawn)) => !as_the_rules_send(&play(case.ruleset, &drawn), drawn.len(), first),
        (Some(_), None) => true,
        (None, _) => false,
    }
}
