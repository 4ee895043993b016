//! Each value of a game over all its versions, with the clause that says it.

use std::collections::{BTreeMap, BTreeSet};

use resettle_ruleset::{ClauseEntry, IrregularityRow, Ruleset};

use crate::leaves::of;

/// The values of a game over its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Jurisdiction, venue and game: an id without its date.
    pub game: String,
    /// The versions, the earliest first.
    pub versions: Vec<HeldVersion>,
    /// Each value, under the paths of `docs/diff.md`.
    pub values: Vec<ValueHistory>,
    /// From a version to the next: how many clauses came, went, have another text, or became of another kind. They are no
    /// values of the game; a diff lists them.
    pub clauses_changed: usize,
    /// From a version to the next: of these the clauses with another text whose values are all the same.
    pub reworded: Vec<RewordedClause>,
    /// From a version to the next: how often notes.md is another.
    pub notes_changed: usize,
}

/// A version that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldVersion {
    /// The ruleset's id.
    pub id: String,
    /// The date of its id: that on which it came into force, or was signed where the document leaves that open.
    pub date: String,
    /// SHA-256 over its two files: what is approved.
    pub digest: String,
    /// The version that the document has.
    pub version: Option<String>,
}

/// A clause whose words changed while no value that it grounds did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewordedClause {
    /// The date of the version that has the new words.
    pub date: String,
    /// Its number in both versions.
    pub clause: String,
}

/// One value over all versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueHistory {
    /// Where it stands in a ruleset, under the paths of `docs/diff.md`.
    pub path: String,
    /// What each version says of it, in their order; none where a version has no such value.
    pub said: Vec<Option<SaidValue>>,
}

/// What a version says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidValue {
    /// The value as a diff writes it; of a row of irregularities what follows from it.
    pub value: String,
    /// The clauses behind it.
    pub clause: Option<String>,
}

impl ValueHistory {
    /// Whether two versions do not say the same; clauses have no part in it.
    #[must_use]
    pub fn changed(&self) -> bool {
        let value = |said: &Option<SaidValue>| said.as_ref().map(|said| said.value.clone());
        self.said.windows(2).any(|pair| matches!(pair, [a, b] if value(a) != value(b)))
    }
}

/// The history of the versions of one game, in any order.
#[must_use]
pub fn history(game: &str, versions: &[&Ruleset]) -> History {
    let mut versions: Vec<&Ruleset> = versions.to_vec();
    versions.sort_by(|a, b| (a.effective.start, &a.id).cmp(&(b.effective.start, &b.id)));
    let mut values: Vec<ValueHistory> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (at, ruleset) in versions.iter().enumerate() {
        for (path, said) in under_all(ruleset) {
            let nth = *known.entry(path.clone()).or_insert_with(|| {
                values.push(ValueHistory { path, said: vec![None; versions.len()] });
                values.len() - 1
            });
            if let Some(slot) = values.get_mut(nth).and_then(|value| value.said.get_mut(at)) {
                *slot = Some(said);
            }
        }
    }
    let held = |ruleset: &&Ruleset| HeldVersion {
        id: ruleset.id.clone(),
        date: ruleset.id.rsplit('/').next().unwrap_or_default().to_owned(),
        digest: ruleset.digest.clone(),
        version: ruleset.version.clone(),
    };
    let steps = || versions.windows(2).filter_map(|pair| Some((pair.first()?, pair.last()?)));
    let reworded = reworded(&versions, &values);
    History {
        reworded,
        game: game.to_owned(),
        versions: versions.iter().map(held).collect(),
        values,
        clauses_changed: steps().map(|(old, new)| other_clauses(old, new)).sum(),
        notes_changed: steps().filter(|(old, new)| old.files.notes != new.files.notes).count(),
    }
}

