//! What changed in the documents themselves, clause by clause.

use std::collections::BTreeSet;

use resettle_ruleset::{Cite, ClauseEntry, ClauseKind, Ruleset};

use crate::align::Aligned;
use crate::change::{Change, Level};
use crate::places::Places;

pub(crate) fn changes(
    old: &Ruleset,
    new: &Ruleset,
    aligned: &Aligned,
    places_old: &Places,
    places_new: &Places,
    out: &mut Vec<Change>,
) {
    let place = |places: &Places, number: &str| places.of_path(&format!("clauses.{number}"));
    for clause in &old.clauses {
        let partner = aligned.new_of(&clause.number);
        let partner = partner.and_then(|number| new.clauses.iter().find(|other| other.number == number));
        let mut add = |name: &str, level: Level, was: String, is: Option<String>, note: Option<String>| {
            out.push(Change {
                clause_old: Some(clause.number.clone()),
                clause_new: partner.map(|other| other.number.clone()),
                place_old: place(places_old, &clause.number),
                place_new: partner.and_then(|other| place(places_new, &other.number)),
                note,
                ..Change::of(format!("clauses.{}{name}", clause.number), level, Some(was), is)
            });
        };
        let Some(other) = partner else {
            let heirs = aligned.heirs(&clause.number);
            let note = (!heirs.is_empty()).then(|| format!("what it grounded is grounded by {} now", heirs.join(", ")));
            add("", weight(clause.kind), clause.fingerprint.clone(), None, note);
            continue;
        };
        if clause.number != other.number {
            add(".number", Level::Editorial, clause.number.clone(), Some(other.number.clone()), None);
        }
        if clause.fingerprint != other.fingerprint {
            let (was, is) = (clause.fingerprint.clone(), other.fingerprint.clone());
            add(".text", Level::Editorial, was, Some(is), None);
        }
        if clause.kind != other.kind {
            let (was, is) = (clause.kind.word().to_owned(), other.kind.word().to_owned());
            add(".kind", Level::Procedure, was, Some(is), None);
        }
        if clause.why != other.why {
            let why = |clause: &ClauseEntry| clause.why.clone().unwrap_or_else(|| "-".to_owned());
            add(".why", Level::Editorial, why(clause), Some(why(other)), None);
        }
    }
    for clause in new.clauses.iter().filter(|clause| aligned.old_of(&clause.number).is_none()) {
        let ancestors = aligned.ancestors(&clause.number);
        let note = (!ancestors.is_empty()).then(|| format!("what it grounds was grounded by {}", ancestors.join(", ")));
        out.push(Change {
            clause_new: Some(clause.number.clone()),
            place_new: place(places_new, &clause.number),
            note,
            ..Change::of(
                format!("clauses.{}", clause.number),
                weight(clause.kind),
                None,
                Some(clause.fingerprint.clone()),
            )
        });
    }
}

/// What is said of a clause whose words alone are others.
pub(crate) const WORDS_ALONE: &str = "its words changed, and nothing that it enforces did";

/// Says of each clause whose words changed whether what it enforces did.
pub(crate) fn note_words_alone(changes: &mut [Change]) {
    let cited = |of: fn(&Change) -> Option<&String>| -> BTreeSet<String> {
        let weighty = changes.iter().filter(|change| change.level != Level::Editorial && !is_of_clause(change));
        weighty.filter_map(of).flat_map(|cite| cite.split(", ").map(str::to_owned)).collect()
    };
    let (old, new) = (cited(|change| change.clause_old.as_ref()), cited(|change| change.clause_new.as_ref()));
    let is_in = |set: &BTreeSet<String>, clause: Option<&String>| clause.is_some_and(|clause| set.contains(clause));
    for change in changes.iter_mut().filter(|change| is_of_text(change)) {
        if !is_in(&old, change.clause_old.as_ref()) && !is_in(&new, change.clause_new.as_ref()) {
            change.note = Some(WORDS_ALONE.to_owned());
        }
    }
}

/// How many values are named that a clause enforces.
const NAMED: usize = 3;

/// Says of each clause that came or went what enforces it.
pub(crate) fn note_enforcement(changes: &mut [Change], old: &[(String, Cite)], new: &[(String, Cite)]) {
    for change in changes.iter_mut().filter(|change| is_of_clause(change)) {
        let (all, clause, verb) = match (&change.old, &change.new) {
            (None, Some(_)) => (new, &change.clause_new, "is"),
            (Some(_), None) => (old, &change.clause_old, "was"),
            _ => continue,
        };
        let Some(clause) = clause else { continue };
        let mut by: Vec<&str> = Vec::new();
        for (path, _) in all.iter().filter(|(_, cite)| cite.all().contains(clause)) {
            if !by.contains(&path.as_str()) {
                by.push(path);
            }
        }
        let said = match by.get(..NAMED) {
            _ if by.is_empty() => format!("nothing that {verb} compared enforces it"),
            Some(first) if by.len() > NAMED => {
                format!("it {verb} enforced by {}, and {} more", first.join(", "), by.len() - NAMED)
            }
            _ => format!("it {verb} enforced by {}", by.join(", ")),
        };
        change.note = Some(change.note.take().map_or(said.clone(), |note| format!("{note}; {said}")));
    }
}

/// Whether a change is one of a clause's words.
pub(crate) fn is_of_text(change: &Change) -> bool {
    is_of_clause(change) && change.path.split(" where ").next().is_some_and(|path| path.ends_with(".text"))
}

fn is_of_clause(change: &Change) -> bool {
    change.path.starts_with("clauses.")
}

/// A rule that came or went is more than words, even if nothing in the ruleset depends on it.
fn weight(kind: ClauseKind) -> Level {
    match kind {
        ClauseKind::Enforced | ClauseKind::Recorded => Level::Procedure,
        ClauseKind::Definition | ClauseKind::Heading => Level::Editorial,
    }
}
