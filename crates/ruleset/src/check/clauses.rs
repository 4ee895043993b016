use std::cmp::Ordering;

use resettle_yaml::Node;

use super::grounds::{entries, get, name, text};
use super::{Desk, Level, Subject};

/// The clauses stand in the document's order, and no two that are enforced have one text.
pub(super) fn check(root: &Node, desk: &mut Desk<'_>) {
    let Some(clauses) = get(root, "clauses") else { return };
    let mut last: Option<(Vec<u32>, &str)> = None;
    let mut texts: Vec<(&str, &str)> = Vec::new();
    for (key, entry) in entries(clauses) {
        let number = name(key);
        let parts = numbers(number);
        if let Some((before, other)) = &last
            && parts.cmp(before) == Ordering::Less
        {
            desk.rules(
                Level::Warning,
                Subject::Citation,
                key.place,
                format!("clause `{number}` stands after `{other}`"),
                "clauses stand in the document's order",
            );
        }
        last = Some((parts, number));
        let enforced = get(entry, "kind").and_then(text) == Some("enforced");
        if let Some(fingerprint) = get(entry, "text").filter(|_| enforced)
            && let Some(sha256) = text(fingerprint)
        {
            // The same item of two lists may be the same word.
            let item = |number: &str| number.split_once('(').map(|(_, item)| item.to_owned());
            let same = |(known, other): &&(&str, &str)| {
                *known == sha256 && (item(number).is_none() || item(number) != item(other))
            };
            match texts.iter().find(same) {
                Some((_, other)) => desk.rules(
                    Level::Warning,
                    Subject::Citation,
                    fingerprint.place,
                    format!("clauses `{other}` and `{number}` have one fingerprint, so one text"),
                    "`resettle ruleset trace` says what the document has; a copied line keeps the old fingerprint",
                ),
                None => texts.push((sha256, number)),
            }
        }
    }
}

/// The numbers that a clause's own begins with: `12.1(a)` gives 12 and 1.
fn numbers(clause: &str) -> Vec<u32> {
    let digits = clause.split(['(', ' ']).next().unwrap_or_default();
    digits.split('.').map_while(|part| part.parse().ok()).collect()
}
