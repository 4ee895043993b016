//! Any value of any ruleset, changed: the decoder refuses it, or the lint remarks on it, or the reviewed snapshot
//! differs, or the trace against the document does. What nothing notices is listed and explained in
//! `docs/ruleset-mutations.md`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread;

use resettle_document::Document;
use resettle_ruleset::check::{Folder, Level, check_folder};
use resettle_ruleset::{ClauseKind, Ruleset, Trace, show};
use resettle_rulesets::{Embedded, embedded};
use resettle_testkit::{root, shared};

mod changes;
mod leaves;

use changes::Words;
use leaves::{Leaf, leaves, with};

/// Values that may change unnoticed, and why that is right.
const EXPLAINED: &[(&str, &str)] = &[];

/// Who notices a change first. In this order they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NoticedBy {
    Refused,
    Remarked,
    Shown,
    Traced,
    Nobody,
}

impl NoticedBy {
    const ALL: [Self; 5] = [Self::Refused, Self::Remarked, Self::Shown, Self::Traced, Self::Nobody];
}

/// A ruleset as it is, and its document, where that is at hand.
struct Right {
    embedded: Embedded,
    ruleset: Ruleset,
    shown: String,
    document: Option<Document>,
    /// What a trace of the ruleset as it is could not ask of the document.
    uncompared: Vec<(usize, String)>,
}

impl Right {
    fn of(embedded: Embedded) -> Self {
        let ruleset = Ruleset::from_yaml(embedded.id, embedded.yaml, embedded.notes.as_bytes()).unwrap();
        let document = shared("sources").map(|folder| {
            let file = &ruleset.source.files.first().unwrap().name;
            Document::parse(&fs::read_to_string(folder.join(file)).unwrap()).unwrap()
        });
        let shown = show(&ruleset);
        let uncompared = document.as_ref().map_or_else(Vec::new, |document| {
            Trace::of(&ruleset, embedded.yaml, document.clone(), None).unwrap().uncompared()
        });
        let right = Self { embedded, ruleset, shown, document, uncompared };
        assert_eq!(right.noticed_by(embedded.yaml), NoticedBy::Nobody, "{}: noticed as it is", embedded.id);
        right
    }

    /// Who notices that this is not the ruleset.
    fn noticed_by(&self, yaml: &str) -> NoticedBy {
        let Embedded { id, notes, .. } = self.embedded;
        let checked = check_folder(Folder { id, yaml, notes, others: &[] });
        let Some(mut changed) = checked.ruleset else { return NoticedBy::Refused };
        if checked.remarks.iter().any(|remark| remark.level >= Level::Warning) {
            return NoticedBy::Remarked;
        }
        // The digest differs whatever changed, and says nothing of what a reader sees.
        self.ruleset.digest.clone_into(&mut changed.digest);
        if show(&changed) != self.shown {
            return NoticedBy::Shown;
        }
        let traced = self.document.as_ref().is_some_and(|document| {
            !Trace::of(&changed, yaml, document.clone(), None)
                .is_ok_and(|trace| trace.agrees() && trace.uncompared() == self.uncompared)
        });
        if traced { NoticedBy::Traced } else { NoticedBy::Nobody }
    }

    /// The clauses that a decision may cite.
    fn citable(&self) -> Vec<String> {
        let may = |kind: ClauseKind| matches!(kind, ClauseKind::Enforced | ClauseKind::Definition);
        self.ruleset.clauses.iter().filter(|clause| may(clause.kind)).map(|clause| clause.number.clone()).collect()
    }

    /// Every change of these values, and who noticed it.
    fn reported(&self, leaves: &[Leaf]) -> Vec<(Leaf, String, NoticedBy)> {
        let mut words = Words::default();
        let citable = self.citable();
        let (id, yaml) = (self.embedded.id, self.embedded.yaml);
        let mut out = Vec::new();
        for leaf in leaves {
            let tokens = words.changes(id, yaml, &citable, leaf);
            assert!(!tokens.is_empty(), "{id}: nothing to change {} into", leaf.path);
            for token in tokens {
                let reported = self.noticed_by(&with(yaml, leaf, &token));
                out.push((leaf.clone(), token, reported));
            }
        }
        out
    }
}

