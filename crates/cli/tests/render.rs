//! `resettle report render` and `resettle report show`
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;

use crate::common::python::{python_with, run};
use crate::common::root;
use crate::signed::Workdir;
use base64ct::{Base64, Encoding as _};
use serde_json::{Value, json};

const AT: &str = "2026-11-21T19:00:00+08:00";

/// A folder with the signed report of an example log in the folder `report`.
fn workdir() -> Workdir {
    let workdir = Workdir::new();
    workdir.key("signer");
    for file in ["log.jsonl", "trust.yaml"] {
        fs::copy(root().join("audit-logs/electronic-7-up-2023").join(file), workdir.path().join(file)).unwrap();
    }
    workdir.done(&[&REPLAY[..], &["--at", AT, "--report", "report", "--key", "signer"]].concat());
    workdir
}

const REPLAY: [&str; 6] = ["replay", "log.jsonl", "--trust", "trust.yaml", "--fail-on", "never"];

#[test]
fn what_is_made_later_is_what_was_signed_and_says_that_it_is_not() {
    let workdir = workdir();
    let made = workdir.done(&["report", "render", "report", "--out", "later"]);
    assert_eq!(made.out, "later/findings.csv\nlater/register.csv\nlater/report.html\nlater/report.xlsx\n");
    assert!(made.err.contains("unsigned: no manifest lists these files"), "{}", made.err);
    for file in ["findings.csv", "register.csv", "report.xlsx"] {
        assert_eq!(workdir.read(&format!("later/{file}")), workdir.read(&format!("report/{file}")), "{file}");
    }
    let page = workdir.text("later/report.html");
    let note = "\n<p>This page was made from <code>report.json</code> afterwards, and is in no signed folder.</p>";
    assert_eq!(page.replace(note, ""), workdir.text("report/report.html"));
    assert_ne!(page, workdir.text("report/report.html"));
}

#[test]
fn the_page_carries_the_very_bytes_and_their_signature() {
    let workdir = workdir();
    let page = workdir.text("report/report.html");
    for (id, file) in [("report-json", "report.json"), ("report-sig", "report.json.sig")] {
        let after = page.split_once(&format!("id=\"{id}\">")).unwrap().1;
        let embedded = after.split_once("</script>").unwrap().0;
        assert_eq!(Base64::decode_vec(embedded).unwrap(), workdir.read(&format!("report/{file}")), "{file}");
    }
    assert!(!page.to_lowercase().contains("authentic:"));
    assert_eq!(
        page.matches("http").count(),
        page.matches("http-equiv").count() + page.matches("http://www.w3.org/2000/svg").count()
    );
}

#[test]
fn only_what_is_asked_for_is_made_and_nothing_is_overwritten() {
    let workdir = workdir();
    assert_eq!(
        workdir.done(&["report", "render", "report/report.json", "--csv", "--out", "out"]).out,
        "out/findings.csv\nout/register.csv\n"
    );
    let reported = workdir.refused(&["report", "render", "report", "--csv", "--out", "out"]);
    assert!(reported.contains("nothing is overwritten"), "{reported}");
    let reported = workdir.refused(&["report", "render", "report", "--out", "report"]);
    assert!(reported.contains("a file more would make it look altered"), "{reported}");
    assert!(workdir.run(&["report", "verify", "report"]).out.ends_with("report: consistent, signer unknown\n"));
}

#[test]
fn what_is_no_report_is_reported_with_its_place() {
    let workdir = workdir();
    workdir.write("cut.json", &workdir.text("report/report.json")[..200]);
    workdir.write("other.json", "{\"type\":\"resettle-report/9\"}");
    for (file, reported) in [
        ("cut.json", "error: cut.json is no report: line "),
        ("other.json", "error: other.json is no report: "),
        ("nowhere.json", "error: cannot read nowhere.json"),
        ("log.jsonl", "error: log.jsonl is no report: "),
    ] {
        for command in [vec!["report", "render", file, "--out", "x"], vec!["report", "show", file]] {
            let said = workdir.refused(&command);
            assert!(said.starts_with(reported), "{said}");
        }
    }
    assert!(!workdir.path().join("x").exists());
}

