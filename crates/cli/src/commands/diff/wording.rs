//! The words of clauses that changed, from the documents themselves: a ruleset holds only their fingerprints.

use std::collections::BTreeMap;
use std::path::Path;

use resettle_diff::{Diff, In, Wording};
use resettle_document::Document;
use resettle_ruleset::Ruleset;

use crate::document::{self, CutAt};
use crate::error::{Error, shown};

/// A document whose clauses are those of a ruleset.
pub struct Words {
    /// As it was read.
    pub document: Document,
}

impl Words {
    /// Reads the document of a version, and refuses a document that is not the version's: the words of another would mislead.
    pub fn of(path: &Path, ruleset: &Ruleset, cut: &CutAt<'_>) -> Result<Self, Error> {
        let mut document = document::read_for(path, ruleset, cut)?.document;
        let fingerprint = |number: &str| {
            ruleset.clauses.iter().find(|clause| clause.number == number).map(|clause| clause.fingerprint.as_str())
        };
        document.fit(fingerprint);
        let main = &document.main;
        let differs = ruleset
            .clauses
            .iter()
            .filter(|clause| main.find(&clause.number).is_none_or(|at| main.fingerprint(at) != clause.fingerprint));
        let differs: Vec<&str> = differs.map(|clause| clause.number.as_str()).collect();
        if let Some(first) = differs.first() {
            return Err(Error::new(format!(
                "{} is not the document of {}: {} of its {} clauses differ, the first is {first}",
                shown(path),
                ruleset.id,
                differs.len(),
                ruleset.clauses.len()
            ))
            .help(format!(
                "`resettle ruleset trace {} --document {}` shows them side by side",
                ruleset.id,
                shown(path)
            )));
        }
        Ok(Self { document })
    }

    fn text(&self, number: &str) -> Option<String> {
        let main = &self.document.main;
        main.find(number).map(|at| main.text(at).into_owned())
    }
}

/// A version, with its document where it was given and what cuts that.
pub struct Given<'a> {
    pub ruleset: &'a Ruleset,
    pub document: Option<&'a Path>,
    pub cut: CutAt<'a>,
}

/// The words behind every change of a clause's text, and of every clause that came or went.
pub fn wordings(diff: &Diff, old: &Given<'_>, new: &Given<'_>) -> Result<BTreeMap<String, Wording>, Error> {
    let read = |given: &Given<'_>| given.document.map(|path| Words::of(path, given.ruleset, &given.cut)).transpose();
    let (old, new) = (read(old)?, read(new)?);
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
    Ok(out)
}
