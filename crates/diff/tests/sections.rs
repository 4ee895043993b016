//! Two rulesets that judge any coup differently are never called equivalent, and never compare as "nothing changed": edits
//! of every section of the format, each compared by what the engine finds in generated coups.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

use resettle_diff::{Level, Version, changes};
use resettle_equivalence::{Statement, Verdict};
use resettle_ruleset::Ruleset;
use resettle_testkit::{root, rulesets_below};
use serde_json::Value;

use crate::common::coups::{judged, log};
use crate::common::dice::Dice;
use crate::common::edits::{Edits, schema, tree};

/// So often an edit is tried that a ruleset may say.
const TRIES: usize = 20;
/// Coups by which a pair is compared.
const COUPS: usize = 24;

/// Sections that say which coups a ruleset judges, or nothing that judges.
const NO_PART: [&str; 12] = [
    "clauses",
    "effective",
    "favours_player",
    "game",
    "gaps",
    "jurisdiction",
    "schema",
    "source",
    "title",
    "venue",
    "venues",
    "version",
];

/// What no coup of a table shows: sessions of a tournament and registers of prizes are judged by it.
const NOT_OF_COUPS: [&str; 2] = ["promotions", "tournament"];

/// Bets on suits take ten times as long to be read and dealt: their bets are edited as often, the rest of them once.
const SLOW: [&str; 2] = ["zz/pearl-quay/", "zz/willow-court/"];

/// A ruleset, and its file as a tree.
struct Base {
    id: String,
    notes: Vec<u8>,
    file: Value,
    yaml: String,
    ruleset: Arc<Ruleset>,
}

/// The shipped rulesets and the worked examples.
fn bases() -> Vec<Base> {
    let below = ["rulesets", "fixtures/games/rulesets"].map(|folder| rulesets_below(&root().join(folder)));
    let base = |(id, own): (String, PathBuf)| {
        let file = tree(&std::fs::read_to_string(own.join("ruleset.yaml")).unwrap());
        let notes = std::fs::read(own.join("notes.md")).unwrap();
        let yaml = file.to_string();
        let ruleset = Arc::new(Ruleset::from_yaml(&id, &yaml, &notes).unwrap());
        Base { id, notes, file, yaml, ruleset }
    };
    below.into_iter().flatten().map(base).collect()
}

/// What became of the edits of a section.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    compared: usize,
    /// By which some coup is judged otherwise.
    differ: usize,
    equivalent: usize,
    not_proven: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.compared += other.compared;
        self.differ += other.differ;
        self.equivalent += other.equivalent;
        self.not_proven += other.not_proven;
    }
}

/// The first ruleset of each base and section whose differences have these fingerprints.
type Listed = Mutex<BTreeMap<(String, Vec<String>), Arc<Ruleset>>>;

