//! `resettle export`, `batch --export` and `sample`: tables that add up to the report, by other people's tools.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod analysis;
mod docs;
mod terms;

use std::path::{Path, PathBuf};

use resettle_testkit::sha256;
use serde_json::{Value, json};

use crate::common::python::{python_with, run};
use crate::common::{resettle, resettle_in, root, scratch};
use crate::month::Month;

const CHECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/export/check.py");

fn python() -> Option<PathBuf> {
    python_with(&["duckdb", "polars"])
}

/// What DuckDB finds wrong between an export and a report of the same coups.
fn check(python: &Path, tables: &Path, report: &Path, more: &[&Path]) {
    let args = [&[Path::new(CHECK), tables, report], more].concat();
    assert_eq!(run(python, &args), "", "{}", tables.display());
}

fn hashes(folder: &Path) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, sha256(&std::fs::read(&path).unwrap()))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn the_tables_of_a_log_add_up_to_its_report() {
    let Some(python) = python() else { return };
    let folder = scratch();
    for name in ["electronic-7-up-2023", "star-7-up-2016"] {
        let (log, trust) = (format!("audit-logs/{name}/log.jsonl"), format!("audit-logs/{name}/trust.yaml"));
        let judged = resettle(&["replay", &log, "--trust", &trust, "--format", "json", "--fail-on", "never"]);
        let report = folder.path().join(format!("{name}.json"));
        std::fs::write(&report, judged.out).unwrap();
        for form in ["parquet", "csv"] {
            let out = folder.path().join(format!("{name}-{form}"));
            let reported =
                resettle(&["export", &log, "--trust", &trust, "--out", out.to_str().unwrap(), "--export-format", form]);
            assert_eq!(reported.status, 0, "{}", reported.err);
            for (name, sha256) in hashes(&out) {
                assert!(reported.out.contains(&format!("{sha256}  {name}\n")), "{name}: {}", reported.out);
            }
            check(&python, &out, &report, &[]);
        }
    }
}

