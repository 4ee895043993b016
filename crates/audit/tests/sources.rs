//! Several sources of one table: where they contradict each other, whose clock says when a coup was played, and what
//! nobody judged because no source records it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::{Audit, Replay, Settings, Severity, SourceLog, SourceSettings, Window};
use resettle_coup_log::LogReader;
use resettle_sealed_log::Time;
use resettle_testkit::{Log, Opening, with};
use serde_json::{Value, json};

fn at(time: &str) -> String {
    format!("2023-06-01T10:{time}+08:00")
}

/// A source with its own clock: its log begins at this moment.
struct Source {
    kind: &'static str,
    id: &'static str,
    imported: bool,
    opened: String,
    records: Vec<Value>,
}

fn source(kind: &'static str, id: &'static str, records: &[Value]) -> Source {
    Source { kind, id, imported: false, opened: at("00:00"), records: records.to_vec() }
}

fn audit(sources: &[Source], window: Option<Window>) -> Audit {
    let log = |source: &Source| {
        let opening = Opening::of(source.kind, source.id).log(source.id).game("electronic-7-up-baccarat");
        let opening = if source.imported { opening.imported() } else { opening };
        Log::opened_at(&opening, &source.opened).records(&source.records).bytes()
    };
    let logs: Vec<Vec<u8>> = sources.iter().map(log).collect();
    let passed =
        logs.iter().zip(sources).map(|(log, source)| SourceLog::new(source.id, LogReader::new(&log[..], None)));
    let rules = Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() };
    let about = SourceSettings::default();
    let replay = Replay::by(&rules).within(window);
    let replay = if sources.len() > 1 { replay.joining(&about) } else { replay };
    replay.audit_logs(passed.collect()).audit
}

/// Codes, wagers and money, the logs as logs apart.
fn found(audit: &Audit) -> Vec<(&'static str, Option<String>, Option<i64>)> {
    let ours = audit.findings.iter().filter(|finding| !finding.code.as_str().starts_with("integrity/"));
    ours.map(|finding| (finding.code.as_str(), finding.wager.clone(), finding.money)).collect()
}

const DISAGREE: &str = "reconcile/disagreement";

fn start() -> Value {
    json!({"at": at("00:01"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]})
}

fn wager() -> Value {
    json!({"id": "w1", "bet": "player", "stake": 1000, "returned": 1500, "placed": at("02:10"), "terminal": "T1"})
}

/// The second minute's coup, won by the Player with 7; the table holds all of it.
fn coup() -> Value {
    json!({"at": at("02:55"), "type": "coup", "shoe": "S", "coup": 1,
        "times": {"opened": at("02:02"), "closed": at("02:20"), "first_card": at("02:22"), "settled": at("02:50")},
        "cards": ["2D", "KD", "4S"], "to": "BPB", "wagers": [wager()], "wrd": "player",
        "declared": {"result": "player", "player": 7, "banker": 6, "sevens": 1}})
}

/// What a second source says of that coup.
fn beside(kind: &'static str, more: Value) -> Source {
    source(kind, "T1", &[with(json!({"at": at("02:56"), "type": "coup", "shoe": "S", "coup": 1}), more)])
}

fn with_table(other: Source) -> Vec<(&'static str, Option<String>, Option<i64>)> {
    found(&audit(&[source("table", "T", &[start(), coup()]), other], None))
}

fn w1(money: Option<i64>) -> Vec<(&'static str, Option<String>, Option<i64>)> {
    vec![(DISAGREE, Some("w1".to_owned()), money)]
}

