//! The sum of the findings and the net error fit together, line by line, to the minor unit; what was won is one figure in every
//! output; a doubt about the ruleset is charged to nobody.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{root, shared, simulate_in};
use crate::signed::Workdir;

/// The lines of every currency add up, and begin with what anybody adds up from the findings; returns the other lines.
fn lines(report: &Value, what: &str) -> Vec<String> {
    let sum = |values: &mut dyn Iterator<Item = &Value>| values.filter_map(Value::as_i64).sum::<i64>();
    let mut others = Vec::new();
    for sums in report["summary"]["currencies"].as_array().unwrap() {
        let lines = sums["reconciled"].as_array().cloned().unwrap_or_default();
        assert_eq!(sum(&mut lines.iter().map(|line| &line["money"])), sums["net_variance"].as_i64().unwrap(), "{what}");
        let findings = report["findings"].as_array().unwrap().iter();
        let own = findings.filter(|one| one["currency"] == sums["currency"] && one["unit"].is_null());
        let found = sum(&mut own.map(|one| &one["money"]));
        assert_eq!(lines.first().map_or(0, |line| line["money"].as_i64().unwrap()), found, "{what}");
        // What is owed to patrons and by them is what was paid wrongly, wager by wager.
        let owed = report["summary"]["owed"].as_array().cloned().unwrap_or_default();
        let owed = |of: &str| {
            let own = owed.iter().filter(|row| row["currency"] == sums["currency"]);
            own.map(|row| row[of].as_i64().unwrap()).sum::<i64>()
        };
        assert_eq!(
            [owed("to_patron"), owed("to_house")].map(Value::from),
            ["underpaid", "overpaid"].map(|of| sums[of].clone()),
            "{what}"
        );
        // What of it is owed on a condition is the same by condition, by patron and in the statement, and so is what could not be read.
        let part = |list: &str, of: &str| {
            let rows = report["summary"][list].as_array().cloned().unwrap_or_default();
            let own = rows.iter().filter(|row| row["currency"] == sums["currency"]).map(|row| row[of].as_i64());
            own.map(|sum| sum.unwrap_or(0)).sum::<i64>()
        };
        let stated = |name: &str| {
            let line = sums["statement"].as_array().unwrap().iter().find(|line| line["line"] == name);
            line.map_or(0, |line| line["money"].as_i64().unwrap())
        };
        for (side, line) in [("to_patron", "underpaid_on_condition"), ("to_house", "overpaid_on_condition")] {
            let by_condition = part("owed_on_condition", side);
            assert_eq!(part("owed", &format!("{side}_on_condition")), by_condition, "{what}");
            assert_eq!(stated(line).abs(), by_condition, "{what}");
            assert!(by_condition <= part("owed", side), "{what}");
        }
        let net = part("owed_on_condition", "to_house") - part("owed_on_condition", "to_patron");
        assert_eq!(stated("net_error_on_condition"), net, "{what}");
        let unread = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["code"] == "integrity/malformed-record" && one["currency"] == sums["currency"]);
        assert_eq!(sum(&mut unread.map(|one| &one["staked"])), part("unread", "staked"), "{what}");
        assert_eq!(stated("unread"), part("unread", "staked"), "{what}");
        others.extend(lines.iter().skip(1).map(|line| line["line"].as_str().unwrap().to_owned()));
    }
    others
}

/// Every log below a folder, replayed.
fn logs(folder: &Path, each: &mut dyn FnMut(&Path)) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            logs(&path, each);
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            each(&path);
        }
    }
}

fn replay(workdir: &Workdir, log: &str, more: &[&str]) -> Value {
    let args = ["replay", log, "--format", "json", "--fail-on", "never"];
    serde_json::from_str(&workdir.run(&[&args, more].concat()).out).unwrap()
}

#[test]
fn findings_and_net_error_fit_together_in_every_log_that_is_at_hand() {
    let workdir = Workdir::new();
    let mut folders = vec![root().join("audit-logs")];
    folders.extend(["samples", "samples-hard", "samples-claims", "cases/judging"].into_iter().filter_map(shared));
    let (mut several, mut on_condition) = (0, 0);
    for folder in folders {
        logs(&folder, &mut |log| {
            let report = replay(&workdir, log.to_str().unwrap(), &[]);
            let others = lines(&report, &log.display().to_string());
            assert!(others.iter().all(|line| line.starts_with("without ")), "{}: {others:?}", log.display());
            several += usize::from(!others.is_empty());
            on_condition += usize::from(report["summary"]["owed_on_condition"].is_array());
        });
    }
    assert!(several > 0, "a log in which money moved by a claim");
    assert!(on_condition > 0, "a log with money on a condition");
}

