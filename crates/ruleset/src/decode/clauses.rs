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
        let why_node = entry.optional("why");
        let why = why_node.and_then(|node| node.text(&mut context.faults)).map(str::to_owned);
        entry.finish(&mut context.faults);
        match kind {
            Some(ClauseKind::Recorded) if why_node.is_none() => context.faults.add_with_help(
                node.place,
                format!("clause `{number}` is recorded, but not why"),
                "add `why`: which fact it needs that no log holds",
            ),
            Some(kind) if kind != ClauseKind::Recorded => {
                if let Some(why) = why_node {
                    context.faults.add_with_help(
                        why.place,
                        format!("clause `{number}` is called `{}`; only a recorded one has a `why`", kind.word()),
                        "take `why` out, or call the clause `recorded`",
                    );
                }
            }
            _ => {}
        }
        context.clause_numbers.insert(number.to_owned());
        if let (Some(fingerprint), Some(kind)) = (fingerprint, kind) {
            out.push(ClauseEntry { number: number.to_owned(), fingerprint, kind, why });
            context.clause_places.push(key.place);
        }
    }
    out
}

/// 64 lower-case hex digits.
pub(crate) fn sha256(node: &resettle_yaml::Node, context: &mut Context) -> Option<String> {
    let text = node.text(&mut context.faults)?;
    if text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return Some(text.to_owned());
    }
    context.faults.add_with_help(
        node.place,
        "this is no SHA-256",
        format!("a SHA-256 has 64 digits from 0-9 and a-f; here stand {} characters", text.chars().count()),
    );
    None
}
