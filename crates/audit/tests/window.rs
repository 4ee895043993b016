//! What is found of a coup lies in the days that are judged if the coup does, whatever was read before it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Replay, Settings, SourceLog, SourceSettings, Window};
use resettle_coup_log::LogReader;
use resettle_sealed_log::Time;
use resettle_testkit::{Log, Opening};
use serde_json::{Value, json};

fn at(time: &str) -> String {
    format!("2023-06-01T10:{time}+08:00")
}

fn log(kind: &str, id: &str, records: &[Value]) -> Vec<u8> {
    let opening = Opening::of(kind, id).game("electronic-7-up-baccarat").imported();
    Log::opened_at(&opening, &at("00:00")).records(records).bytes()
}

/// A coup of this minute, won by the Player with 7.
fn coup(number: u64) -> Value {
    let at = |second: &str| at(&format!("0{number}:{second}"));
    json!({"at": at("55"), "type": "coup", "shoe": "S", "coup": number,
        "times": {"opened": at("02"), "closed": at("20"), "first_card": at("22"), "settled": at("50")},
        "cards": ["2D", "KD", "4S"], "declared": {"result": "player", "player": 7, "banker": 6, "sevens": 1}})
}

/// The coups of which it is reported that the terminal lacks them, which is the second of two.
fn lacking(window: Option<Window>) -> Vec<Option<u64>> {
    let shoe = json!({"at": at("00:01"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]});
    let wager = json!({"id": "w1", "bet": "player", "stake": 1000, "returned": 1500});
    let reported = json!({"at": at("01:56"), "type": "coup", "shoe": "S", "coup": 1, "wagers": [wager]});
    let logs =
        [("table", log("table", "table", &[shoe, coup(1), coup(2)])), ("T1", log("terminal", "T1", &[reported]))];
    let sources = logs.iter().map(|(id, log)| SourceLog::new(*id, LogReader::new(&log[..], None)));
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let about = SourceSettings::default();
    let audit = Replay::by(&settings).within(window).joining(&about).audit_logs(sources.collect()).audit;
    let lacks = audit.findings.iter().filter(|finding| finding.code.as_str() == "reconcile/missing-source");
    lacks.map(|finding| finding.place.coup).collect()
}

#[test]
fn a_coup_that_a_source_lacks_is_reported_where_the_coup_lies_in_the_window() {
    let between = Some(Time::parse(&at("02:00")).unwrap().moment());
    assert_eq!(lacking(None), [Some(2)]);
    assert_eq!(lacking(Some(Window { from: between, until: None })), [Some(2)]);
    assert_eq!(lacking(Some(Window { from: None, until: between })), []);
}
