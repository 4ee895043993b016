use std::collections::BTreeMap;
use std::fmt::Write as _;

use resettle_odds::{FavoursPlayer, OddsError};
use resettle_ruleset::{Cite, Ruleset};
use sha2::{Digest as _, Sha256};

use crate::align::Aligned;
use crate::change::{Change, Level};
use crate::edges::{EdgeChange, edges};
use crate::example::first_settled_otherwise;
use crate::leaves::{Leaf, Part, PayKey, of, pay_rows};
use crate::places::Places;
use crate::wording::Wording;
use crate::{clauses, irregularities};

/// A version of a ruleset and the files it was read from.
#[derive(Clone, Copy, Debug)]
pub struct Version<'a> {
    /// The checked ruleset.
    pub ruleset: &'a Ruleset,
    /// Its `ruleset.yaml`, for the places of values.
    pub yaml: &'a str,
    /// Its `notes.md`.
    pub notes: &'a [u8],
    /// What people call the file `ruleset.yaml`.
    pub file: &'a str,
}

/// What changed between two versions.
#[derive(Clone, Debug)]
pub struct Diff {
    /// The old version.
    pub old: VersionName,
    /// The new version.
    pub new: VersionName,
    /// Every change.
    pub changes: Vec<Change>,
    /// The house edge of every bet with every number of decks that either version allows.
    pub edges: Vec<EdgeChange>,
    /// Bets of the new version that favour the player.
    pub favours_player: Vec<FavoursPlayer>,
    /// The words of clauses that changed, by the path of the change; empty where no document was given.
    pub wordings: BTreeMap<String, Wording>,
}

/// Which version it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionName {
    /// The ruleset's id.
    pub id: String,
    /// The ruleset's digest.
    pub digest: String,
    /// What people call its file.
    pub file: String,
    /// The fewest and the most decks.
    pub decks: (u32, u32),
}

impl VersionName {
    fn of(version: &Version<'_>) -> Self {
        let ruleset = version.ruleset;
        Self {
            id: ruleset.id.clone(),
            digest: ruleset.digest.clone(),
            file: version.file.to_owned(),
            decks: (ruleset.decks.min, ruleset.decks.max),
        }
    }
}

/// Why two versions could not be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiffError {
    /// The odds of one could not be told.
    #[error(transparent)]
    Odds(#[from] OddsError),
}

/// The fingerprints of all changes, sorted: what an approver signs as seen.
#[must_use]
pub fn fingerprints(diff: &Diff) -> Vec<String> {
    let mut all: Vec<String> = diff.changes.iter().map(Change::fingerprint).collect();
    all.sort();
    all
}

/// Compares two versions.
///
/// # Errors
/// [`DiffError::Odds`], which no checked ruleset gives.
pub fn compare(old: &Version<'_>, new: &Version<'_>) -> Result<Diff, DiffError> {
    let (edges, favours_player) = edges(old.ruleset, new.ruleset)?;
    Ok(Diff {
        old: VersionName::of(old),
        new: VersionName::of(new),
        changes: changes(old, new),
        edges,
        favours_player,
        wordings: BTreeMap::new(),
    })
}

/// The changes alone, without the odds, which take longer.
#[must_use]
pub fn changes(old: &Version<'_>, new: &Version<'_>) -> Vec<Change> {
    let (old_leaves, new_leaves) = (of(old.ruleset), of(new.ruleset));
    let aligned = Aligned::of(old.ruleset, new.ruleset, &old_leaves, &new_leaves);
    let places = (Places::of(old.yaml), Places::of(new.yaml));
    let mut changes = Vec::new();
    let sides = Sides { old, new, aligned: &aligned, places: &places };
    sides.values(&old_leaves, &new_leaves, &mut changes);
    irregularities::changes(old.ruleset, new.ruleset, &aligned, &places.0, &places.1, &mut changes);
    clauses::changes(old.ruleset, new.ruleset, &aligned, &places.0, &places.1, &mut changes);
    if old.notes != new.notes {
        changes.push(Change {
            path: "notes".to_owned(),
            level: Level::Editorial,
            old: Some(sha256(old.notes)),
            new: Some(sha256(new.notes)),
            clause_old: None,
            clause_new: None,
            place_old: None,
            place_new: None,
            voiding: None,
            note: Some("notes.md, the readings chosen and their grounds".to_owned()),
            example: None,
        });
    }
    changes
}

struct Sides<'a> {
    old: &'a Version<'a>,
    new: &'a Version<'a>,
    aligned: &'a Aligned,
    places: &'a (Places, Places),
}

