use std::collections::BTreeMap;

use resettle_words::Role;
use resettle_yaml::{Fields, Node};

use super::context::Context;
use super::promotions::{each, recorded};
use crate::clause::Cite;
use crate::model::LimitRules;
use crate::tournament::{CONDITION_PARTS, REFUND_GROUNDS, TOURNAMENT_CHECKS, Tournament};

pub(super) fn tournament(fields: &mut Fields<'_>, limits: &LimitRules, context: &mut Context) -> Option<Tournament> {
    let mut inner = fields.optional("tournament")?.fields("`tournament`", &mut context.faults)?;
    let ordinary = inner.required("ordinary", &mut context.faults).and_then(|node| {
        let mut ordinary = node.fields("`ordinary`", &mut context.faults)?;
        let without = ordinary.required("without", &mut context.faults).and_then(|node| {
            let clauses = context.cite(node)?;
            for clause in clauses.0.iter().filter(|clause| !can_be_off(limits, clause)) {
                let what = format!("nothing is switched off by `{clause}`");
                let help =
                    "clauses that `limits` cites for `minimum` or `differential`: nothing else can be switched off";
                context.faults.add_with_help(node.place, what, help);
            }
            Some(clauses)
        });
        let clause = context.clause(&mut ordinary);
        ordinary.finish(&mut context.faults);
        Some((without?.0, clause?))
    });
    let parts = inner.required("conditions", &mut context.faults).and_then(|node| {
        let mut conditions = node.fields("`conditions`", &mut context.faults)?;
        let clause = context.clause(&mut conditions);
        let words: Vec<(&str, &str)> = CONDITION_PARTS.iter().map(|part| (*part, *part)).collect();
        let parts = conditions.required("parts", &mut context.faults);
        let parts = parts.map(|node| rows(node, "part", &words, context));
        conditions.finish(&mut context.faults);
        Some((clause?, parts?))
    });
    let absence = inner.required("absence", &mut context.faults).and_then(|node| {
        let mut absence = node.fields("`absence`", &mut context.faults)?;
        let coups = absence.required("coups", &mut context.faults);
        let coups = coups.and_then(|node| node.int(0..=1_000, &mut context.faults));
        let clause = context.clause(&mut absence);
        absence.finish(&mut context.faults);
        Some((u32::try_from(coups?).ok()?, clause?))
    });
    let breaches = [
        ("concealing", "concealing"),
        ("removed_chips", "removed_chips"),
        ("exchange", "exchange"),
        ("advice", "advice"),
    ];
    let disqualified = inner.required("disqualified", &mut context.faults);
    let disqualified = disqualified.map(|node| rows(node, "breach", &breaches, context));
    let refunds = inner.required("refunds", &mut context.faults).and_then(|node| {
        let mut refunds = node.fields("`refunds`", &mut context.faults)?;
        let clause = context.clause(&mut refunds);
        let grounds = refunds.required("grounds", &mut context.faults);
        let grounds = grounds.map(|node| rows(node, "ground", REFUND_GROUNDS, context));
        refunds.finish(&mut context.faults);
        Some((clause?, grounds?))
    });
    let announcement = inner.required("announcement", &mut context.faults).and_then(|node| {
        let mut window = node.fields("`announcement`", &mut context.faults)?;
        word(&mut window, "from", "closed", context);
        word(&mut window, "until", "first_card", context);
        let clause = context.clause(&mut window);
        window.finish(&mut context.faults);
        clause
    });
    let forms = inner.required("forms", &mut context.faults).and_then(|node| {
        let mut forms = node.fields("`forms`", &mut context.faults)?;
        let by = forms.required("by", &mut context.faults).and_then(|node| node.word(Role::ALL, &mut context.faults));
        word(&mut forms, "until", "first_card", context);
        let clause = context.clause(&mut forms);
        forms.finish(&mut context.faults);
        Some((by?, clause?))
    });
    let checks = inner.required("checks", &mut context.faults).map(|node| checks(node, context));
    let recorded = inner.optional("recorded").map_or_else(Vec::new, |node| each(node, context, recorded));
    inner.finish(&mut context.faults);
    let ((conditions, parts), (absent_coups, absence), (refund, refunds)) = (parts?, absence?, refunds?);
    let (without, clause) = ordinary?;
    Some(Tournament {
        clause,
        without,
        parts: parts.into_iter().map(|(part, clause)| (part.to_owned(), clause)).collect(),
        conditions,
        absent_coups,
        absence,
        disqualified: disqualified?.into_iter().map(|(breach, clause)| (breach.to_owned(), clause)).collect(),
        refunds,
        refund,
        announcement: announcement?,
        forms: forms?,
        checks: checks?,
        recorded,
    })
}

/// Whether a rule that can be switched off cites a clause.
fn can_be_off(limits: &LimitRules, clause: &str) -> bool {
    let rules = ["minimum", "differential"].into_iter().filter_map(|what| limits.valid(what));
    rules.flat_map(|rule| &rule.0).any(|cited| cited == clause)
}

/// A moment that the format knows only one word for.
fn word(fields: &mut Fields<'_>, key: &'static str, only: &str, context: &mut Context) {
    if let Some(node) = fields.required(key, &mut context.faults) {
        node.word(&[(only, ())], &mut context.faults);
    }
}

/// A list of words, each with its clause.
fn rows<T: Clone>(node: &Node, key: &'static str, words: &[(&str, T)], context: &mut Context) -> Vec<(T, Cite)> {
    let mut out = Vec::new();
    for row in context.rows(node) {
        let Some(mut fields) = row.fields("a row", &mut context.faults) else { continue };
        let word = fields.required(key, &mut context.faults).and_then(|node| node.word(words, &mut context.faults));
        let clause = context.clause(&mut fields);
        fields.finish(&mut context.faults);
        out.extend(word.zip(clause));
    }
    out
}

fn checks(node: &Node, context: &mut Context) -> BTreeMap<String, Cite> {
    let mut out = BTreeMap::new();
    let Some(mut map) = node.fields("`checks`", &mut context.faults) else { return out };
    for (name, key, node) in map.rest() {
        if !TOURNAMENT_CHECKS.contains(&name) {
            let known = TOURNAMENT_CHECKS.join(", ");
            context.faults.add_with_help(key.place, format!("unknown check `{name}`"), format!("one of: {known}"));
            continue;
        }
        let Some(mut check) = node.fields("a check", &mut context.faults) else { continue };
        let clause = context.clause(&mut check);
        check.finish(&mut context.faults);
        if let Some(clause) = clause {
            out.insert(name.to_owned(), clause);
        }
    }
    out
}
