//! What changed, as people and programs read it.

use std::collections::BTreeSet;

use resettle_diff::{Diff, Version, compare, print};
use resettle_odds::RulesetOdds;
use serde_json::Value;

use crate::common::{E, Held, MBS_2011, STAR, V6, V7};

/// What changed from one shipped version to another, as the command line compares them.
fn shipped(old: &str, new: &str) -> Diff {
    let (old, new) = (Held::of(old), Held::of(new));
    let file = |held: &Held| format!("rulesets/{}/ruleset.yaml", held.ruleset.id);
    let (old_file, new_file) = (file(&old), file(&new));
    compare(&Version { file: &old_file, ..old.version() }, &Version { file: &new_file, ..new.version() }).unwrap()
}

fn json(old: &str, new: &str) -> Value {
    serde_json::to_value(print::json(&shipped(old, new), None)).unwrap()
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// JSON as it is printed, with the first element of each shape of its lists; what the others say, the text shows.
fn one_of_each_shape(json: &str) -> String {
    let mut seen = BTreeSet::new();
    let mut out = String::new();
    let mut lines = json.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "{" || line == "{" {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let end = line.replace('{', "}");
        let mut element = vec![line];
        for inside in lines.by_ref() {
            element.push(inside);
            if inside.trim_end_matches(',') == end {
                break;
            }
        }
        // By its keys, which of them are null, and the words of which there are few.
        let shape: Vec<String> = element
            .iter()
            .map(|line| match line.split_once(": ") {
                Some((key, value)) if key.contains("level") || value.starts_with("null") => (*line).to_owned(),
                Some((key, _)) => key.to_owned(),
                None => String::new(),
            })
            .filter(|line| !line.is_empty())
            .collect();
        if seen.insert(shape) {
            out.push_str(&element.join("\n"));
            out.push('\n');
        }
    }
    out
}

#[test]
fn from_2011_to_version_6_as_text_and_json() {
    let diff = shipped(MBS_2011, V6);
    snapshot("2011_to_v6_text", &print::text(&diff, None));
    let json = serde_json::to_string_pretty(&print::json(&diff, None)).unwrap();
    snapshot("2011_to_v6_json", &one_of_each_shape(&json));
}

#[test]
fn from_version_6_to_the_electronic_game() {
    snapshot("v6_to_electronic_text", &print::text(&shipped(V6, E), None));
}

#[test]
fn the_json_is_as_the_contract_says() {
    let reported = json(MBS_2011, V6);
    assert_eq!((&reported["old"], &reported["new"]), (&MBS_2011.into(), &V6.into()));
    let changes = reported["changes"].as_array().unwrap();
    let row = changes.iter().find(|change| change["path"] == "wagers.super_sevens.both 7s 3").unwrap();
    assert_eq!(row["level"], "settlement");
    assert_eq!((&row["old"], &row["new"]), (&"7 to 1".into(), &"5 to 1".into()));
    assert_eq!((&row["clause_old"], &row["clause_new"]), (&"4.1".into(), &"4.2".into()));
    for change in changes {
        assert_eq!(change["fingerprint"].as_str().unwrap().len(), 64);
        assert!(["settlement", "procedure", "editorial"].contains(&change["level"].as_str().unwrap()));
    }
    let edges = reported["house_edge"].as_array().unwrap();
    assert_eq!(edges.len(), 4 * 7);
    let edge = |decks: u64| edges.iter().find(|row| row["bet"] == "super_sevens" && row["decks"] == decks).unwrap();
    assert!(edge(6)["old"].as_str().unwrap().starts_with("0.0311"), "{}", edge(6));
    assert!(edge(6)["new"].as_str().unwrap().starts_with("0.0886"), "{}", edge(6));
    assert!(edge(10)["old"].is_null() && edge(10)["new"].is_string());
    // What odds prints is what diff prints.
    let odds = RulesetOdds::of(&Held::of(V6).ruleset, 6).unwrap();
    let odds = serde_json::to_value(resettle_odds::print::json(&odds)).unwrap();
    let own = odds["wagers"].as_array().unwrap().iter().find(|wager| wager["bet"] == "super_sevens").unwrap();
    assert_eq!(own["house_edge"], edge(6)["new"]);
}

#[test]
fn every_example_settles_differently() {
    let mut seen = 0;
    for (old, new) in [(V6, STAR), (STAR, MBS_2011), (V6, V7), (V7, V6), (MBS_2011, V6)] {
        for change in json(old, new)["changes"].as_array().unwrap() {
            if let Some(example) = change.get("example") {
                assert_ne!(example["returns_old"], example["returns_new"], "{old} {new} {change}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn a_bet_that_one_version_lacks_is_shown_row_by_row() {
    let reported = json(V6, V7);
    let example = |path: &str| {
        let change = reported["changes"].as_array().unwrap().iter().find(|change| change["path"] == path).unwrap();
        let cards = change["example"]["cards"].as_array().unwrap().iter();
        let cards: Vec<String> = cards.map(|card| card.as_str().unwrap().to_owned()).collect();
        (cards, change["example"]["returns_old"].clone(), change["example"]["returns_new"].clone())
    };
    // The permanent card is one of the sevens.
    for (row, pays) in [(2, "1 to 1"), (3, "5 to 1"), (4, "20 to 1"), (5, "50 to 1")] {
        let path = format!("wagers.super_sevens.both 7s {row}");
        let known = reported["changes"].as_array().unwrap().iter().any(|change| change["path"] == path.as_str());
        if known {
            let sevens = example(&path).0.iter().filter(|card| card.starts_with('7')).count();
            assert_eq!(sevens, row - 1, "{path}, {pays}");
        }
    }
    let (cards, back, won) = example("wagers.banker_pair.banker pair yes");
    assert_eq!((cards[1].get(..1), &back), (cards[3].get(..1), &Value::from("100")), "{cards:?}");
    assert_ne!(won, "0");
}

#[test]
fn a_coup_may_be_declared_otherwise_than_its_cards() {
    let text = print::text(&shipped(V6, STAR), None);
    assert!(text.contains(", declared as Player "), "{text}");
    assert!(!text.contains("returned 0, returns 0"), "{text}");
    assert!(text.contains("Irregularities that newly may void a coup, or void part of it: "), "{text}");
}
