//! Claims that cannot be true together with the log that contains them. `adjudication.md`, "Refuted".

use resettle_game::{Affects, Kind, Side, To, counted};
use resettle_ruleset::{Consequence, Ruleset};

use super::dealt::{Dealt, as_the_rules_send, side};
use crate::case::{Around, Case, Left};
use crate::coup::play;
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::slack::{a_day_before, after, an_hour_before};

/// What a claim is checked against.
struct Against<'a> {
    case: &'a Case<'a>,
    ruleset: &'a Ruleset,
    around: &'a Around,
    dealt: Option<Dealt<'a>>,
    is_void: bool,
}

/// What refutes a claim, in words; `None` if it may be true.
pub(super) fn why(case: &Case<'_>, circumstances: &Circumstances<'_>, logged: &Logged) -> Option<String> {
    let noticed = &logged.irregularity.noticed;
    if let Some(opened) = logged.opened.as_ref().filter(|opened| a_day_before(noticed, opened)) {
        return Some(format!("it was noticed at {noticed}, more than a day before the log was opened at {opened}"));
    }
    let against = Against {
        case,
        ruleset: case.ruleset,
        around: case.around,
        dealt: Dealt::of(case.ruleset, case.coup),
        is_void: case.declared_void(),
    };
    let facts = &logged.irregularity.facts;
    let put_right = facts.reconstructed == Some(true);
    let by_itself: fn(&Against<'_>, &Circumstances<'_>, &Logged) -> Option<String> = match logged.irregularity.kind {
        Kind::InsufficientCards => insufficient_cards,
        Kind::WrongCardCount if !put_right => wrong_card_count,
        Kind::UnauthorisedDraw if !put_right => unauthorised_draw,
        Kind::DealtOutOfOrder if !put_right => dealt_out_of_order,
        Kind::CardsDrawnTogether if !put_right => cards_drawn_together,
        Kind::TechnicalInterruption if facts.affects.unwrap_or(Affects::Round) == Affects::Round => interruption,
        _ => return None,
    };
    by_itself(&against, circumstances, logged).or_else(|| too_early(&against, logged))
}

/// An error of a coup cannot be noticed before the previous coup began, nor long before the log was opened.
fn too_early(against: &Against<'_>, logged: &Logged) -> Option<String> {
    let noticed = &logged.irregularity.noticed;
    match &against.around.before {
        Some(before) => {
            let commenced = before.commenced.as_ref()?;
            after(commenced, noticed, against.around.slack.noticed).then(|| {
                format!("it was noticed at {noticed}, and the coup before this one commenced at {commenced} only: the claim is wrong, or one of these clocks")
            })
        }
        None => {
            let opened = logged.opened.as_ref()?;
            an_hour_before(noticed, opened).then(|| {
                format!("it was noticed at {noticed}, more than an hour before the log was opened at {opened}")
            })
        }
    }
}

fn insufficient_cards(against: &Against<'_>, _: &Circumstances<'_>, _: &Logged) -> Option<String> {
    if let Some(dealt) = &against.dealt {
        if dealt.is_complete(against.ruleset) {
            return Some("every card that the table of play asks for was dealt".to_owned());
        }
        let asked = i64::try_from(dealt.could_ask_for(against.ruleset)).unwrap_or(i64::MAX);
        let lacking = || against.case.irregularities.iter().any(|other| other.irregularity.kind == Kind::MissingCard);
        let sufficed = |left: &Left| match left.exact && !lacking() {
            true => left.cards >= asked,
            false => left.cards > asked.saturating_add(52),
        };
        if let Some(Left { cards, .. }) = against.around.left.filter(sufficed) {
            return Some(format!(
                "by what was put in, dealt and burned the device still held {}, and {asked} at most were wanted",
                counted(cards, "card")
            ));
        }
    }
    (against.around.deals_on && !against.around.returns)
        .then(|| "another coup was dealt from the same shoe, which was not started anew in between".to_owned())
}

