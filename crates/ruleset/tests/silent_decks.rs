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
    traced(decks, &|text| text.replacen(STATED, sentence, 1)).decks.comparison
}

fn traced(decks: &str, change: &dyn Fn(String) -> String) -> Trace {
    let invented = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/invented");
    let yaml = fs::read_to_string(invented.join("rulesets").join(ID).join("ruleset.yaml")).unwrap();
    let yaml = yaml.replacen("decks: {min: 6, max: 8, clause: \"2.1\"}", decks, 1);
    let (before, clause) = yaml.split_once("  \"2.1\": ").unwrap();
    let kind = if decks.contains("reading") { "definition" } else { "enforced" };
    let mut yaml = format!("{before}  \"2.1\": {}", clause.replacen("enforced", kind, 1));
    if decks.contains("2.2") {
        let recorded = "kind: recorded, why: \"the cloth is in no log\"}\n  \"2.2.1\"";
        assert!(yaml.contains(recorded));
        yaml = yaml.replacen(recorded, "kind: enforced}\n  \"2.2.1\"", 1);
    }
    let ruleset = Ruleset::from_yaml(ID, &yaml, b"").unwrap_or_else(|faults| panic!("{:?}", faults.sorted()));
    let text = fs::read_to_string(invented.join("rules.txt")).unwrap();
    assert!(text.contains(STATED));
    let document = Document::parse(&change(text)).unwrap();
    Trace::of(&ruleset, &yaml, document, None).unwrap()
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

/// The invented document with the second clause in place of its own 2.2, beside decks of 6 or 8 by both.
fn in_two_clauses(decks: &str, first: &str, second: &str) -> (Comparison, String) {
    let own = "The cloth shows, in front of the Dealer:";
    let trace = traced(decks, &|text| text.replacen(STATED, first, 1).replacen(own, second, 1));
    let uncompared = trace.uncompared().into_iter().map(|(count, what)| format!("{count} {what}"));
    (trace.decks.comparison, uncompared.filter(|what| what.contains("decks")).collect())
}

#[test]
fn decks_that_two_clauses_state_are_read_together() {
    let eight = "is played with eight packs of 52 cards, all of one size and with backs of one design.";
    let quiet = "The house may play the game with six packs at a table where no lantern is offered:";
    let both = r#"decks: {any_of: [6, 8], clause: "2.1, 2.2"}"#;
    let (comparison, said) = in_two_clauses(both, eight, quiet);
    assert_eq!(comparison, Comparison::Unread);
    assert_eq!(said, "1 range of decks (2.1: 8; 2.2: 6, not read: where no lantern is offered:)");
    let unknown = "At quiet tables the licensee takes out two packs and leaves six packs:";
    let (comparison, said) = in_two_clauses(both, eight, unknown);
    assert_eq!(comparison, Comparison::Unread);
    assert_eq!(said, "1 range of decks (2.1: 8; 2.2, not read: 2 decks; 2.2, not read: 6 decks)");
    // What no clause holds, and a number that is left out, are other numbers.
    let more = r#"decks: {any_of: [4, 6, 8], clause: "2.1, 2.2"}"#;
    assert_eq!(in_two_clauses(more, eight, unknown).0, Comparison::Different);
    assert_eq!(in_two_clauses(more, eight, quiet).0, Comparison::Ambiguous);
    let less = r#"decks: {any_of: [6], clause: "2.1, 2.2"}"#;
    assert_eq!(in_two_clauses(less, eight, unknown).0, Comparison::Different);
    // Of a clause that is recorded somebody said why no rule enforces it: it is left to be read.
    let (comparison, said) = in_two_clauses(r#"decks: {any_of: [8], clause: "2.1"}"#, eight, quiet);
    assert_eq!(comparison, Comparison::Unread);
    assert_eq!(said, "1 range of decks (2.1: 8; 2.2: 6, not read: where no lantern is offered:)");
    let same = "The house may play the game with eight packs:";
    assert_eq!(in_two_clauses(r#"decks: {any_of: [8], clause: "2.1, 2.2"}"#, eight, same).0, Comparison::Equal);
}

#[test]
fn decks_that_one_clause_states_in_two_sentences_are_not_read_whole() {
    let both = r#"decks: {any_of: [6, 8], clause: "2.1"}"#;
    for second in ["At quiet tables six packs do.", "Or six with approval."] {
        let sentence = format!("is played with eight packs. {second}");
        assert_eq!(compared_with(both, &sentence), Comparison::Unread, "{second}");
        assert_eq!(
            compared_with(r#"decks: {min: 6, max: 8, clause: "2.1"}"#, &sentence),
            Comparison::Different,
            "{second}"
        );
    }
    assert_eq!(compared_with(both, "is played with eight packs."), Comparison::Different);
}
