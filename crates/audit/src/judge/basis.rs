//! What a coup is settled by: its cards, or what was declared.

use resettle_coup_log::{CardCode, Declared};
use resettle_game::{Card, Kind, KnownCard, Side, To};
use resettle_rules::Facts;
use resettle_ruleset::{Cited, Consequence, Ruleset};

use super::groundless::NOTHING_LOGGED;
use super::{misdealt, result};
use crate::case::{Basis, Case};
use crate::catalogue::Code;
use crate::claims::{self, Reach, Reconstruction};
use crate::coup::{Allowed, Hands, Outcome, card, cards, known, play, redeal};
use crate::finding::Finding;
use crate::irregularity::Effects;
use crate::trace;

/// The cards that a coup is judged on, and where they ended.
struct JudgedCards<'a> {
    codes: &'a [CardCode],
    to: Option<&'a [To]>,
    first_to: Option<&'a [To]>,
    /// Whether the log reconstructs the deal in a way that is not possible.
    wrongly_put: bool,
}

/// Re-deals the coup and notes what is wrong with its deal.
pub(crate) fn of(case: &Case<'_>, effects: &Effects<'_>, findings: &mut Vec<Finding>) -> Basis {
    let ruleset = case.ruleset;
    let mut reordered = false;
    let coup = case.coup;
    let put = coup.reconstructed_cards.as_deref();
    let mut judged_on = JudgedCards {
        codes: put.or(coup.cards.as_deref()).unwrap_or_default(),
        to: coup.to.as_deref(),
        first_to: coup.first_to.as_deref().filter(|_| put.is_none()),
        wrongly_put: false,
    };
    if case.is_without_cards() {
        if let Some(trace) = case.trace {
            trace::declared_only(trace, "no cards are logged", None, false);
        }
        return as_declared(case, false, None);
    }
    if case.around.asked {
        match claims::reconstruction(ruleset, coup, effects) {
            Reconstruction::None => {}
            Reconstruction::Right { reordered: other_order } => reordered = other_order,
            Reconstruction::Wrong(why) => {
                let drawn = coup.cards.as_deref().unwrap_or_default();
                findings.push(wrongly_reconstructed(case, effects, why, drawn));
                judged_on =
                    JudgedCards { codes: drawn, to: None, first_to: coup.first_to.as_deref(), wrongly_put: true };
            }
        }
    }
    let codes = judged_on.codes;
    if codes.contains(&CardCode::FOREIGN) {
        let foreign = effects.all.iter().find(|effect| effect.logged.irregularity.kind == Kind::ForeignCard);
        let as_logged = match foreign.map(|effect| effect.logged) {
            Some(logged) if !logged.implied => trace::as_logged(&logged.irregularity),
            _ => NOTHING_LOGGED.to_owned(),
        };
        let clause = match foreign.and_then(|effect| effect.clause) {
            Some(clause) => format!("by {clause} the coup is not void for it"),
            None => "no clause voids the coup for it".to_owned(),
        };
        let message = format!("a card that belongs to no deck in play was dealt, and {clause} ({as_logged})");
        let finding = Finding::new(Code::ForeignCard, case.place, message)
            .compared("cards of the decks in play", CardCode::FOREIGN);
        return not_all_read(case, effects, &judged_on, ("a foreign card was dealt", finding), findings);
    }
    let Some(dealt) = cards(ruleset, codes) else {
        let mut numbered = codes.iter().copied().enumerate();
        let unread = numbered.find(|(_, code)| known(ruleset, *code).is_none());
        let (at, code) = unread.map_or((0, CardCode::UNREADABLE), |(at, code)| (at + 1, code));
        let (what, why) = no_points(code);
        let whose = whose(ruleset, judged_on.to, at.saturating_sub(1));
        let message = format!("card {at}{whose} {what}");
        let finding = Finding::new(Code::UnreadableCard, case.place, message).compared("a readable card", code);
        return not_all_read(case, effects, &judged_on, (why, finding), findings);
    };
    let allowed = Allowed { keeps: effects.keeps().is_some(), sets_aside: effects.sets_aside() };
    if effects.stands_as_declared() {
        let clause = ruleset.misdeal_that_stands.clause.as_ref();
        if let Some(trace) = case.trace {
            trace::declared_only(trace, "a declared misdeal stands", clause, clause.is_none());
        }
        let stands = as_declared(case, clause.is_none(), None);
        let or_by_cards = clause.is_some() && effects.stands_by_a_reading();
        let stands = Basis { rests_on_claim: true, or_by_cards, ..stands };
        return bound(case, &judged_on, &dealt, stands);
    }
    match redeal(ruleset, &dealt, judged_on.to, allowed) {
        Ok(right) => {
            if let Some(trace) = case.trace {
                trace::dealt(trace, ruleset, &dealt, judged_on.to, &right.played, right.kept);
            }
            let kept = right.kept.and_then(|at| dealt.get(at)).map(|card| (card.whole(), no_bet_clause(case, effects)));
            let outcome = right.played.hands.outcome(ruleset);
            let (hands, as_drawn) = (Some(right.played.hands), judged_on.wrongly_put);
            Basis { outcome, from_cards: true, hands, kept, reordered, as_drawn, ..Basis::default() }
        }
        Err(misdeal) => {
            if let Some(trace) = case.trace {
                trace::misdealt(trace, ruleset, &dealt, judged_on.to, &misdeal.message);
            }
            let stands = as_declared(case, ruleset.misdeal_that_stands.clause.is_none(), None);
            let basis = bound(case, &judged_on, &dealt, stands);
            // Only the first fault of the deal is reported.
            if !judged_on.wrongly_put {
                let message = misdeal.message + &misdealt::beside_what_stands(case, effects, &dealt, &basis);
                findings.push(
                    Finding::new(misdeal.code, case.place, message)
                        .clause(misdeal.clause.map(|clause| ruleset.cite(&clause)))
                        .compared(misdeal.expected, misdeal.logged),
                );
            }
            basis
        }
    }
}

