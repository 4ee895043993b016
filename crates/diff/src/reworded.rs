//! Clauses of which a person has to read the words: what they say changed, and no listed change says so.

use std::collections::BTreeSet;

use resettle_ruleset::{Cite, NO_CLAUSE};

use crate::change::{Change, Level};
use crate::clauses;
use crate::compare::{Diff, OUTSIDE, PARTED};
use crate::wording::{In, Wording};

/// What became of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsChange {
    /// Its words changed, and nothing that it enforces did.
    Alone,
    /// What it enforces changed, and more of its words than these changes account for: what went stands in `[-…-]`, what came
    /// in `{+…+}`.
    More(String),
    /// What it enforces changed, and without both documents nothing shows whether other words did too.
    Unseen,
    /// The new version alone has it.
    New,
    /// The old version alone has it.
    Gone,
    /// It is no clause, but lines in none, which one document has or which the two have in other words.
    Outside,
    /// Its letters and digits are the same, and parted into other words or numbers: `may be` and `maybe`, `1 1500` and
    /// `11 500`.
    Parted,
}

impl WordsChange {
    /// What is said of one clause, or of several.
    #[must_use]
    pub fn in_words(&self, one: bool) -> &'static str {
        match (self, one) {
            (Self::Alone, true) => "changed in words, and nothing that it enforces did",
            (Self::Alone, false) => "changed in words, and nothing that they enforce did",
            (Self::More(_), _) => "changed in more words than the listed changes account for",
            (Self::Unseen, _) => {
                "changed in words and in what is enforced; only both documents show whether other words changed"
            }
            (Self::New, true) => "is new",
            (Self::New, false) => "are new",
            (Self::Gone, true) => "is gone",
            (Self::Gone, false) => "are gone",
            (Self::Parted, true) => "has the same letters and digits, parted into other words or numbers",
            (Self::Parted, false) => "have the same letters and digits, parted into other words or numbers",
            (Self::Outside, true) => "is in no clause and changed in words",
            (Self::Outside, false) => "are in no clause and changed in words",
        }
    }
}

/// A clause of which a person has to read the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reworded<'d> {
    /// As the new version numbers it; one that is gone as the old one did. Of lines in no clause the first: `line 4`.
    pub clause: &'d str,
    /// What became of it.
    pub what: WordsChange,
    /// Its words in both documents; none where no document was given.
    pub words: Option<&'d Wording>,
}

impl Reworded<'_> {
    /// Whether all its words are known: those of both documents, or of the one that has it.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.words.is_some_and(|words| match self.what {
            WordsChange::New => words.new.is_some(),
            WordsChange::Gone => words.old.is_some(),
            WordsChange::Outside => words.old.is_some() || words.new.is_some(),
            _ => words.old.is_some() && words.new.is_some(),
        })
    }

    /// What is said of it, and its old and new words.
    #[must_use]
    pub fn in_full(&self) -> String {
        let words = self.words.map_or_else(String::new, |words| format!(": {}", words.marked()));
        format!("{} {}{words}", self.clause, self.what.in_words(true))
    }
}

/// The clauses of a diff, and the lines in none, of which a person has to read the words, in the order of its changes.
pub(crate) fn of(diff: &Diff) -> Vec<Reworded<'_>> {
    let mut out: Vec<Reworded<'_>> = Vec::new();
    for change in diff.changes.iter().filter(|change| change.path.starts_with("clauses.")) {
        let clause = change.clause_new.as_deref().or(change.clause_old.as_deref()).unwrap_or_default();
        let what = match (&change.old, &change.new) {
            (None, _) => WordsChange::New,
            (_, None) => WordsChange::Gone,
            _ if !clauses::is_of_text(change) => continue,
            _ if change.note.as_deref() == Some(clauses::WORDS_ALONE) => WordsChange::Alone,
            _ => match diff.wordings.get(&change.path).filter(|words| words.old.is_some() && words.new.is_some()) {
                None => WordsChange::Unseen,
                Some(wording) => match unaccounted(wording, change, &diff.changes) {
                    None => continue,
                    Some(words) => WordsChange::More(words),
                },
            },
        };
        if !out.iter().any(|known| known.clause == clause && known.what == what) {
            out.push(Reworded { clause, what, words: diff.wordings.get(&change.path) });
        }
    }
    out.extend(diff.changes.iter().filter_map(|change| {
        let of = |kind: &str, what: WordsChange| Some((change.path.strip_prefix(kind)?, what));
        let (clause, what) = of(OUTSIDE, WordsChange::Outside).or_else(|| of(PARTED, WordsChange::Parted))?;
        Some(Reworded { clause, what, words: diff.wordings.get(&change.path) })
    }));
    out
}

/// What says which coups a ruleset judges, and since when: no clause is read into it.
const HEAD: [&str; 7] = ["effective", "game", "gaps", "jurisdiction", "source", "venue", "venues"];

