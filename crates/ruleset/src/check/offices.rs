use resettle_yaml::Node;

use super::grounds::{at, entries, get, items, name, text};
use super::{Level, Lint, Subject};

/// Every office of `authority` is asked for by some row.
pub(super) fn check(root: &Node, lint: &mut Lint<'_>) {
    let used: Vec<&str> = get(root, "irregularities")
        .into_iter()
        .flat_map(items)
        .filter_map(|row| at(row, &["by", "role"]).and_then(text))
        .collect();
    for (key, _) in get(root, "authority").into_iter().flat_map(entries) {
        let office = name(key);
        if !used.contains(&office) {
            let message = format!("no row asks for the office `{office}`");
            lint.rules(
                Level::Warning,
                Subject::Citation,
                key.place,
                message,
                "name it as `by` of a row, or take it out",
            );
        }
    }
}