/// In what a reconstruction differs from the cards as drawn.
fn differs(put: &[CardCode], drawn: &[CardCode]) -> String {
    let beyond = |of: &[CardCode], others: &[CardCode]| {
        let mut left = others.to_vec();
        let mut more = of.to_vec();
        more.retain(|code| left.iter().position(|other| other == code).map(|at| left.swap_remove(at)).is_none());
        more.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let parts = [("in it and not drawn", beyond(put, drawn)), ("drawn and not in it", beyond(drawn, put))];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(how, cards)| format!("{how}: {cards}"))
        .collect();
    if said.is_empty() { "the same cards in another order".to_owned() } else { said.join("; ") }
}

fn wrongly_reconstructed(case: &Case<'_>, effects: &Effects<'_>, why: &str, drawn: &[CardCode]) -> Finding {
    let words = |codes: &[CardCode]| codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let put = case.coup.reconstructed_cards.as_deref().unwrap_or_default();
    let played = cards(case.ruleset, put).map(|put| play(case.ruleset, &put)).filter(|played| played.lacks.is_none());
    let gives = played.and_then(|played| played.hands.outcome(case.ruleset).in_words());
    let message = if put == drawn {
        let gives = gives.map_or_else(String::new, |gives| format!(": {gives}"));
        format!(
            "{why}; it leaves every card where it was (drawn and reconstructed as {}): the coup is judged on the cards as drawn, and the \
             result is the same either way{gives}",
            words(put)
        )
    } else {
        let gives = gives.map_or_else(String::new, |gives| format!("; as reconstructed they would give {gives}"));
        let how = differs(put, drawn);
        format!(
            "{why} ({how}; drawn {}, reconstructed as {}): the coup is judged on the cards as drawn{gives}{}",
            words(drawn),
            words(put),
            trace::logged_at_coup(case.ruleset, effects, |_| true)
                .map_or_else(String::new, |logged| format!("; {logged}"))
        )
    };
    let expected =
        if put == drawn { "no reconstruction".to_owned() } else { format!("{}, in that order", words(drawn)) };
    Finding::new(Code::MisplacedCard, case.place, message)
        .clause(Some(case.ruleset.cite(&case.ruleset.deal.clause)))
        .compared(expected, words(put))
}