/// The clauses whose words changed from a version to the next while no value that cites them did.
fn reworded(versions: &[&Ruleset], values: &[ValueHistory]) -> Vec<RewordedClause> {
    let mut out = Vec::new();
    for (step, pair) in versions.windows(2).enumerate() {
        let [old, new] = pair else { continue };
        let mut grounding: BTreeSet<&str> = BTreeSet::new();
        for value in values {
            let [Some(was), Some(is)] = [value.said.get(step), value.said.get(step + 1)] else { continue };
            let is_other = was.as_ref().map(|said| &said.value) != is.as_ref().map(|said| &said.value);
            let cited = [was, is].into_iter().flatten().filter_map(|said| said.clause.as_deref());
            grounding.extend(cited.filter(|_| is_other).flat_map(|cite| cite.split(", ")));
        }
        for clause in &new.clauses {
            let before = old.clauses.iter().find(|other| other.number == clause.number);
            let is_other = before.is_some_and(|other| other.fingerprint != clause.fingerprint);
            if is_other && !grounding.contains(clause.number.as_str()) {
                let date = new.id.rsplit('/').next().unwrap_or_default().to_owned();
                out.push(RewordedClause { date, clause: clause.number.clone() });
            }
        }
    }
    out
}

/// How many clauses are not the same in two versions, by their numbers.
fn other_clauses(old: &Ruleset, new: &Ruleset) -> usize {
    let by_number = |ruleset: &Ruleset| -> BTreeMap<String, ClauseEntry> {
        ruleset.clauses.iter().map(|entry| (entry.number.clone(), entry.clone())).collect()
    };
    let (was, is) = (by_number(old), by_number(new));
    let says = |entry: &ClauseEntry| (entry.fingerprint.clone(), entry.kind, entry.why.clone());
    let numbers: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    numbers.into_iter().filter(|number| was.get(*number).map(says) != is.get(*number).map(says)).count()
}

/// The values under every set of choices: those that are the same under all of them once.
fn under_all(ruleset: &Ruleset) -> Vec<(String, SaidValue)> {
    let [(_, first), others @ ..] = ruleset.variants.as_slice() else { return values(ruleset) };
    let others: Vec<BTreeMap<String, SaidValue>> =
        others.iter().map(|(_, rules)| values(rules).into_iter().collect()).collect();
    let everywhere = |path: &str, said: &SaidValue| others.iter().all(|other| other.get(path) == Some(said));
    let mut out = Vec::new();
    for (path, said) in values(first) {
        if everywhere(&path, &said) {
            out.push((path, said));
        }
    }
    let common: BTreeMap<String, SaidValue> = out.iter().cloned().collect();
    for (elected, rules) in &ruleset.variants {
        let own = values(rules).into_iter().filter(|(path, _)| !common.contains_key(path));
        out.extend(own.map(|(path, said)| (format!("{path} where {elected}"), said)));
    }
    out
}

fn values(ruleset: &Ruleset) -> Vec<(String, SaidValue)> {
    let leaves = of(ruleset).into_iter().map(|leaf| {
        let clause = leaf.clause.as_ref().map(ToString::to_string);
        (leaf.path, SaidValue { value: leaf.value, clause })
    });
    leaves.chain(ruleset.irregularities.iter().map(irregularity)).collect()
}

/// What follows in the circumstances of a row, and what else the row says.
fn irregularity(row: &IrregularityRow) -> (String, SaidValue) {
    let mut value = row.then.word().replace('_', " ");
    let mut besides = |what: Option<String>| value.extend(what.map(|what| format!("; {what}")));
    besides(row.by.as_ref().map(|by| format!("by {}", by.role.word().replace('_', " "))));
    besides(row.notify.as_ref().map(|notify| {
        let roles: Vec<String> = notify.roles.iter().map(|role| role.word().replace('_', " ")).collect();
        format!("notified: {}", roles.join(", "))
    }));
    besides(row.check.as_ref().map(|_| "device checked".to_owned()));
    besides(row.replace.as_ref().map(|_| "damaged cards replaced".to_owned()));
    besides(row.forfeit.as_ref().map(|_| "stakes may be kept".to_owned()));
    besides(row.sets_aside.then(|| "cards may leave play".to_owned()));
    besides(row.reading.then(|| "a reading".to_owned()));
    let path = format!("irregularities.{}: {}", row.kind.word(), row.when.in_words());
    (path, SaidValue { value, clause: row.clause.as_ref().map(ToString::to_string) })
}
