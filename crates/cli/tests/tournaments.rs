//! Tournaments: `resettle-simulate log --tournament`, and what a replay finds in them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stand outside the test functions"
)]

use std::path::Path;

use crate::common::{Run, resettle_in, scratch, simulate_in};
use resettle_simulate::tournament::breaches;
use serde_json::Value;

const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";

/// Plays a tournament into `name`, with these breaches.
fn play(folder: &Path, name: &str, seed: &str, planted: &[&str]) {
    let planted = planted.iter().flat_map(|breach| ["--plant", breach]);
    let args: Vec<&str> =
        ["log", STAR, "--tournament", "--seed", seed, "--out", name].into_iter().chain(planted).collect();
    let run = simulate_in(folder, &args);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
}

/// The logs of a tournament.
fn logs(folder: &Path, name: &str) -> Vec<String> {
    let mut logs: Vec<String> = std::fs::read_dir(folder.join(name))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|file| file.ends_with(".jsonl"))
        .map(|file| format!("{name}/{file}"))
        .collect();
    logs.sort();
    logs
}

fn replay(folder: &Path, name: &str, more: &[&str]) -> Run {
    let logs = logs(folder, name);
    let trust = format!("{name}/trust.yaml");
    let args = ["replay"].into_iter().chain(logs.iter().map(String::as_str)).chain(["--trust", &trust]);
    resettle_in(folder, &args.chain(more.iter().copied()).collect::<Vec<_>>())
}

/// What a replay finds, but for the ruleset's uncertain date, which is reported once a log.
fn found(folder: &Path, name: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(&replay(folder, name, &["--format", "json"]).out).unwrap();
    let mut findings = report["findings"].as_array().unwrap().clone();
    findings.retain(|finding| finding["code"] != "ruleset/uncertain");
    findings
}

fn expected(folder: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join(name).join("expected.json")).unwrap();
    let mut expected: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(expected.remove(0)["code"], "ruleset/uncertain");
    expected
}

/// Whether a finding says everything that is expected.
fn fits(wanted: &Value, finding: &Value) -> bool {
    wanted.as_object().unwrap().iter().all(|(name, value)| finding[name] == *value)
}

/// Each is found once, at its place, and nothing besides.
fn agrees(folder: &Path, name: &str, about: &str) {
    let (wanted, found) = (expected(folder, name), found(folder, name));
    let missing: Vec<&Value> = wanted.iter().filter(|one| !found.iter().any(|other| fits(one, other))).collect();
    let extra: Vec<&Value> = found.iter().filter(|one| !wanted.iter().any(|other| fits(other, one))).collect();
    assert!(missing.is_empty() && extra.is_empty(), "{about}\nmissing: {missing:#?}\nextra: {extra:#?}");
    assert_eq!(wanted.len(), found.len(), "{about}");
}

#[test]
fn a_clean_tournament_replays_without_findings() {
    let folder = scratch();
    for seed in ["1", "2", "3", "4", "5"] {
        play(folder.path(), seed, seed, &[]);
        assert_eq!(logs(folder.path(), seed).len(), 11);
        agrees(folder.path(), seed, seed);
    }
}

#[test]
fn each_planted_breach_is_found_once_at_its_place() {
    let folder = scratch();
    for breach in breaches() {
        play(folder.path(), breach.name, "1", &[breach.name]);
        let planted = std::fs::read_to_string(folder.path().join(breach.name).join("planted.txt")).unwrap();
        assert_eq!(planted, format!("{}\n", breach.name));
        let wanted = expected(folder.path(), breach.name);
        assert_eq!(wanted.len(), 1, "{}", breach.name);
        assert_eq!(wanted[0]["code"], breach.code);
        agrees(folder.path(), breach.name, breach.name);
    }
}

#[test]
fn breaches_that_stand_together_are_all_found() {
    let folder = scratch();
    let together: Vec<&str> = breaches()
        .iter()
        .map(|breach| breach.name)
        .filter(|name| !["no_conditions", "refund_forgotten"].contains(name))
        .collect();
    for seed in ["1", "2"] {
        play(folder.path(), seed, seed, &together);
        assert_eq!(expected(folder.path(), seed).len(), together.len());
        agrees(folder.path(), seed, seed);
    }
}

#[test]
fn every_code_of_tournament_play_can_be_planted() {
    let planted: Vec<&str> = breaches().iter().map(|breach| breach.code).collect();
    for code in resettle_audit::Code::ALL.iter().map(|code| code.as_str()) {
        // A ruleset without such rules is no breach of them.
        let asked = code.starts_with("tournament/") && code != "tournament/no-rules";
        assert!(!asked || planted.contains(&code), "{code}");
    }
}