impl Sides<'_> {
    fn values(&self, old: &[Leaf], new: &[Leaf], out: &mut Vec<Change>) {
        let by_path = |leaves: &[Leaf]| -> BTreeMap<String, Leaf> {
            leaves.iter().map(|leaf| (leaf.path.clone(), leaf.clone())).collect()
        };
        let (old_by_path, new_by_path) = (by_path(old), by_path(new));
        let come = new.iter().filter(|leaf| !old_by_path.contains_key(&leaf.path));
        let mut cited = Citations::default();
        for leaf in old.iter().chain(come) {
            let find = |leaves: &BTreeMap<String, Leaf>, ruleset| {
                leaves.get(&leaf.path).cloned().or_else(|| left_to_others(leaf, ruleset))
            };
            let was = find(&old_by_path, self.old.ruleset);
            let is = find(&new_by_path, self.new.ruleset);
            match (was, is) {
                (Some(was), Some(is)) if was.value == is.value => {
                    if !self.aligned.same(was.clause.as_ref(), is.clause.as_ref()) {
                        cited.add(&leaf.group, &leaf.path, was.clause, is.clause);
                    }
                }
                (was, is) => out.push(self.change(leaf, was, is, &old_by_path, &new_by_path)),
            }
        }
        for (group, citation) in cited.0 {
            let (was, is) = citation.texts();
            out.push(Change {
                path: format!("{group}.clause"),
                level: Level::Editorial,
                old: was.clone(),
                new: is.clone(),
                clause_old: was,
                clause_new: is,
                place_old: self.places.0.of_path(&citation.path),
                place_new: self.places.1.of_path(&citation.path),
                voiding: None,
                note: Some("the value is the same".to_owned()),
                example: None,
            });
        }
    }

    fn change(
        &self,
        leaf: &Leaf,
        was: Option<Leaf>,
        is: Option<Leaf>,
        old: &BTreeMap<String, Leaf>,
        new: &BTreeMap<String, Leaf>,
    ) -> Change {
        let part = leaf.part.as_ref();
        let example = part.and_then(|part| first_settled_otherwise(self.old.ruleset, self.new.ruleset, part));
        let note = (leaf.level == Level::Settlement && part.is_some() && example.is_none())
            .then(|| "no coup settles differently by this change alone".to_owned());
        let clause = |own: Option<&Leaf>, leaves: &BTreeMap<String, Leaf>| {
            // What a value said of another may be gone, and the other still has its clause.
            let around = || leaf.path.rsplit_once('.').and_then(|(around, _)| leaves.get(around));
            own.or_else(around).and_then(|leaf| leaf.clause.as_ref()).map(Cite::to_string)
        };
        Change {
            path: leaf.path.clone(),
            level: leaf.level,
            clause_old: clause(was.as_ref(), old),
            clause_new: clause(is.as_ref(), new),
            place_old: was.as_ref().and_then(|was| self.places.0.of_path(&was.path)),
            place_new: is.as_ref().and_then(|is| self.places.1.of_path(&is.path)),
            old: was.map(|leaf| leaf.value),
            new: is.map(|leaf| leaf.value),
            voiding: None,
            note,
            example,
        }
    }
}

/// What a version pays for a total that it does not name, where another version names it.
fn left_to_others(leaf: &Leaf, ruleset: &Ruleset) -> Option<Leaf> {
    let Some(Part::PayRow(bet, PayKey::Total(_))) = &leaf.part else { return None };
    let row = pay_rows(ruleset, bet).remove(&PayKey::Other)?;
    Some(Leaf {
        path: format!("paytable.{bet}.other"),
        value: row.pays.to_string(),
        clause: Some(row.clause.clone()),
        ..leaf.clone()
    })
}

/// Citations that changed though the values did not, gathered by the table they belong to.
#[derive(Default)]
struct Citations(Vec<(String, Citation)>);

struct Citation {
    /// One of the values.
    path: String,
    old: Vec<String>,
    new: Vec<String>,
}

impl Citations {
    fn add(&mut self, group: &str, path: &str, old: Option<Cite>, new: Option<Cite>) {
        let at = self.0.iter().position(|(known, _)| known == group).unwrap_or_else(|| {
            self.0.push((group.to_owned(), Citation { path: path.to_owned(), old: Vec::new(), new: Vec::new() }));
            self.0.len() - 1
        });
        let Some((_, citation)) = self.0.get_mut(at) else { return };
        for (list, cite) in [(&mut citation.old, old), (&mut citation.new, new)] {
            if let Some(text) = cite.map(|cite| cite.to_string())
                && !list.contains(&text)
            {
                list.push(text);
            }
        }
    }
}

impl Citation {
    fn texts(&self) -> (Option<String>, Option<String>) {
        let text = |list: &[String]| (!list.is_empty()).then(|| list.join("; "));
        (text(&self.old), text(&self.new))
    }
}

fn sha256(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}
