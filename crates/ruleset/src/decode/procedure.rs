use std::collections::BTreeMap;

use resettle_game::Odds;
use resettle_words::{Kind, NoBetReason, Role};
use resettle_yaml::{Fields, Node, Value};

use super::context::{CITE, Context};
use super::irregularities::{Offices, decider};
use super::wagers::bet;
use crate::clause::Cite;
use crate::model::{Late, NoBetCoups, NoBetRule, NotAccepted, RefundRule, VoidRules};
use crate::money::{Commission, CommissionDue, CommissionRate, Direction, RoundTo, Rounding, RoundingUnit};
use crate::shoe::{AfterCutCard, CutCard};

/// The largest unit that money is rounded to, in minor units.
const MOST_MINOR: i64 = 1_000_000_000;

pub(super) fn rounding(fields: &mut Fields<'_>, context: &mut Context) -> Option<Rounding> {
    let mut inner = fields.optional("rounding")?.fields("`rounding`", &mut context.faults)?;
    let rule = round_to(&mut inner, "winnings", context);
    let clause = context.clause(&mut inner);
    let other = inner.optional("may_mean").and_then(|node| node.word(&[("payment", ())], &mut context.faults));
    inner.finish(&mut context.faults);
    Some(Rounding { rule: rule?, clause: clause?, may_mean_payment: other.is_some() })
}

/// Which way, and to what: the smallest chip, or this many minor units.
fn round_to(fields: &mut Fields<'_>, way: &'static str, context: &mut Context) -> Option<RoundTo> {
    let direction =
        fields.required(way, &mut context.faults).and_then(|node| node.word(Direction::WORDS, &mut context.faults));
    let unit = fields.required("to", &mut context.faults).and_then(|node| match &node.value {
        Value::Int(_) => node.int(1..=MOST_MINOR, &mut context.faults).map(RoundingUnit::Minor),
        _ => node.word(&[("chip", RoundingUnit::Chip)], &mut context.faults),
    });
    Some(RoundTo { direction: direction?, unit: unit? })
}

pub(super) fn commission(fields: &mut Fields<'_>, context: &mut Context) -> Option<Commission> {
    let mut inner = fields.optional("commission")?.fields("`commission`", &mut context.faults)?;
    let bet = inner.required("bet", &mut context.faults).and_then(|node| bet(node, context));
    let place = inner.place_of("rate");
    let of_winnings = inner.optional("rate").map(|node| share(node, context));
    let due_node = inner.optional("due");
    let due = due_node.and_then(|node| node.word(CommissionDue::WORDS, &mut context.faults));
    let rounding_node = inner.optional("rounding");
    let rounding = rounding_node.and_then(|node| {
        let mut rounding = node.fields("the rounding of a commission", &mut context.faults)?;
        let rule = round_to(&mut rounding, "commission", context);
        rounding.finish(&mut context.faults);
        rule
    });
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    let rate = match of_winnings {
        Some(of_winnings) => {
            if due_node.is_none() {
                let help = "`due: at_once`, or `due: end_of_shoe` where it is noted and paid later";
                context.faults.add_with_help(place, "nothing says when this commission is due", help);
            }
            Some(CommissionRate { of_winnings: of_winnings?, due: due?, rounding })
        }
        None => {
            if let Some(node) = due_node.or(rounding_node) {
                context.faults.add(node.place, "a commission without `rate` is one that the odds have in them");
            }
            None
        }
    };
    Some(Commission { bet: bet?, rate, clause: clause? })
}

/// `5 of 100`.
fn share(node: &Node, context: &mut Context) -> Option<(u32, u32)> {
    let text = node.text(&mut context.faults)?;
    let parts = text.split_once(" of ").and_then(|(part, of)| Odds::parse(&format!("{part} to {of}")).ok());
    let share = parts.filter(|parts| parts.win() < parts.stake()).map(|parts| (parts.win(), parts.stake()));
    if share.is_none() {
        context.faults.add_with_help(node.place, format!("`{text}` is no part of the winnings"), "5 % is `5 of 100`");
    }
    share
}

pub(super) fn late(fields: &mut Fields<'_>, context: &mut Context) -> Option<(Late, Late)> {
    let mut inner = fields.required("late", &mut context.faults)?.fields("`late`", &mut context.faults)?;
    let placed =
        inner.required("placed", &mut context.faults).and_then(|node| lateness(node, "stake_returned", context));
    let withdrawn =
        inner.required("withdrawn", &mut context.faults).and_then(|node| lateness(node, "settled", context));
    inner.finish(&mut context.faults);
    Some((placed?, withdrawn?))
}

fn lateness(node: &Node, then: &'static str, context: &mut Context) -> Option<Late> {
    let mut fields = node.fields("a rule on lateness", &mut context.faults)?;
    if let Some(word) = fields.required("then", &mut context.faults) {
        word.word(&[(then, ())], &mut context.faults);
    }
    let reading = context.reading(&mut fields);
    let clause = context.clause(&mut fields);
    fields.finish(&mut context.faults);
    Some(Late { clause: clause?, reading })
}

pub(super) fn not_accepted(fields: &mut Fields<'_>, offices: &Offices, context: &mut Context) -> Option<NotAccepted> {
    let mut inner = fields.optional("not_accepted")?.fields("`not_accepted`", &mut context.faults)?;
    let by = inner.optional("by").and_then(|node| decider(node, offices, context));
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    Some(NotAccepted { clause: clause?, by })
}