#[test]
fn times_further_apart_than_clocks_may_be() {
    let times = |more: Value| with_table(beside("shoe", json!({"cards": ["2D", "KD", "4S"], "times": more})));
    assert_eq!(times(json!({"closed": at("02:20")})), []);
    assert_eq!(times(json!({"closed": at("02:21")})), [], "a second is no difference");
    assert_eq!(times(json!({"settled": at("03:50")})), [(DISAGREE, None, None)]);
    assert_eq!(times(json!({"closed": at("02:25")})), [(DISAGREE, None, None)], "it decides no wager");
    assert_eq!(times(json!({"closed": at("02:05")})), [(DISAGREE, None, Some(500))], "the wager is late by it");
}

#[test]
fn what_one_source_knows_of_a_card_another_may_know_better() {
    let shoe = |cards: [&str; 3]| with_table(beside("shoe", json!({"cards": cards})));
    assert_eq!(shoe(["2?", "KD", "~4"]), []);
    assert_eq!(shoe(["?D", "~0", "4?"]), []);
    for other in [["3?", "KD", "4S"], ["2D", "~9", "4S"], ["2D", "?S", "4S"], ["2D", "??", "4S"]] {
        assert_eq!(shoe(other), [(DISAGREE, None, None)], "{other:?}");
    }
    // The table knows less: the shoe's cards fill it in, and the coup is not one of cards that are known in part.
    let table = with(coup(), json!({"cards": ["2?", "~0", "4S"]}));
    let beside_it = |cards: [&str; 3]| {
        let sources = [source("table", "T", &[start(), table.clone()]), beside("shoe", json!({"cards": cards}))];
        found(&audit(&sources, None))
    };
    assert_eq!(beside_it(["2D", "KD", "4S"]), []);
    assert_eq!(beside_it(["2D", "~0", "4S"]), [("deal/unreadable-card", None, None)]);
}

#[test]
fn where_the_cards_ended() {
    let to = |to: &str| with_table(beside("shoe", json!({"cards": ["2D", "KD", "4S"], "to": to})));
    assert_eq!(to("BPB"), []);
    assert_eq!(to("PBB"), [(DISAGREE, None, None)]);
}

#[test]
fn a_wagers_commission_and_withdrawal() {
    let terminal = |change: Value| with_table(beside("terminal", json!({"wagers": [with(wager(), change)]})));
    assert_eq!(terminal(json!({})), []);
    assert_eq!(terminal(json!({"commission": 50})), w1(Some(-50)));
    let withdrawn = terminal(json!({"withdrawn": at("02:15")}));
    assert!(withdrawn.contains(&w1(Some(500))[0]), "{withdrawn:?}");
    assert_eq!(terminal(json!({"returned": 1400})), w1(None));
    // A source that keeps no times of the wager says nothing about a withdrawal.
    let back = with(wager(), json!({"returned": 1000, "withdrawn": at("02:15")}));
    let table = with(
        coup(),
        json!({"wagers": [{"id": "w1", "bet": "player", "stake": 1000, "returned": 1000, "terminal": "T1"}]}),
    );
    let logs = [source("table", "T", &[start(), table]), beside("terminal", json!({"wagers": [back]}))];
    assert_eq!(found(&audit(&logs, None)), []);
}

/// A wager that lost, or won, by the one record and not by the other.
#[test]
fn what_decides_a_wager_bears_the_money() {
    let by = |table: Value, terminal: Value| {
        let [table, terminal] = [table, terminal].map(|change| json!({"wagers": [with(wager(), change)]}));
        let found =
            found(&audit(&[source("table", "T", &[start(), with(coup(), table)]), beside("terminal", terminal)], None));
        let disagree: Vec<_> = found.into_iter().filter(|(code, ..)| *code == DISAGREE).collect();
        assert_eq!(disagree.len(), 1, "{disagree:?}");
        disagree[0].2
    };
    let lost = |more: Value| with(json!({"bet": "banker", "returned": 1000}), more);
    let (in_time, late) = (json!({"withdrawn": at("02:15")}), json!({"withdrawn": at("02:25")}));
    assert_eq!(by(lost(in_time.clone()), lost(json!({}))), Some(1000), "withdrawn by the table alone");
    assert_eq!(by(lost(late), lost(in_time.clone())), Some(1000), "late by the table, in time by the terminal");
    let won = |more: Value| with(json!({"returned": 1500}), more);
    assert_eq!(by(won(json!({"placed": at("02:25")})), won(json!({}))), Some(500), "placed late by the table");
    assert_eq!(by(won(json!({})), won(json!({"bet": "banker"}))), Some(1500), "on another bet");
    assert_eq!(by(won(json!({"placed": at("02:11")})), won(json!({}))), None, "in time by both");
    let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [with(wager(), lost(in_time))],
        "irregularities": [{"kind": "foreign_card", "noticed": at("02:40"), "card": 0}]});
    let logs = [
        source("table", "T", &[start(), with(coup(), void)]),
        beside("terminal", json!({"wagers": [with(wager(), lost(json!({})))]})),
    ];
    assert!(found(&audit(&logs, None)).contains(&w1(None)[0]), "every stake goes back");
}