/// A misdeal leaves a coup as declared only as far as such an error can reach; beyond that, its cards count.
fn bound(case: &Case<'_>, judged_on: &JudgedCards<'_>, dealt: &[KnownCard], stands: Basis) -> Basis {
    let Some(declared) = case.coup.declared.as_ref() else { return stands };
    let known: Vec<Option<KnownCard>> = dealt.iter().copied().map(Some).collect();
    let JudgedCards { to, first_to, .. } = *judged_on;
    if claims::within(&Reach { ruleset: case.ruleset, cards: &known, to, first_to }, declared) {
        return stands;
    }
    let hands = by_the_cards(case.ruleset, dealt, to);
    let outcome = hands.outcome(case.ruleset);
    if let Some(trace) = case.trace {
        trace::beyond_reach(trace, "no such error can explain the announcement: the cards count");
    }
    let as_drawn = judged_on.wrongly_put;
    Basis { outcome, from_cards: true, hands: Some(hands), beyond_reach: true, as_drawn, ..Basis::default() }
}

/// The hands as the table of play deals them; if a card is missing, as they lie.
fn by_the_cards(ruleset: &Ruleset, dealt: &[KnownCard], to: Option<&[To]>) -> Hands {
    let played = play(ruleset, dealt);
    match to {
        Some(to) if played.lacks.is_some() => claims::laid(dealt, to),
        _ => played.hands,
    }
}

/// Whose a card is: by where the log puts it, or in the initial deal by the order of the deal; nothing where neither says it.
fn whose(ruleset: &Ruleset, to: Option<&[To]>, at: usize) -> String {
    let put = to.and_then(|to| to.get(at)).and_then(|to| match to {
        To::Player => Some(Side::Player),
        To::Banker => Some(Side::Banker),
        To::Aside | To::Next => None,
    });
    let side = put.or_else(|| ruleset.deal.order.get(at).copied().filter(|_| to.is_none()));
    side.map_or_else(String::new, |side| format!(" (the {}'s)", side.name()))
}

/// Why the points of a card are not known: of the card, and of the coup.
fn no_points(code: CardCode) -> (&'static str, &'static str) {
    if code.suit().is_some() {
        ("is known by its suit alone", "of a card only the suit is known")
    } else if code.points().is_some() {
        ("has points that no card has", "a card has points that no card has")
    } else {
        ("could not be read", "a card could not be read")
    }
}

/// A coup in which not every card can be used is limited by those that can; `finding` says which card that is.
fn not_all_read(
    case: &Case<'_>,
    effects: &Effects<'_>,
    judged_on: &JudgedCards<'_>,
    (why, finding): (&str, Finding),
    findings: &mut Vec<Finding>,
) -> Basis {
    let JudgedCards { codes, to, first_to, .. } = *judged_on;
    let declared = case.coup.declared.as_ref();
    let known: Vec<Option<KnownCard>> = codes.iter().map(|code| known(case.ruleset, *code)).collect();
    let gives = |declared: &Declared| match effects.stands_as_declared() {
        true => claims::within(&Reach { ruleset: case.ruleset, cards: &known, to, first_to }, declared),
        false => claims::fits(case.ruleset, &known, to, declared),
    };
    let fits = declared.is_none_or(gives);
    if let Some(trace) = case.trace {
        trace::declared_only(trace, why, None, false);
    }
    let so = match (declared.and_then(|declared| declared.result), fits) {
        (Some(_), true) => "the coup is judged by what was announced, as what its cards give is not known",
        (Some(_), false) => {
            "whatever was there, it does not give all that was announced (result/misdeclared), and what was due is not known: its money is not judged"
        }
        (None, _) => "what its cards give is not known, and no result was announced: its money is not judged",
    };
    findings.push(Finding { message: format!("{}: {so}", finding.message), ..finding });
    if let (false, Some(declared)) = (fits, declared) {
        if let Some(trace) = case.trace {
            trace::beyond_reach(
                trace,
                "no ranks in the place of the cards that could not be read give the announcement",
            );
        }
        findings.push(result::no_ranks_give(case, declared, gives));
        return Basis { kept: kept_by_destination(case, effects), ..Basis::default() };
    }
    as_declared(case, false, kept_by_destination(case, effects))
}

