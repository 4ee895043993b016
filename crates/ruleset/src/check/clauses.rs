use std::cmp::Ordering;
use std::collections::BTreeMap;

use resettle_yaml::Node;

use super::grounds::{entries, get, name, text};
use super::{Level, Lint, Subject};

/// The parts of a clause's number: the number, and the letters behind it.
type Parts<'n> = Vec<(u32, &'n str)>;

/// The clauses are in the document's order, and no two that are enforced have one text.
pub(super) fn check(root: &Node, lint: &mut Lint<'_>) {
    let Some(clauses) = get(root, "clauses") else { return };
    let mut last: BTreeMap<&str, (Parts<'_>, &str)> = BTreeMap::new();
    let mut texts: Vec<(&str, &str)> = Vec::new();
    for (key, entry) in entries(clauses) {
        let number = name(key);
        let (word, parts) = numbers(number);
        if let Some((before, other)) = last.get(word)
            && parts.cmp(before) == Ordering::Less
        {
            lint.rules(
                Level::Warning,
                Subject::Citation,
                key.place,
                format!("clause `{number}` stands after `{other}`"),
                "clauses stand in the document's order",
            );
        }
        last.insert(word, (parts, number));
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
                Some((_, other)) => lint.rules(
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

/// What comes before the numbers of a clause, and the numbers with the letters behind them: `12.1(a)` gives 12 and 1,
/// `Rule 4A` gives 4 and `A`. Where parentheses begin, the order is the document's own.
fn numbers(clause: &str) -> (&str, Vec<(u32, &str)>) {
    let from = clause.find(|letter: char| letter.is_ascii_digit()).unwrap_or(clause.len());
    let (word, number) = clause.split_at_checked(from).unwrap_or((clause, ""));
    let end = number.find(['(', ' ', ')']).unwrap_or(number.len());
    let parts = number.get(..end).unwrap_or_default().split(['.', ':', '-']);
    (word, parts.map_while(counted).collect())
}

fn counted(part: &str) -> Option<(u32, &str)> {
    let digits = part.len() - part.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (digits, letters) = part.split_at_checked(digits)?;
    Some((digits.parse().ok()?, letters))
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_of_every_kind_are_ordered() {
        assert_eq!(numbers("12.1(a)"), ("", vec![(12, ""), (1, "")]));
        assert_eq!(numbers("13:69F-7.1(c)1.i"), ("", vec![(13, ""), (69, "F"), (7, ""), (1, "")]));
        for (before, after) in
            [("Rule 4", "Rule 4A"), ("Rule 4A", "Rule 5"), ("§ 629b.2", "§ 629b.10"), ("1.9", "1.10")]
        {
            assert!(numbers(before) < numbers(after), "{before}, {after}");
        }
    }
}