fn compared(base: &Base, form: &Value, section: &str, seed: u64, listed: &Listed) -> Count {
    let name = format!("{} {section}", base.id);
    let mut dice = Dice::new(name.bytes().fold(seed, |mixed, byte| mixed.wrapping_mul(31) + u64::from(byte)));
    let edits = Edits::of(form, &base.file);
    let edited = (0..TRIES).find_map(|_| {
        let file = edits.edited(&base.file, section, &mut dice)?;
        let yaml = file.to_string();
        let read = Ruleset::from_yaml(&base.id, &yaml, &base.notes).ok()?;
        Some((file, yaml, Arc::new(read)))
    });
    let Some((file, yaml, wrong)) = edited else { return Count::default() };
    let right = &base.ruleset;
    let said = || format!("{name} {seed}\nwas: {}\nis: {}", base.file[section], file[section]);
    let statement = Statement::of(right, &wrong);
    let verdict = statement.verdict();
    if verdict == Verdict::Except {
        let mut fingerprints: Vec<String> =
            statement.differences().map(resettle_equivalence::Difference::fingerprint).collect();
        fingerprints.sort();
        let other = Arc::clone(
            listed.lock().unwrap().entry((name.clone(), fingerprints)).or_insert_with(|| Arc::clone(&wrong)),
        );
        // Who accepts the differences of the one by their fingerprints has not seen those of another.
        let again = Statement::of(&other, &wrong);
        assert_eq!(again.verdict(), Verdict::Equivalent, "the same differences, and not the same rules: {}", said());
    }
    let log = log([right, &wrong], &mut dice, COUPS);
    let [was, is] = [right, &wrong].map(|rules| judged(rules, &log));
    let differs = was != is;
    if differs {
        let only = || was.0.iter().filter(|(found, many)| is.0.get(*found) != Some(many)).collect::<Vec<_>>();
        assert_ne!(verdict, Verdict::Equivalent, "judged otherwise, said to be equivalent: {}\n{:?}", said(), only());
        let version = |ruleset, yaml| Version { ruleset, yaml, notes: &base.notes, file: "ruleset.yaml" };
        let changes = changes(&version(right, &base.yaml), &version(&wrong, &yaml));
        let listed = changes.iter().any(|change| change.level != Level::Editorial);
        assert!(listed, "judged otherwise, and nothing changed: {}\n{:?}", said(), only());
    }
    Count {
        compared: 1,
        differ: usize::from(differs),
        equivalent: usize::from(verdict == Verdict::Equivalent),
        not_proven: usize::from(verdict == Verdict::NotProven),
    }
}

/// So many edits of each section of each ruleset.
fn every_section(seeds: u64) -> BTreeMap<String, Count> {
    let (form, bases, listed) = (schema(), bases(), Listed::default());
    let sections = form["properties"].as_object().unwrap().keys();
    let sections: Vec<&String> = sections.filter(|name| !NO_PART.contains(&name.as_str())).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let of = |first: u64| {
        let mut counts: BTreeMap<String, Count> = BTreeMap::new();
        for seed in (first..seeds).step_by(workers) {
            for section in &sections {
                for base in &bases {
                    let is_slow = SLOW.iter().any(|slow| base.id.starts_with(slow));
                    if !is_slow || seed == 0 || *section == "wagers" {
                        let one = compared(base, &form, section, seed, &listed);
                        counts.entry((*section).clone()).or_default().add(one);
                    }
                }
            }
        }
        counts
    };
    let found: Vec<BTreeMap<String, Count>> = thread::scope(|scope| {
        let running: Vec<_> = (0..seeds).take(workers).map(|first| scope.spawn(move || of(first))).collect();
        running.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let mut out: BTreeMap<String, Count> = BTreeMap::new();
    for (section, one) in found.into_iter().flatten() {
        out.entry(section).or_default().add(one);
    }
    out
}

/// No section is silently left out: each is edited often enough, and its edits show in coups where it judges any.
fn assert_edited(counts: &BTreeMap<String, Count>, seeds: usize, least: usize) {
    for (section, count) in counts {
        println!("{section}: {count:?}");
    }
    let rare = |section: &&String| NOT_OF_COUPS.contains(&section.as_str());
    for (section, count) in counts.iter().filter(|(section, _)| !rare(section)) {
        assert!(count.compared >= 8 * seeds, "{section}: {count:?}");
        assert!(count.differ > 0 && count.equivalent + count.not_proven < count.compared, "{section}: {count:?}");
    }
    for section in NOT_OF_COUPS {
        // One ruleset alone has them.
        assert!(counts[section].compared >= seeds, "{section}: {:?}", counts[section]);
    }
    let all: usize = counts.values().map(|count| count.compared).sum();
    assert!(all >= least, "{all} compared");
}

#[test]
fn no_edit_of_a_section_that_judges_otherwise_is_equivalent() {
    assert_edited(&every_section(4), 4, 800);
}

/// Some thousands of them.
#[test]
#[ignore = "takes minutes"]
fn no_edit_of_thousands_that_judges_otherwise_is_equivalent() {
    assert_edited(&every_section(40), 40, 8_000);
}
