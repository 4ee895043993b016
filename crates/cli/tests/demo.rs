//! `resettle demo`: everything once, as a newcomer sees it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle_in, scratch};
use serde_json::Value;

#[test]
fn a_newcomer_sees_a_month_its_faults_and_the_report() {
    let folder = scratch();
    let run = resettle_in(folder.path(), &["demo", "demo"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for line in run.out.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
    for file in [
        "report/report.json",
        "report/report.html",
        "report/findings.csv",
        "report/register.csv",
        "report/report.xlsx",
        "report/MANIFEST.sha256",
        "report/MANIFEST.sha256.sig",
        "logs/planted.txt",
        "allowed_signers",
    ] {
        assert!(folder.path().join("demo").join(file).is_file(), "{file}");
    }

    let report: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("demo/report/report.json")).unwrap()).unwrap();
    let planted: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("demo/logs/expected.json")).unwrap()).unwrap();
    let codes = |findings: &Value| {
        let mut codes: Vec<String> =
            findings.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect();
        codes.sort();
        codes
    };
    // What was planted; and the digit that the demonstration changes, with the digest that shows it, and with what no
    // seal reaches beyond it any more.
    let mut expected = codes(&planted);
    let changed = ["integrity/chain-broken", "reconcile/digest-mismatch", "reconcile/unvouched"];
    expected.extend(changed.map(str::to_owned));
    expected.sort();
    assert_eq!(codes(&report["findings"]), expected);
    assert!(expected.len() > 20 && expected.contains(&"reconcile/missing-log".to_owned()), "{expected:?}");
    assert_eq!(report["dispositions"]["answered"], 1);
    assert_eq!(report["digests"].as_array().unwrap().len(), 3);

    // Every command that it names can be typed as it stands there.
    let named: Vec<&str> = run.out.lines().map(str::trim).filter_map(|line| line.strip_prefix("resettle ")).collect();
    assert_eq!(named.len(), 3, "{}", run.out);
    for line in named {
        let args: Vec<&str> = line.split("   ").next().unwrap().split_whitespace().collect();
        let run = resettle_in(folder.path(), &args);
        assert!(run.status < 2, "{line}: {}", run.err);
    }
    // What is there is never written over.
    assert_eq!(resettle_in(folder.path(), &["demo", "demo"]).status, 2);
}
