//! Money that rests on somebody's word alone. `adjudication.md`, "Unsupported" and "Reconstructions".

use resettle_coup_log::Wager;
use resettle_game::{Kind, KnownCard};

use super::basis::initial_deal;
use super::{as_if_left, dues_if_left, settled_by};
use crate::case::{Basis, Case};
use crate::catalogue::Code;
use crate::claims::{as_the_rules_send, signed, the_number_shows};
use crate::coup::{Allowed, Outcome, cards, play, redeal, together};
use crate::finding::{Finding, ON_BALANCE};
use crate::irregularity::{Effect, Effects};
use crate::settle::Settlement;
use crate::trace::plain;

/// A wager, by its place, and what moved of it, in minor units.
type Moved = (usize, i128);

/// So many wagers are named; the rest is counted.
const MOST_SHOWN: usize = 5;

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
    let mut as_drawn = None;
    let (by_deal, how) = if basis.rests_on_claim {
        let (outcome, how) = by_the_cards(case, effects)?;
        as_drawn = outcome.in_words();
        (moved(case, effects, outcome, settlement), how)
    } else if basis.reordered {
        let drawn = cards(case.ruleset, case.coup.cards.as_deref()?)?;
        let outcome = play(case.ruleset, &drawn).hands.outcome(case.ruleset);
        as_drawn = outcome.in_words();
        (
            moved(case, effects, outcome, settlement),
            "nothing else in the log shows the order in which the cards are said to have come",
        )
    } else {
        (Vec::new(), "")
    };
    let removed = match shows_a_reconstruction(case) {
        true => Vec::new(),
        false => removed(case, effects, settlement),
    };
    if by_deal.is_empty() && removed.is_empty() {
        return None;
    }
    let money = by_deal.iter().chain(&removed).map(|(_, off)| off).sum();
    let how = if !by_deal.is_empty() {
        how
    } else {
        "nothing in the log shows the reconstruction after which wagers were removed"
    };
    let kinds = effects.all.iter().map(|effect| {
        let clause = effect.clause.map_or_else(String::new, |clause| format!(", {clause}"));
        format!("{}{clause}", plain(&effect.logged.irregularity.kind_word))
    });
    let kinds: Vec<String> = kinds.collect();
    let results = as_drawn.zip(basis.outcome.in_words()).filter(|_| !by_deal.is_empty());
    let results = results.map_or_else(String::new, |(drawn, settled)| {
        let cards: Vec<String> = case.coup.cards.iter().flatten().map(ToString::to_string).collect();
        format!(
            "; as drawn ({}) the cards give {drawn}, and the coup was settled as {settled}, which rests on the claim",
            cards.join(" ")
        )
    });
    let how = match case.coup.first_to.is_some() && !by_deal.is_empty() {
        true => format!(
            "{how} by which another result would count; where they were put at first (`first_to`) does not change what they give"
        ),
        false => how.to_owned(),
    };
    let message = format!(
        "money moved on the claim alone ({}): {how}{results}; compared with what was due by the cards as drawn there went back: {}{}",
        kinds.join("; "),
        each(case, &by_deal, &removed),
        on_balance(case, by_deal.iter().chain(&removed).map(|(_, off)| *off))
    );
    Some(
        Finding::new(Code::ClaimUnsupported, case.place, message)
            .compared("what the cards as drawn give", format!("{} by the claim", signed(money, case.unit)))
            .money(money),
    )
}

/// What the cards give if neither they nor their destinations show a misdeal that is claimed; `None` if they show one. Where
/// the cards ended is the claim's own word: it shows nothing where nobody decided.
fn by_the_cards(case: &Case<'_>, effects: &Effects<'_>) -> Option<(Outcome, &'static str)> {
    if case.coup.reconstructed_cards.is_some() {
        return None;
    }
    let drawn: Vec<KnownCard> = cards(case.ruleset, case.coup.cards.as_deref()?)?;
    let allowed = Allowed { keeps: effects.keeps().is_some(), sets_aside: false };
    let given = |to| Some(redeal(case.ruleset, &drawn, to, allowed).ok()?.played.hands.outcome(case.ruleset));
    let to = case.coup.to.as_deref();
    if let Some(outcome) = given(to) {
        return Some((outcome, "the cards, dealt by the rules, show no such misdeal"));
    }
    if to.is_some() {
        if effects.misdeal_is_decided() {
            return None;
        }
        if let Some(outcome) = given(None) {
            return Some((outcome, "no decision is logged, and only its own `to` shows such a misdeal"));
        }
    }
    let played = play(case.ruleset, &drawn);
    let misdeals = || effects.all.iter().filter(|effect| effect.is_misdeal());
    if misdeals().any(|effect| the_number_shows(case, effect.logged, drawn.len(), &played)) {
        return None;
    }
    if played.lacks.is_none() {
        return Some((played.hands.outcome(case.ruleset), "a card too many shows no such misdeal"));
    }
    // Whoever decided that cards lack has seen the hands.
    let of_number =
        |effect: &Effect<'_>| matches!(effect.logged.irregularity.kind, Kind::WrongCardCount | Kind::UnauthorisedDraw);
    if effects.misdeal_is_decided() && misdeals().any(of_number) {
        return None;
    }
    let initial = initial_deal(case).outcome;
    Some((initial, "a card that the table of play asks for is not logged, which shows no such misdeal"))
}

