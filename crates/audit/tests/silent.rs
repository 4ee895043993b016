//! What rests on a choice where the document is silent or unclear: it is found all the same, as a reading, and cites no clause
//! that does not say it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use resettle_audit::{Code, Finding, Replay, Settings, Severity};
use resettle_coup_log::LogReader;
use resettle_testkit::{Opening, chained};
use serde_json::{Value, json};

use crate::both_ways::star_with;
use crate::setup::Rules::Star;

/// What is found by the Star's rules, with one text in the place of another, of a shoe of this many decks.
fn found(text: &str, other: &str, decks: u32, coup: Value) -> Vec<Finding> {
    let settings = Settings { named: Some(star_with(text, other)), ..Settings::default() };
    let start = json!({"at": Star.at("01:00"), "type": "shoe", "shoe": "S", "event": "start", "decks": decks, "burned": ["3S"]});
    let opening = Opening::of("table", "T").venue("AU-NSW", "star").game("7-up-baccarat").record(&Star.at("00:00"));
    let bytes = chained(&[opening, start, Star.coup(coup), Star.numbered(2, json!({}))]);
    Replay::by(&settings).audit_log(LogReader::new(&bytes[..], None), "log.jsonl").audit.findings
}

fn the(code: Code, findings: &[Finding]) -> &Finding {
    findings.iter().find(|finding| finding.code == code).unwrap_or_else(|| panic!("{findings:?}"))
}

#[test]
fn a_range_of_decks_that_no_clause_states_is_a_reading() {
    let range = "decks: {min: 6, max: 6, clause: \"3.1\", replaced: {clause: \"13.3.3\"}}";
    let by_clause = found(range, range, 8, json!({}));
    let stated = the(Code::DecksOutOfRange, &by_clause);
    assert!(!stated.reading && stated.clause.as_deref().unwrap().ends_with(" 3.1"), "{stated:?}");

    let silent =
        found(range, "decks: {min: 6, max: 6, reading: true, replaced: {clause: \"3.1, 13.3.3\"}}", 8, json!({}));
    let read = the(Code::DecksOutOfRange, &silent);
    assert!(read.reading && read.severity <= Severity::Major, "{read:?}");
    assert_eq!(read.clause.as_deref().unwrap(), format!("{} no clause", Star.id()));
    let unclear = found(
        range,
        "decks: {min: 6, max: 6, clause: \"3.1\", reading: true, replaced: {clause: \"13.3.3\"}}",
        8,
        json!({}),
    );
    let read = the(Code::DecksOutOfRange, &unclear);
    assert!(read.reading && read.clause.as_deref().unwrap().ends_with(" 3.1"), "{read:?}");
}

#[test]
fn what_a_row_of_a_bet_pays_by_a_reading_is_a_reading() {
    let row = "{when: {winner: player, player: {total: 7}}, pays: 1 to 2, clause: \"5.1.1.1, 5.1.1, 5.1\", pays_clause: \"11.1.2\"}";
    let paid = json!({"wagers": [Star.wager(Star.win() + 1)]});
    let stated = found(row, row, 6, paid.clone());
    assert!(!the(Code::Overpaid, &stated).reading, "{stated:?}");
    for silent in [
        "{when: {winner: player, player: {total: 7}}, pays: 1 to 2, reading: true}",
        "{when: {winner: player, player: {total: 7}}, pays: 1 to 2, reading: true, pays_clause: \"11.1.2\"}",
    ] {
        let read = found(row, silent, 6, paid.clone());
        assert!(the(Code::Overpaid, &read).reading, "{read:?}");
    }
}
