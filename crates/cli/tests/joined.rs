//! A shoe, a display and eight terminals, each with a log of its own, as the commands split and join them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{Run, reported, resettle_in, scratch, simulate_in};
use serde_json::Value;

fn write(folder: &Path, args: &[&str]) {
    let run = simulate_in(folder, &[&["log"], args].concat());
    assert_eq!(run.status, 0, "{}", run.err);
}

fn replay(folder: &Path, args: &[&str]) -> Run {
    let all: Vec<String> = (1..=8).map(|number| format!("terminal-{number}.jsonl")).collect();
    let mut line = vec!["replay", "display.jsonl"];
    line.extend(all.iter().map(String::as_str));
    line.push("shoe.jsonl");
    resettle_in(folder, &[&line[..], args].concat())
}

const ELECTRONIC: &str = "sg/mbs/electronic-7-up-baccarat/2023-05-08";

#[test]
fn the_commands_split_and_join() {
    let folder = scratch();
    let faults =
        ["lost_by_a_terminal@12", "clock_off_by_the_tolerance@20", "paid_and_never_dealt@30", "display_stale@40"];
    let mut args = vec![ELECTRONIC, "--split", "8", "--out", "table"];
    for fault in faults {
        args.extend(["--plant", fault]);
    }
    write(folder.path(), &args);
    let table = folder.path().join("table");
    let run = replay(&table, &["--trust", "trust.yaml", "--settings", "settings.yaml", "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let codes: Vec<String> = reported(&run.out).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    let mut sorted = codes.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        ["display/wrd-mismatch", "reconcile/clock-tolerance", "reconcile/missing-source", "reconcile/paid-undealt"]
    );
    // A terminal that is expected, and whose log was not passed, is reported once.
    let some =
        ["replay", "shoe.jsonl", "display.jsonl", "terminal-1.jsonl", "--trust", "trust.yaml", "--format", "json"];
    let run = resettle_in(&table, &[&some[..], &["--settings", "settings.yaml"]].concat());
    let missing = reported(&run.out).into_iter().filter(|line| line.starts_with("reconcile/missing-source")).count();
    assert_eq!(missing, 7, "{}", run.out);
}

#[test]
fn what_cannot_be_split_is_refused() {
    let folder = scratch();
    let refused = |args: &[&str]| simulate_in(folder.path(), &[&["log", ELECTRONIC], args].concat());
    let run = refused(&["--out", "one", "--plant", "paid_twice@3"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("`paid_twice` needs several sources") && run.err.contains("--split 8"), "{}", run.err);
    let run = refused(&["--out", "two", "--split", "8", "--plant", "never_opened@3"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("`never_opened` needs one log of the whole table"), "{}", run.err);
    assert_eq!(refused(&["--out", "three", "--split", "1"]).status, 2);
}

/// Takes the records of one log, in another order, and seals them anew.
fn reseal(table: &Path, file: &str, change: impl FnOnce(&mut Vec<serde_json::Value>)) {
    let text = std::fs::read_to_string(table.join(file)).unwrap();
    let mut records: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.retain(|record| record["type"] != "seal");
    change(&mut records);
    let at = records.last().unwrap()["at"].clone();
    for record in &mut records {
        let fields = record.as_object_mut().unwrap();
        for name in ["seq", "prev", "key"] {
            fields.remove(name);
        }
        if fields["type"] != "open" {
            fields.insert("at".to_owned(), at.clone());
        }
    }
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    std::fs::write(table.join("records"), lines).unwrap();
    std::fs::remove_file(table.join(file)).unwrap();
    assert_eq!(resettle_in(table, &["key", "new", "other.key"]).status, 0);
    let run = resettle_in(table, &["seal", "records", "--key", "other.key", "--out", file]);
    assert_eq!(run.status, 0, "{}", run.err);
}

#[test]
fn shoes_in_another_order_are_reported_with_both_files() {
    let folder = scratch();
    write(folder.path(), &["sg/mbs/baccarat/2017-02-17", "--coups", "200", "--split", "8", "--out", "table"]);
    let table = folder.path().join("table");
    reseal(&table, "terminal-3.jsonl", |records| {
        let coups = records.split_off(1);
        let (first, others): (Vec<_>, Vec<_>) = coups.into_iter().partition(|record| record["shoe"] == "S-0001");
        assert!(!others.is_empty());
        records.extend(others);
        records.extend(first);
    });
    let run = replay(&table, &["--format", "json"]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("comes at another place in") && run.err.contains("in one order"), "{}", run.err);
    assert!(run.err.contains("terminal-3.jsonl"), "{}", run.err);
    assert!(run.err.contains("shoe.jsonl") || run.err.contains("display.jsonl"), "{}", run.err);
}

#[test]
fn a_log_handed_over_twice_beside_others_is_reported_once_and_counts_once() {
    let folder = scratch();
    write(folder.path(), &[ELECTRONIC, "--split", "8", "--out", "table"]);
    let table = folder.path().join("table");
    let once = replay(&table, &["--format", "json"]);
    std::fs::copy(table.join("terminal-2.jsonl"), table.join("again.jsonl")).unwrap();
    let twice = replay(&table, &["again.jsonl", "--format", "json"]);
    assert_eq!(twice.status, 1, "{}", twice.err);
    let (once, twice): (Value, Value) =
        (serde_json::from_str(&once.out).unwrap(), serde_json::from_str(&twice.out).unwrap());
    let found = |report: &Value| -> Vec<String> {
        let all = report["findings"].as_array().unwrap().iter();
        all.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    };
    let extra: Vec<String> = found(&twice).into_iter().filter(|code| code == "reconcile/overlap").collect();
    assert_eq!(extra.len(), 1);
    // The copy's own seals are reported, too.
    let rest = |report: &Value| found(report).into_iter().filter(|code| !code.starts_with("integrity/")).count();
    assert_eq!(rest(&twice), rest(&once) + 1, "{:?}", found(&twice));
    for sum in ["coups", "wagers", "staked", "returned", "due"] {
        assert_eq!(twice["summary"][sum], once["summary"][sum], "{sum}");
    }
}

#[test]
fn settings_with_faults_are_reported_whole() {
    let folder = scratch();
    write(folder.path(), &[ELECTRONIC, "--coups", "3", "--split", "8", "--out", "table"]);
    let table = folder.path().join("table");
    let text = "sources:\n  T1: {clock_tolerance: 1.5s}\n  T2: {tolerance: 1s}\nexpcted: {}\nexpected: {shoe: -1}\n";
    std::fs::write(table.join("bad.yaml"), text).unwrap();
    let run = replay(&table, &["--settings", "bad.yaml"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    for word in ["1.5s", "clock_tolerance", "`tolerance`", "expcted", "-1", "bad.yaml"] {
        assert!(run.err.contains(word), "{word}: {}", run.err);
    }
}

/// Codes of the findings but for those on seals, which these tests break on purpose.
fn codes(run: &Run) -> Vec<String> {
    let lines = reported(&run.out).into_iter().filter(|line| !line.starts_with("integrity/"));
    lines.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn a_table_and_its_terminals_record_the_same_wagers() {
    for id in [ELECTRONIC, "sg/mbs/7-up-baccarat/2017-02-17", "au-nsw/star/7-up-baccarat/2016-08-17"] {
        let folder = scratch();
        write(folder.path(), &[id, "--coups", "60", "--seed", "3", "--split", "8", "--out", "table"]);
        write(folder.path(), &[id, "--coups", "60", "--seed", "3", "--out", "whole"]);
        let table = folder.path().join("table");
        std::fs::copy(folder.path().join("whole/log.jsonl"), table.join("whole.jsonl")).unwrap();
        let terminals: Vec<String> = (1..=8).map(|number| format!("terminal-{number}.jsonl")).collect();
        let mut args = vec!["replay", "whole.jsonl", "display.jsonl", "--format", "json"];
        args.extend(terminals.iter().map(String::as_str));
        let run = resettle_in(&table, &args);
        let beside: Vec<String> = codes(&run).into_iter().filter(|code| code != "ruleset/uncertain").collect();
        assert_eq!(beside, Vec::<String>::new(), "{id}");
        let alone = resettle_in(&table, &["replay", "whole.jsonl", "--format", "json"]);
        let summary = |run: &Run| {
            let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            ["coups", "wagers", "staked", "returned", "due"].map(|name| report["summary"][name].clone())
        };
        assert_eq!(summary(&run), summary(&alone), "{id}");
        // One of them knows a wager that the other does not.
        reseal(&table, "terminal-2.jsonl", |records| {
            let with = records.iter_mut().find(|record| record["wagers"].as_array().is_some_and(|all| !all.is_empty()));
            with.unwrap()["wagers"].as_array_mut().unwrap()[0]["id"] = "unheard-of".into();
        });
        let reported = codes(&resettle_in(&table, &args));
        assert!(reported.contains(&"reconcile/disagreement".to_owned()), "{id}: {reported:?}");
    }
}

#[test]
fn a_coup_that_one_source_repeats_is_reported_once() {
    let folder = scratch();
    write(folder.path(), &[ELECTRONIC, "--coups", "30", "--split", "8", "--out", "table"]);
    let table = folder.path().join("table");
    reseal(&table, "terminal-2.jsonl", |records| {
        let busy = records.iter().rposition(|record| record["wagers"].as_array().is_some_and(|all| !all.is_empty()));
        let again = records[busy.unwrap()].clone();
        records.push(again);
    });
    assert_eq!(codes(&replay(&table, &["--format", "json"])), ["procedure/coup-gap"]);
}

#[test]
fn a_log_of_another_currency_is_left_out_and_the_rest_is_judged() {
    let folder = scratch();
    write(folder.path(), &[ELECTRONIC, "--coups", "10", "--split", "8", "--out", "table"]);
    let table = folder.path().join("table");
    reseal(&table, "terminal-2.jsonl", |records| records[0]["currency"] = "USD".into());
    let run = replay(&table, &[]);
    assert_eq!(run.status, 1, "{}", run.err);
    let left_out = "this log names another currency than the others of its table: it is left out";
    assert!(run.out.contains(left_out) && run.out.contains("USD"), "{}", run.out);
    assert!(run.out.contains("10 coups"), "{}", run.out);
}
