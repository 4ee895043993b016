use resettle_yaml::Fields;

use super::context::Context;
use crate::clause::{ClauseEntry, ClauseKind};

pub(super) fn clauses(fields: &mut Fields<'_>, context: &mut Context) -> Vec<ClauseEntry> {
    let Some(mut map) =
        fields.required("clauses", &mut context.faults).and_then(|node| node.fields("`clauses`", &mut context.faults))
    else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (number, key, node) in map.rest() {
        let Some(mut entry) = node.fields("a clause", &mut context.faults) else { continue };
        let fingerprint = entry.required("text", &mut context.faults).and_then(|node| sha256(node, context));
        let kind = entry
            .required("kind", &mut context.faults)
            .and_then(|node| node.word(ClauseKind::WORDS, &mut context.faults));
        let why = entry.optional("why").and_then(|node| node.text(&mut context.faults)).map(str::to_owned);
        entry.finish(&mut context.faults);
        if let Some(kind) = kind
            && (kind == ClauseKind::Recorded) != why.is_some()
        {
            context.faults.add(node.place, "`why` belongs to a recorded clause, and only there");
        }
        if let (Some(fingerprint), Some(kind)) = (fingerprint, kind) {
            out.push(ClauseEntry { number: number.to_owned(), fingerprint, kind, why });
            context.clause_places.push(key.place);
        }
    }
    out
}

/// 64 lower-case hex digits.
pub(super) fn sha256(node: &resettle_yaml::Node, context: &mut Context) -> Option<String> {
    let text = node.text(&mut context.faults)?;
    if text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return Some(text.to_owned());
    }
    context.faults.add(node.place, "no SHA-256 in 64 lower-case hex digits");
    None
}