/// What several wagers moved together, if some brought more and others less.
fn on_balance(case: &Case<'_>, moved: impl Iterator<Item = i128> + Clone) -> String {
    let sum: i128 = moved.clone().sum();
    match (moved.clone().any(|off| off > 0) && moved.clone().any(|off| off < 0), sum) {
        (false, _) => String::new(),
        (true, 0) => format!("{ON_BALANCE}nothing"),
        (true, sum) => format!("{ON_BALANCE}{} {}", case.unit.of(sum.abs()), if sum > 0 { "more" } else { "less" }),
    }
}

/// What moved of each wager: `w3 (100.00 SGD on tie) 95.00 SGD more`.
fn each(case: &Case<'_>, by_deal: &[Moved], removed: &[Moved]) -> String {
    let in_words = |(at, off): &Moved| {
        let wager = case.wagers.get(*at)?;
        let moved = format!("{} {}", case.unit.of(off.abs()), if *off > 0 { "more" } else { "less" });
        let seat = wager.seat.as_ref().map_or_else(String::new, |seat| format!(" at seat {seat}"));
        Some(format!("{} ({} on {}{seat}) {moved}", wager.name, case.unit.of(wager.stake), wager.bet))
    };
    let mut all: Vec<String> = by_deal.iter().chain(removed).filter_map(in_words).collect();
    all.sort();
    let (shown, more) = all.split_at(all.len().min(MOST_SHOWN));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    format!("{}{more}", shown.join("; "))
}

/// Of the wagers whose due differs, returned less due by the cards. Of a wager that the declaration judges and the cards do
/// not, all that went back.
fn moved(case: &Case<'_>, effects: &Effects<'_>, outcome: Outcome, settlement: &Settlement) -> Vec<Moved> {
    let by_cards = settled_by(case, effects, outcome);
    let shown = |at: usize| !by_cards.not_judged.contains(&at);
    case.wagers
        .iter()
        .zip(settlement.dues.iter().zip(&by_cards.dues))
        .filter(|(wager, _)| !settlement.not_judged.contains(&wager.at))
        .map(|(wager, (declared, cards))| (wager, declared, if shown(wager.at) { *cards } else { 0 }))
        .filter(|(_, declared, cards)| *declared != cards)
        .map(|(wager, _, cards)| (wager.at, settlement.came_back(wager) - cards))
        .filter(|(_, off)| *off != 0)
        .collect()
}

/// What the removals after a reconstruction moved.
fn removed(case: &Case<'_>, effects: &Effects<'_>, settlement: &Settlement) -> Vec<Moved> {
    // Without any reconstruction the removal is at fault, and is reported as such.
    if settlement.removed.is_empty() || !effects.reconstructed() {
        return Vec::new();
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
    settlement
        .removed
        .iter()
        .filter_map(|at| Some((*at, settlement.came_back(case.wagers.get(*at)?) - dues.get(*at)?)))
        .filter(|(_, off)| *off != 0)
        .collect()
}

/// Whether `first_to` or the reconstructed cards show that something was put right.
fn shows_a_reconstruction(case: &Case<'_>) -> bool {
    let coup = case.coup;
    if let Some(put) = &coup.reconstructed_cards
        && coup.cards.as_ref().is_none_or(|drawn| together(Some(case.ruleset), drawn, put).is_none())
    {
        return true;
    }
    let drawn = coup.cards.as_deref().and_then(|codes| cards(case.ruleset, codes));
    match (&coup.first_to, drawn) {
        (Some(first), Some(drawn)) => !as_the_rules_send(&play(case.ruleset, &drawn), drawn.len(), first),
        (Some(_), None) => true,
        (None, _) => false,
    }
}
