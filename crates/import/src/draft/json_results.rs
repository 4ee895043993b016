//! Where rounds without cards stand in JSON: in the array whose objects say who won.

use std::collections::BTreeMap;

use super::json::is_plain;
use super::result;
use crate::json_import::node::Node;
use crate::json_import::path::go_into;
use crate::vocabulary::{is_name_of_a_result, words};

/// So many items of an array on the way to others are looked at.
const PAGES: usize = 100;

/// Words for results that one array has to show at least.
const FEWEST: usize = 2;

/// What an array of objects holds.
#[derive(Default, Clone, Copy)]
struct Held {
    objects: usize,
    /// Of those, objects with a result among their members.
    results: usize,
}

/// The path to the array of most rounds that say who won; where none does, to that of most objects. Empty where the file is that
/// array.
pub(super) fn rounds_by_results(whole: &Node<'_>) -> Option<String> {
    let mut found = BTreeMap::new();
    walk(whole, &mut String::new(), &mut found);
    let best = |of: fn(&Held) -> usize| {
        let enough = found.iter().filter(|(_, held)| of(held) >= FEWEST);
        enough.max_by_key(|(path, held)| (of(held), std::cmp::Reverse(path.len()))).map(|(path, _)| path.clone())
    };
    best(|held| held.results).or_else(|| best(|held| held.objects))
}

fn walk(node: &Node<'_>, path: &mut String, found: &mut BTreeMap<String, Held>) {
    let length = path.len();
    match node {
        Node::List(items) => {
            let objects: Vec<_> = items.iter().filter(|item| matches!(item, Node::Object(_))).collect();
            if !objects.is_empty() {
                let held = found.entry(path.clone()).or_default();
                held.objects += objects.len();
                held.results += objects.iter().filter(|item| has_result(item)).count();
            }
            path.push_str("[]");
            items.iter().take(PAGES).for_each(|item| walk(item, path, found));
        }
        Node::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| is_plain(name)) {
                go_into(path, name);
                walk(member, path, found);
                path.truncate(length);
            }
        }
        Node::Text(_) | Node::Null => {}
    }
    path.truncate(length);
}

/// Whether a member of an object is called after a result and says which one.
fn has_result(item: &Node<'_>) -> bool {
    let Node::Object(members) = item else { return false };
    members.iter().any(|(name, member)| match member {
        Node::Text(text) => is_name(name) && result(text).is_some(),
        _ => false,
    })
}

/// Whether a member of this name says who won, in an object of which nothing else is known.
pub(super) fn is_name(name: &str) -> bool {
    let name = words(name);
    ["res", "win", "w", "r"].contains(&name.as_str()) || is_name_of_a_result(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json_import::node::parse;

    #[test]
    fn rounds_that_say_who_won() {
        for (json, path) in [
            (
                r#"{"data":{"shoes":[{"no":1,"list":[{"win":"P"},{"win":"B"}]},{"no":2,"list":[{"win":"T"}]}]}}"#,
                "data.shoes[].list",
            ),
            (r#"[{"result":"Banker","tables":[{"x":1},{"x":2},{"x":3}]},{"result":"Player"}]"#, ""),
            (r#"{"a":[{"n":1},{"n":2}],"b":[{"n":1}]}"#, "a"),
        ] {
            assert_eq!(rounds_by_results(&parse(json.as_bytes()).unwrap()).as_deref(), Some(path), "{json}");
        }
        assert_eq!(rounds_by_results(&parse(br#"{"a":[1,2]}"#).unwrap()), None);
    }
}