/// The values that changed, each with its clauses, of which none changed in words, came or went.
pub(crate) fn by_the_same_words(diff: &Diff) -> Vec<String> {
    let of_clauses = || diff.changes.iter().filter(|change| change.path.starts_with("clauses."));
    let moved: BTreeSet<&str> = of_clauses()
        .filter(|change| change.old.is_none() || change.new.is_none() || clauses::is_of_text(change))
        .flat_map(|change| [change.clause_old.as_deref(), change.clause_new.as_deref()])
        .flatten()
        .collect();
    let mut out: Vec<String> = Vec::new();
    let values = diff.changes.iter().filter(|change| {
        let words = ["clauses.", OUTSIDE, PARTED].iter().any(|kind| change.path.starts_with(kind));
        let first = change.path.split('.').next().unwrap_or_default();
        change.level != Level::Editorial && !words && !HEAD.contains(&first)
    });
    for change in values {
        let cites = [&change.clause_old, &change.clause_new].into_iter().flatten().filter_map(|cite| Cite::of(cite));
        let cited: BTreeSet<String> = cites.flat_map(|cite| cite.all().to_vec()).collect();
        if cited.iter().any(|clause| moved.contains(clause.as_str())) {
            continue;
        }
        let by = if cited.is_empty() { NO_CLAUSE.to_owned() } else { cited.into_iter().collect::<Vec<_>>().join(", ") };
        let said = format!("{} ({by})", change.path);
        if !out.contains(&said) {
            out.push(said);
        }
    }
    out
}

/// What the changes that cite a clause account for of its words.
#[derive(Default)]
struct Accounted {
    old: BTreeSet<String>,
    new: BTreeSet<String>,
    /// How many decisions on drawing changed: as many cells of its table did.
    cells: usize,
}

impl Accounted {
    fn by(change: &Change, all: &[Change]) -> Self {
        let cites = |cite: &Option<String>, clause: &Option<String>| {
            cite.as_deref()
                .zip(clause.as_deref())
                .is_some_and(|(cite, clause)| cite.split(", ").any(|own| own == clause))
        };
        let mut out = Self::default();
        for other in all.iter().filter(|other| other.level != Level::Editorial && !other.path.starts_with("clauses.")) {
            if cites(&other.clause_old, &change.clause_old) || cites(&other.clause_new, &change.clause_new) {
                out.old.extend(other.old.iter().flat_map(|value| words(value)));
                out.new.extend(other.new.iter().flat_map(|value| words(value)));
                out.cells += usize::from(other.path.starts_with("draws."));
            }
        }
        out
    }
}

/// The words of a clause that changed beside the values of the changes that cite it; none where there are none.
fn unaccounted(wording: &Wording, change: &Change, all: &[Change]) -> Option<String> {
    let Accounted { old, new, cells } = Accounted::by(change, all);
    let (mut left_old, mut left_new) = (cells, cells);
    let mut out: Vec<String> = Vec::new();
    for (place, text) in wording.runs() {
        let (known, left, marks) = match place {
            In::Both => continue,
            In::Old => (&old, &mut left_old, ("[-", "-]")),
            In::New => (&new, &mut left_new, ("{+", "+}")),
        };
        let rest = text.split_whitespace().any(|piece| {
            // A mark in a cell, or a word that stands for one, is that of a decision that changed.
            let is_cell = CELLS.contains(&piece.to_lowercase().as_str()) && *left > 0;
            *left -= usize::from(is_cell);
            !is_cell && words(piece).any(|word| !known.contains(&word))
        });
        if rest {
            out.push(format!("{}{}{}", marks.0, text.trim(), marks.1));
        }
    }
    (!out.is_empty()).then(|| out.join(" "))
}

/// What stands in the cells of a table of play.
const CELLS: [&str; 18] = [
    "d", "s", "t", "r", "h", "x", "y", "n", "yes", "no", "draw", "draws", "stand", "stands", "tire", "reste", "hit",
    "-",
];

/// Words and numbers in lower case, and the marks by which a note is referred to.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_part = |letter: char| letter.is_alphanumeric() || "*\u{2020}\u{2021}%\u{2030}~<>".contains(letter);
    text.split(move |letter: char| !is_part(letter)).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(path: &str, old: &str, new: &str, clause: &str) -> Change {
        let of = Change::of(path, Level::Settlement, Some(old.to_owned()), Some(new.to_owned()));
        Change { clause_old: Some(clause.to_owned()), clause_new: Some(clause.to_owned()), ..of }
    }

    fn left(old: &str, new: &str, all: &[Change]) -> Option<String> {
        let wording = Wording { old: Some(old.to_owned()), new: Some(new.to_owned()), only: None };
        unaccounted(&wording, &change("clauses.4.1.text", "a", "b", "4.1"), all)
    }

    #[test]
    fn what_listed_changes_account_for_is_not_asked_about() {
        let nine = change("wagers.tie.0.pays", "8 to 1", "9 to 1", "4.1");
        let one = std::slice::from_ref(&nine);
        assert_eq!(left("A tie pays 8 to 1.", "A tie pays 9 to 1.", one), None);
        assert_eq!(
            left("A tie pays 8 to 1.", "A tie pays 9 to 1. A stake above the limit is kept.", one).as_deref(),
            Some("{+A stake above the limit is kept.+}")
        );
        assert_eq!(
            left("All stakes are returned.", "All stakes are kept.", one).as_deref(),
            Some("[-returned.-] {+kept.+}")
        );
        assert_eq!(left("A tie pays 8 to 1.", "A tie pays 9 to 1*.", one).as_deref(), Some("{+1*.+}"));
        let elsewhere = change("wagers.tie.0.pays", "8 to 1", "9 to 1", "4.2");
        assert!(left("A tie pays 8 to 1.", "A tie pays 9 to 1.", &[elsewhere]).is_some());
    }

    #[test]
    fn a_cell_is_accounted_for_by_one_decision() {
        let cell = change("draws.banker.5.3", "stand", "draw", "4.1");
        assert_eq!(left("5 S S D", "5 S D D", std::slice::from_ref(&cell)), None);
        assert!(left("5 S S D\n6 S S S", "5 S D D\n6 S S D", &[cell]).is_some());
    }
}