#[test]
fn an_id_that_prints_as_nothing_is_none() {
    for id in ["", " ", "#2 ", "\u{a0}", " #7"] {
        let bad = with(coup(), json!({"wagers": [{"id": id, "bet": "player", "stake": 1000, "returned": 1400}]}));
        let found = found(&audit(&[source("table", "T", &[start(), bad])], None));
        assert_eq!(found, [("settlement/underpaid", Some("#1".to_owned()), Some(-100))], "{id:?}");
    }
}

#[test]
fn an_id_of_the_form_of_a_place_is_none() {
    let two = |first: &str| {
        let wager = |id: Value, returned: i64| {
            let named = if id.is_null() { json!({}) } else { json!({"id": id}) };
            with(json!({"bet": "player", "stake": 1000, "returned": returned}), named)
        };
        json!([wager(first.into(), 1500), wager(Value::Null, 1400)])
    };
    let named = |first: &str| {
        found(&audit(&[source("table", "T", &[start(), with(coup(), json!({"wagers": two(first)}))])], None))
    };
    let underpaid = |name: &str| vec![("settlement/underpaid", Some(name.to_owned()), Some(-100))];
    assert_eq!(named("w1"), underpaid("#2"));
    assert_eq!(named("#2"), underpaid("#2"));
    let bad = with(coup(), json!({"wagers": [{"id": "#2", "bet": "player", "stake": 1000, "returned": 1400}]}));
    assert_eq!(found(&audit(&[source("table", "T", &[start(), bad])], None)), underpaid("#1"));
}

/// The window that ends before the third minute, and the one that begins then.
fn windows() -> [Option<Window>; 2] {
    let moment = Some(Time::parse(&at("03:00")).unwrap().moment());
    [Some(Window { from: None, until: moment }), Some(Window { from: moment, until: None })]
}

/// A terminal whose clock goes a month ahead still tells about the coups that it names.
#[test]
fn a_coup_is_played_when_its_dealer_says() {
    let later = |time: &str| format!("2023-07-02T10:{time}+08:00");
    let short = with(wager(), json!({"returned": 1400, "placed": at("02:10")}));
    let dealt = coup();
    let terminal = |number: u64, wager: Value| json!({"at": later("02:56"), "type": "coup", "shoe": "S", "coup": number, "wagers": [wager]});
    let sources = |records: &[Value]| {
        let mut dealt = dealt.clone();
        dealt.as_object_mut().unwrap().remove("wagers");
        let t1 = Source { opened: later("00:00"), ..source("terminal", "T1", records) };
        [source("shoe", "A", &[start(), dealt]), t1]
    };
    let [now, then] = windows();
    let underpaid = vec![("settlement/underpaid", Some("w1".to_owned()), Some(-100))];
    assert_eq!(found(&audit(&sources(&[terminal(1, short.clone())]), now)), underpaid);
    assert_eq!(found(&audit(&sources(&[terminal(1, short.clone())]), then)), []);
    // What no shoe dealt lies where the shoe's other coups lie.
    let undealt = sources(&[terminal(1, wager()), terminal(2, wager())]);
    assert!(found(&audit(&undealt, now)).iter().any(|(code, ..)| *code == "reconcile/paid-undealt"));
    assert_eq!(found(&audit(&undealt, then)), []);
}

