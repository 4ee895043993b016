//! The register of irregularities: every one that was logged stands in every form of a report.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::python::{python_with, run};
use crate::common::{root, shared};
use crate::signed::Workdir;
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";
const LOGS: [&str; 2] = ["electronic-7-up-2023", "star-7-up-2016"];

/// A folder with a signed report of both example logs in the folder `report`.
fn workdir() -> Workdir {
    let workdir = Workdir::new();
    workdir.key("signer");
    let mut trust = String::from("keys:\n");
    for log in LOGS {
        let folder = root().join("audit-logs").join(log);
        trust.push_str(fs::read_to_string(folder.join("trust.yaml")).unwrap().split_once("keys:\n").unwrap().1);
        fs::copy(folder.join("log.jsonl"), workdir.path().join(format!("{log}.jsonl"))).unwrap();
    }
    workdir.write("trust.yaml", trust);
    workdir.done(&[&REPLAY[..], &["--report", "report", "--key", "signer"]].concat());
    workdir
}

const REPLAY: [&str; 9] = [
    "replay",
    "electronic-7-up-2023.jsonl",
    "star-7-up-2016.jsonl",
    "--trust",
    "trust.yaml",
    "--fail-on",
    "never",
    "--at",
    AT,
];

fn report(workdir: &Workdir, file: &str) -> Value {
    serde_json::from_str(&workdir.text(file)).unwrap()
}

fn list<'v>(report: &'v Value, name: &str) -> &'v [Value] {
    report[name].as_array().unwrap()
}

