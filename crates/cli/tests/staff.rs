//! Who was on duty: `staff` records of a log, and a staffing file.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;

use serde_json::{Value, json};

use crate::common::root;
use crate::signed::{Workdir, trust};

/// The published log of a table, sealed anew by a key of the folder, with the records of `staff` put in where they belong.
fn workdir(staff: &[(&str, Value)]) -> Workdir {
    let workdir = Workdir::new();
    let text = fs::read_to_string(root().join("audit-logs/electronic-7-up-2023/log.jsonl")).unwrap();
    let mut records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.retain(|record| record["type"] != "seal");
    for (at, who) in staff {
        let mut record = json!({"at": at, "type": "staff"});
        record.as_object_mut().unwrap().extend(who.as_object().unwrap().clone());
        let place = records.iter().position(|other| other["at"].as_str() > Some(*at)).unwrap();
        records.insert(place, record);
    }
    for record in &mut records {
        let record = record.as_object_mut().unwrap();
        for name in ["seq", "prev", "key"] {
            record.remove(name);
        }
    }
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    workdir.write("trust.yaml", trust(&workdir.key("k")));
    workdir.write("records.jsonl", lines);
    workdir.done(&["seal", "records.jsonl", "--key", "k", "--out", "log.jsonl"]);
    workdir
}

fn report(workdir: &Workdir, more: &[&str]) -> Value {
    let args = ["replay", "log.jsonl", "--trust", "trust.yaml", "--format", "json", "--fail-on", "never"];
    serde_json::from_str(&workdir.done(&[&args, more].concat()).out).unwrap()
}

const CHANGE: &str = "2023-06-01T09:30:00.000+08:00";

fn two_dealers() -> Workdir {
    workdir(&[
        ("2023-06-01T09:00:01.500+08:00", json!({"dealer": "B-1", "supervisor": "S-1"})),
        (CHANGE, json!({"dealer": "B-2"})),
    ])
}

/// Entries of the register but for refused and removed wagers, which are nobody's on duty.
fn irregularities(report: &Value) -> u64 {
    let register = report["register"].as_array().unwrap();
    let of = |subject: &str| register.iter().filter(|entry| entry["subject"] == subject).count() as u64;
    assert!(of("irregularity") > 0 && of("irregularity") < register.len() as u64);
    of("irregularity")
}

#[test]
fn findings_and_coups_are_counted_for_who_was_on_duty() {
    let workdir = two_dealers();
    let reported = report(&workdir, &[]);
    let rows = reported["staff"].as_array().unwrap();
    let sum = |post: &str, name: &str| -> u64 {
        rows.iter().filter(|row| row["post"] == post).map(|row| row["counts"][name].as_u64().unwrap()).sum()
    };
    assert_eq!(rows.iter().map(|row| row["id"].as_str().unwrap()).collect::<Vec<_>>(), ["B-1", "B-2", "S-1"]);
    for post in ["dealer", "supervisor"] {
        assert_eq!(sum(post, "coups"), reported["summary"]["coups"].as_u64().unwrap(), "{post}");
        assert_eq!(sum(post, "staked"), reported["summary"]["staked"].as_u64().unwrap(), "{post}");
        for severity in ["critical", "major", "minor"] {
            assert_eq!(
                sum(post, severity),
                reported["summary"]["by_severity"][severity].as_u64().unwrap_or(0),
                "{post}"
            );
        }
        assert_eq!(sum(post, "irregularities"), irregularities(&reported), "{post}");
    }
    assert!(rows.iter().all(|row| row["counts"]["coups"].as_u64() > Some(0)), "{rows:#?}");
    let findings = reported["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for finding in findings {
        let dealer = if finding["at"].as_str() <= Some(CHANGE) { "B-1" } else { "B-2" };
        assert_eq!(finding["duty"], json!({"dealer": dealer, "supervisor": "S-1"}), "{finding:#}");
    }
    // But for that, nothing changes what is judged.
    let without = report(&workdir, &["--without-staff"]);
    assert_eq!(without["staff"], Value::Null);
    assert!(without["findings"].as_array().unwrap().iter().all(|finding| finding["duty"].is_null()));
    assert_eq!(without["summary"], reported["summary"]);
    let text = workdir.done(&["batch", ".", "--trust", "trust.yaml", "--fail-on", "never"]).out;
    assert!(text.contains("By dealer") && text.contains("By supervisor") && !text.contains("By shift"), "{text}");
}

