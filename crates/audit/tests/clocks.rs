//! A terminal whose clock may be off: what is in time by its tolerance, and what is reported of that.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Audit, Replay, Settings, SourceLog, SourceSettings};
use resettle_coup_log::LogReader;
use resettle_testkit::{Log, Opening, with};
use serde_json::{Value, json};

/// A moment after the opening of the second minute.
fn at(second: &str) -> String {
    format!("2023-06-01T10:02:{second}+08:00")
}

fn log(kind: &str, id: &str, records: &[Value]) -> Vec<u8> {
    let opening = Opening::of(kind, id).game("electronic-7-up-baccarat").imported();
    Log::opened_at(&opening, &at("00")).records(records).bytes()
}

/// A coup that is closed at second 20 and won by the Player with 7, and terminals with these wagers of 1000 on the Player.
fn joined(settings: &str, terminals: &[(&str, &[Value])]) -> Audit {
    let shoe = json!({"at": at("01"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]});
    let coup = json!({"at": at("55"), "type": "coup", "shoe": "S", "coup": 1,
        "times": {"opened": at("02"), "closed": at("20"), "first_card": at("22"), "settled": at("50")},
        "cards": ["2D", "KD", "4S"], "declared": {"result": "player", "player": 7, "banker": 6, "sevens": 1}});
    let mut logs = vec![("table", log("table", "table", &[shoe, coup]))];
    for (id, wagers) in terminals {
        let coup = json!({"at": at("56"), "type": "coup", "shoe": "S", "coup": 1, "wagers": wagers});
        logs.push((id, log("terminal", id, &[coup])));
    }
    let sources = logs.iter().map(|(id, log)| SourceLog::new(*id, LogReader::new(&log[..], None)));
    let rules = Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() };
    Replay::by(&rules).joining(&SourceSettings::from_yaml(settings).unwrap()).audit_logs(sources.collect()).audit
}

/// 1000 on the Player; the times are `placed` and `withdrawn`.
fn wager(id: &str, returned: i64, times: Value) -> Value {
    with(json!({"id": id, "bet": "player", "stake": 1000, "returned": returned}), times)
}

/// Codes, wagers and money, logs apart.
fn reported(audit: &Audit) -> Vec<(&'static str, Option<&str>, Option<i64>)> {
    let ours = audit.findings.iter().filter(|finding| !finding.code.as_str().starts_with("integrity/"));
    ours.map(|finding| (finding.code.as_str(), finding.wager.as_deref(), finding.money)).collect()
}

const TOLERANT: &str = "sources:\n  T1: {clock_tolerance: 250ms}\n";

#[test]
fn what_is_later_than_the_close_by_no_more_than_the_tolerance_is_in_time_and_reported_once() {
    let placed = |id: &str, second: &str| wager(id, 1500, json!({"placed": at(second)}));
    let late = ("wager/late-honoured", Some("w3"), Some(500));
    let wagers = [placed("w1", "20.250"), placed("w2", "20.100"), placed("w3", "20.251")];
    let audit = joined(TOLERANT, &[("T1", &wagers)]);
    assert_eq!(reported(&audit), [("reconcile/clock-tolerance", Some("w1"), None), late]);
    // Another terminal's clock is taken at its word.
    let audit = joined(TOLERANT, &[("T2", &wagers[..1])]);
    assert_eq!(reported(&audit), [("wager/late-honoured", Some("w1"), Some(500))]);
}

#[test]
fn nothing_is_reported_of_a_tolerance_that_nothing_needed() {
    let early = [wager("w1", 1500, json!({"placed": at("20")})), wager("w2", 1500, json!({"placed": at("05")}))];
    assert_eq!(reported(&joined(TOLERANT, &[("T1", &early)])), []);
    let late = [wager("w1", 1500, json!({"placed": at("21")}))];
    assert_eq!(reported(&joined(TOLERANT, &[("T1", &late)])), [("wager/late-honoured", Some("w1"), Some(500))]);
    // Without any time a wager leans on nothing.
    assert_eq!(reported(&joined(TOLERANT, &[("T1", &[wager("w1", 1500, json!({}))])])), []);
}

#[test]
fn a_wager_withdrawn_within_the_tolerance_was_withdrawn_in_time() {
    let taken_back = |returned: i64| {
        let wager = wager("w1", returned, json!({"placed": at("10"), "withdrawn": at("20.200")}));
        let audit = joined(TOLERANT, &[("T1", &[wager])]);
        reported(&audit).iter().map(|(code, _, money)| (*code, *money)).collect::<Vec<_>>()
    };
    assert_eq!(taken_back(1000), [("reconcile/clock-tolerance", None)]);
    assert_eq!(taken_back(1500), [("reconcile/clock-tolerance", None), ("settlement/overpaid", Some(500))]);
}