fn wrong_card_count(against: &Against<'_>, _: &Circumstances<'_>, _: &Logged) -> Option<String> {
    let dealt = against.dealt.as_ref()?;
    let cards = dealt.known()?;
    if dealt.sets_aside() || against.around.burned_after {
        return None;
    }
    let played = play(against.ruleset, &cards);
    let right = match dealt.put() {
        Some(put) => as_the_rules_send(&played, cards.len(), put),
        None => played.lacks.is_none() && played.to.len() == cards.len(),
    };
    right.then(|| "both hands hold exactly the cards that the table of play asks for".to_owned())
}

fn unauthorised_draw(against: &Against<'_>, circumstances: &Circumstances<'_>, logged: &Logged) -> Option<String> {
    let Some(at) = logged.irregularity.facts.card else {
        return wrong_card_count(against, circumstances, logged);
    };
    if at < against.ruleset.deal.order.len() && against.dealt.is_some() {
        return Some(format!("card {} belongs to the initial deal", at + 1));
    }
    let dealt = against.dealt.as_ref()?;
    let sent = played_as_far_as_read(against.ruleset, dealt).get(at).copied()?;
    let named = logged.irregularity.facts.hand.map(|hand| match hand {
        Side::Player => To::Player,
        Side::Banker => To::Banker,
    });
    let to = dealt.to.and_then(|to| to.get(at)).copied().filter(|to| side(*to).is_some());
    let first = dealt.first_to.and_then(|to| to.get(at)).copied().filter(|to| side(*to).is_some());
    let got = first.or(if moved_by_a_clause(circumstances, logged) { named.or(to) } else { to.or(named) })?;
    (side(got) == Some(sent)).then(|| format!("the table of play gives card {} to the {}", at + 1, sent.name()))
}

/// The hand to which the table of play sends each card, up to the first card that cannot be read.
fn played_as_far_as_read(ruleset: &Ruleset, dealt: &Dealt<'_>) -> Vec<resettle_game::Side> {
    let cards: Vec<_> = dealt.cards.iter().map_while(|card| *card).collect();
    play(ruleset, &cards).to
}

/// Whether a clause moves a card that was drawn without authority.
fn moved_by_a_clause(circumstances: &Circumstances<'_>, logged: &Logged) -> bool {
    let effects = Effects::of(circumstances, std::slice::from_ref(logged));
    effects.has(Consequence::ThirdCardOrKept) || effects.has(Consequence::KeptForNoBetCoup)
}

fn dealt_out_of_order(against: &Against<'_>, _: &Circumstances<'_>, _: &Logged) -> Option<String> {
    let dealt = against.dealt.as_ref()?;
    let (cards, put) = (dealt.known()?, dealt.put()?);
    as_the_rules_send(&play(against.ruleset, &cards), cards.len(), put)
        .then(|| "every card was put where the rules send it".to_owned())
}

fn cards_drawn_together(_: &Against<'_>, _: &Circumstances<'_>, logged: &Logged) -> Option<String> {
    let mut named = logged.irregularity.facts.cards.clone()?;
    named.sort_unstable();
    named.dedup();
    let apart = named.windows(2).any(|pair| matches!(pair, [one, next] if one + 1 != *next));
    apart.then(|| {
        let numbers: Vec<String> = named.iter().map(|at| at.saturating_add(1).to_string()).collect();
        format!("cards no. {} do not follow one another in the order drawn", numbers.join(", "))
    })
}

fn interruption(against: &Against<'_>, _: &Circumstances<'_>, logged: &Logged) -> Option<String> {
    let dealt = against.dealt.as_ref()?;
    if let Some(struck) = logged.irregularity.facts.after_cards
        && against.is_void
        && dealt.cards.len() > struck
    {
        return Some(format!(
            "it is said to have ended the coup after {}, and {} were dealt",
            counted(struck, "card"),
            dealt.cards.len()
        ));
    }
    let settled = against.case.coup.times.settled.as_ref()?;
    let noticed = &logged.irregularity.noticed;
    (dealt.is_complete(against.ruleset) && after(noticed, settled, against.around.slack.noticed)).then(|| {
        let later = noticed.moment().apart(settled.moment());
        format!(
            "every card was dealt, and it was noticed at {noticed}, {later} after the coup was settled at {settled}"
        )
    })
}
