use std::collections::{BTreeMap, BTreeSet};

use resettle_odds::{FavoursPlayer, OddsError};
use resettle_rules::Book;
use resettle_ruleset::{Cite, Ruleset};
use sha2::{Digest as _, Sha256};

use crate::align::Aligned;
use crate::change::{Change, Level};
use crate::edges::{EdgeChange, edges};
use crate::example::first_settled_otherwise;
use crate::leaves::{Leaf, Part, of, row_names, row_path};
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
    /// Fingerprints that somebody accepted; none where nobody said.
    pub accepted: Option<BTreeSet<String>>,
}

impl Diff {
    /// Whether somebody accepted a change; none where nobody said what is accepted.
    #[must_use]
    pub fn is_accepted(&self, change: &Change) -> Option<bool> {
        self.accepted.as_ref().map(|accepted| accepted.contains(&change.fingerprint()))
    }
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
    /// The odds of one could not be computed.
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
        accepted: None,
    })
}

/// The changes alone, without the odds, which take longer.
#[must_use]
pub fn changes(old: &Version<'_>, new: &Version<'_>) -> Vec<Change> {
    let (old_leaves, new_leaves) = (of(old.ruleset), of(new.ruleset));
    let aligned = Aligned::of(old.ruleset, new.ruleset, &old_leaves, &new_leaves);
    let places = (Places::of(old.yaml, old.ruleset), Places::of(new.yaml, new.ruleset));
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
            let (in_old, in_new) = (old_by_path.get(&leaf.path), new_by_path.get(&leaf.path));
            if leaf.beside && (in_old.is_none() || in_new.is_none()) {
                continue;
            }
            let (old, new) = (self.old.ruleset, self.new.ruleset);
            let left = |own, other| left_to_others(leaf, own, other);
            let was = in_old.cloned().map_or_else(|| left(new, old), Left::To);
            let is = in_new.cloned().map_or_else(|| left(old, new), Left::To);
            let (was, is) = match (was, is) {
                (Left::ToSeveral, _) | (_, Left::ToSeveral) => continue,
                (was, is) => (was.leaf(), is.leaf()),
            };
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
        // For a reading that is missing from one version, the row that it reads otherwise.
        let read = |ruleset: &Ruleset| match &leaf.part {
            Some(Part::Reading(bet)) => Some(ruleset.wager(bet)?.first_win()?.clause.to_string()),
            _ => None,
        };
        let clause = |own: Option<&Leaf>, leaves: &BTreeMap<String, Leaf>| {
            // What a value said of another may be gone, and the other still has its clause.
            let around = || leaf.path.rsplit_once('.').and_then(|(around, _)| leaves.get(around));
            own.or_else(around).and_then(|leaf| leaf.clause.as_ref()).map(Cite::to_string)
        };
        Change {
            path: leaf.path.clone(),
            level: leaf.level,
            clause_old: clause(was.as_ref(), old).or_else(|| read(self.old.ruleset)),
            clause_new: clause(is.as_ref(), new).or_else(|| read(self.new.ruleset)),
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

/// What a version says where it has no row of the same name.
enum Left {
    /// One of its rows says it, or nothing does.
    To(Leaf),
    Nothing,
    /// Several of its rows do: what they say is reported for each.
    ToSeveral,
}

impl Left {
    fn leaf(self) -> Option<Leaf> {
        match self {
            Self::To(leaf) => Some(leaf),
            Self::Nothing | Self::ToSeveral => None,
        }
    }
}

/// What the rows of `other` say for all coups for which a row of `own` holds.
fn left_to_others(leaf: &Leaf, own: &Ruleset, other: &Ruleset) -> Left {
    let Some(Part::Row(bet, name)) = &leaf.part else { return Left::Nothing };
    let (Some(rule), Some(others)) = (own.wager(bet), other.wager(bet)) else { return Left::Nothing };
    let Some(row) = row_names(rule).iter().position(|known| known == name) else { return Left::Nothing };
    let Ok(book) = Book::of(&[rule.core(), others.core()]) else { return Left::Nothing };
    let mut met: BTreeSet<usize> = BTreeSet::new();
    book.each_ending(&own.table, &[], &mut |player, banker| {
        let facts = book.facts(player, banker);
        if book.row(0, &facts) == Some(row) {
            met.extend(book.row(1, &facts));
        }
        true
    });
    let names = row_names(others);
    let mut met = met.into_iter().filter_map(|row| Some((names.get(row)?, others.rows.get(row)?)));
    match (met.next(), met.next()) {
        (Some((name, row)), None) => Left::To(Leaf {
            path: row_path(bet, name),
            value: row.pays().to_string(),
            clause: Some(row.settled_by().clone()),
            ..leaf.clone()
        }),
        (Some(_), Some(_)) => Left::ToSeveral,
        (None, _) => Left::Nothing,
    }
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
    base16ct::lower::encode_string(&Sha256::digest(bytes))
}