#[test]
fn so_do_they_in_a_month_with_faults_and_where_findings_are_left_out() {
    let workdir = Workdir::new();
    let simulate = "month --out logs --tables 5 --days 2 --coups 3000 --faulty-shoes 6 --seed 3";
    let made = simulate_in(workdir.path(), &simulate.split(' ').collect::<Vec<_>>());
    assert_eq!(made.status, 0, "{}", made.err);
    let batch = |more: &[&str]| {
        let args = ["batch", "logs", "--trust", "logs/trust.yaml", "--fail-on", "never"];
        workdir.run(&[&args, more].concat()).out
    };
    let whole: Value = serde_json::from_str(&batch(&["--format", "json"])).unwrap();
    assert!(whole["summary"]["unread"].is_array(), "stakes that could not be read");
    let others = lines(&whole, "the month");
    assert!(others.iter().all(|line| line.starts_with("without ")), "{others:?}");
    let cut: Value = serde_json::from_str(&batch(&["--format", "json", "--max-per-code", "1"])).unwrap();
    assert!(cut["summary"]["truncated"].is_object());
    assert_eq!(cut["summary"]["currencies"], whole["summary"]["currencies"]);
    let text = batch(&[]);
    assert!(text.contains("  reconciled  ") && text.contains("sum of findings\n"), "{text}");
}

/// The pair: a log of which nothing is wrong has no line at all.
#[test]
fn a_clean_log_has_nothing_to_reconcile() {
    let workdir = Workdir::new();
    let id = "sg/mbs/baccarat/2017-02-17";
    let made = simulate_in(workdir.path(), &["log", id, "--coups", "50", "--seed", "4", "--out", "clean"]);
    assert_eq!(made.status, 0, "{}", made.err);
    let report = replay(&workdir, "clean/log.jsonl", &[]);
    assert_eq!(report["summary"]["currencies"][0]["reconciled"], Value::Null);
    assert_eq!(report["summary"]["currencies"][0]["found"], Value::Null);
}

/// The Star's document does not say when it took effect. The doubt is a finding; it is nobody's.
#[test]
fn a_doubt_about_the_ruleset_is_charged_to_no_dealer_hour_or_coup() {
    let workdir = Workdir::new();
    let text = fs::read_to_string(root().join("audit-logs/star-7-up-2016/log.jsonl")).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut records: Vec<Value> = records.filter(|record| record["type"] != "seal").collect();
    records
        .insert(2, json!({"at": "2017-07-14T09:00:02+10:00", "type": "staff", "dealer": "B-1", "supervisor": "S-1"}));
    for record in &mut records {
        let record = record.as_object_mut().unwrap();
        for name in ["seq", "prev", "key"] {
            record.remove(name);
        }
    }
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    workdir.write("records.jsonl", lines);
    workdir.write("trust.yaml", crate::signed::trust(&workdir.key("k")));
    workdir.done(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]);
    let report = replay(&workdir, "log.jsonl", &["--trust", "trust.yaml"]);

    let minor = report["summary"]["by_severity"]["minor"].as_u64().unwrap();
    let doubts = report["summary"]["by_code"]["ruleset/uncertain"].as_u64().unwrap();
    assert!(doubts > 0, "{}", report["summary"]);
    for row in report["staff"].as_array().unwrap() {
        assert_eq!(row["counts"]["minor"].as_u64().unwrap(), minor - doubts, "{row}");
    }
    let exceptions = &report["exceptions"][0];
    assert_eq!((exceptions["minor"].as_u64(), exceptions["uncertain"].as_u64()), (Some(minor - doubts), Some(doubts)));
    let of = |severity: &str| exceptions[severity].as_u64().unwrap();
    let hours = exceptions["by_hour"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>();
    assert_eq!(hours, of("critical") + of("major") + of("minor"));
    let findings = report["findings"].as_array().unwrap();
    let doubt = findings.iter().find(|one| one["code"] == "ruleset/uncertain").unwrap();
    assert_eq!(doubt["duty"], Value::Null, "{doubt}");
    let flagged = |coup: &Value| (coup["shoe"].clone(), coup["coup"].clone());
    let others = |one: &&Value| one["code"] != "ruleset/uncertain" && one["severity"] != "info";
    for coup in report["coups"].as_array().unwrap() {
        assert!(findings.iter().filter(others).any(|one| flagged(one) == flagged(coup)), "{coup}");
    }
    let text = workdir.run(&["replay", "log.jsonl", "--trust", "trust.yaml"]).out;
    let counted = if minor == doubts { String::new() } else { format!("{} minor, ", minor - doubts) };
    assert!(text.contains(&format!(", {counted}{doubts} ruleset/uncertain (minor)\n")), "{text}");
}
