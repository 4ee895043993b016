//! An import that nobody vouches for: by which rules its coups are judged, what is not asked of it, and what is.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use resettle_audit::{Code, Finding, Replay, Settings, Severity, Window};
use resettle_coup_log::LogReader;
use resettle_sealed_log::{Time, TrustStore};
use resettle_testkit::{Log, Opening, own, trust_file, trusted, with};
use serde_json::{Value, json};

const IMPORTED: &str = "2026-11-21T19:00:00+08:00";

/// A coup of an import: all records were written when it was made.
fn coup(change: Value) -> Value {
    with(json!({"at": IMPORTED, "type": "coup"}), change)
}

fn judged(game: &str, coups: &[Value], window: Option<Window>) -> Vec<Finding> {
    let opening = Opening::of("table", "T").game(game).imported();
    let log = Log::opened_at(&opening, IMPORTED).records(coups).bytes();
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let audited = Replay::by(&settings).within(window).audit_log(LogReader::new(&log[..], None), "log.jsonl");
    let ours = |finding: &Finding| finding.code.as_str() != "ruleset/uncertain" && finding.severity != Severity::Info;
    audited.audit.findings.into_iter().filter(ours).collect()
}

/// Codes, severities and money.
fn found(game: &str, coups: &[Value]) -> Vec<(&'static str, Severity, Option<i64>)> {
    let findings = judged(game, coups, None);
    findings.iter().map(|finding| (finding.code.as_str(), finding.severity, finding.money)).collect()
}

/// Three sevens, which paid 7 to 1 until 17 February 2017 and 25 to 1 since.
fn three_sevens(times: &Value, returned: i64) -> Value {
    coup(json!({
        "times": times, "cards": ["7D", "7S", "TH", "2C"],
        "wagers": [{"bet": "super_sevens", "stake": 1000, "returned": returned}],
        "declared": {"result": "banker", "player": 6, "banker": 7, "sevens": 3},
    }))
}

#[test]
fn a_coup_is_judged_by_the_rules_of_its_own_time() {
    let [before, after] = ["2017-02-16T23:59:59+08:00", "2017-02-17T00:00:01+08:00"];
    for name in ["settled", "closed", "opened", "first_card"] {
        let clean =
            |at: &str, returned: i64| found("7-up-baccarat", &[three_sevens(&json!({name: at}), returned)]).is_empty();
        assert!(clean(before, 8_000), "{name}");
        assert!(!clean(after, 8_000), "{name}");
        assert!(!clean(before, 26_000), "{name}");
    }
    // A wager's own time dates a coup that has no other.
    let mut placed = three_sevens(&json!({}), 8_000);
    placed["wagers"][0]["placed"] = before.into();
    assert_eq!(found("7-up-baccarat", &[placed]), []);
    // The nearest to the commencement counts, and without any time that of the import.
    let both = |opened: &str, settled: &str| three_sevens(&json!({"opened": opened, "settled": settled}), 8_000);
    assert_eq!(found("7-up-baccarat", &[both(before, after)]), []);
    assert_ne!(found("7-up-baccarat", &[three_sevens(&json!({}), 8_000)]), []);
}

#[test]
fn a_coup_lies_in_the_days_of_its_own_time() {
    let underpaid = three_sevens(&json!({"settled": "2016-05-05T12:00:00+08:00"}), 1_000);
    let found = |from: &str, until: &str| {
        let moment = |text: &str| Some(Time::parse(text).unwrap().moment());
        judged(
            "7-up-baccarat",
            std::slice::from_ref(&underpaid),
            Some(Window { from: moment(from), until: moment(until) }),
        )
        .len()
    };
    assert_eq!(found("2016-05-01T00:00:00+08:00", "2016-06-01T00:00:00+08:00"), 1);
    assert_eq!(found("2026-11-01T00:00:00+08:00", "2026-12-01T00:00:00+08:00"), 0);
}

#[test]
fn a_coup_is_judged_under_the_sign_of_its_own_time() {
    let sign = |at: &str, max: i64| json!({"at": at, "type": "limits", "max": {"banker": max}});
    let played = |settled: &str| {
        coup(json!({
            "times": {"settled": settled}, "cards": ["KS", "9D", "7H", "TC"],
            "wagers": [{"bet": "banker", "stake": 10_000, "returned": 19_500}],
            "declared": {"result": "banker", "player": 7, "banker": 9},
        }))
    };
    let opening = Opening::of("table", "T").imported();
    let lines = [
        sign("2026-11-21T08:00:00+08:00", 50_000),
        sign("2026-11-21T12:00:00+08:00", 5_000),
        played("2026-11-21T11:00:00+08:00"),
        played("2026-11-21T13:00:00+08:00"),
    ];
    let log = Log::opened_at(&opening, "2026-11-21T08:00:00+08:00").records(&lines).bytes();
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let audited = Replay::by(&settings).audit_log(LogReader::new(&log[..], None), "log.jsonl");
    let over: Vec<Option<u64>> = audited
        .audit
        .findings
        .iter()
        .filter(|finding| finding.code.as_str() == "wager/over-limit")
        .map(|finding| finding.place.line)
        .collect();
    assert_eq!(over, [Some(5)]);
}

