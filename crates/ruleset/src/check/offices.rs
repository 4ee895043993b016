use resettle_yaml::{Node, Word as _};

use super::grounds::{at, entries, get, items, name, text};
use super::{Level, Lint, Subject};
use crate::irregularity::Consequence;

/// Every office of `authority` is asked for by some row, and no row names one that nothing asks for.
pub(super) fn check(root: &Node, lint: &mut Lint<'_>) {
    for row in get(root, "irregularities").into_iter().flat_map(items) {
        unasked(row, lint);
    }
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

/// `by` of a row whose irregularity nobody has to decide: no finding says that they did not.
fn unasked(row: &Node, lint: &mut Lint<'_>) {
    let key = entries(row).iter().find(|(key, _)| name(key) == "by").map(|(key, _)| key);
    let (Some(key), Some(then)) = (key, get(row, "then").and_then(text)) else { return };
    if Consequence::of(then).is_some_and(Consequence::is_decided) || get(row, "forfeit").is_some() {
        return;
    }
    let message = format!("who decided is not asked where `{then}` follows: no finding says that somebody else did");
    let help = "take `by` out, and say in notes.md that a person has to see to it";
    lint.rules(Level::Warning, Subject::Citation, key.place, message, help);
}
