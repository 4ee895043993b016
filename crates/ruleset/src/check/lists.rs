use resettle_yaml::{Node, Value};

use super::grounds::name;
use super::{Level, Lint, Subject};

/// Nothing is listed twice in a list that is a set of words or numbers.
pub(super) fn check(node: &Node, path: &str, lint: &mut Lint<'_>) {
    match &node.value {
        Value::Map(entries) => {
            for (key, value) in entries {
                check(value, name(key), lint);
            }
        }
        Value::List(items) => {
            for (at, item) in items.iter().enumerate() {
                let scalar = !matches!(item.value, Value::Map(_) | Value::List(_));
                // The order of the deal names a hand for each card.
                if scalar && path != "order" && items.iter().take(at).any(|earlier| earlier.value == item.value) {
                    let message = format!("this stands in `{path}` twice");
                    lint.rules(Level::Warning, Subject::Format, item.place, message, "keep one of the two");
                }
                check(item, path, lint);
            }
        }
        _ => {}
    }
}