/// Samples with irregularities, refused and withdrawn wagers, tournaments in chips, joined sources.
#[test]
fn what_is_out_of_the_ordinary_adds_up_too() {
    let Some(python) = python() else { return };
    let Some(samples) = crate::common::shared("samples-tournament/planted") else { return };
    let folder = scratch();
    let mut logs: Vec<String> = std::fs::read_dir(&samples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    logs.sort();
    let logs: Vec<&str> = logs.iter().map(String::as_str).collect();
    let json = resettle(&[&["replay", "--format", "json", "--fail-on", "never"], &logs[..]].concat());
    let report = folder.path().join("report.json");
    std::fs::write(&report, json.out).unwrap();
    let out = folder.path().join("out");
    let reported = resettle(&[&["export", "--out", out.to_str().unwrap()], &logs[..]].concat());
    assert_eq!(reported.status, 0, "{}", reported.err);
    check(&python, &out, &report, &[]);
}

#[test]
fn a_month_gives_the_same_bytes_for_any_threads_and_after_an_interruption_and_adds_up_by_day() {
    let Some(python) = python() else { return };
    let month = Month::of(6, 3, 3_000, 3);
    assert_eq!(month.run(&["key", "new", "auditor"]).status, 0);
    let batch = |more: &[&str]| {
        let run = month.batch(&[&["--roster", "month/roster.yaml", "--key", "auditor"], more].concat());
        assert!(run.status < 2, "{}", run.err);
    };
    batch(&["--threads", "1", "--export", "one", "--report", "report", "--with", "json"]);
    batch(&["--threads", "2", "--export", "two", "--report", "report-2", "--with", "json"]);
    let whole = hashes(&month.path().join("one"));
    assert_eq!(whole.len(), 12);
    assert_eq!(hashes(&month.path().join("two")), whole);
    // A file that cannot be read leaves the checkpoint there; the next run takes the tables from it.
    month.write("month/cut.jsonl.gz", [0x1f, 0x8b, 8, 0]);
    let args = ["--roster", "month/roster.yaml", "--key", "auditor", "--checkpoint", "run", "--with", "json"];
    assert_eq!(month.batch(&[&args[..], &["--export", "cut", "--report", "report-cut"]].concat()).status, 2);
    std::fs::remove_file(month.path().join("month/cut.jsonl.gz")).unwrap();
    let resumed = month.batch(&[&args[..], &["--export", "resumed", "--report", "resumed-report"]].concat());
    assert!(resumed.err.contains("6 of 6 tables were finished before"), "{}", resumed.err);
    assert_eq!(hashes(&month.path().join("resumed")), whole);

    // The signed manifest vouches for them.
    let sums: String = whole.iter().map(|(name, sha256)| format!("{sha256}  {name}\n")).collect();
    let mut listed: Vec<&str> = sums.lines().collect();
    let signed = month.text("report/export.sha256");
    let mut reported: Vec<&str> = signed.lines().collect();
    listed.sort_unstable();
    reported.sort_unstable();
    assert_eq!(reported, listed);
    let manifest = month.text("report/MANIFEST.sha256");
    assert!(manifest.contains(&format!("{}  export.sha256\n", sha256(signed.as_bytes()))), "{manifest}");
    assert_eq!(month.run(&["report", "verify", "report"]).status, 1, "consistent, signer unknown");

    check(&python, &month.path().join("one"), &month.path().join("report/report.json"), &[]);
    let days: Vec<String> = (1..=3).map(|day| format!("2023-06-0{day}")).collect();
    for day in &days {
        let report = month.path().join(format!("{day}.json"));
        std::fs::write(&report, month.report(&["--from", day, "--to", day]).to_string()).unwrap();
        check(&python, &month.path().join("one"), &report, &[Path::new(day)]);
    }
}

#[test]
fn theoretical_win_is_that_of_the_odds() {
    let Some(python) = python() else { return };
    let folder = scratch();
    let out = folder.path().join("out");
    let log = "audit-logs/electronic-7-up-2023/log.jsonl";
    assert_eq!(resettle(&["export", log, "--out", out.to_str().unwrap()]).status, 0);
    let odds = resettle(&["odds", "sg/mbs/electronic-7-up-baccarat/2023-05-08", "--format", "json"]).out;
    let path = folder.path().join("odds.json");
    std::fs::write(&path, odds).unwrap();
    let script = root().join("crates/cli/tests/export/odds.py");
    assert_eq!(run(&python, &[&script, &out, &path]), "");
}

/// Approvals count as they do for `replay`: what a replay with these options finds is a row.
#[test]
fn a_ruleset_that_nobody_approved_is_a_row() {
    let folder = scratch();
    let log = "audit-logs/star-7-up-2016/log.jsonl";
    for (more, found) in [(&[][..], false), (&["--require-approved"][..], true)] {
        let out = folder.path().join(format!("out-{found}"));
        let asked = ["export", log, "--export-format", "csv", "--out", out.to_str().unwrap()];
        assert_eq!(resettle(&[&asked[..], more].concat()).status, 0);
        let findings = std::fs::read_to_string(out.join("findings.csv")).unwrap();
        assert_eq!(findings.contains("ruleset/unapproved"), found, "{more:?}");
    }
}

#[test]
fn a_folder_that_is_in_use_is_left_alone_and_a_log_that_is_missing_is_reported() {
    let folder = scratch();
    std::fs::create_dir(folder.path().join("full")).unwrap();
    std::fs::write(folder.path().join("full/mine.txt"), "mine").unwrap();
    let log = root().join("audit-logs/star-7-up-2016/log.jsonl");
    let run = resettle_in(folder.path(), &["export", log.to_str().unwrap(), "--out", "full"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("full is not empty, and an export is never mixed with other files"), "{}", run.err);
    assert_eq!(hashes(&folder.path().join("full")).len(), 1);
    let run = resettle_in(folder.path(), &["export", "none.jsonl", log.to_str().unwrap(), "--out", "out"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("none.jsonl"), "{}", run.err);
    assert!(folder.path().join("out/coups.parquet").exists());
}

#[test]
fn a_sample_is_drawn_again_by_its_seed_and_from_nothing_else_than_an_export() {
    let folder = scratch();
    let log = root().join("audit-logs/electronic-7-up-2023/log.jsonl");
    assert_eq!(resettle_in(folder.path(), &["export", log.to_str().unwrap(), "--out", "out"]).status, 0);
    let sample = |args: &[&str]| resettle_in(folder.path(), &[&["sample", "out"], args].concat());
    let first = sample(&["--n", "10", "--seed", "7", "--format", "json"]);
    assert_eq!(first.status, 0, "{}", first.err);
    assert_eq!(sample(&["--n", "10", "--seed", "7", "--format", "json"]).out, first.out);
    assert_ne!(sample(&["--n", "10", "--seed", "8", "--format", "json"]).out, first.out);
    let json: Value = serde_json::from_str(&first.out).unwrap();
    let coups = json["coups"].as_array().unwrap();
    assert_eq!(coups.len(), 10);
    let flagged = coups.iter().filter(|coup| !coup["severity"].is_null()).count() as u64;
    assert_eq!(flagged, json["flagged_coups"].as_u64().unwrap().min(5));
    let bytes = std::fs::read(folder.path().join("out/coups.parquet")).unwrap();
    assert_eq!(json["coups_sha256"], sha256(&bytes));
    let text = sample(&["--n", "10", "--seed", "7"]).out;
    for coup in coups {
        let place = format!("{}:{}", coup["file"].as_str().unwrap(), coup["line"]);
        assert!(text.contains(&place), "{place}\n{text}");
    }
    // The file is called otherwise, which whoever hands it over may choose: the same coups are drawn.
    std::fs::create_dir(folder.path().join("elsewhere")).unwrap();
    std::fs::copy(&log, folder.path().join("elsewhere/a.txt")).unwrap();
    assert_eq!(resettle_in(folder.path(), &["export", "elsewhere/a.txt", "--out", "moved"]).status, 0);
    for seed in ["7", "8", "9"] {
        let drawn = |tables: &str| {
            let args = ["sample", tables, "--n", "10", "--seed", seed, "--format", "json"];
            let json: Value = serde_json::from_str(&resettle_in(folder.path(), &args).out).unwrap();
            let coups = json["coups"].as_array().unwrap().iter();
            coups.map(|coup| (coup["log"].to_string(), coup["line"].to_string())).collect::<Vec<_>>()
        };
        assert_eq!(drawn("out"), drawn("moved"), "seed {seed}");
    }
    std::fs::create_dir(folder.path().join("report")).unwrap();
    let wrong = resettle_in(folder.path(), &["sample", "report", "--seed", "1"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("resettle export"), "{}", wrong.err);
    let wrong = resettle_in(folder.path(), &["sample", "out/wagers.parquet", "--seed", "1"]);
    assert_eq!(wrong.status, 2);
    let wrong = resettle_in(folder.path(), &["sample", "out/views.sql", "--seed", "1"]);
    assert!(wrong.err.contains("holds no coups"), "{}", wrong.err);
}

/// Table, coup and line of each row of the sheet of the sample.
const SHEET: &str = r#"
import json, sys, openpyxl
head, *rows = openpyxl.load_workbook(sys.argv[1])["Sample"].iter_rows(values_only=True)
print(json.dumps([[row[head.index(name)] for name in ("table", "coup", "line")] for row in rows]))
"#;

#[test]
fn a_report_records_its_sample_and_another_is_drawn_from_the_tables_that_it_lists_alone() {
    let folder = scratch();
    let run = |args: &[&str]| resettle_in(folder.path(), args);
    assert_eq!(run(&["key", "new", "auditor"]).status, 0);
    let logs = root().join("audit-logs");
    let batch = |report: &str, tables: &str, more: &[&str]| {
        let args = ["batch", logs.to_str().unwrap(), "--key", "auditor", "--report", report, "--export", tables];
        resettle_in(folder.path(), &[&args[..], &["--at", "2026-07-01T08:00:00Z"], more].concat())
    };
    let made = batch("report", "tables", &["--sample", "12", "--sample-seed", "18446744073709551615"]);
    assert_eq!(made.status, 1, "{}", made.err);
    assert!(made.out.contains("drawn with seed 18446744073709551615"), "{}", made.out);
    assert_eq!(run(&["report", "verify", "report"]).out.lines().last(), Some("report: consistent, signer unknown"));
    let sample = |args: &[&str]| {
        let got = run(&[&["sample"], args, &["--format", "json"]].concat());
        assert_eq!(got.status, 0, "{}", got.err);
        serde_json::from_str::<Value>(&got.out).unwrap()
    };
    let text = std::fs::read_to_string(folder.path().join("report/report.json")).unwrap();
    let recorded = serde_json::from_str::<Value>(&text).unwrap()["sample"].clone();
    assert_eq!(recorded["coups"].as_array().unwrap().len(), 12);
    let without = |mut document: Value| {
        let document = document.as_object_mut().unwrap();
        document.remove("type");
        document.remove("report_manifest_sha256");
        Value::Object(document.clone())
    };
    let printed = sample(&["report"]);
    let manifest = std::fs::read(folder.path().join("report/MANIFEST.sha256")).unwrap();
    assert_eq!(printed["report_manifest_sha256"], sha256(&manifest));
    assert_eq!(without(printed), recorded);
    let by_hand = sample(&["tables", "--n", "12", "--seed", "18446744073709551615"]);
    assert_eq!(without(by_hand), recorded);
    let later = sample(&["report", "--tables", "tables", "--n", "12", "--seed", "3"]);
    assert_eq!(without(later.clone()), without(sample(&["tables", "--n", "12", "--seed", "3"])));
    assert_ne!(later["coups"], recorded["coups"]);
    for (file, shows) in [("report/report.html", "Sample for video"), ("report/report.json", "\"sample\":")] {
        assert!(std::fs::read_to_string(folder.path().join(file)).unwrap().contains(shows), "{file}");
    }
    if let Some(python) = python_with(&["openpyxl"]) {
        let script = folder.path().join("sheet.py");
        std::fs::write(&script, SHEET).unwrap();
        let sheet: Value = serde_json::from_str(&crate::common::python::run(
            &python,
            &[&script, &folder.path().join("report/report.xlsx")],
        ))
        .unwrap();
        let places: Vec<Value> = recorded["coups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|coup| json!([coup["table"], coup["coup"], coup["line"]]))
            .collect();
        assert_eq!(sheet, Value::from(places));
    }

    let refused = |args: &[&str], why: &str| {
        let got = run(&[&["sample"], args].concat());
        assert_eq!((got.status, got.out.as_str()), (2, ""), "{args:?}");
        assert!(got.err.contains(why), "{args:?}: {}", got.err);
    };
    refused(&["report", "--seed", "3"], "--tables");
    refused(&["tables"], "no --seed");
    refused(&["tables", "--tables", "tables", "--seed", "3"], "no signed report");
    assert_eq!(batch("bare", "others", &["--table", "E7U-53"]).status, 1);
    refused(&["bare"], "records no sample");
    refused(&["report", "--tables", "others", "--seed", "3"], "of another run, or was changed");
    let listed = folder.path().join("report/export.sha256");
    let other = std::fs::read(folder.path().join("bare/export.sha256")).unwrap();
    std::fs::write(listed, other).unwrap();
    refused(&["report", "--tables", "others", "--seed", "3"], "is not the file that MANIFEST.sha256 lists");
    let csv = batch("csv", "csv-tables", &["--export-format", "csv", "--sample", "1", "--sample-seed", "1"]);
    assert_eq!(csv.status, 2);
    assert!(csv.err.contains("drawn from tables in Parquet") && !folder.path().join("csv").exists(), "{}", csv.err);
}

#[test]
fn a_gaming_day_begins_at_the_hour_of_the_roster() {
    let folder = scratch();
    let roster = |starts: &str| {
        format!(
            "roster:\n  - venue: mbs\n    game: electronic-7-up-baccarat\n    tables: [\"E7U-53\"]\n    zone: Asia/Singapore\n    \
             first_day: 2023-06-01\n    last_day: 2023-06-30\n    day_starts: \"{starts}\"\n"
        )
    };
    let log = root().join("audit-logs/electronic-7-up-2023/log.jsonl");
    // The log begins at nine.
    let june = 19_509;
    for (starts, first, last) in [("06:00", june, june), ("09:30", june - 1, june), ("22:00", june - 1, june - 1)] {
        std::fs::write(folder.path().join("roster.yaml"), roster(starts)).unwrap();
        let out = format!("out-{}", &starts[..2]);
        let run =
            resettle_in(folder.path(), &["export", log.to_str().unwrap(), "--roster", "roster.yaml", "--out", &out]);
        assert_eq!(run.status, 0, "{}", run.err);
        let mut days = Vec::new();
        let coups = std::fs::File::open(folder.path().join(out).join("coups.parquet")).unwrap();
        resettle_export::read_coups(coups, |coup| days.push(coup.gaming_day.unwrap())).unwrap();
        assert_eq!((days[0], days[days.len() - 1]), (first, last), "{starts}");
    }
}

#[test]
fn tables_do_not_go_into_the_folder_of_a_report() {
    let folder = scratch();
    assert_eq!(resettle_in(folder.path(), &["key", "new", "auditor"]).status, 0);
    let logs = root().join("audit-logs");
    for (report, tables) in [("one", "one"), ("one", "one/tables"), ("one/report", "./one")] {
        let args = ["batch", logs.to_str().unwrap(), "--key", "auditor", "--report", report, "--export", tables];
        let run = resettle_in(folder.path(), &args);
        assert_eq!(run.status, 2);
        assert!(run.err.contains("name two folders beside each other"), "{}", run.err);
        assert!(!folder.path().join("one").exists());
    }
}