#[test]
fn a_report_is_shown_as_the_replay_printed_it() {
    let workdir = workdir();
    // One that writes a report: what only prints text names no hashes of files.
    let printed = workdir.done(&[&REPLAY[..], &["--at", AT, "--report", "again", "--key", "signer"]].concat()).out;
    for report in ["report", "report/report.json"] {
        let shown = workdir.done(&["report", "show", report]);
        assert_eq!(shown.out, printed);
        assert!(shown.err.contains("not checked here"), "{}", shown.err);
    }
}

/// Says of every cell of a workbook what it holds, and what the sheets and the file are set to.
const READ: &str = r#"
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({
    "created": book.properties.created.isoformat(),
    "sheets": {sheet.title: {
        "frozen": sheet.freeze_panes, "filter": sheet.auto_filter.ref,
        "cells": [[[cell.data_type, str(cell.value)] for cell in row] for row in sheet.iter_rows()],
    } for sheet in book},
}))
"#;

#[test]
fn the_workbook_holds_the_findings_and_no_formula() {
    let Some(python) = python_with(&["openpyxl"]) else { return };
    let workdir = workdir();
    let mut report: Value = serde_json::from_str(&workdir.text("report/report.json")).unwrap();
    let planted = "=cmd|' /C calc'!A0";
    for (name, value) in [
        ("message", planted),
        ("shoe", "+1+1"),
        ("wager", "@SUM(1)"),
        ("expected", "-2+3"),
        ("logged", "http://example.org"),
    ] {
        report["findings"][0][name] = json!(value);
    }
    report["findings"][1]["message"] = json!("\u{1b}[2J\u{0}");
    workdir.write("planted.json", report.to_string());
    workdir.done(&["report", "render", "planted.json", "--xlsx", "--out", "out"]);
    workdir.write("read.py", READ);
    let read = run(&python, &[&workdir.path().join("read.py"), &workdir.path().join("out/report.xlsx")]);
    let book: Value = serde_json::from_str(&read).unwrap();

    assert_eq!(book["created"], "2026-11-21T11:00:00", "the report's own time, in UTC");
    for (title, sheet) in book["sheets"].as_object().unwrap() {
        assert_eq!(sheet["frozen"], "A2", "{title}");
        assert!(sheet["filter"].is_string(), "{title}");
        for cell in sheet["cells"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()) {
            assert_ne!(cell[0], "f", "{title}: {cell}");
        }
    }
    let rows = book["sheets"]["Findings"]["cells"].as_array().unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(rows.len(), findings.len() + 1);
    let column = |name: &str| rows[0].as_array().unwrap().iter().position(|cell| cell[1] == name).unwrap();
    // Sorted by severity and money; the number is that of the report.
    let number = |row: &Value| row[column("number")][1].as_str().unwrap().parse::<usize>().unwrap();
    for row in &rows[1..] {
        let finding = &findings[number(row) - 1];
        assert_eq!(row[column("code")], json!(["s", finding["code"]]));
        let money = &row[column("money (minor units)")];
        match finding["money"].as_i64() {
            Some(money_shown) => assert_eq!(*money, json!(["n", money_shown.to_string()])),
            None => assert_eq!(*money, json!(["n", "None"])),
        }
        assert_eq!(row[column("authenticated")], json!(["b", "True"]));
    }
    let first = rows[1..].iter().find(|row| number(row) == 1).unwrap();
    let second = rows[1..].iter().find(|row| number(row) == 2).unwrap();
    assert_eq!(first[column("message")], json!(["s", planted]));
    assert_eq!(first[column("shoe")], json!(["s", "+1+1"]));
    assert_eq!(second[column("message")], json!(["s", "\\u{1b}[2J\\u{0}"]));
}
