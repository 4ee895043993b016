use std::collections::{BTreeMap, BTreeSet};

use resettle_odds::{FavoursPlayer, OddsError};
use resettle_ruleset::{Cite, Decks, Elected, Ruleset, WagerRule};
use sha2::{Digest as _, Sha256};

use crate::align::Aligned;
use crate::change::{Change, Level};
use crate::edges::{EdgeChange, edges};
use crate::example::{Example, Sought, first_settled_otherwise, paid_by_rows};
use crate::leaves::{Leaf, Part, of, row_names, row_path};
use crate::places::Places;
use crate::replay::ReplaySums;
use crate::reworded::{self, Reworded};
use crate::wording::Wording;
use crate::{clauses, irregularities};
use resettle_equivalence::{Met, RowsMet, Statement, TooLarge, Verdict, dealt_otherwise, same_rows};

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
    /// The version that changes give as `old`.
    pub old: VersionName,
    /// The version that changes give as `new`.
    pub new: VersionName,
    /// One for each value that is not the same.
    pub changes: Vec<Change>,
    /// The house edge of every bet with every number of decks that either version allows.
    pub edges: Vec<EdgeChange>,
    /// Bets of the new version that favour the player.
    pub favours_player: Vec<FavoursPlayer>,
    /// What is proven of the two over everything that can happen.
    pub equivalence: Statement,
    /// The words of clauses that changed, by the path of the change; empty where no document was given.
    pub wordings: BTreeMap<String, Wording>,
    /// Fingerprints that somebody accepted; none where nobody said.
    pub accepted: Option<BTreeSet<String>>,
}

impl Diff {
    /// Whether there is nothing to report: no change, no other house edge, the two are proven equivalent, and past coups
    /// come to the same.
    #[must_use]
    pub fn is_empty(&self, replay: Option<&ReplaySums>) -> bool {
        self.changes.is_empty()
            && !self.edges_differ()
            && self.equivalence.verdict() == Verdict::Equivalent
            && !replay.is_some_and(ReplaySums::differs)
    }

    /// Whether a house edge is another, or one version alone has it.
    #[must_use]
    pub fn edges_differ(&self) -> bool {
        self.edges.iter().any(EdgeChange::differs)
    }

    /// The clauses whose words changed in more than the listed changes say, that are new or gone: whether the rules still say
    /// what these clauses say is for a person to read.
    #[must_use]
    pub fn reworded(&self) -> Vec<Reworded<'_>> {
        reworded::of(self)
    }

    /// The values that changed although no clause behind them has other words, each with these clauses: only what is read into
    /// the words changed.
    #[must_use]
    pub fn by_the_same_words(&self) -> Vec<String> {
        reworded::by_the_same_words(self)
    }

    /// Adds lines in no clause that the documents do not have in the same words, each with the place of the first: `line 4`.
    pub fn add_outside(&mut self, lines: impl IntoIterator<Item = (String, Wording)>) {
        self.add_unheld(OUTSIDE, "in no clause, so that no ruleset holds its fingerprint", lines);
    }

    /// Adds clauses whose letters and digits are the same in both documents, and whose words or numbers are not, each by its number: a
    /// fingerprint does not hold where blanks stand.
    pub fn add_parted(&mut self, clauses: impl IntoIterator<Item = (String, Wording)>) {
        self.add_unheld(PARTED, "the same letters and digits, parted into other words or numbers", clauses);
    }

    fn add_unheld(&mut self, kind: &str, note: &str, all: impl IntoIterator<Item = (String, Wording)>) {
        for (place, wording) in all {
            let hash = |text: &Option<String>| text.as_deref().map(|text| sha256(text.as_bytes()));
            let path = format!("{kind}{place}");
            let change = Change::of(&path, Level::Editorial, hash(&wording.old), hash(&wording.new));
            self.changes.push(Change { note: Some(note.to_owned()), ..change });
            self.wordings.insert(path, wording);
        }
    }

    /// Whether somebody accepted a change; none where nobody said what is accepted.
    #[must_use]
    pub fn is_accepted(&self, change: &Change) -> Option<bool> {
        self.accepted.as_ref().map(|accepted| accepted.contains(&change.fingerprint()))
    }
}