const UNJUDGED: &str = "reconcile/unjudged";

/// What one terminal says of two coups, each with its wagers and declaration.
fn terminal_alone(change: Value) -> Source {
    let coup = |number: u64| {
        let own = json!({"at": at(&format!("0{number}:56")), "type": "coup", "shoe": "S", "coup": number, "wagers": [
            {"id": "w1", "bet": "player", "stake": 1000, "returned": 1500}], "declared": {"result": "player", "player": 7}});
        with(own, change.clone())
    };
    source("terminal", "T1", &[coup(1), coup(2)])
}

#[test]
fn what_only_its_own_declaration_settles_is_not_judged() {
    let audit_of = |source: Source| audit(&[source], None);
    let alone = audit_of(terminal_alone(json!({})));
    assert_eq!(found(&alone), [(UNJUDGED, None, None)], "once for the day");
    let finding = alone.findings.iter().find(|finding| finding.code.as_str() == UNJUDGED).unwrap();
    assert_eq!((finding.expected.as_deref(), finding.logged.as_deref()), (Some("2000 staked"), Some("3000 returned")));
    assert_eq!(finding.severity, Severity::Major);
    let import = audit_of(Source { imported: true, ..terminal_alone(json!({})) });
    let severity = import.findings.iter().find(|finding| finding.code.as_str() == UNJUDGED).unwrap().severity;
    assert_eq!(severity, Severity::Info);
    // What is wrong even by its own words is a finding of its own, and judged.
    let wrong = json!([{"id": "w1", "bet": "player", "stake": 1000, "returned": 1400}]);
    let underpaid = ("settlement/underpaid", Some("w1".to_owned()), Some(-100));
    assert_eq!(found(&audit_of(terminal_alone(json!({"wagers": wrong})))), [underpaid.clone(), underpaid]);
    assert_eq!(found(&audit_of(terminal_alone(json!({"wagers": []})))), [], "no money, nothing to judge");
    let mut untold = terminal_alone(json!({}));
    untold.records.iter_mut().for_each(|coup| drop(coup.as_object_mut().unwrap().remove("declared")));
    let untold = audit_of(untold);
    assert_eq!(found(&untold), [(UNJUDGED, None, None)]);
    assert!(untold.findings.iter().any(|finding| finding.message.contains("what was declared does not say")));
}

/// That a wager is above the table sign says nothing of the money that it returned.
#[test]
fn a_finding_about_something_else_judges_no_money() {
    let sign = json!({"at": at("00:02"), "type": "limits", "max": {"player": 1}});
    let alone = terminal_alone(json!({}));
    let records: Vec<Value> = std::iter::once(sign).chain(alone.records.clone()).collect();
    let found = found(&audit(&[Source { records, ..alone }], None));
    assert!(found.iter().any(|(code, ..)| *code == "wager/over-limit"), "{found:?}");
    assert!(found.contains(&(UNJUDGED, None, None)), "{found:?}");
}

