//! Odds as people and programs read them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use num_bigint::BigInt;
use num_rational::BigRational;
use resettle_odds::{RulesetOdds, print};
use resettle_ruleset::Ruleset;
use serde_json::Value;

const IDS: [&str; 5] = [
    "au-nsw/star/7-up-baccarat/2016-08-17",
    "sg/mbs/7-up-baccarat/2011-08-26",
    "sg/mbs/7-up-baccarat/2017-02-17",
    "sg/mbs/baccarat/2017-02-17",
    "sg/mbs/electronic-7-up-baccarat/2023-05-08",
];

fn ruleset(id: &str) -> Ruleset {
    let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == id).unwrap();
    Ruleset::from_yaml(id, embedded.yaml, embedded.notes.as_bytes()).unwrap()
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_ruleset_over_its_decks() {
    for id in IDS {
        let ruleset = ruleset(id);
        let all = RulesetOdds::of_all_decks(&ruleset).unwrap();
        snapshot(&format!("over_decks_{}", id.replace('/', "_")), &print::over_decks(&ruleset, &all));
    }
}

#[test]
fn one_shoe_with_every_row() {
    for id in IDS {
        let ruleset = ruleset(id);
        let odds = RulesetOdds::of(&ruleset, 6).unwrap();
        snapshot(&format!("six_decks_{}", id.replace('/', "_")), &print::one_shoe(&ruleset, &odds));
    }
}

fn fraction(value: &Value) -> BigRational {
    let text = value.as_str().unwrap();
    let (a, b) = text.split_once('/').unwrap();
    let fraction = BigRational::new(a.parse().unwrap(), b.parse().unwrap());
    assert_eq!(format!("{}/{}", fraction.numer(), fraction.denom()), text, "in lowest terms");
    fraction
}

fn json(odds: &RulesetOdds) -> Value {
    serde_json::to_value(print::json(odds)).unwrap()
}

#[test]
fn the_json_is_as_the_contract_says() {
    let one = BigRational::from_integer(BigInt::from(1));
    for id in IDS {
        let ruleset = ruleset(id);
        for counted in RulesetOdds::of_all_decks(&ruleset).unwrap() {
            let odds = json(&counted);
            let decks = u32::try_from(odds["decks"].as_u64().unwrap()).unwrap();
            assert_eq!(json(&RulesetOdds::of(&ruleset, decks).unwrap()), odds);
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
    let baccarat = json(&RulesetOdds::of(&ruleset(IDS[3]), 8).unwrap()).to_string();
    assert!(!baccarat.contains("rows"), "{baccarat}");
    let odds = RulesetOdds::of(&ruleset(IDS[2]), 6).unwrap();
    snapshot("json_of_six_decks", &serde_json::to_string_pretty(&print::json(&odds)).unwrap());
}
