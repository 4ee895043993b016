//! `fixtures/conformance`: the vectors for other people's programs, run as those would run them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::process::{Command, Output};

use resettle_audit::Code;
use serde_json::Value;

use crate::common::{has_tool, root};

fn run(command: &[&str]) -> (bool, String) {
    let Output { status, stdout, stderr } = Command::new("python3")
        .arg(root().join("fixtures/conformance/run.py"))
        .args(command)
        .env_remove("RESETTLE_TRUST")
        .env_remove("RESETTLE_CONFIG")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .output()
        .unwrap();
    (status.success(), [stdout, stderr].map(|text| String::from_utf8(text).unwrap()).concat())
}

fn cases() -> Vec<Value> {
    let index = std::fs::read(root().join("fixtures/conformance/index.json")).unwrap();
    let index: Value = serde_json::from_slice(&index).unwrap();
    index["cases"].as_array().unwrap().clone()
}

#[test]
fn resettle_says_of_every_vector_what_the_index_says() {
    if !has_tool("python3") {
        return;
    }
    let (passed, said) = run(&[env!("CARGO_BIN_EXE_resettle")]);
    let count = cases().len();
    assert_eq!((passed, said.as_str()), (true, format!("{count} of {count} cases as the index says\n").as_str()));
}

/// A reader that answers nothing, and one that accepts everything, do not pass.
#[test]
fn the_example_that_runs_them_notices_a_reader_that_is_wrong() {
    if !has_tool("python3") {
        return;
    }
    let count = cases().len();
    let (passed, said) = run(&["true"]);
    assert!(!passed && said.contains(&format!("\n0 of {count} cases")), "{said}");
    let (passed, said) = run(&["python3", "-c", "print('{\"findings\":[],\"inputs\":[]}')"]);
    assert!(!passed && said.contains("\nchain-record-altered: lacks ('integrity/chain-broken', "), "{said}");
    assert!(
        said.contains("accepted-smallest: logs/accepted-smallest.jsonl: None records authenticated, not 2"),
        "{said}"
    );
}

#[test]
fn every_code_of_integrity_has_a_vector() {
    let cases = cases();
    let findings = cases.iter().flat_map(|case| case["findings"].as_array().unwrap());
    let shown: BTreeSet<&str> = findings.map(|finding| finding["code"].as_str().unwrap()).collect();
    for code in Code::ALL.iter().map(|code| code.as_str()).filter(|code| code.starts_with("integrity/")) {
        assert!(shown.contains(code), "no vector shows {code}");
    }
    for code in shown {
        assert!(Code::parse(code).is_some(), "{code} is no code");
    }
}

/// The page says every key of the index, and no other.
#[test]
fn the_page_names_every_key_of_the_index() {
    let page = std::fs::read_to_string(root().join("fixtures/conformance/README.md")).unwrap();
    let mut keys = BTreeSet::new();
    for case in cases() {
        keys.extend(case.as_object().unwrap().keys().cloned());
        for finding in case["findings"].as_array().unwrap() {
            keys.extend(finding.as_object().unwrap().keys().cloned());
        }
    }
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "the page does not name `{key}`");
    }
}
