use resettle_yaml::{Fields, Node};

use super::context::Context;
use crate::model::{AtLimit, LimitRule, LimitRules};

pub(super) fn limits(fields: &mut Fields<'_>, context: &mut Context) -> LimitRules {
    let silent = LimitRule { then: AtLimit::Whole, clause: None, earlier_coups: None };
    let Some(mut inner) = fields.optional("limits").and_then(|node| node.fields("`limits`", &mut context.faults))
    else {
        return LimitRules { maximum: silent.clone(), area_maximum: silent, minimum: None, recorded: Vec::new() };
    };
    let maximum = inner
        .optional("maximum")
        .and_then(|node| rule(node, &[("whole", AtLimit::Whole), ("capped", AtLimit::Capped)], context))
        .unwrap_or_else(|| silent.clone());
    let area_maximum = inner
        .optional("area_maximum")
        .and_then(|node| rule(node, &[("whole", AtLimit::Whole), ("pro_rata", AtLimit::ProRata)], context))
        .unwrap_or(silent);
    let mut recorded = Vec::new();
    let mut minimum = None;
    for key in ["minimum", "differential"] {
        let Some(mut valid) = inner.optional(key).and_then(|node| node.fields("a limit", &mut context.faults)) else {
            continue;
        };
        let words: &[(&str, bool)] =
            if key == "minimum" { &[("valid", true), ("reported", false)] } else { &[("valid", true)] };
        let valid_then =
            valid.required("then", &mut context.faults).and_then(|node| node.word(words, &mut context.faults));
        match (context.clause(&mut valid), valid_then) {
            (Some(clause), Some(false)) => minimum = Some(clause),
            (Some(clause), _) => recorded.push((key, clause)),
            (None, _) => {}
        }
        valid.finish(&mut context.faults);
    }
    if let Some(clause) = context.only_clause(&mut inner, "personal", "`personal`") {
        recorded.push(("personal", clause));
    }
    inner.finish(&mut context.faults);
    LimitRules { maximum, area_maximum, minimum, recorded }
}

fn rule(node: &Node, words: &[(&str, AtLimit)], context: &mut Context) -> Option<LimitRule> {
    let mut fields = node.fields("a limit", &mut context.faults)?;
    let then = fields.required("then", &mut context.faults).and_then(|node| node.word(words, &mut context.faults));
    let clause = context.clause(&mut fields);
    let earlier_coups = fields.optional("earlier_coups").and_then(|node| context.cite(node));
    fields.finish(&mut context.faults);
    Some(LimitRule { then: then?, clause: Some(clause?), earlier_coups })
}
