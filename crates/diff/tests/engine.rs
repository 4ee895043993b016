//! What the engine says of the coup of an example.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use resettle_audit::{Audit, Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_diff::Example;
use resettle_ruleset::{Registry, Ruleset};
use resettle_testkit::{Opening, chained};
use serde_json::{Value, json};

/// What the engine says of the coup of an example, of which it takes this many cards.
fn judged(ruleset: &Ruleset, example: &Example, takes: usize, returned: i128, irregularity: Option<&str>) -> Audit {
    let cards: Vec<String> = example.cards.iter().take(takes).map(ToString::to_string).collect();
    let at = |time: &str| format!("2024-03-05T10:{time}+08:00");
    let irregularities: Vec<Value> =
        irregularity.iter().map(|kind| json!({"kind": kind, "noticed": at("02:30")})).collect();
    let mut lines = vec![
        Opening::of("table", "T").log("L").venue("SG", "v").game("g").record(&at("00:00")),
        json!({"at": at("00:01"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": []}),
    ];
    if let Some(chip) = example.chip {
        lines.push(json!({"at": at("00:02"), "type": "limits", "chip": chip}));
    }
    lines.push(json!({
        "at": at("02:55"), "type": "coup", "shoe": "S", "coup": 1,
        "times": {"opened": at("02:00"), "closed": at("02:20"), "first_card": at("02:22"), "settled": at("02:50")},
        "cards": cards, "irregularities": irregularities,
        "wagers": [{"id": "w1", "seat": "1", "bet": example.bet, "stake": example.stake, "returned": i64::try_from(returned).unwrap(), "placed": at("02:10")}],
    }));
    let log = chained(&lines);
    let settings =
        Settings { registry: Registry::default(), named: Some(Arc::new(ruleset.clone())), ..Settings::default() };
    let audit = Replay::by(&settings).audit_log(LogReader::new(&log[..], None), "log.jsonl").audit;
    let bad: Vec<_> =
        audit.findings.iter().filter(|found| found.code.as_str() == "integrity/malformed-record").collect();
    assert!(bad.is_empty(), "{bad:#?} {}", String::from_utf8_lossy(&log));
    audit
}

fn is_deal_or_money(code: &str) -> bool {
    code.starts_with("settlement/")
        || (code.starts_with("deal/") && code != "deal/decks-out-of-range")
        || code.starts_with("void/")
}

/// The amounts that a text of an example names.
fn amounts(text: &str) -> Vec<i128> {
    text.split(" or ").map(|amount| amount.parse().unwrap()).collect()
}

/// The engine deals and pays the example as it says, under both, and would fault the other's payment.
pub fn engine_agrees(old: &Ruleset, new: &Ruleset, example: &Example, irregularity: Option<&str>) {
    let (was, is) = (amounts(&example.old), amounts(&example.new));
    assert_ne!(was, is);
    for (ruleset, right, takes) in [(old, &was, example.takes_old), (new, &is, example.takes_new)] {
        let reported = judged(ruleset, example, takes, right[0], irregularity);
        let codes: Vec<&str> = reported.findings.iter().map(|found| found.code.as_str()).collect();
        assert!(!codes.iter().any(|code| is_deal_or_money(code)), "{codes:?} {example:?}");
        assert_eq!(reported.totals.money.due, right[0], "{example:?}");
    }
    for (ruleset, right, takes, wrong) in [(old, &was, example.takes_old, &is), (new, &is, example.takes_new, &was)] {
        for wrong in wrong.iter().filter(|amount| !right.contains(amount)) {
            let reported = judged(ruleset, example, takes, *wrong, irregularity);
            assert!(reported.findings.iter().any(|found| is_deal_or_money(found.code.as_str())), "{wrong} {example:?}");
        }
    }
}