#[test]
#[ignore = "takes minutes; CI runs it by itself"]
fn every_value_that_changes_is_noticed() {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut by_ruleset = Vec::new();
    for embedded in embedded() {
        let right = Right::of(embedded);
        let all = leaves(&resettle_yaml::parse(embedded.yaml).unwrap());
        let chunk = all.len().div_ceil(workers);
        let reported: Vec<(Leaf, String, NoticedBy)> = thread::scope(|scope| {
            let running: Vec<_> = all.chunks(chunk).map(|leaves| scope.spawn(|| right.reported(leaves))).collect();
            running.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        by_ruleset.push((embedded.id, all.len(), reported));
    }
    let with_documents = shared("sources").is_some();
    let mut survivors: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (id, _, reported) in &by_ruleset {
        for (leaf, token, _) in reported.iter().filter(|(_, _, reported)| *reported == NoticedBy::Nobody) {
            // Without the documents nobody can say whether a fingerprint is right.
            if with_documents || leaf.general != "clauses.*.text" {
                survivors.entry(&leaf.general).or_default().push(format!("{id} {} as {token}", leaf.path));
            }
        }
    }
    let explained: BTreeSet<&str> = EXPLAINED.iter().map(|(general, _)| *general).collect();
    let open: Vec<(&&str, &Vec<String>)> =
        survivors.iter().filter(|(general, _)| !explained.contains(**general)).collect();
    assert!(open.is_empty(), "changed, and nobody noticed: {open:#?}");
    let idle: Vec<&&str> = explained.iter().filter(|general| !survivors.contains_key(**general)).collect();
    assert!(idle.is_empty(), "explained, but always noticed: {idle:?}");
    if with_documents {
        the_page_is_current(&page(&by_ruleset, &survivors));
    }
}

type Row<'r> = (&'r str, usize, Vec<(Leaf, String, NoticedBy)>);

/// To renew the page: `UPDATE_DOCS=1 cargo test --workspace --test mutations -- --ignored`
fn the_page_is_current(page: &str) {
    let path = root().join("docs/ruleset-mutations.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), page, "docs/ruleset-mutations.md is out of date");
}

fn page(by_ruleset: &[Row<'_>], survivors: &BTreeMap<&str, Vec<String>>) -> String {
    let mut out = String::from(
        "# Every value of every ruleset, changed\n\n\
         A test changes each value of the five rulesets, one at a time, into every other word that the format has there, or\n\
         into its neighbours: numbers one up and one down, odds on either side, dates a day and an hour on, a clause into\n\
         another, one more, one less. Each change is noticed by the first of these:\n\n\
         1. **refused**: the decoder does not take it. The format, the proofs over whole tables, citations.\n\
         2. **remarked**: `resettle ruleset check` has an error or a warning.\n\
         3. **shown**: `resettle ruleset show` prints something else than the snapshot that was reviewed\n\
         \x20  (`rulesets/tests/snapshots`), the digest apart, which always differs.\n\
         4. **traced**: `resettle ruleset trace` finds that it is not the document's.\n\n\
         That a wrong cell, odds, bound, value or natural also shows in what a replay finds, `crates/audit/tests/played/mutations.rs`\n\
         holds. Made by a test (`rulesets/tests/mutations`); do not edit it by hand.\n\n\
         | ruleset | values | changes | refused | remarked | shown | traced | not noticed |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let count = |reported: &[(Leaf, String, NoticedBy)], by: NoticedBy| {
        reported.iter().filter(|(_, _, own)| *own == by).count()
    };
    for (id, values, reported) in by_ruleset {
        let counts: Vec<String> = NoticedBy::ALL.iter().map(|by| count(reported, *by).to_string()).collect();
        out.push_str(&format!("| `{id}` | {values} | {} | {} |\n", reported.len(), counts.join(" | ")));
    }
    out.push_str("\n## By section\n\n| section | changes | refused | remarked | shown | traced | not noticed |\n");
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    let mut sections: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for (leaf, _, reported) in by_ruleset.iter().flat_map(|(_, _, reported)| reported) {
        let section = match leaf.general.as_str() {
            clause if clause.starts_with("clauses.") => clause,
            other => other.split('.').next().unwrap(),
        };
        sections.entry(section).or_default()[*reported as usize] += 1;
    }
    for (section, counts) in sections {
        let all: usize = counts.iter().sum();
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        out.push_str(&format!("| `{section}` | {all} | {} |\n", counts.join(" | ")));
    }
    out.push_str("\n## Not noticed\n\n");
    if survivors.is_empty() {
        out.push_str("Nothing.\n");
        return out;
    }
    out.push_str("| value | changes | why |\n| --- | ---: | --- |\n");
    for (general, changes) in survivors {
        let (_, why) = EXPLAINED.iter().find(|(known, _)| known == general).unwrap();
        out.push_str(&format!("| `{general}` | {} | {why} |\n", changes.len()));
    }
    out
}
