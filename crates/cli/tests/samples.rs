//! The referee's samples agree with what we find.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use crate::common::{has_tool, reported, resettle, root, shared};

/// The Star's sample of each folder.
const STAR: &str = "au-nsw_star_7-up-baccarat_2016-08-17";

/// Shoe, coup and wager.
type Place = (&'static str, u64, &'static str);

/// What the Star's 10.3 asks for beyond the referee, which does not read it: a Super 7's wager that was placed, by
/// `placed`, before anybody at the table had one on Player, Banker or Tie. By folder.
const TOO_EARLY: [(&str, &[Place]); 3] = [
    (
        "samples",
        &[
            ("S-0001", 8, "w3"),
            ("S-0001", 37, "w3"),
            ("S-0002", 2, "w3"),
            ("S-0002", 19, "w2"),
            ("S-0002", 20, "w2"),
            ("S-0002", 29, "w2"),
            ("S-0002", 37, "w3"),
        ],
    ),
    (
        "samples-hard",
        &[
            ("S-0001", 2, "w2"),
            ("S-0001", 4, "w5"),
            ("S-0001", 10, "w2"),
            ("S-0001", 26, "w2"),
            ("S-0001", 28, "w2"),
            ("S-0002", 3, "w3"),
            ("S-0002", 5, "w4"),
            ("S-0002", 6, "w2"),
            ("S-0002", 20, "w5"),
            ("S-0002", 32, "w2"),
            ("S-0002", 32, "w3"),
        ],
    ),
    (
        "samples-claims",
        &[
            ("S-0001", 21, "w2"),
            ("S-0001", 21, "w3"),
            ("S-0001", 22, "w2"),
            ("S-0001", 26, "w2"),
            ("S-0001", 28, "w5"),
            ("S-0002", 4, "w2"),
            ("S-0002", 9, "w2"),
            ("S-0002", 17, "w5"),
            ("S-0002", 19, "w2"),
            ("S-0002", 19, "w3"),
            ("S-0002", 39, "w3"),
            ("S-0003", 11, "w2"),
            ("S-0003", 27, "w2"),
            ("S-0003", 34, "w2"),
            ("S-0003", 34, "w3"),
            ("S-0003", 36, "w2"),
            ("S-0003", 36, "w4"),
            ("S-0003", 37, "w3"),
        ],
    ),
];

/// How the referee prints what it finds in one of the Star's samples and did not ask for.
fn beyond(sample: &Path, more: &[(&str, u64, &str)]) -> String {
    let extra: Vec<String> =
        more.iter().map(|(shoe, coup, _)| format!("('wager/not-permitted', '{shoe}', {coup})")).collect();
    format!("{}: missing [] extra [{}] detail [] exit status ok: True\n", sample.display(), extra.join(", "))
}

/// The wagers of a sample that our findings hold against 10.3.
fn too_early(sample: &Path) -> Vec<(String, u64, String)> {
    let path = |name: &str| sample.join(name).display().to_string();
    let run = resettle(&["replay", &path("log.jsonl"), "--trust", &path("trust.yaml"), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let text = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    let own = findings.filter(|one| one["code"] == "wager/not-permitted" && text(one, "clause").ends_with(" 10.3"));
    let mut own: Vec<_> =
        own.map(|one| (text(one, "shoe"), one["coup"].as_u64().unwrap(), text(one, "wager"))).collect();
    own.sort();
    own
}

#[test]
fn the_referee_has_no_disagreement_but_what_the_star_asks_for_besides() {
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
        .args([&samples, &hard, &claims])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let mut expected = String::new();
    let mut count = 0;
    for (folder, (name, more)) in [samples, hard, claims].iter().zip(TOO_EARLY) {
        let sample = folder.join(STAR);
        expected.push_str(&beyond(&sample, more));
        count += more.len();
        let listed: Vec<_> =
            more.iter().map(|(shoe, coup, wager)| ((*shoe).to_owned(), *coup, (*wager).to_owned())).collect();
        assert_eq!(too_early(&sample), listed, "{name}");
    }
    expected.push_str(&format!("233 expected findings, {count} disagreements\n"));
    assert_eq!(said, expected, "{}", String::from_utf8_lossy(&output.stderr));
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
