//! What a user would run instead (`../shared/peers`) counts the same wrong wagers as engine and reference.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::python::{python_with, run};
use crate::common::{has_tool, scratch, shared};
use crate::differential::{Played, settings};
use resettle_reference::{Bet, Card, Dealing, Rules, deal, settle};
use resettle_simulate::{Config, Style};
use serde_json::Value;

/// Wrong payments of even stakes, nothing withdrawn, refused or late: what the peers can judge.
const PAYMENTS: [&str; 16] = [
    "underpaid",
    "underpaid_by_one",
    "overpaid",
    "overpaid_by_one",
    "loser_kept_stake",
    "loser_paid",
    "standoff_collected",
    "tie_paid_short",
    "tie_on_seven_paid_as_other",
    "tie_paid_as_on_seven",
    "banker_seven_paid_even",
    "banker_paid_as_on_seven",
    "player_seven_paid_even",
    "three_sevens_paid_by_2011",
    "one_seven_paid",
    "four_sevens_paid_as_three",
];

/// Coups, and wagers paid wrongly.
type Counts = (u64, u64);

#[test]
fn the_peers_agree_with_both_settlers() {
    let rules = Rules::MbsSevenUp2017;
    let mut config = Config { style: Style::Plain, ..Config::clean(rules, 3_000, 71) };
    config.faults.one_in = 4;
    config.faults.only = PAYMENTS.map(str::to_owned).to_vec();
    let played = Played::of(&config);

    let audit = played.replay(&settings()).audit;
    assert!(audit.findings.iter().all(|finding| finding.code.as_str().starts_with("settlement/")));
    let engine = (audit.totals.coups, audit.findings.len() as u64);
    assert_eq!(engine, (3_000, played.outcome.expected.len() as u64));
    assert_eq!(engine, by_the_reference(rules, &played.log));
    assert!(engine.1 > 600, "{}", engine.1);

    if !has_tool("python3") {
        return;
    }
    let folder = scratch();
    let (log, csv) = (folder.path().join("log.jsonl"), folder.path().join("wagers.csv"));
    std::fs::write(&log, &played.log).unwrap();
    let python = Path::new("python3");
    let Some(replay) = shared("peers/python_replay.py") else { return };
    assert_eq!(counted(python, &[&replay, &log]), engine, "python_replay.py");
    let Some(flatten) = shared("peers/flatten.py") else { return };
    run(python, &[&flatten, &log, &csv]);
    let Some(python) = python_with(&["duckdb", "polars"]) else { return };
    for script in ["peers/duckdb_settle.py", "peers/polars_settle.py"] {
        let Some(path) = shared(script) else { return };
        assert_eq!(counted(&python, &[&path, &csv]), engine, "{script}");
    }
}

/// The reference settler over the log as it was written, not as it was played.
fn by_the_reference(rules: Rules, log: &[u8]) -> Counts {
    let (mut coups, mut wrong) = (0, 0);
    for line in String::from_utf8_lossy(log).lines() {
        let coup: Value = serde_json::from_str(line).unwrap();
        if coup["type"] != "coup" {
            continue;
        }
        let cards = coup["cards"].as_array().unwrap().iter().map(|card| Card::read(card.as_str().unwrap()).unwrap());
        let Dealing::Complete(round) = deal(rules, &cards.collect::<Vec<_>>()) else { panic!("{line}") };
        coups += 1;
        for wager in coup["wagers"].as_array().unwrap() {
            let bet = Bet::read(wager["bet"].as_str().unwrap()).unwrap();
            let due = settle(rules, bet, wager["stake"].as_i64().unwrap(), &round, None).unwrap();
            wrong += u64::from(due.difference(wager["returned"].as_i64().unwrap()) != Some(0));
        }
    }
    (coups, wrong)
}

/// The first two numbers that a peer prints.
fn counted(python: &Path, args: &[&Path]) -> Counts {
    let out = run(python, args);
    let mut numbers = out.split_whitespace().map(|word| word.parse().unwrap_or_else(|_| panic!("{out}")));
    (numbers.next().unwrap(), numbers.next().unwrap())
}
