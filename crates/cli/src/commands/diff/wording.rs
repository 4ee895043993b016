//! The words of clauses that changed, from the documents themselves: a ruleset holds only their fingerprints.

use std::collections::BTreeMap;
use std::path::Path;

use resettle_diff::{Diff, In, Wording};
use resettle_document::{Document, changed_outside};
use resettle_report::print::neutral;
use resettle_ruleset::Ruleset;

use crate::document::{self, CutAt};
use crate::error::{Error, shown};

/// A document with the clauses of a ruleset.
pub struct Words {
    /// As it was read.
    pub document: Document,
}

impl Words {
    /// Reads the document of a version, and refuses a document that is not the version's: the words of another would mislead.
    pub fn of(path: &Path, ruleset: &Ruleset, cut: &CutAt<'_>) -> Result<Self, Error> {
        Self::after(path, ruleset, cut, None)
    }

    /// The same; where it is refused, the clauses that differ are shown in the words of the version before and in its own.
    fn after(path: &Path, ruleset: &Ruleset, cut: &CutAt<'_>, before: Option<&Self>) -> Result<Self, Error> {
        let own = Self::read(path, ruleset, cut)?;
        let differs = own.differing(ruleset);
        let Some(first) = differs.first() else { return Ok(own) };
        let what = format!(
            "{} is not the document of {}: {} of its {} clauses differ, the first is {first}",
            shown(path),
            ruleset.id,
            differs.len(),
            ruleset.clauses.len()
        );
        Err(match before {
            Some(before) => {
                let words = differs.iter().map(|number| neutral(&before.beside(&own, number)));
                Error::new(what).listing(words.collect::<Vec<_>>()).help(
                    "read what is shown of them; where the ruleset is to say so, take the fingerprints of this document: \
                     docs/approvals.md, \"The next version of a document\"",
                )
            }
            None => Error::new(what).help(format!(
                "`resettle ruleset trace {} --document {} --old-document OLD` (with `--cut-file` or `--old-cut-file` where one has a cut file) shows their words beside those of OLD, the document \
                 that the ruleset was made from",
                ruleset.id,
                shown(path)
            )),
        })
    }

    /// Reads a document by what is known of a ruleset's clauses, whether or not it is the ruleset's.
    pub fn read(path: &Path, ruleset: &Ruleset, cut: &CutAt<'_>) -> Result<Self, Error> {
        Ok(Self::in_document(document::read_for(path, ruleset, cut)?.document, ruleset))
    }

    /// The words of a document that was read.
    pub fn in_document(mut document: Document, ruleset: &Ruleset) -> Self {
        let fingerprint = |number: &str| {
            ruleset.clauses.iter().find(|clause| clause.number == number).map(|clause| clause.fingerprint.as_str())
        };
        document.fit(fingerprint);
        Self { document }
    }

    /// The clauses of a ruleset that it does not have, or in other words.
    pub fn differing<'r>(&self, ruleset: &'r Ruleset) -> Vec<&'r str> {
        let main = &self.document.main;
        let differs = ruleset
            .clauses
            .iter()
            .filter(|clause| main.find(&clause.number).is_none_or(|at| main.fingerprint(at) != clause.fingerprint));
        differs.map(|clause| clause.number.as_str()).collect()
    }

    /// A clause in one line: its words here, and in a later document.
    fn beside(&self, later: &Self, number: &str) -> String {
        let wording = Wording { old: self.text(number), new: later.text(number), only: None };
        format!("{number}: {}", wording.marked())
    }

    pub fn text(&self, number: &str) -> Option<String> {
        let main = &self.document.main;
        main.find(number).map(|at| main.shown(at))
    }
}

/// Where the document of a version before is given, and not which version that is.
pub fn unnamed_before(path: &Path) -> Error {
    Error::new(format!("{} is given as the document of the version before, and no version is named", shown(path)))
        .help("name the version whose document it is with --against, or leave --old-document out")
}

/// A version, with its document where it was given and what cuts that.
pub struct Given<'a> {
    pub ruleset: &'a Ruleset,
    pub document: Option<&'a Path>,
    pub cut: CutAt<'a>,
}

/// Gives a diff the words behind every change of a clause's text, and of every clause that came or went, and the lines in no
/// clause that are not the same in both documents.
pub fn add_words(diff: &mut Diff, old: &Given<'_>, new: &Given<'_>) -> Result<(), Error> {
    let rulesets = (old.ruleset, new.ruleset);
    let old = old.document.map(|path| Words::of(path, old.ruleset, &old.cut)).transpose()?;
    let new = new.document.map(|path| Words::after(path, new.ruleset, &new.cut, old.as_ref())).transpose()?;
    let about_words = |path: &str| {
        let rest = path.strip_prefix("clauses.");
        // What became of a clause, and its number, are not part of its words; a path without a leaf means that the
        // clause was added or removed.
        rest.is_some_and(|rest| ![".kind", ".why", ".number"].iter().any(|leaf| rest.ends_with(leaf)))
    };
    let mut out = BTreeMap::new();
    for change in diff.changes.iter().filter(|change| about_words(&change.path)) {
        let text = |words: &Option<Words>, number: &Option<String>| words.as_ref()?.text(number.as_deref()?);
        let only = match (&old, &new) {
            (Some(_), None) => Some(In::Old),
            (None, Some(_)) => Some(In::New),
            _ => None,
        };
        let wording = Wording { old: text(&old, &change.clause_old), new: text(&new, &change.clause_new), only };
        if wording.old.is_some() || wording.new.is_some() {
            out.insert(change.path.clone(), wording);
        }
    }
    diff.wordings = out;
    if let (Some(was), Some(is)) = (&old, &new) {
        diff.add_outside(outside(&was.document, &is.document));
        diff.add_parted(parted((was, rulesets.0), (is, rulesets.1)));
    }
    Ok(())
}

/// The clauses of one fingerprint whose letters and digits stand in other words or numbers, each by its number in the new
/// document. Scripts that part no words by blanks have none here.
fn parted((was, old): (&Words, &Ruleset), (is, new): (&Words, &Ruleset)) -> Vec<(String, Wording)> {
    let mut out = Vec::new();
    for clause in &new.clauses {
        let same = || old.clauses.iter().filter(|one| one.fingerprint == clause.fingerprint);
        let Some(before) = same().find(|one| one.number == clause.number).or_else(|| same().next()) else { continue };
        let (before, after) = (was.text(&before.number), is.text(&clause.number));
        let words = |text: &Option<String>| -> Vec<String> {
            let words = text.as_deref().unwrap_or_default().split(|letter: char| !letter.is_ascii_alphanumeric());
            words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
        };
        if before.is_some() && after.is_some() && words(&before) != words(&after) {
            out.push((clause.number.clone(), Wording { old: before, new: after, only: None }));
        }
    }
    out
}

/// The lines in no clause that two documents do not have in the same words, each with the place of the first.
fn outside(old: &Document, new: &Document) -> Vec<(String, Wording)> {
    let changes = changed_outside(old, new).into_iter();
    changes.map(|one| (one.place(), Wording { old: one.old, new: one.new, only: None })).collect()
}