/// What the paths of lines in no clause begin with.
pub(crate) const OUTSIDE: &str = "outside.";

/// What the paths of clauses begin with whose letters and digits are parted into other words or numbers.
pub(crate) const PARTED: &str = "numbers.";

/// What tells one version from another, with the decks and the choices by which it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionName {
    /// The ruleset's id.
    pub id: String,
    /// The ruleset's digest.
    pub digest: String,
    /// What people call its file.
    pub file: String,
    /// How many decks it is played with.
    pub decks: Decks,
    /// What was chosen of what the document leaves open, where one set of choices is compared.
    pub elected: Elected,
}

impl VersionName {
    fn of(version: &Version<'_>) -> Self {
        let ruleset = version.ruleset;
        Self {
            id: ruleset.id.clone(),
            digest: ruleset.digest.clone(),
            file: version.file.to_owned(),
            decks: ruleset.decks.clone(),
            elected: ruleset.elected.clone(),
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
        equivalence: Statement::of(old.ruleset, new.ruleset),
        wordings: BTreeMap::new(),
        accepted: None,
    })
}

/// The changes alone, without the odds, which take longer. Where a document leaves choices to the operator and none is
/// elected, the versions are compared under every set of choices.
#[must_use]
pub fn changes(old: &Version<'_>, new: &Version<'_>) -> Vec<Change> {
    let mut sets: Vec<(&Elected, Vec<Change>)> = Vec::new();
    let whole = under_one(old, new);
    for (elected, _) in old.ruleset.variants.iter().chain(&new.ruleset.variants) {
        if sets.iter().any(|(known, _)| *known == elected) {
            continue;
        }
        // Choices that one version does not leave are reported as such.
        if let (Some(was), Some(is)) = (elects(old.ruleset, elected), elects(new.ruleset, elected)) {
            sets.push((elected, under_one(&Version { ruleset: was, ..*old }, &Version { ruleset: is, ..*new })));
        }
    }
    if sets.is_empty() {
        return whole;
    }
    let options = whole.into_iter().filter(|change| change.path.starts_with("options."));
    let mut out: Vec<Change> = options.collect();
    let same = |a: &Change, b: &Change| (&a.path, &a.old, &a.new) == (&b.path, &b.old, &b.new);
    for (elected, changes) in &sets {
        for change in changes {
            let everywhere = sets.iter().all(|(_, others)| others.iter().any(|other| same(other, change)));
            if !everywhere {
                out.push(Change { path: format!("{} where {elected}", change.path), ..change.clone() });
            } else if !out.iter().any(|known| same(known, change)) {
                out.push(change.clone());
            }
        }
    }
    out
}

/// The rules under a set of choices; the ruleset itself where it leaves none open.
fn elects<'r>(ruleset: &'r Ruleset, elected: &Elected) -> Option<&'r Ruleset> {
    match ruleset.variants.as_slice() {
        [] => Some(ruleset),
        variants => variants.iter().find(|(known, _)| known == elected).map(|(_, rules)| rules.as_ref()),
    }
}

/// The changes between two versions, each with its choices made.
fn under_one(old: &Version<'_>, new: &Version<'_>) -> Vec<Change> {
    let (old_leaves, new_leaves) = (of(old.ruleset), of(new.ruleset));
    let aligned = Aligned::of(old.ruleset, new.ruleset, &old_leaves, &new_leaves);
    let places = (Places::of(old.yaml, old.ruleset), Places::of(new.yaml, new.ruleset));
    let mut changes = Vec::new();
    let bets = bets(old.ruleset, new.ruleset);
    let sides = Sides { old, new, aligned: &aligned, places: &places, bets: &bets };
    sides.values(&old_leaves, &new_leaves, &mut changes);
    sides.rows_that_changed_places(&mut changes);
    sides.deal(&mut changes);
    irregularities::changes(old.ruleset, new.ruleset, &aligned, &places.0, &places.1, &mut changes);
    clauses::changes(old.ruleset, new.ruleset, &aligned, &places.0, &places.1, &mut changes);
    clauses::note_words_alone(&mut changes);
    let irregular = |ruleset: &Ruleset| -> Vec<(String, Cite)> {
        let rows = ruleset.irregularities.iter();
        rows.filter_map(|row| Some((format!("irregularities.{}", row.kind.word()), row.clause.clone()?))).collect()
    };
    let cited = |leaves: &[Leaf], ruleset: &Ruleset| -> Vec<(String, Cite)> {
        let own = leaves.iter().filter_map(|leaf| Some((leaf.path.clone(), leaf.clause.clone()?)));
        own.chain(irregular(ruleset)).collect()
    };
    clauses::note_enforcement(&mut changes, &cited(&old_leaves, old.ruleset), &cited(&new_leaves, new.ruleset));
    if old.notes != new.notes {
        changes.push(Change {
            note: Some("notes.md, the readings chosen and their grounds".to_owned()),
            ..Change::of("notes", Level::Editorial, Some(sha256(old.notes)), Some(sha256(new.notes)))
        });
    }
    changes
}