fn as_declared(case: &Case<'_>, by_a_reading: bool, kept: Option<(Option<Card>, Option<Cited>)>) -> Basis {
    let outcome = Outcome::declared(case.ruleset, case.coup.declared.as_ref(), initial(case).as_ref());
    Basis { outcome, by_a_reading, kept, ..Basis::default() }
}

/// What the cards of the initial deal show by themselves, nothing of what was declared.
pub(super) fn initial_deal(case: &Case<'_>) -> Basis {
    let outcome = Outcome::declared(case.ruleset, None, initial(case).as_ref());
    Basis { outcome, ..Basis::default() }
}

/// What the cards give, dealt by the rules, where a claim leaves the coup as declared.
pub(super) fn dealt_by_the_rules(case: &Case<'_>) -> Option<Basis> {
    let drawn = case.coup.cards.as_deref().filter(|_| case.coup.reconstructed_cards.is_none())?;
    let drawn = cards(case.ruleset, drawn)?;
    let dealt = redeal(case.ruleset, &drawn, case.coup.to.as_deref(), Allowed::default()).ok()?;
    let hands = dealt.played.hands;
    Some(Basis { outcome: hands.outcome(case.ruleset), from_cards: true, hands: Some(hands), ..Basis::default() })
}

/// What keeps the cards from being dealt by the rules: the first fault of the deal.
pub(super) fn not_dealt_by_the_rules(case: &Case<'_>) -> Option<String> {
    let drawn = case.coup.cards.as_deref().filter(|_| case.coup.reconstructed_cards.is_none())?;
    let drawn = cards(case.ruleset, drawn).filter(|drawn| !drawn.is_empty())?;
    Some(redeal(case.ruleset, &drawn, case.coup.to.as_deref(), Allowed::default()).err()?.message)
}

/// What the cards of the initial deal show: pairs are settled by it, even if the rest is judged as declared.
fn initial(case: &Case<'_>) -> Option<Facts> {
    let codes = case.coup.reconstructed_cards.as_ref().or(case.coup.cards.as_ref());
    let initial = case.ruleset.deal.order.len();
    let first = cards(case.ruleset, codes?.get(..initial)?)?;
    Some(play(case.ruleset, &first).hands.outcome(case.ruleset).facts)
}

/// The clause by which the coup after this one has to be a no-bet coup, if the kept card requires that.
fn no_bet_clause(case: &Case<'_>, effects: &Effects<'_>) -> Option<Cited> {
    effects
        .keeps()
        .filter(|effect| effect.then == Some(Consequence::KeptForNoBetCoup))
        .and_then(|effect| effect.clause)
        .map(|clause| case.ruleset.cite(clause))
}

/// What a void coup owes to the next one: whatever else voids it, a card that a clause makes the first one of a no-bet
/// coup was drawn. The card is known if the coup states where it went, or the irregularity names it.
pub(super) fn owed_by_a_void(case: &Case<'_>, effects: &Effects<'_>) -> Option<(Option<Card>, Cited)> {
    let clause = no_bet_clause(case, effects)?;
    let named = || {
        let at = effects.keeps()?.logged.irregularity.facts.card?;
        card(*case.coup.cards.as_ref()?.get(at)?)
    };
    let kept = kept_by_destination(case, effects).and_then(|(card, _)| card);
    Some((kept.or_else(named), clause))
}

/// The kept card of a coup that is not re-dealt.
fn kept_by_destination(case: &Case<'_>, effects: &Effects<'_>) -> Option<(Option<Card>, Option<Cited>)> {
    effects.keeps()?;
    let codes = case.coup.reconstructed_cards.as_ref().or(case.coup.cards.as_ref())?;
    let at = case.coup.to.as_ref()?.iter().position(|to| *to == To::Next)?;
    Some((Some(card(*codes.get(at)?)?), no_bet_clause(case, effects)))
}