#[test]
fn equal_seeds_give_equal_tournaments() {
    let folder = scratch();
    for (name, seed) in [("one", "7"), ("two", "7"), ("other", "8")] {
        play(folder.path(), name, seed, &["out_of_turn"]);
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    for file in logs(folder.path(), "one").iter().map(|log| log.trim_start_matches("one/")) {
        assert!(read(&format!("one/{file}")) == read(&format!("two/{file}")), "{file} differs");
        assert!(read(&format!("one/{file}")) != read(&format!("other/{file}")), "{file} does not depend on the seed");
    }
}

#[test]
fn what_cannot_be_played_is_reported_and_leaves_nothing_behind() {
    let folder = scratch();
    let cases: [(&[&str], &str); 4] = [
        (
            &["sg/mbs/baccarat/2017-02-17", "--tournament"],
            "error: no tournament is played here by `sg/mbs/baccarat/2017-02-17`\n  help: au-nsw/star/7-up-baccarat/2016-08-17 has rules of tournaments\n",
        ),
        (&[STAR, "--tournament", "--plant", "stolen"], "error: there is no fault `stolen`\n"),
        (
            &[STAR, "--tournament", "--plant", "no_conditions", "--plant", "no_wager"],
            "error: no_conditions stands alone: it leaves nothing to judge for others\n",
        ),
        (
            &[STAR, "--tournament", "--coups", "9"],
            "error: the argument '--tournament' cannot be used with '--coups <N>'",
        ),
    ];
    for (args, message) in cases {
        let run = simulate_in(folder.path(), &[&["log"], args, &["--out", "x"]].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with(message), "{}", run.err);
        assert!(!folder.path().join("x").exists());
    }
}

/// Explains a coup of a tournament from its table's log, with the other logs or without.
fn explained(folder: &Path, finding: &Value, with: bool) -> Run {
    let log = format!("t/{}.jsonl", finding["log"].as_str().unwrap().trim_start_matches("star-T-64-"));
    let coup = finding["coup"].to_string();
    let others = logs(folder, "t").into_iter().filter(|other| with && *other != log);
    let others: Vec<String> = others.flat_map(|other| ["--tournament".to_owned(), other]).collect();
    let args = ["explain-coup", &log, finding["shoe"].as_str().unwrap(), &coup, "--trust", "t/trust.yaml"];
    resettle_in(folder, &args.into_iter().chain(others.iter().map(String::as_str)).collect::<Vec<_>>())
}

#[test]
fn a_coup_of_a_tournament_is_explained_under_its_terms() {
    let folder = scratch();
    play(folder.path(), "t", "1", &["odd_stake_paid"]);
    let finding = expected(folder.path(), "t").remove(0);
    let run = explained(folder.path(), &finding, true);
    assert_eq!(run.status, 0, "{}", run.err);
    for said in [
        "play of tournament T-64, session R1-7UP-09: its sums are tournament chips, no money\n",
        "\nTournament\n  coup 7 of session R1-7UP-09, round 1\n",
        "minimum banker 2000, player 2000, super_sevens 2000, tie 2000; maximum banker 40000, ",
        "  [15.6.15]\n",
        "4000 counts: whole increments of the minimum, or a restriction; the rest goes back  [15.6.14]\n",
        " tournament/increment ",
        "  clause      au-nsw/star/7-up-baccarat/2016-08-17 15.6.14\n",
        " chips, tournament play, no money\n",
    ] {
        assert!(run.out.contains(said), "{said}\n{}", run.out);
    }
    assert!(!run.out.contains("AUD"), "{}", run.out);
    // The conditions stand in the office's log.
    let alone = explained(folder.path(), &finding, false);
    assert_eq!(alone.status, 0, "{}", alone.err);
    assert!(alone.out.contains("no conditions are among the logs"), "{}", alone.out);
}

#[test]
fn the_report_says_how_the_tournament_went() {
    let folder = scratch();
    play(folder.path(), "t", "1", &["others_advance", "stranger_wagers", "below_minimum"]);
    let report: Value = serde_json::from_str(&replay(folder.path(), "t", &["--format", "json"]).out).unwrap();
    let [tournament] = report["tournaments"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!((&tournament["tournament"], &tournament["entrants"]), (&Value::from("T-64"), &Value::from(64)));
    assert_eq!((&tournament["withdrawn"], &tournament["refused"]), (&Value::from(1), &Value::from(2)));
    let sessions = tournament["sessions"].as_array().unwrap();
    let of = |kind: &str| sessions.iter().filter(|session| session["kind"] == kind).count();
    assert_eq!((of("session"), of("final")), (16, 1));
    assert!(of("play_off") >= 1);
    for session in sessions {
        let players = session["players"].as_array().unwrap().len();
        for coup in session["coups"].as_array().unwrap() {
            assert_eq!(coup["chips"].as_array().unwrap().len(), players, "{session}");
        }
        // What is counted in the end is what is reported.
        let last = session["coups"].as_array().unwrap().last().unwrap();
        assert!(last["chips"].as_array().unwrap().iter().any(|chips| chips.is_i64()), "{session}");
    }
    let named = |key: &str| sessions.iter().find(|session| session["session"] == key).unwrap();
    let placed = |session: &Value, at: usize| {
        let declared = session["declared"][at]["player"].clone();
        let mut computed =
            session["computed"].as_array().unwrap().iter().flat_map(|rank| rank["players"].as_array().unwrap());
        (declared, computed.nth(at).cloned().unwrap())
    };
    let (declared, computed) = placed(named("R4-7UP-01"), 0);
    assert_eq!(declared, computed);
    let (declared, computed) = placed(named("R3-7UP-01"), 1);
    assert_ne!(declared, computed, "others advance");
    // Chips are in no currency.
    let coups = report["coups"].as_array().unwrap();
    assert!(coups.len() > 1 && coups.iter().all(|coup| coup["unit"] == "chips" && coup["tournament"][0] == "T-64"));
    for finding in report["findings"].as_array().unwrap() {
        if !finding["coup"].is_null() {
            assert_eq!((&finding["unit"], &finding["currency"]), (&Value::from("chips"), &Value::Null), "{finding}");
        }
    }
    let text = replay(folder.path(), "t", &[]).out;
    let summary = text.split("\nSummary\n").nth(1).unwrap();
    for said in [
        "    played      T-64 of star: 64 entrants, 4 rounds, 17 sessions, ",
        "    declared    1 ",
        "    by chips    1 ",
        "    findings    3 of tournament play\n",
    ] {
        assert!(summary.contains(said), "{said}\n{summary}");
    }
}