/// Which rows of the bets that both versions offer settle the same coups; of bets with the same rows nothing differs.
fn bets(old: &Ruleset, new: &Ruleset) -> BTreeMap<String, Result<RowsMet, TooLarge>> {
    let mut out = BTreeMap::new();
    for was in &old.wagers {
        if let Some(is) = new.wager(&was.bet).filter(|is| !same_rows(was, is)) {
            out.insert(was.bet.clone(), RowsMet::of(old, new, was, is));
        }
    }
    out
}

struct Sides<'a> {
    old: &'a Version<'a>,
    new: &'a Version<'a>,
    aligned: &'a Aligned,
    places: &'a (Places, Places),
    bets: &'a BTreeMap<String, Result<RowsMet, TooLarge>>,
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
                // The other version has one clause for both: that of the leaf beside which this one is.
                let around = |leaves: &BTreeMap<String, Leaf>| {
                    leaf.path.rsplit_once('.').and_then(|(around, _)| leaves.get(around)?.clause.clone())
                };
                let clause =
                    |own: Option<&Leaf>, leaves| own.map_or_else(|| around(leaves), |leaf| leaf.clause.clone());
                let (was, is) = (clause(in_old, &old_by_path), clause(in_new, &new_by_path));
                if was.is_some() && is.is_some() && !self.aligned.same(was.as_ref(), is.as_ref()) {
                    cited.add(&leaf.group, &leaf.path, was, is);
                }
                continue;
            }
            let was = in_old.cloned().map_or_else(|| self.left_to_others(leaf, false), Left::To);
            let is = in_new.cloned().map_or_else(|| self.left_to_others(leaf, true), Left::To);
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
                clause_old: was.clone(),
                clause_new: is.clone(),
                place_old: self.places.0.of_path(&citation.path),
                place_new: self.places.1.of_path(&citation.path),
                note: Some("the value is the same".to_owned()),
                ..Change::of(format!("{group}.clause"), Level::Editorial, was, is)
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
        let sought = part.map(|part| first_settled_otherwise(self.old.ruleset, self.new.ruleset, part));
        let note = match &sought {
            Some(Sought::Nowhere) => Some("no coup settles differently by this change alone".to_owned()),
            Some(Sought::NotAllTried) => {
                Some("no coup that settles differently by this change alone was found; not all were tried".to_owned())
            }
            Some(Sought::Found(_)) | None => None,
        };
        let example = match sought {
            Some(Sought::Found(example)) => Some(*example),
            _ => None,
        };
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
            clause_old: clause(was.as_ref(), old).or_else(|| read(self.old.ruleset)),
            clause_new: clause(is.as_ref(), new).or_else(|| read(self.new.ruleset)),
            place_old: was.as_ref().and_then(|was| self.places.0.of_path(&was.path)),
            place_new: is.as_ref().and_then(|is| self.places.1.of_path(&is.path)),
            note,
            example,
            ..Change::of(&leaf.path, leaf.level, was.map(|leaf| leaf.value), is.map(|leaf| leaf.value))
        }
    }

    /// What the rows of the other version say for all coups for which a row of the old version, or of the new one, holds.
    fn left_to_others(&self, leaf: &Leaf, of_old: bool) -> Left {
        let Some(Part::Row(bet, name)) = &leaf.part else { return Left::Nothing };
        let (old, new) = (self.old.ruleset.wager(bet), self.new.ruleset.wager(bet));
        let (own, other) = if of_old { (old, new) } else { (new, old) };
        let (Some(own), Some(other), Some(Ok(rows))) = (own, other, self.bets.get(bet)) else { return Left::Nothing };
        let Some(row) = row_names(own).iter().position(|known| known == name) else { return Left::Nothing };
        let met: BTreeSet<usize> = rows.beside(row, of_old).collect();
        let names = row_names(other);
        let mut met = met.into_iter().filter_map(|row| Some((names.get(row)?, other.rows.get(row)?)));
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

    /// Coups that another row settles now, which pays something else, where no change of a row says so.
    fn rows_that_changed_places(&self, out: &mut Vec<Change>) {
        for (bet, rows) in self.bets {
            let (Some(was), Some(is)) = (self.old.ruleset.wager(bet), self.new.ruleset.wager(bet)) else { continue };
            let Ok(rows) = rows else {
                let all = |rule: &WagerRule| {
                    let rows = rule.rows.iter().map(|row| format!("{}: {}", row.row.in_words(), row.pays()));
                    Some(rows.collect::<Vec<_>>().join("; "))
                };
                out.push(Change {
                    place_old: self.places.0.of_path(&format!("wagers.{bet}")),
                    place_new: self.places.1.of_path(&format!("wagers.{bet}")),
                    note: Some(
                        "there are too many deals to be gone through: what settles differently is not known".to_owned(),
                    ),
                    ..Change::of(format!("wagers.{bet}.rows"), Level::Settlement, all(was), all(is))
                });
                continue;
            };
            let (old_names, new_names) = (row_names(was), row_names(is));
            for met in rows.paid_otherwise(was, is) {
                let (Some(old), Some(new)) = (old_names.get(met.old), new_names.get(met.new)) else { continue };
                let (Some(old_row), Some(new_row)) = (was.rows.get(met.old), is.rows.get(met.new)) else { continue };
                let values = (Some(old_row.pays().to_string()), Some(new_row.pays().to_string()));
                let says = |change: &Change| {
                    (change.path == row_path(bet, old) || change.path == row_path(bet, new))
                        && (&change.old, &change.new) == (&values.0, &values.1)
                };
                if out.iter().any(says) {
                    continue;
                }
                let read = if met.reading.is_some() { ", counted in one hand" } else { "" };
                out.push(Change {
                    clause_old: Some(old_row.settled_by().to_string()),
                    clause_new: Some(new_row.settled_by().to_string()),
                    place_old: self.places.0.of_path(&row_path(bet, old)),
                    place_new: self.places.1.of_path(&row_path(bet, new)),
                    note: Some(format!("coups that settle by the row `{old}` settle by the row `{new}` now{read}")),
                    example: self.example(bet, met),
                    ..Change::of(
                        row_path(bet, &format!("{old} → {new}{read}")),
                        Level::Settlement,
                        values.0.clone(),
                        values.1.clone(),
                    )
                });
            }
        }
    }

    fn example(&self, bet: &str, met: &Met) -> Option<Example> {
        paid_by_rows(self.old.ruleset, self.new.ruleset, bet, met)
    }

    /// A coup that is dealt otherwise, where no change of cards, deal or tables says so.
    fn deal(&self, out: &mut Vec<Change>) {
        let (old, new) = (self.old.ruleset, self.new.ruleset);
        let said = |change: &Change| {
            ["cards.", "deal.", "draws."].iter().any(|part| change.path.starts_with(part))
                && change.level == Level::Settlement
                && !change.path.ends_with(".clause")
        };
        if out.iter().any(said) {
            return;
        }
        if let Some(cards) = dealt_otherwise(&old.table, &new.table) {
            let ends = |ruleset: &Ruleset| {
                Some(match ruleset.book.deal(&ruleset.table, &cards) {
                    Some(dealt) => {
                        format!(
                            "{} cards: Player {}, Banker {}",
                            dealt.used,
                            dealt.player.total(),
                            dealt.banker.total()
                        )
                    }
                    None => format!("more than {} cards", cards.len()),
                })
            };
            let shown: Vec<String> = cards.iter().map(ToString::to_string).collect();
            out.push(Change {
                note: Some(format!("dealt differently: {}; no value of the tables differs", shown.join(" "))),
                ..Change::of("deal.cards", Level::Settlement, ends(old), ends(new))
            });
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
