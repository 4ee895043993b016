//! What the register says an irregularity rests on, how much hangs on it, and claims that nobody decided.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Code, Evidence, Memory, Registered, Replay, Settings};
use resettle_coup_log::LogReader;
use serde_json::{Value, json};

use crate::setup::Rules::{self, Mbs2011, Star, V6};
use resettle_testkit::{Log, Opening, with};

/// The register of a log of these records.
fn register(rules: Rules, records: &[Value]) -> Vec<Registered> {
    let parts: Vec<&str> = rules.id().split('/').collect();
    let opening = Opening::of("table", "T").log("L").venue(&parts[0].to_uppercase(), parts[1]).game(parts[2]);
    let start =
        json!({"at": rules.at("00:01"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]});
    let log = Log::opened_at(&opening, &rules.at("00:00")).record(&start).records(records).bytes();
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let mut sink = Memory::default();
    Replay::by(&settings).log(LogReader::new(&log[..], None), "log.jsonl", &mut sink);
    sink.register
}

fn evidence(rules: Rules, coup: Value) -> (Evidence, Option<i128>, Option<i128>) {
    let entry = register(rules, &[coup]).remove(0);
    (entry.evidence, entry.moved, entry.went_back)
}

fn voided(rules: Rules, kind: &str, change: Value) -> Value {
    let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [rules.wager(1000)],
        "irregularities": [rules.irregularity(kind, json!({}))]});
    rules.coup(with(void, change))
}

#[test]
fn a_void_whose_cards_were_left_out_rests_on_a_word_with_all_that_went_back() {
    for kind in ["insufficient_cards", "wrong_card_count"] {
        for cards in [json!([]), json!(["2D"]), json!(["2D", "KD"])] {
            let said = evidence(V6, voided(V6, kind, json!({"cards": cards})));
            assert_eq!(said, (Evidence::Word, None, Some(1000)), "{kind} {cards}");
        }
    }
    // With its cards it is known what it moved.
    assert_eq!(evidence(V6, voided(V6, "foreign_card", json!({}))), (Evidence::Word, Some(-500), None));
    let shown = voided(V6, "foreign_card", json!({"cards": ["2D", "XX", "4S"]}));
    assert_eq!(evidence(V6, shown).0, Evidence::Log);
}

#[test]
fn the_claims_own_words_show_nothing() {
    let why = |facts: Value| [Star.irregularity("dealt_out_of_order", facts)];
    let (right, wrong) = ("BPB", "PBB");
    let coup = |more: Value| {
        evidence(Star, Star.coup(with(json!({"irregularities": why(json!({"reconstructed": true}))}), more))).0
    };
    assert_eq!(coup(json!({"first_to": wrong})), Evidence::Log);
    assert_eq!(coup(json!({"first_to": right})), Evidence::Word);
    assert_eq!(coup(json!({"to": right})), Evidence::Word);
    let put = json!({"reconstructed_cards": ["KD", "2D", "4S"], "irregularities": [
        Star.irregularity("cards_drawn_together", json!({"cards": [0, 1], "reconstructed": true}))]});
    assert_eq!(coup(put), Evidence::Word);
    let (cards, _, _) = Star.surplus();
    let count = [Star.irregularity("wrong_card_count", json!({"hand": "banker", "dealt": "too_many"}))];
    let void = json!({"cards": cards, "irregularities": count, "declared": {"result": "void"}, "wrd": "void",
        "wagers": [Star.wager(1000)]});
    assert_eq!(coup(void), Evidence::Log, "a card too many lies there");
}

/// All cards to the Banker, whose 7 then makes a tie: the destinations stand in the record of the claim.
#[test]
fn a_claim_that_nobody_decided_pays_nothing() {
    {
        let rules = Mbs2011;
        let tie = |by: Value| {
            let claim = with(json!({"kind": "dealt_out_of_order", "noticed": rules.at("02:30")}), by);
            let wager =
                json!({"id": "w1", "bet": "tie", "stake": 1000, "returned": 10000, "placed": rules.at("02:10")});
            rules.coup(json!({"cards": ["2D", "AD", "4S"], "to": "BBB", "wrd": "tie", "wagers": [wager],
                "irregularities": [claim], "declared": {"result": "tie", "player": 7, "banker": 7, "sevens": 1}}))
        };
        let found = |by: Value| -> Vec<(Code, Option<i64>)> {
            rules.findings(&[tie(by)]).iter().map(|finding| (finding.code, finding.money)).collect()
        };
        let undecided = found(json!({}));
        assert_eq!(
            undecided.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            [Code::ClaimUnsupported],
            "{undecided:?}"
        );
        assert!(undecided[0].1.is_some_and(|money| money > 0), "{undecided:?}");
        assert_eq!(found(json!({"by": "casino_supervisor", "ruling": "stands"})), []);
    }
}
