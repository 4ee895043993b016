//! The cards, the table of play, their result, and what was announced.

use resettle_coup_log::{CardCode, Coup};
use resettle_game::{KnownCard, Shown, Side, To};
use resettle_rules::{Fact, Values};
use resettle_ruleset::Ruleset;

use super::Trace;
use crate::coup::{ANNOUNCED_COUNT, Outcome, Played, known};

/// Writes down the printed cards of the ruleset, then the cards as the log has them.
pub(crate) fn logged_cards(trace: &Trace<'_>, ruleset: &Ruleset, coup: &Coup) {
    trace.section("Cards");
    for side in Side::BOTH {
        if let Some(value) = ruleset.deal.permanent.of(side) {
            let text = format!("a printed {value} is the {}'s first card; it is never drawn", side.name());
            trace.by(text, ruleset.deal.permanent_clause.as_ref(), false);
        }
    }
    let Some(cards) = &coup.cards else {
        trace.say("the log holds no cards");
        return;
    };
    let to = |list: &Option<Vec<To>>, at: usize| {
        list.as_ref().and_then(|list| list.get(at)).map_or_else(String::new, |to| format!(", {}", place(*to)))
    };
    for (at, code) in cards.iter().enumerate() {
        let first = match &coup.first_to {
            Some(_) => to(&coup.first_to, at).replace("logged as gone", "first gone"),
            None => String::new(),
        };
        let end = if coup.reconstructed_cards.is_none() { to(&coup.to, at) } else { String::new() };
        trace.by(
            format!("card {}: {}{first}{end}", at + 1, named(ruleset, *code)),
            (at == 0).then_some(&ruleset.cards.clause),
            false,
        );
    }
    if let Some(cards) = &coup.reconstructed_cards {
        trace.say("reconstructed, and judged on this:");
        for (at, code) in cards.iter().enumerate() {
            trace.inner(format!("card {}: {}{}", at + 1, named(ruleset, *code), to(&coup.to, at)));
        }
    }
}

fn place(to: To) -> &'static str {
    match to {
        To::Player => "logged as gone to the Player",
        To::Banker => "logged as gone to the Banker",
        To::Aside => "logged as set aside",
        To::Next => "logged as kept for the next coup",
    }
}

fn named(ruleset: &Ruleset, code: CardCode) -> String {
    match known(ruleset, code) {
        Some(card) if code.points().is_some() => {
            format!("{card}, a card of {} points, not known which", ruleset.table.points(card))
        }
        Some(card) if code.is_partly_known() => {
            format!("{card}, {} points, suit not known", ruleset.table.points(card))
        }
        Some(card) => format!("{card}, {} points", ruleset.table.points(card)),
        None if code.suit().is_some() => format!("{code}, a card of which only the suit is known"),
        None if code.points().is_some() => format!("{code}, points that no card has"),
        None if code == CardCode::FOREIGN => format!("{code}, a card of no deck in play"),
        None => format!("{code}, a card that could not be read"),
    }
}

/// A coup dealt as the rules require. `at` is the position of each card of the hands among the logged ones.
pub(crate) fn dealt(
    trace: &Trace<'_>,
    ruleset: &Ruleset,
    cards: &[KnownCard],
    to: Option<&[To]>,
    played: &Played,
    kept: Option<usize>,
) {
    trace.section("Table of play");
    by_the_rules(trace, ruleset, cards, to, played);
    if let Some(at) = kept {
        let card = cards.get(at).map_or_else(String::new, ToString::to_string);
        trace.say(format!("card {} ({card}) goes to neither hand: it is kept for the next coup", at + 1));
    }
    trace.say(match to {
        Some(_) => "the cards went where the rules send them",
        None => "as many cards as the table of play takes; the log says nothing else of where they went",
    });
}

/// A coup that was not dealt as the rules require; the first fault, and how the rules deal these cards.
pub(crate) fn misdealt(trace: &Trace<'_>, ruleset: &Ruleset, cards: &[KnownCard], to: Option<&[To]>, message: &str) {
    trace.section("Table of play");
    let in_hand: Vec<KnownCard> = hands(cards, to).into_iter().map(|(_, card)| card).collect();
    by_the_rules(trace, ruleset, cards, to, &crate::coup::play(ruleset, &in_hand));
    trace.say(format!("a misdeal: {message}"));
    trace.by(
        "a misdeal that stands leaves the coup as declared: display and payments are judged against what was declared",
        ruleset.misdeal_that_stands.clause.as_ref(),
        ruleset.misdeal_that_stands.clause.is_none(),
    );
}

/// The cards of the hands with their positions among the logged ones.
fn hands(cards: &[KnownCard], to: Option<&[To]>) -> Vec<(usize, KnownCard)> {
    let numbered = cards.iter().copied().enumerate();
    match to {
        None => numbered.collect(),
        Some(to) => {
            numbered.zip(to).filter_map(|(card, to)| matches!(to, To::Player | To::Banker).then_some(card)).collect()
        }
    }
}

