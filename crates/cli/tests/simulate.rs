//! What `resettle-simulate` expects of its logs is what a replay finds in them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Run, reported, resettle_in, root, scratch, simulate_in};
use resettle_reference::Rules;
use serde_json::Value;

const SEVEN_UP: &str = "sg/mbs/7-up-baccarat/2017-02-17";

fn simulate(folder: &Path, args: &[&str]) -> Run {
    simulate_in(folder, &[&["log"], args].concat())
}

/// Replays the log that was simulated into `name`.
fn replay(folder: &Path, name: &str) -> Run {
    let (log, trust) = (format!("{name}/log.jsonl"), format!("{name}/trust.yaml"));
    resettle_in(folder, &["replay", &log, "--trust", &trust, "--format", "json"])
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn what_is_expected_is_what_a_replay_finds() {
    let folder = scratch();
    for (rules, name) in Rules::ALL.into_iter().zip(["a", "b", "c", "d", "e"]) {
        let args = [rules.id(), "--coups", "300", "--one-in", "6", "--seed", "5", "--out", name];
        assert_eq!(simulate(folder.path(), &args).status, 0);
        let expected: Vec<Value> =
            serde_json::from_str(&read(folder.path(), &format!("{name}/expected.json"))).unwrap();
        let report: Value = serde_json::from_str(&replay(folder.path(), name).out).unwrap();
        let found = report["findings"].as_array().unwrap();
        assert!(expected.len() > 10, "{name}: {}", expected.len());
        let count = |findings: &[Value], code: &Value| findings.iter().filter(|other| other["code"] == *code).count();
        assert_eq!(found.len(), expected.len(), "{name}");
        for wanted in &expected {
            let code = &wanted["code"];
            assert_eq!(count(found, code), count(&expected, code), "{name}: {code}");
            let placeless = ["integrity/", "ruleset/"].iter().any(|family| code.as_str().unwrap().starts_with(family));
            let names = ["code", "shoe", "coup", "wager", "money"].iter().take(if placeless { 1 } else { 5 });
            let fits = |finding: &&Value| {
                names.clone().all(|name| wanted.get(*name).is_none_or(|value| finding[*name] == *value))
            };
            assert!(found.iter().any(|finding| fits(&finding)), "{name}: {wanted}");
        }
        let wagers = report["summary"]["wagers"].as_u64().unwrap();
        // One row a wager beside the head; a coup without wagers has a row of its own.
        let csv = read(folder.path(), &format!("{name}/coups.csv"));
        assert!(csv.starts_with("log,shoe,coup,"));
        assert!(csv.lines().count() as u64 > wagers, "{name}");
    }
}

#[test]
fn a_fault_is_planted_where_it_is_asked_for() {
    let folder = scratch();
    let args =
        [SEVEN_UP, "--coups", "30", "--plant", "overpaid_by_one@17", "--plant", "display_wrong@20", "--out", "x"];
    assert_eq!(simulate(folder.path(), &args).status, 0);
    assert_eq!(read(folder.path(), "x/planted.txt"), "17 S-0001 17 overpaid_by_one\n20 S-0001 20 display_wrong\n");
    let run = replay(folder.path(), "x");
    assert_eq!(run.status, 1);
    let reported = reported(&run.out);
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(reported[0].starts_with("settlement/overpaid S-0001 17 ") && reported[0].ends_with(" 1"), "{reported:?}");
    assert_eq!(reported[1], "display/wrd-mismatch S-0001 20 - -");
}

#[test]
fn a_near_miss_gives_nothing() {
    let folder = scratch();
    let args = [SEVEN_UP, "--coups", "30", "--plant", "withdrawn_at_the_close@9", "--plain", "--out", "x"];
    assert_eq!(simulate(folder.path(), &args).status, 0);
    assert_eq!(read(folder.path(), "x/planted.txt"), "9 S-0001 9 withdrawn_at_the_close\n");
    assert_eq!(read(folder.path(), "x/expected.json").split_whitespace().collect::<String>(), "[]");
    let run = replay(folder.path(), "x");
    assert_eq!((run.status, reported(&run.out).len()), (0, 0), "{}", run.out);
}

/// Where the rulesets lie that no settler was written for.
const FOLDERS: [&str; 2] = ["fixtures/games/rulesets", "fixtures/invented/rulesets"];

/// The ids of the rulesets in a folder.
fn ids_in(folder: &Path, at: &Path, out: &mut Vec<String>) {
    if at.join("ruleset.yaml").exists() {
        out.push(at.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
    }
    for entry in std::fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        ids_in(folder, &entry, out);
    }
}

/// What a finding or an expectation is about.
fn about(one: &Value) -> String {
    ["code", "shoe", "coup", "wager", "money"].map(|name| one.get(name).unwrap_or(&Value::Null).to_string()).join(" ")
}

/// What only one of the rulesets bounds is not left to the lot.
const BOUNDS: [&str; 10] = [
    "--plant",
    "own_taken_back@20",
    "--plant",
    "no_multiple@40",
    "--plant",
    "above_minimum@60",
    "--plant",
    "above_part@80",
    "--plant",
    "bet_closed@100",
];

#[test]
fn any_ruleset_is_played_by_its_data_and_each_planted_fault_is_found_once() {
    let folder = scratch();
    let roots = FOLDERS.map(|one| root().join(one));
    let mut ids: Vec<String> = Rules::ALL.into_iter().map(|rules| rules.id().to_owned()).collect();
    roots.iter().for_each(|root| ids_in(root, root, &mut ids));
    assert!(ids.len() > 10, "{ids:?}");
    let roots = roots.each_ref().map(|root| root.to_str().unwrap());
    let rulesets = ["--add-rulesets", roots[0], "--add-rulesets", roots[1]];
    let mut planted = BTreeSet::new();
    for (at, id) in ids.iter().enumerate() {
        let elect: &[&str] =
            if id.contains("amber-hall") { &["--elect", "banker=half_on_six", "--elect", "six=offered"] } else { &[] };
        for one_in in ["0", "9"] {
            let name = format!("{at}-{one_in}");
            let args = [id.as_str(), "--by-data", "--coups", "500", "--one-in", one_in, "--out", &name];
            let bounds: &[&str] = if id.contains("pearl-quay") && one_in != "0" { &BOUNDS[..] } else { &[] };
            let run = simulate(folder.path(), &[&args[..], &rulesets, elect, bounds].concat());
            assert_eq!(run.status, 0, "{id}: {}", run.err);
            assert!(
                run.err.contains("A second witness, written from the documents, there is for sg/mbs/"),
                "{}",
                run.err
            );
            let (log, trust) = (format!("{name}/log.jsonl"), format!("{name}/trust.yaml"));
            let args = ["replay", &log, "--trust", &trust, "--format", "json", "--fail-on", "never"];
            let report: Value =
                serde_json::from_str(&resettle_in(folder.path(), &[&args[..], &rulesets].concat()).out).unwrap();
            assert_eq!(report["summary"]["coups"], 500, "{id}");
            assert_eq!(report["rulesets"][0]["id"], id.as_str());
            let found = report["findings"].as_array().unwrap().iter().filter(|one| one["code"] != "ruleset/uncertain");
            let mut found: Vec<String> = found.map(about).collect();
            let expected: Vec<Value> =
                serde_json::from_str(&read(folder.path(), &format!("{name}/expected.json"))).unwrap();
            let mut expected: Vec<String> = expected.iter().map(about).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{id}");
            assert_eq!(expected.is_empty(), one_in == "0", "{id}");
            let lines = read(folder.path(), &format!("{name}/planted.txt"));
            planted.extend(lines.lines().map(|line| line.rsplit(' ').next().unwrap().to_owned()));
        }
    }
    let known: Vec<&str> = resettle_play::Fault::ALL.into_iter().map(resettle_play::Fault::name).collect();
    assert_eq!(planted.len(), known.len(), "{planted:?}");
}