/// What a log says went wrong: line, subject and kind of each, in the order in which it stands there. An index that names
/// no card makes an irregularity malformed, which takes it out.
fn logged(log: &Path) -> Vec<(u64, String, String)> {
    let text = fs::read_to_string(log).unwrap();
    let mut out = Vec::new();
    for (line, record) in (1..).zip(text.lines()) {
        let Ok(record) = serde_json::from_str::<Value>(record) else { continue };
        let word = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
        let cards = record["cards"].as_array().map_or(0, Vec::len) as u64;
        match record["type"].as_str() {
            Some("incident") => out.push((line, "irregularity".to_owned(), word(&record, "kind"))),
            Some("coup") => {
                let irregularities = record["irregularities"].as_array().into_iter().flatten();
                for one in irregularities.filter(|one| one["card"].as_u64().is_none_or(|card| card < cards)) {
                    out.push((line, "irregularity".to_owned(), word(one, "kind")));
                }
                for wager in record["wagers"].as_array().into_iter().flatten() {
                    if wager["accepted"] == json!(false) {
                        out.push((line, "refused_wager".to_owned(), word(wager, "bet")));
                    }
                    if wager["removed"].is_string() {
                        out.push((line, "removed_wager".to_owned(), word(wager, "bet")));
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// The same as a report gives it, of one file.
fn reported(report: &Value, file: &str) -> Vec<(u64, String, String)> {
    let rows = list(report, "register").iter().filter(|row| row["file"].as_str().unwrap().ends_with(file));
    let word = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    rows.map(|row| (row["line"].as_u64().unwrap(), word(row, "subject"), word(row, "kind"))).collect()
}

#[test]
fn every_irregularity_that_was_logged_stands_in_the_report() {
    let workdir = workdir();
    let report = report(&workdir, "report/report.json");
    let mut all = 0;
    for log in LOGS {
        let file = format!("{log}.jsonl");
        let logged = logged(&workdir.path().join(&file));
        assert_eq!(reported(&report, &file), logged, "{log}");
        all += logged.len();
    }
    assert!(all >= 5, "{all}");
    assert_eq!(list(&report, "register").len(), all);
    for row in list(&report, "register") {
        assert_eq!(row["authenticated"], json!(true), "{row}");
        assert!(["log", "word"].contains(&row["evidence"].as_str().unwrap()), "{row}");
        assert!(!row["consequence"].as_str().unwrap().is_empty(), "{row}");
        // What is found wrong names findings of its own coup.
        for code in row["faults"].as_array().unwrap() {
            let at = ["log", "shoe", "coup"];
            let found = list(&report, "findings");
            let found = found.iter().any(|one| one["code"] == *code && at.iter().all(|name| one[name] == row[name]));
            assert!(found, "{row}");
        }
    }
}

/// The sums of the samples, reckoned from their rows.
#[test]
fn the_samples_are_registered_and_summed() {
    let workdir = Workdir::new();
    let mut rows = 0;
    for samples in ["samples", "samples-hard", "samples-claims"] {
        let Some(folder) = shared(samples) else { continue };
        let mut folders: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.retain(|folder| folder.is_dir());
        folders.sort();
        for folder in folders {
            let (log, trust) = (folder.join("log.jsonl"), folder.join("trust.yaml"));
            let args = ["replay", log.to_str().unwrap(), "--trust", trust.to_str().unwrap(), "--fail-on", "never"];
            let run = workdir.done(&[&args[..], &["--format", "json"]].concat());
            let report: Value = serde_json::from_str(&run.out).unwrap();
            assert_eq!(reported(&report, "log.jsonl"), logged(&log), "{}", folder.display());
            sums_hold(&report);
            rows += list(&report, "register").len();
            let text = workdir.done(&args).out;
            assert_eq!(text.contains("\nRegister of irregularities\n"), !list(&report, "register").is_empty());
            for line in text.lines() {
                assert!(line.chars().count() <= 80 || line.contains("{"), "{line}");
            }
        }
    }
    assert!(rows == 0 || rows > 50, "{rows}");
}

/// Every entry has one kind and one decider; the money of a coup stands once in each sum.
fn sums_hold(report: &Value) {
    let known = |kind: &Value| resettle_coup_log::Kind::parse(kind.as_str().unwrap()).is_some();
    for by in ["kind", "decider", "table"] {
        let mut entries: BTreeMap<String, u64> = BTreeMap::new();
        let mut moved: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
        for row in list(report, "register") {
            let whole = row["subject"] == json!("irregularity");
            let key = match by {
                "decider" => row["by"].to_string(),
                "table" => row["table"].to_string(),
                _ if whole && known(&row["kind"]) => row["kind"].to_string(),
                // A kind that the format does not know is read as `other`.
                _ if whole => json!("other").to_string(),
                _ => row["subject"].to_string(),
            };
            *entries.entry(key.clone()).or_default() += 1;
            let Some(money) = row["moved"].as_i64() else { continue };
            // Entries about single wagers count where none is about the whole coup.
            let coup = if row["coup"].is_null() {
                row["line"].to_string()
            } else {
                format!("{}/{}", row["shoe"], row["coup"])
            };
            let of = moved.entry(key).or_default();
            if whole {
                of.retain(|known, _| !known.starts_with(&format!("{coup}#")));
                of.insert(coup, money);
            } else if !of.contains_key(&coup) {
                of.insert(format!("{coup}#{}", row["wager"]), money);
            }
        }
        let reported = list(report, "register_sums").iter().filter(|sum| sum["by"] == json!(by));
        let mut keys = 0;
        for sum in reported {
            keys += 1;
            let key = sum["name"].to_string();
            assert_eq!(sum["entries"].as_u64(), entries.get(&key).copied(), "{sum}");
            let money: i64 = moved.get(&key).into_iter().flat_map(BTreeMap::values).sum();
            assert_eq!(sum["moved"].as_i64(), Some(money), "{sum}");
            let sides = ["to_players", "to_house"].map(|side| sum[side].as_i64().unwrap());
            assert_eq!(sides[0] - sides[1], money, "{sum}");
        }
        assert_eq!(keys, entries.len(), "{by}");
    }
}

#[test]
fn the_csv_holds_it_and_the_manifest_vouches_for_it() {
    let workdir = workdir();
    let report = report(&workdir, "report/report.json");
    assert!(workdir.text("report/MANIFEST.sha256").contains("  register.csv\n"));
    assert!(workdir.run(&["report", "verify", "report"]).out.ends_with("report: consistent, signer unknown\n"));
    let csv = workdir.text("report/register.csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), list(&report, "register").len());
    for (row, reported) in rows.iter().zip(list(&report, "register")) {
        for (column, cell) in columns.iter().zip(row) {
            let expected = match (column.as_str(), &reported[column]) {
                (in_currency, _) if in_currency.ends_with("_in_currency") => {
                    let minor = reported[in_currency.trim_end_matches("_in_currency")].as_i64();
                    minor.map_or_else(String::new, |minor| {
                        format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100)
                    })
                }
                ("moved_of", _) => {
                    match (reported["moved"].is_null() && reported["went_back"].is_null(), &reported["subject"]) {
                        (true, _) => String::new(),
                        (false, subject) if subject != "irregularity" => "wager".to_owned(),
                        _ => if reported["at_terminals"].is_array() { "terminals" } else { "coup" }.to_owned(),
                    }
                }
                ("found_fault", _) => (!reported["faults"].as_array().unwrap().is_empty()).to_string(),
                ("facts", facts) => {
                    let word = |fact: &Value, name: &str| fact[name].as_str().unwrap().to_owned();
                    let facts = facts.as_array().into_iter().flatten();
                    let facts = facts.map(|fact| format!("{} {}", word(fact, "name"), word(fact, "value")));
                    facts.collect::<Vec<_>>().join("; ")
                }
                (_, Value::Array(list)) => list.iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join(", "),
                (_, Value::String(text)) => text.clone(),
                (_, Value::Null) => String::new(),
                (_, other) => other.to_string(),
            };
            assert_eq!(cell, expected, "{column}");
        }
    }
    // One byte of it changed is an altered report.
    workdir.write("report/register.csv", csv.replacen("true", "tru3", 1));
    assert!(workdir.run(&["report", "verify", "report"]).out.ends_with("report: was altered\n"));
}

#[test]
fn the_workbook_holds_it_and_its_sums_and_faults_stand_out() {
    let Some(python) = python_with(&["openpyxl"]) else { return };
    let workdir = workdir();
    let mut report = report(&workdir, "report/report.json");
    for (name, value) in [("kind", "=1+1"), ("consequence", "@SUM(1)"), ("shoe", "http://example.org")] {
        report["register"][0][name] = json!(value);
    }
    report["register"][0]["faults"] = json!(["claim/refuted", "void/groundless"]);
    report["register_sums"][0]["name"] = json!("=1+1");
    workdir.write("planted.json", report.to_string());
    workdir.done(&["report", "render", "planted.json", "--xlsx", "--out", "out"]);
    workdir.write("read.py", READ);
    let book: Value = serde_json::from_str(&run(
        &python,
        &[&workdir.path().join("read.py"), &workdir.path().join("out/report.xlsx")],
    ))
    .unwrap();
    let rows = book["Register"].as_array().unwrap();
    assert_eq!(rows.len(), list(&report, "register").len() + 1);
    let column = |name: &str| rows[0].as_array().unwrap().iter().position(|cell| cell[1] == name).unwrap();
    for (row, reported) in rows[1..].iter().zip(list(&report, "register")) {
        assert_eq!(row[column("kind")][1], reported["kind"]);
        let faults: Vec<&str> =
            reported["faults"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
        let cell = &row[column("found wrong")];
        assert_eq!(cell[1], if faults.is_empty() { "None".to_owned() } else { faults.join(", ") });
        assert_eq!(cell[2], json!(!faults.is_empty()), "{cell}");
    }
    let sums = book["Register sums"].as_array().unwrap();
    assert_eq!(sums.len(), list(&report, "register_sums").len() + 1);
    for cell in rows.iter().chain(sums).flat_map(|row| row.as_array().unwrap()) {
        assert_ne!(cell[0], "f", "{cell}");
    }
}

/// Of every cell of the register its type, its text and whether it stands out.
const READ: &str = r#"
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({name: [[[cell.data_type, str(cell.value), cell.fill.fgColor.rgb == "FFFFC7CE"] for cell in row] for row in book[name].iter_rows()]
    for name in ["Register", "Register sums"]}))
"#;

#[test]
fn what_is_left_out_is_counted_and_reported() {
    let workdir = workdir();
    let all = report(&workdir, "report/report.json");
    let run = workdir.done(&[&REPLAY[..], &["--max-per-code", "0", "--format", "json"]].concat());
    assert!(run.err.contains(" of the register are left out, by --max-per-code; its sums count them"), "{}", run.err);
    let short: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(list(&short, "register").len(), 0);
    assert_eq!(short["register_sums"], all["register_sums"]);
    let left_out = short["summary"]["register_truncated"].as_object().unwrap();
    let left_out: u64 = left_out.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(left_out, list(&all, "register").len() as u64);
    let text = workdir.done(&[&REPLAY[..], &["--max-per-code", "0"]].concat()).out;
    assert!(text.contains("  LEFT OUT "), "{text}");
}

/// A report of a version that kept no register is still read.
#[test]
fn an_older_report_is_shown_without_one() {
    let workdir = workdir();
    let mut old = report(&workdir, "report/report.json");
    for name in ["register", "register_sums"] {
        assert!(old.as_object_mut().unwrap().remove(name).is_some());
    }
    workdir.write("old.json", old.to_string());
    assert!(!workdir.done(&["report", "show", "old.json"]).out.contains("Register"));
    workdir.done(&["report", "render", "old.json", "--out", "made"]);
    assert_eq!(workdir.text("made/register.csv").lines().count(), 1);
}

#[test]
fn a_month_reports_it_whatever_the_threads() {
    let workdir = workdir();
    fs::create_dir(workdir.path().join("logs")).unwrap();
    for log in LOGS {
        let file = format!("{log}.jsonl");
        fs::rename(workdir.path().join(&file), workdir.path().join("logs").join(&file)).unwrap();
    }
    let batch = ["batch", "logs", "--trust", "trust.yaml", "--fail-on", "never", "--at", AT];
    let run = |more: &[&str]| workdir.done(&[&batch[..], more].concat()).out;
    let one = run(&["--threads", "1", "--format", "json"]);
    assert_eq!(one, run(&["--threads", "3", "--format", "json"]));
    let month: Value = serde_json::from_str(&one).unwrap();
    let alone = report(&workdir, "report/report.json");
    assert_eq!(month["register_sums"], alone["register_sums"]);
    assert_eq!(list(&month, "register").len(), list(&alone, "register").len());
    let text = run(&[]);
    assert!(text.contains("\nRegister of irregularities\n") && text.contains("  By decider "), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