fn by_the_rules(trace: &Trace<'_>, ruleset: &Ruleset, cards: &[KnownCard], to: Option<&[To]>, played: &Played) {
    let in_hand = hands(cards, to);
    let initial = ruleset.deal.order.len();
    let go = |nth: usize| {
        let (Some((at, card)), Some(side)) = (in_hand.get(nth), played.to.get(nth)) else { return None };
        Some(format!("card {} ({card}) to the {}", at + 1, side.name()))
    };
    let first: Vec<String> = (0..initial).filter_map(go).collect();
    trace.by(format!("initial deal: {}", first.join(", ")), Some(&ruleset.deal.clause), false);
    for side in Side::BOTH {
        let count = played.to.iter().take(initial).filter(|to| **to == side).count();
        let cards = played.hands.cards.of(side).get(..count).unwrap_or_default();
        total(trace, ruleset, side, cards);
    }
    let drawn = ruleset.deal.order.iter().filter(|side| **side == Side::Player).count();
    let third = played.hands.cards.player.get(drawn);
    let mut next = initial;
    for (side, step) in &played.decisions {
        let text = if step.natural {
            format!("the {} has a natural {}: no hand draws", side.name(), step.total)
        } else {
            let verb = if step.draws { "draws" } else { "stands" };
            let against = match (side, third) {
                (Side::Banker, Some(card)) => {
                    format!(", the Player's drawn card being {card}, {} points", ruleset.table.points(*card))
                }
                (Side::Banker, None) => ", the Player having stood".to_owned(),
                (Side::Player, _) => String::new(),
            };
            format!("the {} {verb} on {}{against}", side.name(), step.total)
        };
        trace.by(text, Some(&step.clause), false);
        if step.draws
            && let Some(text) = go(next)
        {
            trace.inner(text);
            next += 1;
        }
    }
    if let Some((side, clause)) = &played.lacks {
        trace.by(format!("the {} has to get a card, and there is none", side.name()), Some(clause), false);
    }
    if next > initial {
        for side in Side::BOTH {
            total(trace, ruleset, side, played.hands.cards.of(side));
        }
    }
    let over: Vec<String> = in_hand
        .get(played.to.len()..)
        .unwrap_or_default()
        .iter()
        .map(|(at, card)| format!("card {} ({card})", at + 1))
        .collect();
    if !over.is_empty() {
        trace.say(format!("left over after the table of play: {}", over.join(", ")));
    }
}

/// The sum and its right digit.
fn total(trace: &Trace<'_>, ruleset: &Ruleset, side: Side, cards: &[KnownCard]) {
    let printed = *ruleset.deal.permanent.of(side);
    let mut parts: Vec<String> = printed.iter().map(|value| format!("{value} (printed)")).collect();
    let mut sum = u32::from(printed.unwrap_or(0));
    for card in cards {
        let value = ruleset.table.points(*card);
        sum += u32::from(value);
        parts.push(format!("{value} ({card})"));
    }
    trace.by(
        format!("{}: {} = {sum}, total {}", side.name(), parts.join(" + "), sum % 10),
        Some(&ruleset.cards.point_total.clause),
        false,
    );
}

/// A coup that is not re-dealt, and why.
pub(crate) fn declared_only(trace: &Trace<'_>, why: &str, clause: Option<&resettle_ruleset::Cite>, reading: bool) {
    trace.section("Table of play");
    trace.by(
        format!("{why}: the coup is judged on what was declared, as far as such an error can explain it"),
        clause,
        reading,
    );
}

/// How far the announcement counts for a coup that is not judged on its cards.
pub(crate) fn beyond_reach(trace: &Trace<'_>, why: &str) {
    trace.inner(why);
}

/// What wagers are settled by.
pub(crate) fn outcome(trace: &Trace<'_>, ruleset: &Ruleset, outcome: &Outcome, from_cards: bool) {
    trace.section("Outcome");
    trace.say(if from_cards { "by the cards:" } else { "as declared:" });
    let mut parts = Vec::new();
    parts.push(
        outcome.winner.map_or_else(|| "winner not known".to_owned(), |winner| format!("winner {}", winner.word())),
    );
    for side in Side::BOTH {
        parts.extend(outcome.totals.of(side).map(|total| format!("{} {total}", side.name())));
    }
    parts.extend(outcome.sevens.map(|sevens| format!("sevens in both hands, a printed one counted: {sevens}")));
    for fact in ruleset.book.asked() {
        if matches!(fact, Fact::Winner | Fact::Total(_)) || *fact == ANNOUNCED_COUNT {
            continue;
        }
        parts.push(match ruleset.book.known(&outcome.facts, *fact) {
            Some(value) => fact.in_words(Values::only(value)),
            None => format!("{} not known", fact.name()),
        });
    }
    trace.inner(parts.join(", "));
}

/// What was announced and displayed, and whether that matches the coup.
pub(crate) fn announced(trace: &Trace<'_>, coup: &Coup, compared: bool, agrees: bool, display_agrees: bool) {
    match &coup.declared {
        None => trace.say("nothing was declared"),
        Some(declared) => {
            let mut parts: Vec<String> = declared.result.iter().map(|result| result.word().to_owned()).collect();
            parts.extend(declared.player.map(|total| format!("Player {total}")));
            parts.extend(declared.banker.map(|total| format!("Banker {total}")));
            parts.extend(declared.sevens.map(|sevens| format!("sevens: {sevens}")));
            let verdict = match (compared, agrees) {
                (false, _) => "",
                (true, true) => ": the same",
                (true, false) => ": not the same",
            };
            trace.say(format!("declared: {}{verdict}", parts.join(", ")));
        }
    }
    match coup.wrd {
        None => trace.say("the winning result display is not logged"),
        Some(Shown::None) => {
            trace.say("the winning result display showed nothing, so it is not asked whether it agrees")
        }
        Some(shown) => {
            let verdict = if display_agrees { "agrees" } else { "does not agree" };
            trace.say(format!("the winning result display showed `{}`, which {verdict}", shown.word()));
        }
    }
}
