//! The referee's samples agree with what we find.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::process::Command;

use crate::common::{has_tool, reported, resettle, root, shared};

#[test]
fn the_referee_has_no_disagreement() {
    let (Some(samples), Some(hard), Some(claims), Some(tool)) =
        (shared("samples"), shared("samples-hard"), shared("samples-claims"), shared("tools/check_samples.py"))
    else {
        return;
    };
    if !has_tool("python3") {
        return;
    }
    let output = Command::new("python3")
        .arg(tool)
        .arg(env!("CARGO_BIN_EXE_resettle"))
        .args([samples, hard, claims])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().last(), Some("233 expected findings, 0 disagreements"));
}

/// Of tournaments; registers of promotions lie in the same folder and are asked elsewhere.
#[test]
fn the_referee_of_tournaments_has_no_disagreement() {
    let (Some(samples), Some(tool)) = (shared("samples-tournament"), shared("tools/check_tournaments.py")) else {
        return;
    };
    if !has_tool("python3") {
        return;
    }
    let tournaments = std::fs::read_dir(samples).unwrap().map(|entry| entry.unwrap().path());
    let tournaments: Vec<_> = tournaments.filter(|folder| folder.join("trust.yaml").exists()).collect();
    assert_eq!(tournaments.len(), 10);
    let output = Command::new("python3")
        .arg(tool)
        .arg(env!("CARGO_BIN_EXE_resettle"))
        .args(tournaments)
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

/// The referee states wager and money of some findings; this holds those of all of them.
#[test]
fn every_finding_of_the_samples_with_its_wager_and_money() {
    let (Some(samples), Some(hard), Some(claims)) =
        (shared("samples"), shared("samples-hard"), shared("samples-claims"))
    else {
        return;
    };
    let mut all = String::new();
    for folder in [samples, hard, claims] {
        let mut logs: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        logs.sort();
        for log in logs {
            let path = |name: &str| log.join(name).display().to_string();
            let run = resettle(&["replay", &path("log.jsonl"), "--trust", &path("trust.yaml"), "--format", "json"]);
            let names = [folder.file_name().unwrap(), log.file_name().unwrap()].map(|name| name.to_string_lossy());
            all.push_str(&format!("{}\n", names.join("/")));
            for line in reported(&run.out) {
                all.push_str(&format!("  {line}\n"));
            }
        }
    }
    insta::assert_snapshot!(all);
}
