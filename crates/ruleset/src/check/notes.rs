use resettle_yaml::{Fault, Node, Position, Value};

use super::grounds::{entries, get, items, name, text};
use super::{Level, Lint, NOTES, Subject};
use crate::clause::{NO_CLAUSE, parted};

/// Every reading is explained: `notes.md` names one of its clauses, or says that there is none.
pub(super) fn check(root: &Node, lint: &mut Lint<'_>) {
    let notes = lint.folder.notes;
    if notes.trim().is_empty() {
        let message =
            "notes.md is empty or not there: it holds the readings chosen, the doubts, the clauses without effect"
                .to_owned();
        let help = Some("say at least what was read, and that no reading was needed".to_owned());
        lint.say(Level::Error, Subject::Notes, NOTES, Fault { place: Position::default(), message, help });
        return;
    }
    let mut readings = Vec::new();
    gather(root, "", &mut readings);
    let silent = |path: &str, clause: Option<&str>| clause.is_none() && !notes.contains(path);
    let unnamed = readings.iter().filter(|(_, path, clause)| silent(path, *clause)).count();
    let enough = notes.lines().filter(|line| line.contains(NO_CLAUSE)).count() >= unnamed;
    for (place, path, clause) in readings {
        let (message, help) = match clause {
            Some(clause) if parted(clause).into_iter().any(|number| names(notes, number.trim())) => continue,
            Some(clause) => (
                format!("`{path}` is a reading of {clause}, and notes.md names none of these clauses"),
                "add a line to the readings of notes.md: the clause, what we do, what else could be meant",
            ),
            None if enough || !silent(&path, clause) => continue,
            None => (
                format!("`{path}` is a reading without a clause, and notes.md has no line on it"),
                "add a line to the readings of notes.md for each of these: `no clause`, or the key; what we do, what else could be meant",
            ),
        };
        lint.rules(Level::Warning, Subject::Notes, place, message, help);
    }
}

/// Every `reading` that is set: where, below which key, of which clauses.
fn gather<'n>(node: &'n Node, path: &str, out: &mut Vec<(Position, String, Option<&'n str>)>) {
    for (key, value) in entries(node) {
        let key_name = name(key);
        if key_name == "reading" && value.value != Value::Bool(false) {
            let what = match get(node, "kind").and_then(text) {
                Some(kind) => format!("{path}.{kind}"),
                None => path.to_owned(),
            };
            out.push((key.place, what, get(node, "clause").and_then(text)));
        }
        let below = if path.is_empty() { key_name.to_owned() } else { format!("{path}.{key_name}") };
        gather(value, &below, out);
    }
    for item in items(node) {
        gather(item, path, out);
    }
}

/// Whether a text names a clause: its number, with nothing around it that would make it another one.
#[must_use]
pub fn names(notes: &str, number: &str) -> bool {
    if number.is_empty() {
        return false;
    }
    let part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    // `Rule 4A` is not `Rule 4`, and `§ 629b.1(c)1` not `§ 629b.1(c)`.
    let lettered = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    notes.match_indices(number).any(|(from, found)| {
        let before = notes.get(..from).and_then(|text| text.chars().next_back());
        let mut after = notes.get(from + found.len()..).unwrap_or_default().chars();
        let next = after.next();
        let goes_on = part(next) || lettered(next) || next == Some('(') || (next == Some('.') && part(after.next()));
        !part(before) && before != Some('.') && !goes_on
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_clause_is_named_by_its_whole_number() {
        let notes = "| 5.1, 12.1(a) | … 3.4.1 rules. And 6.";
        for (number, there) in [
            ("5.1", true),
            ("12.1(a)", true),
            ("3.4.1", true),
            ("6", true),
            ("5", false),
            ("12.1", false),
            ("4.1", false),
            ("3.4", false),
            ("1", false),
            ("", false),
        ] {
            assert_eq!(names(notes, number), there, "{number}");
        }
    }
}
