//! A range of decks that the ruleset chose because the document is silent, beside documents that are and are not.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use resettle_document::Document;
use resettle_ruleset::{Comparison, Ruleset, Trace};

const ID: &str = "zz/lantern-quay/seven-lantern-baccarat/2025-03-01";
const STATED: &str = "is played with six to eight packs of 52 cards, none of them a joker.";

fn compared(sentence: &str) -> Comparison {
    compared_with("decks: {min: 6, max: 8, reading: true}", sentence)
}

fn compared_with(decks: &str, sentence: &str) -> Comparison {
    let invented = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/invented");
    let yaml = fs::read_to_string(invented.join("rulesets").join(ID).join("ruleset.yaml")).unwrap();
    let yaml = yaml.replacen("decks: {min: 6, max: 8, clause: \"2.1\"}", decks, 1);
    let (before, clause) = yaml.split_once("  \"2.1\": ").unwrap();
    let kind = if decks.contains("reading") { "definition" } else { "enforced" };
    let yaml = format!("{before}  \"2.1\": {}", clause.replacen("enforced", kind, 1));
    let ruleset = Ruleset::from_yaml(ID, &yaml, b"").unwrap_or_else(|faults| panic!("{:?}", faults.sorted()));
    let text = fs::read_to_string(invented.join("rules.txt")).unwrap();
    assert!(text.contains(STATED));
    let document = Document::parse(&text.replacen(STATED, sentence, 1)).unwrap();
    Trace::of(&ruleset, &yaml, document, None).unwrap().decks.comparison
}

#[test]
fn silence_is_equal_to_silence_alone() {
    assert_eq!(compared("is played with packs none of which has a joker."), Comparison::Equal);
    assert_eq!(compared(STATED), Comparison::Miscited, "the document does say it");
    assert_eq!(compared("is played with four packs of 52 cards, none of them a joker."), Comparison::Different);
}

#[test]
fn a_minimum_alone_is_equal_to_a_minimum_alone() {
    let (open, closed) = (r#"decks: {min: 6, clause: "2.1"}"#, r#"decks: {min: 6, max: 100, clause: "2.1"}"#);
    for sentence in ["is played with a minimum of six packs.", "is played with no fewer than six packs of 52 cards."] {
        assert_eq!(compared_with(open, sentence), Comparison::Equal, "{sentence}");
        assert_eq!(compared_with(closed, sentence), Comparison::Different, "{sentence}");
    }
    for sentence in [STATED, "is played with a minimum of four packs.", "is played with six packs."] {
        assert_eq!(compared_with(open, sentence), Comparison::Different, "{sentence}");
    }
    assert_eq!(compared_with(open, "is played with a minimum of six packs, or four at night."), Comparison::Unread);
}
