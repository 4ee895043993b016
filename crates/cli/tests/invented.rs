//! A casino that does not exist: its document, its ruleset, a log of its table.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use crate::common;

use crate::common::root;
use crate::signed::Workdir;

/// Seals the records and replays them under the ruleset.
fn replayed(records: &str) -> common::Run {
    let workdir = Workdir::new();
    let public = workdir.key("lantern");
    workdir.write("records.jsonl", records);
    workdir.write(
        "trust.yaml",
        format!("keys:\n  - {{name: LQ-1, public_key: \"{public}\", venue: lantern-quay, from: \"2025-01-01T00:00:00+13:00\"}}\n"),
    );
    workdir.done(&["seal", "records.jsonl", "--key", "lantern", "--out", "log.jsonl"]);
    let rulesets = root().join("fixtures/invented/rulesets");
    let rulesets = rulesets.to_str().unwrap();
    workdir.run(&["replay", "log.jsonl", "--trust", "trust.yaml", "--add-rulesets", rulesets, "--format", "json"])
}

/// The findings as code, coup, wager, clause, money.
fn found(run: &common::Run) -> Vec<String> {
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    let clause = |clause: &serde_json::Value| {
        clause.as_str().map_or("-".to_owned(), |text| text.rsplit(' ').next().unwrap().to_owned())
    };
    report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!(
                "{} {} {} {} {}",
                one["code"].as_str().unwrap(),
                one["coup"],
                one["wager"],
                clause(&one["clause"]),
                one["money"]
            )
        })
        .collect()
}

#[test]
fn a_log_of_the_invented_table_is_judged_by_its_rules() {
    let records = std::fs::read_to_string(root().join("fixtures/invented/records.jsonl")).unwrap();
    let run = replayed(&records);
    assert_eq!(run.status, 1, "{}", run.err);
    insta::assert_snapshot!(found(&run).join("\n"));
}