pub(super) fn removal(fields: &mut Fields<'_>, context: &mut Context) -> Option<Cite> {
    let mut inner = fields.optional("removal")?.fields("`removal`", &mut context.faults)?;
    if let Some(after) = inner.required("after", &mut context.faults) {
        after.word(&[("reconstruction", ())], &mut context.faults);
    }
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    clause
}

pub(super) fn refund(node: &Node, context: &mut Context) -> Option<RefundRule> {
    let mut fields = node.fields("a refund", &mut context.faults)?;
    let clause = context.optional_clause(&mut fields);
    let reading = context.reading(&mut fields);
    fields.finish(&mut context.faults);
    if clause.is_none() && !reading {
        context.faults.add_with_help(node.place, "a refund needs a clause, or is a reading", CITE);
    }
    Some(RefundRule { clause, reading })
}

pub(super) fn void(fields: &mut Fields<'_>, context: &mut Context) -> Option<VoidRules> {
    let mut inner = fields.required("void", &mut context.faults)?.fields("`void`", &mut context.faults)?;
    let refund = inner.required("refund", &mut context.faults).and_then(|node| refund(node, context));
    let outside = inner.optional("outside_the_rules").and_then(|node| {
        let mut outside = node.fields("`outside_the_rules`", &mut context.faults)?;
        let kinds = outside.required("kinds", &mut context.faults).and_then(|node| node.list(&mut context.faults));
        let kinds: Vec<Kind> =
            kinds.unwrap_or_default().iter().filter_map(|item| item.word(Kind::ALL, &mut context.faults)).collect();
        let why = outside.required("why", &mut context.faults).and_then(|node| node.text(&mut context.faults));
        let why = why.map(str::to_owned);
        outside.finish(&mut context.faults);
        Some((kinds, why))
    });
    inner.finish(&mut context.faults);
    let (outside, outside_why) = outside.unwrap_or_default();
    Some(VoidRules { refund: refund?, outside, outside_why })
}

/// A clause, or the statement that it is a reading.
pub(super) fn misdeal_that_stands(fields: &mut Fields<'_>, context: &mut Context) -> Option<Cite> {
    let node = fields.required("misdeal_that_stands", &mut context.faults)?;
    let mut inner = node.fields("`misdeal_that_stands`", &mut context.faults)?;
    let clause = context.optional_clause(&mut inner);
    let reading = context.reading(&mut inner);
    inner.finish(&mut context.faults);
    if clause.is_none() != reading {
        context.faults.add_with_help(node.place, "`misdeal_that_stands` has a clause, or is a reading", CITE);
    }
    clause
}

pub(super) fn no_bet_coups(fields: &mut Fields<'_>, context: &mut Context) -> Option<NoBetCoups> {
    let mut inner = fields.optional("no_bet_coups")?.fields("`no_bet_coups`", &mut context.faults)?;
    let clause = context.clause(&mut inner);
    let mut reasons = Vec::new();
    let map = inner.required("reasons", &mut context.faults);
    if let Some(mut map) = map.and_then(|node| node.fields("`reasons`", &mut context.faults)) {
        for (name, key, node) in map.rest() {
            let Some(reason) = NoBetReason::parse(name) else {
                let known: Vec<&str> = NoBetReason::ALL.iter().map(|(word, _)| *word).collect();
                context.faults.add_with_help(
                    key.place,
                    format!("unknown reason `{name}`"),
                    format!("one of: {}", known.join(", ")),
                );
                continue;
            };
            let Some(mut rule) = node.fields("a reason", &mut context.faults) else { continue };
            let by = rule.optional("by").and_then(|node| node.word(Role::ALL, &mut context.faults));
            let clause = context.clause(&mut rule);
            rule.finish(&mut context.faults);
            if let Some(clause) = clause {
                reasons.push(NoBetRule { reason, by, clause });
            }
        }
    }
    inner.finish(&mut context.faults);
    Some(NoBetCoups { clause: clause?, reasons })
}

pub(super) fn cut_card(fields: &mut Fields<'_>, context: &mut Context) -> Option<CutCard> {
    let mut inner = fields.optional("cut_card")?.fields("`cut_card`", &mut context.faults)?;
    let then = inner.required("then", &mut context.faults);
    let then = then.and_then(|then| then.word(AfterCutCard::WORDS, &mut context.faults));
    let clause = context.clause(&mut inner);
    inner.finish(&mut context.faults);
    Some(CutCard { then: then?, clause: clause? })
}

pub(super) fn authority(fields: &mut Fields<'_>, context: &mut Context) -> BTreeMap<String, (Role, Cite)> {
    let mut out = BTreeMap::new();
    let map = fields.optional("authority").and_then(|node| node.fields("`authority`", &mut context.faults));
    let Some(mut map) = map else { return out };
    for (name, _, node) in map.rest() {
        let Some(mut office) = node.fields("an office", &mut context.faults) else { continue };
        let from =
            office.required("from", &mut context.faults).and_then(|node| node.word(Role::ALL, &mut context.faults));
        let clause = context.clause(&mut office);
        office.finish(&mut context.faults);
        if let (Some(from), Some(clause)) = (from, clause) {
            out.insert(name.to_owned(), (from, clause));
        }
    }
    out
}
