//! `resettle odds`

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use crate::common::{resettle, root, scratch};
use num_bigint::BigInt;
use num_rational::BigRational;

const IDS: [&str; 5] = [
    "au-nsw/star/7-up-baccarat/2016-08-17",
    "sg/mbs/7-up-baccarat/2011-08-26",
    "sg/mbs/7-up-baccarat/2017-02-17",
    "sg/mbs/baccarat/2017-02-17",
    "sg/mbs/electronic-7-up-baccarat/2023-05-08",
];

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_ruleset_over_its_decks() {
    for id in IDS {
        let run = resettle(&["odds", id]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{id}");
        snapshot(&format!("over_decks_{}", id.replace('/', "_")), &run.out);
    }
}

#[test]
fn one_shoe_with_every_row() {
    for id in IDS {
        let run = resettle(&["odds", id, "--decks", "6"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{id}");
        snapshot(&format!("six_decks_{}", id.replace('/', "_")), &run.out);
    }
}

fn fraction(value: &serde_json::Value) -> BigRational {
    let text = value.as_str().unwrap();
    let (a, b) = text.split_once('/').unwrap();
    let fraction = BigRational::new(a.parse().unwrap(), b.parse().unwrap());
    assert_eq!(format!("{}/{}", fraction.numer(), fraction.denom()), text, "in lowest terms");
    fraction
}

#[test]
fn the_json_is_as_the_contract_says() {
    let one = BigRational::from_integer(BigInt::from(1));
    for id in IDS {
        let all: serde_json::Value = serde_json::from_str(&resettle(&["odds", id, "--format", "json"]).out).unwrap();
        for odds in all.as_array().unwrap() {
            let decks = odds["decks"].to_string();
            let single = resettle(&["odds", id, "--decks", &decks, "--format", "json"]);
            assert_eq!(serde_json::from_str::<serde_json::Value>(&single.out).unwrap(), *odds);
            assert_eq!(odds["ruleset"], id);
            for wager in odds["wagers"].as_array().unwrap() {
                let sum = fraction(&wager["win"]) + fraction(&wager["push"]) + fraction(&wager["lose"]);
                assert_eq!(sum, one, "{id} {decks} {wager}");
                let edge = wager["house_edge"].as_str().unwrap();
                let digits = edge.split_once('.').unwrap().1.len();
                assert!(digits >= 10, "{edge}");
                let printed =
                    BigRational::new(edge.replace('.', "").parse().unwrap(), BigInt::from(10).pow(digits as u32));
                let off = printed - (&one - fraction(&wager["return"]));
                let half = BigRational::new(BigInt::from(1), BigInt::from(2) * BigInt::from(10).pow(digits as u32));
                assert!(off <= half && off >= -half, "{edge} is not the nearest");
                let Some(rows) = wager.get("rows") else { continue };
                let rows = rows.as_array().unwrap();
                assert!(rows.len() > 1);
                let sum: BigRational = rows.iter().map(|row| fraction(&row["probability"])).sum();
                assert_eq!(sum, fraction(&wager["win"]), "{id} {decks} {wager}");
            }
        }
    }
    let baccarat = resettle(&["odds", IDS[3], "--decks", "8", "--format", "json"]).out;
    assert!(!baccarat.contains("rows"), "{baccarat}");
    snapshot("json_of_six_decks", &resettle(&["odds", IDS[2], "--decks", "6", "--format", "json"]).out);
}

#[test]
fn decks_outside_the_range_are_refused_with_the_clause() {
    let run = resettle(&["odds", IDS[0], "--decks", "8"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("is played with 6 decks, not with 8 (clause 3.1)"), "{}", run.err);
    for decks in ["0", "3", "9", "4294967295"] {
        assert_eq!(resettle(&["odds", IDS[1], "--decks", decks]).status, 2, "{decks}");
    }
    for decks in ["-1", "six", "4294967296", ""] {
        assert_eq!(resettle(&["odds", IDS[1], "--decks", decks]).status, 2, "{decks}");
    }
}

#[test]
fn a_draft_is_named_by_its_folder() {
    let folder = scratch();
    let from = root().join("rulesets").join(IDS[2]);
    let yaml = std::fs::read_to_string(from.join("ruleset.yaml")).unwrap();
    std::fs::write(folder.path().join("ruleset.yaml"), yaml.replace("pays: 5 to 1", "pays: 7 to 1")).unwrap();
    std::fs::copy(from.join("notes.md"), folder.path().join("notes.md")).unwrap();
    let path = folder.path().to_str().unwrap();
    let run = resettle(&["odds", path, "--decks", "6"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("3 7s in both hands") && run.out.contains("7 to 1"), "{}", run.out);
    assert_ne!(run.out, resettle(&["odds", IDS[2], "--decks", "6"]).out);
}

#[test]
fn an_unknown_ruleset_is_reported() {
    let run = resettle(&["odds", "sg/mbs/\u{1b}[31mpontoon/2020-01-01", "--decks", "6"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("there is no ruleset") && !run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn rulesets_come_from_a_folder_if_one_is_named() {
    let run = resettle(&["odds", IDS[4], "--decks", "10", "--rulesets", "rulesets"]);
    assert_eq!(run.out, resettle(&["odds", IDS[4], "--decks", "10"]).out);
    let folder = scratch();
    assert_eq!(resettle(&["odds", IDS[4], "--rulesets", folder.path().to_str().unwrap()]).status, 2);
}
