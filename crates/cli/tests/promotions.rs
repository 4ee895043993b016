//! `resettle promotions`: registers judged as the contract says, and reported as logs are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::{resettle, root, scratch, shared};

const BASE: &str = "fixtures/promotions/base";
const AT: [&str; 2] = ["--at", "2026-01-01T00:00:00Z"];
const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";

/// The base with one file changed.
fn changed(folder: &Path, file: &str, find: &str, replace: &str) -> String {
    for entry in std::fs::read_dir(root().join(BASE)).unwrap() {
        let entry = entry.unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let name = entry.file_name().into_string().unwrap();
        let text = if name == file {
            assert!(text.contains(find), "{find}");
            text.replacen(find, replace, 1)
        } else {
            text
        };
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder.to_str().unwrap().to_owned()
}

fn findings(register: &str) -> Vec<serde_json::Value> {
    let run = resettle(&["promotions", register, "--format", "jsonl"]);
    assert!(run.status < 2, "{}", run.err);
    let rows = run.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    rows.filter(|row| row["code"] != "ruleset/uncertain").collect()
}

#[test]
fn the_samples_of_the_referee_are_judged_as_it_judges_them() {
    let (Some(script), Some(samples)) = (shared("tools/check_tournaments.py"), shared("samples-tournament")) else {
        return;
    };
    let mut cases = 0;
    for entry in std::fs::read_dir(samples).unwrap() {
        let case = entry.unwrap().path();
        if !case.join("register.csv").is_file() {
            continue;
        }
        let run = std::process::Command::new("python3")
            .args([script.as_os_str(), env!("CARGO_BIN_EXE_resettle").as_ref(), case.as_os_str()])
            .output();
        let Ok(run) = run else { return };
        let reported = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success() && reported.contains("1 cases, "), "{reported}");
        cases += 1;
    }
    assert!(cases >= 2, "only {cases} registers were judged");
}

#[test]
fn a_lawful_register_is_reported_with_its_files_and_is_not_authenticated() {
    let run = resettle(&[&["promotions", BASE], &AT[..]].concat());
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("ruleset/uncertain") && run.out.contains("not authenticated"), "{}", run.out);
    assert!(run.out.contains("1 judged") && !run.out.contains("coups"), "{}", run.out);
    let facts = scratch();
    let path = facts.path().join("facts.yaml");
    let stated =
        format!("in_force:\n  {STAR}: {{from: \"2016-09-02\", source: Government Gazette, by: an inspector}}\n");
    std::fs::write(&path, stated).unwrap();
    let run = resettle(&["promotions", BASE, "--facts", path.to_str().unwrap()]);
    assert_eq!((run.status, run.out.contains("findings      none")), (0, true), "{}{}", run.out, run.err);
}

#[test]
fn a_finding_names_the_promotion_the_item_the_term_and_the_row() {
    let folder = scratch();
    let register = changed(folder.path(), "terms.csv", "P1,V,make,page 1\n", "");
    let found = findings(&register);
    assert_eq!(found.len(), 1, "{found:#?}");
    let one = &found[0];
    assert_eq!(one["code"], "promotion/term-missing");
    assert_eq!((&one["promotion"], &one["item"], &one["term"]), (&"P1".into(), &"V".into(), &"make".into()));
    assert_eq!(one["clause"], format!("{STAR} 16.8.11.2(i)"));
    assert_eq!(
        (&one["line"], &one["money"], &one["authenticated"]),
        (&5.into(), &serde_json::Value::Null, &false.into())
    );
    assert!(one["file"].as_str().unwrap().ends_with("prizes.csv"));
}

#[test]
fn every_fault_of_a_row_is_reported_with_its_column() {
    let folder = scratch();
    let register = changed(folder.path(), "prizes.csv", "P1,V,motor_vehicle,1000001,,,", "P1,V,car,1e6,,,maybe");
    let found = findings(&register);
    assert_eq!(found.len(), 1, "{found:#?}");
    let message = found[0]["message"].as_str().unwrap();
    for reported in
        ["column 6 (`kind`): `car`", "column 10 (`value`): `1e6`", "column 16 (`cash_alternative`): `maybe`"]
    {
        assert!(message.contains(reported), "{reported}: {message}");
    }
}

#[test]
fn what_is_no_register_or_has_no_rules_ends_with_status_2() {
    let folder = scratch();
    let none = resettle(&["promotions", folder.path().to_str().unwrap()]);
    assert_eq!((none.status, none.err.contains("register.csv")), (2, true), "{}", none.err);
    let register = changed(folder.path(), "register.csv", "promotions/1", "promotions/2");
    let other = resettle(&["promotions", &register]);
    assert_eq!(
        (other.status, other.err.contains("`promotions/2` is none of promotions/1")),
        (2, true),
        "{}",
        other.err
    );
    let silent = resettle(&["promotions", BASE, "--ruleset", "sg/mbs/7-up-baccarat/2017-02-17"]);
    assert_eq!((silent.status, silent.err.contains("no section `promotions`")), (2, true), "{}", silent.err);
    let folder = scratch();
    let register = changed(folder.path(), "register.csv", "AUD", "USD");
    let currency = resettle(&["promotions", &register]);
    assert_eq!((currency.status, currency.err.contains("in AUD")), (2, true), "{}", currency.err);
}

#[test]
fn a_promotion_before_any_ruleset_is_not_judged() {
    let folder = scratch();
    let register = changed(folder.path(), "promotions.csv", "P1,2017-05-01", "P1,2015-05-01");
    let found = findings(&register);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((&found[0]["code"], &found[0]["line"]), (&"ruleset/none-in-force".into(), &2.into()));
}

#[test]
fn a_signed_report_of_a_register_verifies_and_is_shown_as_it_was_printed() {
    let folder = scratch();
    let (key, dir) = (folder.path().join("key"), folder.path().join("report"));
    let (key, dir) = (key.to_str().unwrap(), dir.to_str().unwrap());
    assert_eq!(resettle(&["key", "new", key]).status, 0);
    let args = [&["promotions", BASE, "--report", dir, "--key", key], &AT[..]].concat();
    let run = resettle(&args);
    assert_eq!(run.status, 1, "{}", run.err);
    let shown = resettle(&["report", "show", dir]);
    assert_eq!((shown.status, shown.out == run.out), (0, true), "{}", shown.out);
    let verified = resettle(&["report", "verify", dir]);
    assert!(verified.out.contains("consistent"), "{}{}", verified.out, verified.err);
    for name in ["report.html", "findings.csv", "report.xlsx"] {
        assert!(Path::new(dir).join(name).is_file(), "{name}");
    }
}
