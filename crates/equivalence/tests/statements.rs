//! The statement of every pair of the five rulesets and of the games of `fixtures/games`, reviewed as snapshots.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use resettle_equivalence::{Statement, Verdict, print};
use resettle_ruleset::Ruleset;

/// The rulesets below a folder of the repository, each by its id.
fn below(folder: &str) -> Vec<Ruleset> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with("ruleset.yaml") {
                let id = at.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                let yaml = std::fs::read_to_string(&path).unwrap();
                let notes = std::fs::read(at.join("notes.md")).unwrap();
                found.push(Ruleset::from_yaml(&id, &yaml, &notes).unwrap());
            }
        }
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

fn every_pair(folder: &str, expected: usize) {
    let all = below(folder);
    assert_eq!(all.len(), expected);
    for (at, old) in all.iter().enumerate() {
        assert_eq!(Statement::of(old, old).verdict(), Verdict::Equivalent, "{}", old.id);
        for new in all.iter().skip(at + 1) {
            let statement = Statement::of(old, new);
            let name = format!("{}_{}", old.id.replace('/', "."), new.id.replace('/', "."));
            let mut settings = insta::Settings::clone_current();
            settings.set_omit_expression(true);
            settings.set_prepend_module_to_snapshot(false);
            settings.bind(|| insta::assert_snapshot!(name, print::text(&statement)));
        }
    }
}

#[test]
fn of_every_pair_of_the_shipped_rulesets() {
    every_pair("rulesets", 5);
}

#[test]
fn of_every_pair_of_the_worked_examples() {
    every_pair("fixtures/games/rulesets", 7);
}
