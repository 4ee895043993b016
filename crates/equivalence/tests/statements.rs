//! The statement of every pair of the five rulesets and of the games of `fixtures/games`, reviewed as snapshots.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use resettle_equivalence::{Statement, Verdict, print};
use resettle_ruleset::Ruleset;
use resettle_testkit::{root, rulesets_below};

/// The rulesets below a folder of the repository, in the order of their ids.
fn below(folder: &str) -> Vec<Ruleset> {
    let read = |(id, own): (String, PathBuf)| {
        let yaml = std::fs::read_to_string(own.join("ruleset.yaml")).unwrap();
        let notes = std::fs::read(own.join("notes.md")).unwrap();
        Ruleset::from_yaml(&id, &yaml, &notes).unwrap()
    };
    rulesets_below(&root().join(folder)).into_iter().map(read).collect()
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
