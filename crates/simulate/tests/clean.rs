//! Untouched logs, read back from their bytes: chained, sealed, possible, rightly dealt and paid.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests stand outside the test functions"
)]

use std::collections::HashMap;

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signature, VerifyingKey};
use resettle_reference::{Bet, Card, Dealing, Rules, deal, settle};
use resettle_simulate::{Config, Style, simulate};
use resettle_testkit::sha256;
use serde_json::Value;

fn log(rules: Rules, coups: u64, seed: u64, style: Style) -> (Vec<u8>, String) {
    let mut config = Config::clean(rules, coups, seed);
    config.style = style;
    let mut bytes = Vec::new();
    let outcome = simulate(&config, &mut bytes).expect("a log");
    assert!(outcome.expected.iter().all(|finding| finding.code == "ruleset/uncertain"));
    (bytes, outcome.trust_yaml)
}

fn lines(bytes: &[u8]) -> Vec<(&[u8], Value)> {
    assert_eq!(bytes.last(), Some(&b'\n'));
    bytes[..bytes.len() - 1]
        .split(|byte| *byte == b'\n')
        .map(|line| (line, serde_json::from_slice(line).expect("a record")))
        .collect()
}

#[test]
fn chained_and_sealed() {
    for rules in Rules::ALL {
        let (bytes, trust) = log(rules, 200, 5, Style::Varied);
        let lines = lines(&bytes);
        let key = trust.lines().find_map(|l| l.trim().strip_prefix("public_key: ")).expect("a key");
        let key: [u8; 32] = Base64::decode_vec(key).unwrap().try_into().unwrap();
        let key = VerifyingKey::from_bytes(&key).unwrap();
        let name = lines[0].1["log"].as_str().unwrap().to_owned();
        let (mut prev, mut at, mut seals) = ("0".repeat(64), String::new(), 0);
        for (seq, (line, record)) in lines.iter().enumerate() {
            assert_eq!(record["seq"].as_u64(), Some(seq as u64));
            assert_eq!(record["prev"], prev.as_str());
            let reported = record["at"].as_str().unwrap();
            assert!(reported >= at.as_str(), "one offset, so that times sort as text");
            at = reported.to_owned();
            if record["type"] == "seal" {
                seals += 1;
                let last = record["final"].as_bool().unwrap();
                assert_eq!(last, seq + 1 == lines.len());
                let text = format!(
                    "coup-log/1 seal\n{name}\n{seq}\n{prev}\n{reported}\n{}\n",
                    if last { "final" } else { "open" }
                );
                let sig = Base64::decode_vec(record["sig"].as_str().unwrap()).unwrap();
                let sig = Signature::from_slice(&sig).unwrap();
                key.verify_strict(text.as_bytes(), &sig).expect("a good seal");
                assert_eq!(record["key"], sha256(key.as_bytes()).as_str());
            }
            prev = sha256(line);
        }
        assert!(seals > 5);
    }
}

#[test]
fn dealt_declared_and_paid() {
    for rules in Rules::ALL {
        for style in [Style::Varied, Style::Plain] {
            let (bytes, _) = log(rules, 1_500, 6, style);
            let mut paid = 0;
            for (_, coup) in lines(&bytes).iter().filter(|(_, r)| r["type"] == "coup") {
                paid += judge(rules, coup);
            }
            assert!(paid > 2_000);
        }
    }
}

fn cards(value: &Value) -> Vec<Card> {
    let cards = value.as_array().into_iter().flatten();
    cards.map(|card| Card::read(card.as_str().unwrap()).expect("a card")).collect()
}

fn judge(rules: Rules, coup: &Value) -> usize {
    let Dealing::Complete(round) = deal(rules, &cards(&coup["cards"])) else { panic!("not dealt out: {coup}") };
    assert_eq!(coup["declared"]["result"], round.winner.word());
    assert_eq!(coup["declared"]["player"], round.player_total);
    assert_eq!(coup["declared"]["banker"], round.banker_total);
    assert_eq!(coup["declared"]["sevens"], round.sevens);
    assert_eq!(coup["wrd"], round.winner.word());
    let close = if rules.is_mbs() { "closed" } else { "first_card" };
    let close = coup["times"][close].as_str().expect("the close");
    let wagers = coup["wagers"].as_array().unwrap();
    for wager in wagers {
        let bet = Bet::read(wager["bet"].as_str().unwrap()).unwrap();
        let stake = wager["stake"].as_i64().unwrap();
        let back = wager["accepted"] == false
            || wager["placed"].as_str().is_some_and(|placed| placed > close)
            || wager["withdrawn"].as_str().is_some_and(|withdrawn| withdrawn <= close);
        let net = wager["returned"].as_i64().unwrap() - wager["commission"].as_i64().unwrap_or(0);
        if back {
            assert_eq!(net, stake);
        } else {
            let chip = (!rules.is_mbs()).then_some(500);
            let due = settle(rules, bet, stake, &round, chip).unwrap();
            assert_eq!(due.difference(net), Some(0), "{wager}");
        }
    }
    wagers.len()
}

/// No card lies on the table, in the rack or in the burned cards more often than the decks hold it.
#[test]
fn shoes_hold_what_they_can() {
    for rules in Rules::ALL {
        let (bytes, _) = log(rules, 3_000, 7, Style::Varied);
        let (mut decks, mut returns) = (0, false);
        let (mut rack, mut all): (Vec<Card>, Vec<Card>) = (Vec::new(), Vec::new());
        let mut again = 0;
        for (_, record) in lines(&bytes) {
            if record["event"] == "start" {
                decks = record["decks"].as_u64().unwrap();
                let (least, most) = rules.decks();
                assert!((u64::from(least)..=u64::from(most)).contains(&decks));
                returns = rules.cards_return() || record["recirculates"] == true;
                rack = cards(&record["burned"]);
                all = rack.clone();
                assert_eq!(rack.len(), usize::from(rules.burns_first_card()));
            }
            if record["type"] == "coup" {
                let coup = cards(&record["cards"]);
                let lying = if returns { &mut rack } else { &mut all };
                lying.extend(&coup);
                let mut counts: HashMap<Card, u64> = HashMap::new();
                for card in lying.iter() {
                    *counts.entry(*card).or_default() += 1;
                }
                assert!(counts.values().all(|count| *count <= decks));
                if returns {
                    all.extend(&coup);
                    rack = coup;
                    again += usize::from(all.len() > 52 * usize::try_from(decks).unwrap());
                }
            }
        }
        // a device that takes cards back deals more cards than it holds
        assert!(again > 0 || !rules.cards_return());
    }
}
