//! What the register says an irregularity rests on, how much hangs on it, and claims that nobody decided.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Code, Evidence, Memory, Registered, Replay, Settings};
use resettle_coup_log::LogReader;
use serde_json::{Value, json};

use crate::setup::Rules::{self, E, Mbs2011, Star, V6, V7};
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

/// The Player has to draw a fifth card, which is left out; with it the Banker wins.
#[test]
fn a_card_left_out_shows_no_misdeal() {
    let tie = |cards: Value, claim: Value| {
        let wager = json!({"id": "w1", "bet": "tie", "stake": 1000, "returned": 9000, "placed": V7.at("02:10")});
        V7.coup(json!({"cards": cards, "wrd": "tie", "wagers": [wager], "irregularities": [claim],
            "declared": {"result": "tie", "player": 5, "banker": 5, "sevens": 0}}))
    };
    let claim = |more: Value| with(json!({"kind": "dealt_out_of_order", "noticed": V7.at("02:30")}), more);
    let short = json!(["AS", "2S", "3S", "4S"]);
    for (what, coup) in [
        ("one lacks", tie(short.clone(), claim(json!({})))),
        ("most lack", tie(json!(["5S", "5D"]), claim(json!({})))),
        ("`to` of nobody", with(tie(short.clone(), claim(json!({}))), json!({"to": "PBBP"}))),
        ("whoever decides", tie(short.clone(), claim(json!({"by": "gaming_shift_manager", "ruling": "stands"})))),
    ] {
        let found = V7.findings(std::slice::from_ref(&coup));
        let said: Vec<_> = found.iter().map(|finding| (finding.code, finding.money)).collect();
        assert_eq!(said, [(Code::ClaimUnsupported, Some(9000))], "{what}: {found:#?}");
        assert_eq!(evidence(V7, coup), (Evidence::Word, None, Some(9000)), "{what}");
    }
    // The pair: with the fifth card it is known what was due.
    let whole = tie(json!(["AS", "2S", "3S", "4S", "KH"]), claim(json!({})));
    assert_eq!(V7.findings(std::slice::from_ref(&whole))[0].money, Some(9000));
    assert_eq!(evidence(V7, whole), (Evidence::Word, Some(9000), None));
    // Cards that lack are what is decided of a wrong number of them.
    let late = json!({"noticed": V7.at("04:30"), "kind": "wrong_card_count", "hand": "player", "dealt": "too_few", "stage": "draws"});
    let next = V7.numbered(2, json!({}));
    let codes = |claim: Value| -> Vec<Code> {
        let coup = with(tie(short.clone(), claim), json!({"at": V7.at("04:40")}));
        let next = with(next.clone(), json!({"at": V7.at("04:56")}));
        V7.findings(&[coup, next]).into_iter().map(|finding| finding.code).filter(|code| *code != Code::Clock).collect()
    };
    assert_eq!(codes(late.clone()), [Code::ClaimUnsupported]);
    assert_eq!(codes(with(late, json!({"by": "gaming_shift_manager"}))), []);
}

/// A natural against 3, and a fifth card: the number of cards says nothing of their order.
#[test]
fn a_card_too_many_shows_no_wrong_order() {
    let coup = |claim: Value| {
        let wager = json!({"id": "w1", "bet": "banker", "stake": 1000, "returned": 1950, "placed": V7.at("02:10")});
        V7.coup(json!({"cards": ["KS", "TS", "8D", "3C", "5C"], "wrd": "banker", "wagers": [wager],
            "irregularities": [claim], "declared": {"result": "banker", "player": 3, "banker": 8, "sevens": 0}}))
    };
    let claim = |kind: &str, facts: Value| with(json!({"kind": kind, "noticed": V7.at("02:30")}), facts);
    let order = coup(claim("dealt_out_of_order", json!({})));
    let found: Vec<_> = V7.findings(std::slice::from_ref(&order)).iter().map(|one| (one.code, one.money)).collect();
    assert_eq!(found, [(Code::ClaimUnsupported, Some(1950))]);
    assert_eq!(evidence(V7, order).0, Evidence::Word);
    let count = coup(claim("wrong_card_count", json!({"hand": "banker", "dealt": "too_many", "stage": "draws"})));
    assert_eq!(evidence(V7, count).0, Evidence::Log);
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

/// By 5.9.2 a coup goes on if some wager had conclusively won or lost when the round was interrupted, which its cards show.
#[test]
fn the_register_says_of_a_void_what_the_verdict_says() {
    let interrupted = json!({"affects": "round", "after_cards": 2, "ruling": "void"});
    let coup = |cards: Value| {
        let void = json!({"cards": cards, "declared": {"result": "void"}, "wrd": "void", "wagers": [E.wager(1000)],
            "irregularities": [E.irregularity("technical_interruption", interrupted.clone())]});
        register(E, &[E.coup(void)]).remove(0)
    };
    let settled = coup(json!(["AS", "7C"]));
    assert_eq!(settled.faults, [Code::VoidGroundless]);
    assert_eq!(settled.consequence, "the coup goes on, and counts by its cards; the coup was voided");
    assert!(settled.clause.is_some_and(|clause| clause.ends_with(" 5.9")));
    let open = coup(json!(["AS", "2C"]));
    assert_eq!(open.faults, []);
    assert_eq!(open.consequence, "the coup has no result, every wager returns its stake; the coup was voided");
}

#[test]
fn what_moved_is_not_known_where_the_order_of_the_cards_or_the_wagers_lack() {
    let together = json!({"cards": [1, 2], "order_known": false});
    let coup = V6.coup(json!({"irregularities": [V6.irregularity("cards_drawn_together", together)]}));
    assert_eq!(evidence(V6, coup), (Evidence::Word, None, Some(1500)));
    let mut coup = V6.coup(json!({"irregularities": [V6.irregularity("device_malfunction", json!({}))]}));
    assert_eq!(evidence(V6, coup.clone()).1, Some(0));
    coup.as_object_mut().unwrap().remove("wagers");
    assert_eq!(evidence(V6, coup), (Evidence::Word, None, None));
}

/// What an interruption moved is known by terminal, so that one is not blamed for what another moved.
#[test]
fn an_interruption_says_what_moved_at_each_terminal_that_it_names() {
    let of = |other: Value| {
        let why = json!({"affects": "terminals", "terminals": ["T1", "T3", "T1"], "after_cards": 1});
        let voided = E.wager_but(1000, json!({"terminal": "T1"}));
        let settled = E.wager_but(E.win(), with(json!({"id": "w2"}), other));
        let irregularity = E.irregularity("technical_interruption", why);
        let entry =
            register(E, &[E.coup(json!({"irregularities": [irregularity], "wagers": [voided, settled]}))]).remove(0);
        let at = entry.at_terminals.into_iter().map(|at| (at.terminal, at.moved, at.returned));
        (entry.moved, at.collect::<Vec<_>>())
    };
    let at = |terminal: &str, moved, returned| (terminal.to_owned(), Some(moved), returned);
    let moved = i128::from(1000 - E.win());
    assert_eq!(of(json!({"terminal": "T2"})), (Some(moved), vec![at("T1", moved, 1000), at("T3", 0, 0)]));
    assert_eq!(of(json!({})), (Some(moved), vec![]), "a wager that names no terminal");
}
