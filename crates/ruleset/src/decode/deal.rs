use resettle_game::{PerSide, Rank, Side};
use resettle_yaml::{Fields, Node, Value};

use super::context::Context;
use crate::model::{AlsoCommences, Burn, BurnCount, CardValues, Deal, Decks, Moments, RoundTime};
use crate::shoe::BurnBeforeCoup;

const SIDES: &[(&str, Side)] = &[("player", Side::Player), ("banker", Side::Banker)];

pub(super) fn decks(fields: &mut Fields<'_>, context: &mut Context) -> Option<Decks> {
    let node = fields.required("decks", &mut context.faults)?;
    let mut inner = node.fields("`decks`", &mut context.faults)?;
    let only = inner.optional("any_of").map(|node| numbers(node, context));
    let mut bound = |key, context: &mut Context| {
        let node = if only.is_some() { inner.optional(key) } else { inner.required(key, &mut context.faults) };
        if let (Some(node), true) = (node, only.is_some()) {
            context
                .faults
                .add(node.place, "`any_of` names every number of decks: `min` and `max` have no part beside it");
        }
        node.and_then(|node| node.int(1..=MOST_DECKS, &mut context.faults))
    };
    let (min, max) = (bound("min", context), bound("max", context));
    let clause = context.clause(&mut inner);
    let replaced = context.only_clause(&mut inner, "replaced", "`replaced`");
    inner.finish(&mut context.faults);
    if let Some(only) = only {
        let only = only?;
        let (min, max) = (*only.first()?, *only.last()?);
        return Some(Decks { min, max, only: Some(only), clause: clause?, replaced });
    }
    let (min, max) = (u32::try_from(min?).ok()?, u32::try_from(max?).ok()?);
    if min > max {
        context.faults.add(node.place, format!("`min` is {min} and `max` only {max}"));
    }
    Some(Decks { min, max, only: None, clause: clause?, replaced })
}

const MOST_DECKS: i64 = 100;

/// More cards than any rule burns at once.
const MOST_BURNED: i64 = 52;

/// Numbers of decks, the least first.
fn numbers(node: &Node, context: &mut Context) -> Option<Vec<u32>> {
    let items = node.list(&mut context.faults)?;
    let mut out: Vec<u32> = Vec::new();
    for item in items {
        let number = item.int(1..=MOST_DECKS, &mut context.faults).and_then(|number| u32::try_from(number).ok())?;
        if out.last().is_some_and(|last| *last >= number) {
            context.faults.add(item.place, "numbers of decks stand in order, each once");
            return None;
        }
        out.push(number);
    }
    if out.is_empty() {
        context.faults.add(node.place, "no number of decks is named here");
        return None;
    }
    Some(out)
}

pub(super) fn cards(fields: &mut Fields<'_>, context: &mut Context) -> Option<CardValues> {
    let mut inner = fields.required("cards", &mut context.faults)?.fields("`cards`", &mut context.faults)?;
    let values = inner.required("values", &mut context.faults).and_then(|node| values(node, context));
    let clause = context.clause(&mut inner);
    let point_total = inner.required("point_total", &mut context.faults).and_then(|node| {
        let mut total = node.fields("`point_total`", &mut context.faults)?;
        if let Some(keeps) = total.required("keeps", &mut context.faults) {
            keeps.word(&[("right_digit", ())], &mut context.faults);
        }
        let clause = context.clause(&mut total);
        total.finish(&mut context.faults);
        clause
    });
    inner.finish(&mut context.faults);
    Some(CardValues { values: values?, clause: clause?, point_total: point_total? })
}

fn values(node: &Node, context: &mut Context) -> Option<[u8; 13]> {
    let mut map = node.fields("`values`", &mut context.faults)?;
    let mut found: [Option<u8>; 13] = [None; 13];
    for (name, key, value) in map.rest() {
        let mut letters = name.chars();
        let rank = match (letters.next(), letters.next()) {
            (Some(letter), None) => Rank::from_letter(letter),
            _ => None,
        };
        let Some(slot) = rank.and_then(|rank| found.get_mut(rank.index())) else {
            context.faults.add_with_help(key.place, format!("`{name}` is no rank"), "ranks are A, 2 to 9, T, J, Q, K");
            continue;
        };
        *slot = value.int(0..=9, &mut context.faults).and_then(|value| u8::try_from(value).ok());
    }
    let mut out = [0; 13];
    let mut complete = true;
    for (rank, (value, slot)) in Rank::ALL.into_iter().zip(found.iter().zip(out.iter_mut())) {
        match value {
            Some(value) => *slot = *value,
            None => {
                complete = false;
                context.faults.add(node.place, format!("rank `{}` has no value", rank.letter()));
            }
        }
    }
    complete.then_some(out)
}

