//! `resettle simulate`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Run, reported, resettle_in, root, scratch};
use resettle_reference::Rules;
use resettle_simulate::{Scope, faults};
use serde_json::Value;

const SEVEN_UP: &str = "sg/mbs/7-up-baccarat/2017-02-17";
const FILES: [&str; 5] = ["coups.csv", "expected.json", "log.jsonl", "planted.txt", "trust.yaml"];

fn simulate(folder: &Path, args: &[&str]) -> Run {
    resettle_in(folder, &[&["simulate"], args].concat())
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
fn equal_seeds_give_equal_bytes() {
    let folder = scratch();
    for (name, seed) in [("one", "7"), ("two", "7"), ("other", "8")] {
        let run = simulate(folder.path(), &[SEVEN_UP, "--seed", seed, "--one-in", "5", "--out", name]);
        assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
        assert!(run.err.starts_with(&format!("{name}: ")), "{}", run.err);
        let mut files: Vec<String> = std::fs::read_dir(folder.path().join(name))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        assert_eq!(files, FILES);
    }
    for file in FILES {
        let [one, two, other] = ["one", "two", "other"].map(|name| read(folder.path(), &format!("{name}/{file}")));
        assert!(one == two, "{file} differs");
        assert!(one != other, "{file} does not depend on the seed");
    }
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

#[test]
fn every_fault_is_explained() {
    let folder = scratch();
    let run = simulate(folder.path(), &["--list-faults"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for fault in faults() {
        let gives = fault.code.map_or("a near miss, gives nothing".to_owned(), |code| format!("gives {code}"));
        let scope = match fault.scope {
            Scope::Coup => "in a coup",
            Scope::Shoe => "in a shoe",
            Scope::Sources => "in a coup of several sources",
            Scope::Log => "in the whole log",
        };
        let line = format!("\n  {}: {gives}, {scope}\n      {}\n", fault.name, fault.about);
        assert!(run.out.contains(&line), "{}", fault.name);
    }
}

#[test]
fn what_cannot_be_simulated_is_reported_and_leaves_nothing_behind() {
    let folder = scratch();
    let cases: [(&[&str], &str); 6] = [
        (
            &["sg/mbs/poker/2017-02-17", "--out", "x"],
            "error: there is no ruleset `sg/mbs/poker/2017-02-17`\n  help: did you mean `sg/mbs/7-up-baccarat/2017-02-17`",
        ),
        (
            &[SEVEN_UP, "--plant", "stolen@3", "--out", "x"],
            "error: there is no fault `stolen`\n  help: `resettle simulate --list-faults` explains those there are\n",
        ),
        (&[SEVEN_UP, "--only", "stolen", "--one-in", "2", "--out", "x"], "error: there is no fault `stolen`\n"),
        (
            &[SEVEN_UP, "--plant", "underpaid", "--out", "x"],
            "error: `underpaid` is no fault at a coup\n  help: write it as underpaid@17\n",
        ),
        (&[SEVEN_UP, "--plant", "nobody_told@3", "--out", "x"], "error: these rules cannot show nobody_told\n"),
        (
            &[SEVEN_UP, "--coups", "5", "--plant", "underpaid@6", "--out", "x"],
            "error: no place for underpaid at coup 6 or after it\n",
        ),
    ];
    for (args, message) in cases {
        let run = simulate(folder.path(), args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with(message), "{args:?}: {}", run.err);
        assert!(!folder.path().join("x").exists(), "{args:?} left a folder behind");
    }
    for args in [&[][..], &[SEVEN_UP], &["--out", "x"]] {
        assert_eq!(simulate(folder.path(), args).status, 2, "{args:?}");
    }
}

#[test]
fn a_folder_that_exists_is_left_alone() {
    let folder = scratch();
    std::fs::create_dir(folder.path().join("x")).unwrap();
    std::fs::write(folder.path().join("x/log.jsonl"), "mine").unwrap();
    let run = simulate(folder.path(), &[SEVEN_UP, "--out", "x"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.starts_with("error: cannot write x: ") && run.err.contains("nothing is overwritten"),
        "{}",
        run.err
    );
    assert_eq!(read(folder.path(), "x/log.jsonl"), "mine");
    assert_eq!(std::fs::read_dir(folder.path().join("x")).unwrap().count(), 1);
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
            let run = simulate(folder.path(), &[&args[..], &rulesets, elect].concat());
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

#[test]
fn what_cannot_be_played_by_data_is_reported() {
    let folder = scratch();
    let refused = |args: &[&str]| {
        let run = simulate(folder.path(), &[&[SEVEN_UP, "--by-data", "--out", "x"], args].concat());
        assert_eq!(run.status, 2, "{args:?}");
        assert!(!folder.path().join("x").exists(), "{args:?}");
        run.err
    };
    assert!(refused(&["--only", "underpayd"]).contains("there is no fault `underpayd`"));
    assert!(refused(&["--plant", "underpaid"]).contains("write it as underpaid@17"));
    assert!(refused(&["--plant", "no_commission@3"]).contains("no coup at 3 or after it can show no_commission"));
    assert!(refused(&["--split", "3"]).contains("leave --split and --plain out"));
    assert!(refused(&["--staff"]).contains("and --staff"));
    let chosen = simulate(folder.path(), &[SEVEN_UP, "--elect", "dragon=yes", "--out", "x"]);
    assert!(chosen.status == 2 && chosen.err.contains("leaves no choice of `dragon`"), "{}", chosen.err);
    let empty = simulate(folder.path(), &[SEVEN_UP, "--by-data", "--coups", "0", "--out", "empty"]);
    assert_eq!(empty.status, 0, "{}", empty.err);
    let unknown = simulate(folder.path(), &["sg/mbs/pontoon/2017-02-17", "--out", "x"]);
    assert!(
        unknown.status == 2 && unknown.err.contains("there is no ruleset `sg/mbs/pontoon/2017-02-17`"),
        "{}",
        unknown.err
    );
}
