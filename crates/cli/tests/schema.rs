//! `resettle schema`: what is handed out is what is written.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use jsonschema::Validator;
use serde_json::Value;

use crate::common::{resettle, resettle_in, root, scratch, simulate_in};
use crate::month::Month;

fn schema(of: &str) -> String {
    let run = resettle(&["schema", of]);
    assert_eq!(run.status, 0, "{}", run.err);
    run.out
}

/// To renew them: `UPDATE_DOCS=1`.
#[test]
fn the_schemas_in_the_documentation_are_those_of_the_binary() {
    for of in ["coup-log", "report", "ruleset"] {
        let path = root().join(format!("docs/{of}.schema.json"));
        let current = schema(of);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, &current).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), current, "{} is out of date", path.display());
    }
}

fn validator(of: &str) -> Validator {
    jsonschema::validator_for(&serde_json::from_str(&schema(of)).unwrap()).unwrap()
}

fn fits(validator: &Validator, report: &str, what: &str) -> Value {
    let report: Value = serde_json::from_str(report).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(&report).map(|fault| format!("{} at {}", fault, fault.instance_path)).collect();
    assert!(faults.is_empty(), "{what}: {faults:#?}");
    report
}

#[test]
fn every_kind_of_report_fits_its_schema() {
    let validator = validator("report");
    for name in ["electronic-7-up-2023", "star-7-up-2016"] {
        let (log, trust) = (format!("audit-logs/{name}/log.jsonl"), format!("audit-logs/{name}/trust.yaml"));
        fits(&validator, &resettle(&["replay", &log, "--trust", &trust, "--format", "json"]).out, name);
        fits(&validator, &resettle(&["verify", &log, "--trust", &trust, "--format", "json"]).out, name);
    }
    let folder = scratch();
    let play =
        ["log", "au-nsw/star/7-up-baccarat/2016-08-17", "--tournament", "--plant", "counted_wrong", "--out", "t"];
    assert_eq!(simulate_in(folder.path(), &play).status, 0);
    let logs = ["t/desk.jsonl", "t/7UP-10.jsonl", "--trust", "t/trust.yaml", "--format", "json"];
    let report = fits(&validator, &resettle_in(folder.path(), &[&["replay"][..], &logs].concat()).out, "a tournament");
    assert!(report["tournaments"].is_array());

    let month = Month::of(4, 2, 2_000, 2);
    assert_eq!(month.run(&["key", "new", "signer"]).status, 0);
    let more = ["--roster", "month/roster.yaml", "--fail-on", "never", "--key", "signer", "--report", "report"];
    assert!(month.batch(&more).status < 2);
    let report = fits(&validator, &month.text("report/report.json"), "a month");
    assert!(report["register"].is_array() && report["scope"].is_object());
}

#[test]
fn what_is_no_report_does_not_fit() {
    let validator = validator("report");
    let log = ["audit-logs/star-7-up-2016/log.jsonl", "--trust", "audit-logs/star-7-up-2016/trust.yaml"];
    let report = resettle(&[&["replay"][..], &log, &["--format", "json"]].concat()).out;
    let report: Value = serde_json::from_str(&report).unwrap();
    for key in ["type", "tool", "inputs", "summary", "findings"] {
        let mut changed = report.clone();
        changed.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&changed), "{key}");
    }
    for (place, value) in [("/findings/0/money", Value::from("5")), ("/summary/coups", Value::from(-1))] {
        let mut changed = report.clone();
        *changed.pointer_mut(place).unwrap() = value;
        assert!(!validator.is_valid(&changed), "{place}");
    }
}