pub(super) fn deal(fields: &mut Fields<'_>, context: &mut Context) -> Option<Deal> {
    let node = fields.required("deal", &mut context.faults)?;
    let mut inner = node.fields("`deal`", &mut context.faults)?;
    let mut permanent = PerSide::default();
    let mut permanent_clause = None;
    if let Some(mut map) = inner.optional("permanent").and_then(|node| node.fields("`permanent`", &mut context.faults))
    {
        for side in Side::BOTH {
            let key = if side == Side::Player { "player" } else { "banker" };
            let value = map.optional(key).and_then(|node| node.int(2..=9, &mut context.faults));
            *permanent.of_mut(side) = value.and_then(|value| u8::try_from(value).ok());
        }
        permanent_clause = context.clause(&mut map);
        map.finish(&mut context.faults);
    }
    let order_node = inner.required("order", &mut context.faults);
    let order: Vec<Side> = order_node
        .and_then(|node| node.list(&mut context.faults))
        .unwrap_or_default()
        .iter()
        .filter_map(|item| item.word(SIDES, &mut context.faults))
        .collect();
    let mut two_each = true;
    for side in Side::BOTH {
        let printed = usize::from(permanent.of(side).is_some());
        let dealt = order.iter().filter(|to| **to == side).count();
        if printed + dealt != 2 {
            two_each = false;
            let cards = printed + dealt;
            context.faults.add_with_help(
                order_node?.place,
                format!(
                    "the initial deal gives the {} {cards} card{}, not 2",
                    side.name(),
                    if cards == 1 { "" } else { "s" }
                ),
                "`order` says to which hand each card drawn goes; a permanent card counts as one of the two",
            );
        }
    }
    let clause = context.clause(&mut inner);
    let cards_return = context.only_clause(&mut inner, "cards_return", "`cards_return`");
    let burn_at_start = inner.optional("burn_at_start").and_then(|node| burn(node, context));
    let burn_before_coup = inner.optional("burn_before_coup").and_then(|node| burn_before_coup(node, context));
    inner.finish(&mut context.faults);
    if !two_each {
        return None;
    }
    Some(Deal { permanent, permanent_clause, order, clause: clause?, cards_return, burn_at_start, burn_before_coup })
}

/// One card at least, a number, or as many as the first one shows.
fn burn(node: &Node, context: &mut Context) -> Option<Burn> {
    let mut fields = node.fields("`burn_at_start`", &mut context.faults)?;
    let count = match fields.optional("number") {
        None => Some(BurnCount::Some),
        Some(number) => match &number.value {
            Value::Int(_) => number
                .int(1..=MOST_BURNED, &mut context.faults)
                .and_then(|number| usize::try_from(number).ok())
                .map(BurnCount::Number),
            _ => number.word(&[("by_first_card", BurnCount::ByFirstCard)], &mut context.faults),
        },
    };
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(Burn { count: count?, clause: clause? })
}

fn burn_before_coup(node: &Node, context: &mut Context) -> Option<BurnBeforeCoup> {
    let mut fields = node.fields("`burn_before_coup`", &mut context.faults)?;
    let number = fields.required("number", &mut context.faults);
    let number = number.and_then(|number| number.int(1..=MOST_BURNED, &mut context.faults));
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(BurnBeforeCoup { number: usize::try_from(number?).ok()?, clause: clause? })
}

pub(super) fn moments(fields: &mut Fields<'_>, context: &mut Context) -> Option<Moments> {
    let mut inner = fields.required("moments", &mut context.faults)?.fields("`moments`", &mut context.faults)?;
    let close = inner.required("close", &mut context.faults).and_then(|node| {
        let mut close = node.fields("`close`", &mut context.faults)?;
        let time = close
            .required("time", &mut context.faults)
            .and_then(|node| node.word(RoundTime::WORDS, &mut context.faults));
        let clause = context.clause(&mut close);
        close.finish(&mut context.faults);
        Some((time?, clause?))
    });
    let next = inner.required("next_commencement", &mut context.faults).and_then(|node| {
        let mut next = node.fields("`next_commencement`", &mut context.faults)?;
        let time = next
            .required("time", &mut context.faults)
            .and_then(|node| node.word(RoundTime::WORDS, &mut context.faults));
        let also = next
            .optional("also")
            .and_then(|node| node.list(&mut context.faults))
            .unwrap_or_default()
            .iter()
            .filter_map(|item| item.word(AlsoCommences::WORDS, &mut context.faults))
            .collect::<Vec<_>>();
        let clause = context.clause(&mut next);
        next.finish(&mut context.faults);
        Some((time?, also, clause?))
    });
    let noticed = inner.required("noticed", &mut context.faults).and_then(|node| {
        let mut noticed = node.fields("`noticed`", &mut context.faults)?;
        let notified = noticed
            .required("time", &mut context.faults)
            .and_then(|node| node.word(&[("noticed", false), ("notified_at", true)], &mut context.faults));
        let clause = context.optional_clause(&mut noticed);
        noticed.finish(&mut context.faults);
        Some((notified?, clause))
    });
    inner.finish(&mut context.faults);
    let (close, close_clause) = close?;
    let (next_commencement, also, next_clause) = next?;
    let (noticed_when_notified, noticed_clause) = noticed?;
    Some(Moments { close, close_clause, next_commencement, also, next_clause, noticed_when_notified, noticed_clause })
}