/// A device's own void and its own refusal are its declaration as well.
#[test]
fn a_void_or_a_refusal_on_a_devices_word_alone_is_not_judged() {
    let void = json!({"wagers": [{"id": "w1", "bet": "player", "stake": 1000, "returned": 1000}],
        "declared": {"result": "void"}, "irregularities": [{"kind": "foreign_card", "noticed": at("01:30")}]});
    let refused =
        json!({"wagers": [{"id": "w1", "bet": "player", "stake": 1000, "returned": 1000, "accepted": false}]});
    for (what, change) in [("void", void.clone()), ("refused", refused)] {
        let found = found(&audit(&[terminal_alone(change)], None));
        assert!(found.contains(&(UNJUDGED, None, None)), "{what}: {found:?}");
    }
    // With the cards of a shoe it is judged.
    let mut shoe = coup();
    shoe.as_object_mut().unwrap().remove("wagers");
    let shoe = with(shoe, json!({"wrd": "void", "declared": {"result": "void"}, "cards": ["XX", "KD", "4S"]}));
    let logs = [
        source("shoe", "A", &[start(), shoe]),
        beside("terminal", with(void, json!({"wagers": [with(wager(), json!({"returned": 1000}))]}))),
    ];
    let found = found(&audit(&logs, None));
    assert!(found.iter().all(|(code, ..)| *code != UNJUDGED), "{found:?}");
}

/// What nobody may refuse, nobody may refuse at a terminal either, if somebody logged when bets were closed.
#[test]
fn a_refusal_without_cards_is_found_where_the_close_is_known() {
    let v7 = |records: &[Value], kind: &str, id: &str| {
        Log::opened_at(&Opening::of(kind, id).log(id).game("baccarat"), &at("00:00")).records(records).bytes()
    };
    let refused = json!({"at": at("02:56"), "type": "coup", "shoe": "S", "coup": 1, "declared": {"result": "banker"},
        "wagers": [{"id": "w1", "bet": "player", "stake": 1000, "returned": 1000, "accepted": false, "placed": at("02:10")}]});
    let display = |times: Value| json!({"at": at("02:55"), "type": "coup", "shoe": "S", "coup": 1, "wrd": "banker", "times": times});
    let codes = |times: Value| {
        let logs = [v7(&[display(times)], "display", "D"), v7(std::slice::from_ref(&refused), "terminal", "T1")];
        let passed =
            logs.iter().zip(["D", "T1"]).map(|(log, name)| SourceLog::new(name, LogReader::new(&log[..], None)));
        let rules = Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() };
        let about = SourceSettings::default();
        let audit = Replay::by(&rules).joining(&about).audit_logs(passed.collect()).audit;
        found(&audit).into_iter().map(|(code, ..)| code).collect::<Vec<_>>()
    };
    let known =
        codes(json!({"opened": at("02:02"), "closed": at("02:20"), "first_card": at("02:22"), "settled": at("02:50")}));
    assert_eq!(known, ["wager/refused"]);
    let unknown = codes(json!({"opened": at("02:02"), "first_card": at("02:22"), "settled": at("02:50")}));
    assert_eq!(unknown, [UNJUDGED]);
}

/// A withdrawal is late or not by the close: without it nobody knows what was due.
#[test]
fn a_withdrawal_without_the_close_is_not_judged() {
    let back = json!([with(wager(), json!({"returned": 1000, "withdrawn": at("02:30")}))]);
    let mut left_out = with(coup(), json!({"wagers": back}));
    left_out["times"].as_object_mut().unwrap().remove("closed");
    let found = found(&audit(&[source("table", "T", &[start(), left_out])], None));
    assert!(found.contains(&("procedure/times", None, None)), "{found:?}");
    assert!(found.contains(&(UNJUDGED, None, None)), "{found:?}");
}

#[test]
fn cards_of_another_source_judge_it() {
    let mut shoe = coup();
    shoe.as_object_mut().unwrap().remove("wagers");
    let logs = [source("shoe", "A", &[start(), shoe]), beside("terminal", json!({"wagers": [wager()]}))];
    assert_eq!(found(&audit(&logs, None)), []);
    let display = beside("display", json!({"wrd": "player"}));
    let declared = json!({"wagers": [wager()], "declared": {"result": "player"}});
    let terminal = Source { id: "T2", ..beside("terminal", declared) };
    assert_eq!(found(&audit(&[display, terminal], None)), [(UNJUDGED, None, None)]);
}