#[test]
fn a_staffing_file_says_what_the_log_does_not() {
    let workdir = workdir(&[(CHANGE, json!({"dealer": "B-2"}))]);
    workdir.write(
        "staff.csv",
        "venue,table,from,to,dealer,supervisor,shift\n\
         mbs,E7U-53,2023-06-01T08:00:00+08:00,2023-06-01T16:00:00+08:00,B-7,S-7,day\n\
         mbs,E7U-53,2023-06-01T16:00:00+08:00,2023-06-02T00:00:00+08:00,B-8,S-8,evening\n\
         mbs,E7U-54,2023-06-01T08:00:00+08:00,2023-06-02T00:00:00+08:00,B-9,S-9,day\n",
    );
    let reported = report(&workdir, &["--staffing", "staff.csv"]);
    let ids: Vec<&str> = reported["staff"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["B-7", "S-7", "day"], "the casino's file counts");
    let differences = |reported: &Value| {
        let findings = reported["findings"].as_array().unwrap().iter();
        let differs = findings.filter(|finding| finding["code"] == "reconcile/disagreement");
        differs.map(|finding| finding["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let found = differences(&reported);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("the log says that B-2 was on duty, the casino's staffing file B-7: "), "{found:?}");
    // Within a minute of a change the two do not differ, and nothing does that only one of them says.
    workdir.write(
        "same.csv",
        "venue,table,from,to,dealer,supervisor\n\
         mbs,E7U-53,2023-06-01T08:00:00+08:00,2023-06-01T09:30:45+08:00,B-7,S-7\n\
         mbs,E7U-53,2023-06-01T09:30:45+08:00,2023-06-02T00:00:00+08:00,B-2,S-7\n",
    );
    assert_eq!(differences(&report(&workdir, &["--staffing", "same.csv"])), [""; 0]);
    workdir.write("bad.csv", "venue,table,from,to,dealer\nmbs,E7U-53,now,later,B-1\n");
    let run = workdir.run(&["replay", "log.jsonl", "--staffing", "bad.csv"]);
    assert_eq!(run.status, 2);
    for reported in
        ["bad.csv, line 2, column from: \"now\" is no time", "bad.csv, line 2, column to: \"later\" is no time"]
    {
        assert!(run.err.contains(reported), "{}", run.err);
    }
}

/// Before the first record, and for a post that only some records name, nobody is known: a line says how much that is.
#[test]
fn what_arose_while_nobody_was_known_stands_in_a_line_of_its_own() {
    let none = workdir(&[]);
    let workdir = workdir(&[(CHANGE, json!({"dealer": "B-2"}))]);
    let reported = report(&workdir, &[]);
    let rows = reported["staff"].as_array().unwrap();
    let ids: Vec<(&str, Option<&str>)> =
        rows.iter().map(|row| (row["post"].as_str().unwrap(), row["id"].as_str())).collect();
    // Nobody names a supervisor or a shift at any time: there is nothing to distinguish.
    assert_eq!(ids, [("dealer", Some("B-2")), ("dealer", None)]);
    let sum = |name: &str| rows.iter().map(|row| row["counts"][name].as_u64().unwrap()).sum::<u64>();
    assert!(rows[1]["counts"]["coups"].as_u64() > Some(0), "{rows:#?}");
    assert_eq!(sum("coups"), reported["summary"]["coups"].as_u64().unwrap());
    assert_eq!(sum("staked"), reported["summary"]["staked"].as_u64().unwrap());
    let severities = ["critical", "major", "minor", "info"];
    let found: u64 = severities.iter().map(|name| reported["summary"]["by_severity"][name].as_u64().unwrap_or(0)).sum();
    assert_eq!(severities.iter().map(|name| sum(name)).sum::<u64>(), found);
    assert_eq!(sum("irregularities"), irregularities(&reported));
    let text = workdir.done(&["batch", ".", "--trust", "trust.yaml", "--fail-on", "never"]).out;
    assert!(text.contains("By dealer") && text.contains("mbs not known"), "{text}");
    let nobody = workdir.done(&["batch", ".", "--trust", "trust.yaml", "--fail-on", "never", "--without-staff"]).out;
    assert!(!nobody.contains("not known"), "{nobody}");
    // Where nobody is named at all there is no section, as before.
    let of_none = report(&none, &[]);
    assert_eq!(of_none["staff"], Value::Null);
}

#[test]
fn a_staffing_file_that_names_other_tables_is_reported() {
    let workdir = workdir(&[]);
    let file = |rows: &[&str]| {
        let rows: String = rows
            .iter()
            .map(|table| format!("{table},2023-06-01T08:00:00+08:00,2023-06-02T00:00:00+08:00,B-1\n"))
            .collect();
        workdir.write("staff.csv", format!("venue,game,table,from,to,dealer\n{rows}"));
    };
    let run = |args: &[&str]| workdir.done(&[args, &["--trust", "trust.yaml", "--staffing", "staff.csv"]].concat()).err;
    let replay = ["replay", "log.jsonl", "--fail-on", "never"];
    let batch = ["batch", ".", "--fail-on", "never"];
    file(&["mbs,,E7U-53", "mbs,,E7U-54", "star,,E7U-53", "mbs,baccarat,E7U-53"]);
    for args in [&replay[..], &batch[..], &["export", "log.jsonl", "--out", "tables"], &["plan", ".", "--out", "plan"]]
    {
        let reported = run(args);
        let wanted =
            "staff.csv: no log is of 3 of the 4 tables that it names: mbs E7U-54, mbs baccarat E7U-53, star E7U-53";
        assert!(reported.contains(wanted), "{args:?}: {reported}");
        assert!(!reported.contains("names none"), "{reported}");
    }
    file(&["mbs,,E7U-5"]);
    for args in [&replay[..], &batch[..]] {
        let reported = run(args);
        assert!(reported.contains("no log is of 1 of the 1 table that it names: mbs E7U-5\n"), "{reported}");
        assert!(
            reported.contains(
                "staff.csv names none of the tables that are judged: it says who was on duty at none of them"
            ),
            "{reported}"
        );
    }
    file(&["mbs,,E7U-53"]);
    for args in [&replay[..], &batch[..]] {
        let reported = run(args);
        assert!(!reported.contains("staff.csv"), "{reported}");
    }
}

#[test]
fn a_staff_record_that_names_nobody_is_no_record() {
    let workdir = two_dealers();
    let lines = workdir.text("records.jsonl").replace(
        "{\"at\":\"2023-06-01T09:30:00.000+08:00\",\"dealer\":\"B-2\"",
        "{\"at\":\"2023-06-01T09:30:00.000+08:00\",\"dealer\":2",
    );
    assert_ne!(lines, workdir.text("records.jsonl"));
    workdir.write("bad.jsonl", lines);
    let run = workdir.run(&["seal", "bad.jsonl", "--key", "k", "--out", "bad-log.jsonl"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("dealer"), "{}", run.err);
}

#[test]
fn the_tables_of_an_export_say_who_was_on_duty_unless_they_may_not() {
    let workdir = two_dealers();
    let export = |out: &str, more: &[&str]| {
        let args = ["export", "log.jsonl", "--trust", "trust.yaml", "--export-format", "csv", "--out", out];
        workdir.done(&[&args, more].concat());
    };
    export("with", &[]);
    export("without", &["--without-staff"]);
    let head = |file: &str| workdir.text(file).lines().next().unwrap().to_owned();
    for table in ["coups", "findings", "irregularities"] {
        let (with, without) = (head(&format!("with/{table}.csv")), head(&format!("without/{table}.csv")));
        assert_eq!(with, format!("{without},dealer,supervisor,shift"));
    }
    let staff = workdir.text("with/staff.csv");
    assert_eq!(staff.lines().count(), 3, "{staff}");
    assert!(!workdir.path().join("without/staff.csv").exists());
    assert!(!workdir.text("without/views.sql").contains("staff"));
    let coups = workdir.text("with/coups.csv");
    assert!(coups.lines().skip(1).all(|line| line.ends_with(",B-1,S-1,") || line.ends_with(",B-2,S-1,")), "{coups}");
}

#[test]
fn findings_and_the_register_as_csv_say_who_was_on_duty_where_the_report_does() {
    let workdir = two_dealers();
    workdir.key("auditor");
    let batch = |report: &str, more: &[&str]| {
        let args = ["batch", ".", "--trust", "trust.yaml", "--key", "auditor", "--report", report, "--with", "csv"];
        workdir.done(&[&args[..], &["--fail-on", "never"], more].concat());
        ["findings.csv", "register.csv"].map(|file| workdir.text(&format!("{report}/{file}")))
    };
    let (with, without) = (batch("with", &[]), batch("without", &["--without-staff"]));
    for (with, without) in with.iter().zip(&without) {
        let (with, without): (Vec<&str>, Vec<&str>) = (with.lines().collect(), without.lines().collect());
        assert_eq!(with.len(), without.len());
        assert_eq!(with[0], format!("{},dealer,supervisor,shift", without[0]));
    }
    let report: Value = serde_json::from_str(&workdir.text("with/report.json")).unwrap();
    let cell = |duty: &Value, post: &str| duty[post].as_str().unwrap_or_default().to_owned();
    for (file, rows) in with.iter().zip([&report["findings"], &report["register"]]) {
        let rows = rows.as_array().unwrap();
        assert!(rows.iter().any(|row| row["duty"]["dealer"] == "B-2"), "{file}");
        for (line, row) in file.lines().skip(1).zip(rows) {
            let duty = ["dealer", "supervisor", "shift"].map(|post| cell(&row["duty"], post)).join(",");
            assert!(line.ends_with(&format!(",{duty}")), "{line}: {duty}");
        }
    }
    workdir.done(&["report", "render", "with", "--csv", "--out", "again"]);
    let again = workdir.text("again/findings.csv");
    assert_eq!(again, with[0]);
    let printed = workdir.run(&["replay", "log.jsonl", "--trust", "trust.yaml", "--format", "csv"]).out;
    assert!(printed.lines().next().unwrap().ends_with(",dealer,supervisor,shift"), "{printed}");
}