#[test]
fn a_coup_whose_cards_are_not_recorded_is_judged_by_its_declaration() {
    let settled = |result: &str, bet: &str, returned: i64| {
        coup(json!({"wagers": [{"bet": bet, "stake": 10_000, "returned": returned}], "declared": {"result": result}}))
    };
    let clean = [settled("banker", "banker", 19_500), settled("banker", "player", 0), settled("tie", "player", 10_000)];
    assert_eq!(found("baccarat", &clean), []);
    let short = settled("player", "player", 19_500);
    assert_eq!(found("baccarat", &[short]), [("settlement/underpaid", Severity::Critical, Some(-500))]);
    // That none were dealt is another thing.
    let none = coup(json!({"cards": [], "wagers": [], "declared": {"result": "player"}}));
    assert_eq!(found("baccarat", &[none])[0].0, "deal/missing-draw");
}

#[test]
fn an_import_that_contradicts_itself_is_judged_like_any_log() {
    let dealt = |declared: Value, returned: i64| {
        coup(json!({
            "cards": ["2S", "2H", "3H", "3S"], "to": "PBPB", "declared": declared,
            "wagers": [{"bet": "banker", "stake": 10_000, "returned": returned}],
        }))
    };
    // Both hands have 5 and lack a card. No such error makes a winner of two equal totals.
    let beyond = dealt(json!({"result": "banker", "player": 7, "banker": 7}), 19_500);
    assert_eq!(
        found("baccarat", &[beyond]),
        [
            ("deal/missing-draw", Severity::Critical, None),
            ("result/misdeclared", Severity::Critical, None),
            ("settlement/overpaid", Severity::Critical, Some(9_500)),
        ]
    );
    // What the hands give as they lie is within its reach.
    let within = dealt(json!({"result": "tie", "player": 5, "banker": 5}), 10_000);
    assert_eq!(found("baccarat", &[within]).len(), 1);
    // So is a card that could not be read.
    let unread = |banker: i64, result: &str, returned: i64| {
        coup(json!({
            "cards": ["KS", "9D", "7H", "??"], "to": "PBPB",
            "declared": {"result": result, "player": 7, "banker": banker},
            "wagers": [{"bet": "banker", "stake": 10_000, "returned": returned}],
        }))
    };
    let codes = |coups: &[Value]| found("baccarat", coups).into_iter().map(|(code, ..)| code).collect::<Vec<_>>();
    assert_eq!(codes(&[unread(9, "banker", 19_500)]), ["deal/unreadable-card"]);
    assert_eq!(codes(&[unread(9, "player", 0)]), ["deal/unreadable-card", "result/misdeclared"]);
}

/// The severities of `integrity/untrusted-key` in an import sealed by a trusted key that may seal none, and where.
fn refused(coups: &[Value]) -> Vec<(Severity, Option<u64>)> {
    let opening = Opening::of("table", "T").imported();
    let log = Log::opened_at(&opening, IMPORTED).records(coups).written(IMPORTED).seal(true).bytes();
    let trust = TrustStore::from_yaml(&trust_file(&[trusted(&own(), "")])).unwrap();
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let audited = Replay::by(&settings).audit_log(LogReader::new(&log[..], Some(&trust)), "log.jsonl");
    let keys = audited.audit.findings.into_iter().filter(|finding| finding.code == Code::UntrustedKey);
    keys.map(|finding| (finding.severity, finding.place.line)).collect()
}

#[test]
fn an_import_under_a_seal_that_may_seal_none_counts_as_unsealed_if_it_is_an_import() {
    let before = || three_sevens(&json!({"settled": "2012-03-05T10:00:00+08:00"}), 8_000);
    let after = || three_sevens(&json!({"settled": "2026-11-21T19:00:01+08:00"}), 26_000);
    assert_eq!(refused(&[before()]), [(Severity::Info, Some(3))]);
    // A log of play that calls itself an import is none.
    assert_eq!(refused(&[before(), after()]), [(Severity::Critical, Some(4))]);
    assert_eq!(refused(&[three_sevens(&json!({}), 26_000)]), [(Severity::Critical, Some(3))]);
}

#[test]
fn a_sealed_import_was_opened_after_its_play() {
    let trust = TrustStore::from_yaml(&trust_file(&[trusted(&own(), "imports: true")])).unwrap();
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() };
    let found = |opening: &Opening| {
        let of = |coup: u32, hour: u32| {
            let at = |minute: u32| format!("2024-03-05T{hour:02}:{minute:02}:00+08:00");
            let times = json!({"opened": at(0), "closed": at(1), "first_card": at(2), "settled": at(3)});
            let noticed = json!({"kind": "display_error", "noticed": at(3), "announced": true});
            with(three_sevens(&times, 26_000), json!({"coup": coup, "irregularities": [noticed]}))
        };
        let log = Log::opened_at(opening, IMPORTED).records(&[of(1, 10), of(2, 11), of(3, 12)]).written(IMPORTED);
        let log = log.seal(true).bytes();
        let audited = Replay::by(&settings).audit_log(LogReader::new(&log[..], Some(&trust)), "log.jsonl");
        let mut codes: Vec<&str> = audited.audit.findings.iter().map(|finding| finding.code.as_str()).collect();
        codes.retain(|code| ["procedure/clock", "claim/refuted", "integrity/untrusted-key"].contains(code));
        codes
    };
    assert_eq!(found(&Opening::of("table", "T").game("7-up-baccarat").imported()), Vec::<&str>::new());
}
