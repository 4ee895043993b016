use resettle_yaml::{Node, Value};

use super::{Level, Lint, Subject};

/// What comes before the rules.
const HEAD: &[&str] = &[
    "schema",
    "title",
    "version",
    "jurisdiction",
    "venue",
    "venues",
    "game",
    "effective",
    "gaps",
    "source",
    "clauses",
    "favours_player",
];
/// Names, and what is not of the document by its own words. That something is a reading grounds itself; for which choices
/// something holds is grounded by the options.
const NO_RULE: &[&str] = &["bet", "currency", "outside_the_rules", "reading", "elected"];

/// Everything that decides something cites a clause, or is a reading.
pub(super) fn check(root: &Node, lint: &mut Lint<'_>) {
    for (key, value) in entries(root).iter().filter(|(key, _)| !HEAD.contains(&name(key))) {
        walk(value, name(key), false, lint);
    }
}

pub(super) fn entries(node: &Node) -> &[(Node, Node)] {
    match &node.value {
        Value::Map(entries) => entries,
        _ => &[],
    }
}

pub(super) fn name(key: &Node) -> &str {
    match &key.value {
        Value::Text(text) => text,
        _ => "",
    }
}

/// The value of a key, where it is there.
pub(super) fn get<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    entries(node).iter().find(|(known, _)| name(known) == key).map(|(_, value)| value)
}

/// A path of keys.
pub(super) fn at<'n>(node: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, key| get(node, key))
}

pub(super) fn text(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

pub(super) fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        _ => &[],
    }
}

fn walk(node: &Node, path: &str, grounded: bool, lint: &mut Lint<'_>) {
    match &node.value {
        Value::Map(entries) => {
            let grounds = |(key, value): &(Node, Node)| match name(key) {
                // What is not text is reported as such.
                "clause" => text(value) != Some(""),
                "reading" => value.value == Value::Bool(true),
                _ => false,
            };
            let grounded = grounded || entries.iter().any(grounds);
            for (key, value) in entries.iter().filter(|(key, _)| !NO_RULE.contains(&name(key))) {
                // The time at which something was noticed is what it is; only another one needs a ground.
                if path == "moments.noticed" && text(value) == Some("noticed") {
                    continue;
                }
                walk(value, &format!("{path}.{}", name(key)), grounded, lint);
            }
        }
        Value::List(list) => list.iter().for_each(|item| walk(item, path, grounded, lint)),
        _ if grounded => {}
        _ => lint.rules(
            Level::Error,
            Subject::Citation,
            node.place,
            format!("`{path}` decides something, and neither a clause nor a reading grounds it"),
            "cite the clause, or write `reading: true` and explain it in notes.md",
        ),
    }
}
