//! Each member of a record that the format declares optional: whoever leaves it out changes what is found, what the report says
//! was asked, the register, what is counted, or what a profile finds that was drafted from the log as it was.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../audit/tests/tournament/base.rs"]
mod base;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use resettle_audit::{Settings, follow, gather};
use resettle_coup_log::{LogReader, described_records};
use resettle_oversight::DayRule;
use resettle_oversight::roster::{Roster, draft};
use resettle_testkit::{Log, Opening, seal_record};
use serde_json::{Value, json};

use crate::checks::{JUNE, report_by, seen_of};

/// What may be left out without a trace, and why that hides nothing.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("Eligibility.criteria", "asked where an entry was refused by them; tournament/pairs.jsonl"),
    ("Form.by", "asked of a form that the player did not fill in; tournament/pairs.jsonl"),
    ("Irregularity.notified_at", "`noticed` counts in its place: it is no later, so that no more is in time"),
    ("LeftOut.amount", "without it there is no money to say: the rows are counted beside its file"),
    ("LeftOut.below", "as LeftOut.amount"),
    ("LeftOut.value", "what the rows were of: said beside the file of an import, which nothing vouches for"),
    ("LeftOut.why", "as LeftOut.value"),
    ("LevelRow.round", "without it the bounds hold in every round: wagers of the others are asked more"),
    ("Wager.made_up", "the stake holds it, and no rule asks how much it was: the threat model names it"),
    ("coup.carried", "the card stands in both coups, and what counts is that it does"),
    ("incident.notified_at", "as of an irregularity"),
    ("incident.shoe", "without it the shoe in play counts, of which the coup is"),
    ("open.left_out", "rows that an import left out on purpose: counted beside its file"),
    ("open.unread_after", "rounds that an import could not read: counted beside its file"),
    ("session cancelled.by", "no rule says who may cancel: the threat model names it"),
    ("session conditions.chip", "asked of amounts that are no multiple of it; tournament/pairs.jsonl"),
    ("session conditions.chips_in_cash", "asked where a session ends early; tournament/pairs.jsonl"),
    ("session conditions.wager_time", "asked where a wager takes longer than it says"),
    ("session end.agreed", "asked where a session ends early and chips go out in cash; tournament/pairs.jsonl"),
    ("session end.by", "asked where a session ends early; tournament/pairs.jsonl"),
    ("session end.missing", "asked where the inventory is not what it was; tournament/pairs.jsonl"),
    ("session end.notified", "likewise"),
    ("session entry.refused", "asked of who plays and of the fees that are due; tournament/pairs.jsonl"),
    ("session refund.by", "asked of refunds for absence; tournament/pairs.jsonl"),
    ("session schedule.notified", "asked of a session that is moved; tournament/pairs.jsonl"),
    ("shoe start.recirculates", "without it the shoe is held to its decks, card by card: more is asked"),
    ("staff.dealer", "`staff` of a report, which runs here do not make, counts coups without a dealer"),
    ("staff.supervisor", "likewise"),
];

static FORMS: LazyLock<Value> = LazyLock::new(described_records);

static SETTINGS: LazyLock<Settings> =
    LazyLock::new(|| Settings { registry: resettle_rulesets::registry().unwrap(), ..Settings::default() });

/// The optional members that a form declares, each as the object and its name; entries of a map as `min[]`.
fn declared(form: &Value, own: &str, out: &mut BTreeSet<String>) {
    for (name, value) in form["properties"].as_object().into_iter().flatten() {
        let path = format!("{own}.{name}");
        if is_optional(form, name) {
            out.insert(path.clone());
        }
        if value["additionalProperties"].is_object() {
            out.insert(format!("{path}[]"));
        }
        let held = if value["items"].is_object() { &value["items"] } else { value };
        if let Some(title) = held["title"].as_str() {
            declared(held, title, out);
        }
    }
    for also in form["allOf"].as_array().into_iter().flatten() {
        declared(also, own, out);
        let then = &also["then"];
        declared(then, &of_condition(own, then), out);
    }
}

fn is_optional(form: &Value, name: &str) -> bool {
    !form["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name))
}

fn of_condition(own: &str, then: &Value) -> String {
    then["title"].as_str().map_or_else(|| own.to_owned(), |words| format!("{own} {words}"))
}

/// The optional members that a record has, each with the pointer to it.
fn held(record: &Value, form: &Value, own: &str, at: &str, out: &mut Vec<(String, String)>) {
    for (name, value) in form["properties"].as_object().into_iter().flatten() {
        let Some(there) = record.get(name) else { continue };
        let (path, at) = (format!("{own}.{name}"), format!("{at}/{name}"));
        if is_optional(form, name) {
            out.push((path.clone(), at.clone()));
        }
        if value["additionalProperties"].is_object() {
            let keys = there.as_object().into_iter().flat_map(|map| map.keys());
            out.extend(keys.map(|key| (format!("{path}[]"), format!("{at}/{key}"))));
        }
        let list = value["items"].is_object();
        let items: Vec<(String, &Value)> = match there.as_array().filter(|_| list) {
            Some(items) => items.iter().enumerate().map(|(place, item)| (format!("{at}/{place}"), item)).collect(),
            None => vec![(at, there)],
        };
        let of_each = if list { &value["items"] } else { value };
        for (at, item) in items {
            if let Some(title) = of_each["title"].as_str() {
                held(item, of_each, title, &at, out);
            }
        }
    }
    for also in form["allOf"].as_array().into_iter().flatten() {
        held(record, also, own, at, out);
        let mut conditions = also["if"]["properties"].as_object().into_iter().flatten();
        let holds = |(name, value): (&String, &Value)| match value["enum"].as_array() {
            Some(words) => record.get(name).is_some_and(|word| words.contains(word)),
            None => record.get(name) == Some(&value["const"]),
        };
        if also["then"].is_object() && conditions.all(holds) {
            held(record, &also["then"], &of_condition(own, &also["then"]), at, out);
        }
    }
}

/// Logs that are judged together: all that the report says of each, and what a roster drafted from them as they were finds.
struct Judged {
    settings: Cow<'static, Settings>,
    roster: Option<Roster>,
}

fn bytes(log: &[Value]) -> Vec<u8> {
    Log::empty().records(log).bytes()
}

impl Judged {
    fn of(logs: &[Vec<Value>]) -> Self {
        let of_tournament = logs.iter().flatten().any(|record| record["type"] == "session");
        let settings = if of_tournament {
            let all: Vec<Vec<u8>> = logs.iter().map(|log| bytes(log)).collect();
            let gathered = all.iter().filter_map(|log| gather(LogReader::new(&log[..], None))).collect::<Vec<_>>();
            Cow::Owned(Settings { tournaments: Some(Arc::new(follow(gathered, &SETTINGS))), ..SETTINGS.clone() })
        } else {
            Cow::Borrowed(&*SETTINGS)
        };
        Self { settings, roster: None }
    }

    fn roster(logs: &[Vec<Value>]) -> Roster {
        let seen: Vec<_> = logs.iter().filter_map(|log| seen_of(&bytes(log))).collect();
        let text = draft(&seen, "UTC", &DayRule::midnight("UTC").unwrap());
        Roster::from_yaml(&text).unwrap_or_else(|faults| panic!("{}", faults.render("draft", &text, false)))
    }

    fn shown(&self, log: &[Value]) -> String {
        let bytes = bytes(log);
        let mut report: Value = serde_json::from_slice(&report_by(&self.settings, &bytes, JUNE, |_| ())).unwrap();
        without_hashes(&mut report);
        let lists = ["findings", "register", "tables", "days", "shoes", "staff", "coverage", "outcomes"];
        let mut out = lists.map(|list| format!("{list} {}\n", report[list])).concat();
        if let (Some(roster), Some(seen)) = (&self.roster, seen_of(&bytes)) {
            for breach in roster.breaches(&[seen], &Default::default()) {
                out += &format!("{} {:?}\n", breach.member, breach.amount);
            }
        }
        out
    }
}

fn without_hashes(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !key.contains("sha256") && key != "fingerprint");
            map.values_mut().for_each(without_hashes);
        }
        Value::Array(items) => items.iter_mut().for_each(without_hashes),
        _ => {}
    }
}

/// Which optional members these logs have, and whether leaving one out changed anything.
fn tried(logs: &[Vec<Value>], tried: &mut BTreeMap<String, bool>) {
    let roster = Judged::roster(logs);
    let judge = |logs: &[Vec<Value>]| Judged { roster: Some(roster.clone()), ..Judged::of(logs) };
    let whole = judge(logs);
    let before: Vec<String> = logs.iter().map(|log| whole.shown(log)).collect();
    // What the format does not know changes nothing: what differs below differs by what is left out.
    let mut same = logs.to_vec();
    same.iter_mut().flatten().filter(|record| record["type"] != "seal").for_each(|record| record["unknown"] = 1.into());
    let other = judge(&same);
    assert_eq!(same.iter().map(|log| other.shown(log)).collect::<Vec<_>>(), before);
    // What is excepted is tried once of each.
    let mut once = BTreeSet::new();
    for (at, log) in logs.iter().enumerate() {
        for (place, record) in log.iter().enumerate() {
            let kind = record["type"].as_str().unwrap();
            let mut members = Vec::new();
            held(record, &FORMS[kind], kind, "", &mut members);
            for (path, pointer) in members {
                let excepted = EXCEPTIONS.iter().any(|(known, _)| *known == path);
                let shown = tried.entry(path.clone()).or_default();
                if *shown || (!once.insert(path) && excepted) {
                    continue;
                }
                let mut changed = logs.to_vec();
                let (parent, key) = pointer.rsplit_once('/').unwrap();
                let parent = changed[at][place].pointer_mut(parent).unwrap().as_object_mut().unwrap();
                parent.remove(key).unwrap();
                let judged = judge(&changed);
                let others = || changed.iter().zip(&before).any(|(log, before)| judged.shown(log) != *before);
                *shown = judged.shown(&changed[at]) != before[at] || others();
            }
        }
    }
}

fn at(seconds: u64) -> String {
    format!("2023-06-01T12:{:02}:{:02}+08:00", seconds / 60, seconds % 60)
}

fn opened(opening: &Opening, records: Vec<Value>) -> Vec<Value> {
    let last = records.len() as u64 * 60 + 110;
    let all = records.into_iter().enumerate().map(|(place, mut record)| {
        record["at"] = at(place as u64 * 60 + 110).into();
        record
    });
    std::iter::once(opening.record(&at(0))).chain(all).chain([seal_record(&at(last))]).collect()
}

fn coup(number: u64, minute: u64, more: Value) -> Value {
    let time = |second: u64| at(minute * 60 + second);
    let coup = json!({
        "type": "coup", "shoe": "S", "coup": number,
        "times": {"opened": time(3), "closed": time(20), "first_card": time(25), "settled": time(40)},
        "cards": ["KS", "TS", "8D", "3C"], "to": "PBPB",
        "declared": {"result": "player", "player": 8, "banker": 3, "sevens": 0},
        "wrd": "player",
        "wagers": [],
    });
    resettle_testkit::with(coup, more)
}

fn wager(id: &str, bet: &str, returned: u64, more: Value) -> Value {
    let wager = json!({"id": id, "player": id, "seat": id, "area": id, "terminal": "X", "bet": bet, "stake": 10_000,
        "returned": returned});
    resettle_testkit::with(wager, more)
}

fn sign() -> Value {
    json!({"type": "limits", "min": {"player": 1_000, "banker": 1_000}, "max": {"player": 100_000, "banker": 100_000},
        "chip": 500, "differential": 1_000_000, "area_max": 500_000})
}

fn start() -> Value {
    json!({"type": "shoe", "shoe": "S", "event": "start", "decks": 8, "burned": ["4C"], "preshuffled": true})
}

#[test]
fn each_optional_member_that_is_declared_shows_where_it_is_left_out() {
    let mut all = BTreeSet::new();
    for (kind, form) in FORMS.as_object().unwrap() {
        declared(form, kind, &mut all);
    }
    let mut shown = BTreeMap::new();
    for logs in specimens() {
        tried(&logs, &mut shown);
    }
    let silent: Vec<&String> = all.iter().filter(|path| shown.get(*path) == Some(&false)).collect();
    let untried: Vec<&String> = all.iter().filter(|path| !shown.contains_key(*path)).collect();
    let excepted: Vec<&String> = all.iter().filter(|path| EXCEPTIONS.iter().any(|(known, _)| known == path)).collect();
    assert_eq!((silent, untried), (excepted, Vec::new()));
    assert_eq!(EXCEPTIONS.len(), EXCEPTIONS.iter().filter(|(path, _)| all.contains(*path)).count(), "none is declared");
}

/// The record is the only word for them.
#[test]
fn what_a_record_alone_says_of_a_wager_is_counted() {
    let counted = |returned: u64, more: Value| {
        let wagers = json!([wager("a", if returned > 0 { "player" } else { "banker" }, returned, more)]);
        let log = opened(
            &Opening::of("table", "T").log("t-1"),
            vec![sign(), start(), coup(1, 3, json!({ "wagers": wagers }))],
        );
        let report: Value = serde_json::from_slice(&report_by(&SETTINGS, &bytes(&log), JUNE, |_| ())).unwrap();
        report["tables"][0]["routine"].clone()
    };
    assert_eq!(counted(20_000, json!({})), Value::Null);
    let one = |kind: &str| json!([{"kind": kind, "entries": 1, "money": 10_000}]);
    assert_eq!(counted(20_000, json!({"approved": true})), one("approved_wager"));
    assert_eq!(counted(0, json!({"token": "promotional"})), one("token_wager"));
    assert_eq!(counted(0, json!({"token": "cash"})), one("token_wager"));
}

/// Its own mark takes it out of every sum of money.
#[test]
fn a_coup_of_a_tournament_that_no_rule_knows_is_found_with_its_stakes() {
    let marked = json!({"tournament": {"id": "T", "session": "s"}, "wagers": [wager("a", "banker", 0, json!({}))]});
    let log = bytes(&opened(&Opening::of("table", "T").log("t-1"), vec![sign(), start(), coup(1, 3, marked)]));
    let followed = follow(vec![gather(LogReader::new(&log[..], None)).unwrap()], &SETTINGS);
    let settings = Settings { tournaments: Some(Arc::new(followed)), ..SETTINGS.clone() };
    let report: Value = serde_json::from_slice(&report_by(&settings, &log, JUNE, |_| ())).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let found = findings.iter().find(|finding| finding["code"] == "tournament/no-rules").unwrap();
    assert_eq!(found["severity"], "major");
    assert!(found["message"].as_str().unwrap().contains("1 coup with stakes of 10000 chips"), "{found}");
}

/// Either alone returns the stake and is shown with its money; both together are no less.
#[test]
fn a_losing_wager_that_is_refused_moves_its_stake_however_late_it_is() {
    let moved = |more: Value| {
        let refused = resettle_testkit::with(json!({"accepted": false, "by": "dealer"}), more);
        let wagers = json!([wager("a", "banker", 10_000, refused)]);
        let records = vec![sign(), start(), coup(1, 3, json!({ "wagers": wagers }))];
        let log = bytes(&opened(&Opening::of("table", "T").log("t-1"), records));
        let report: Value = serde_json::from_slice(&report_by(&SETTINGS, &log, JUNE, |_| ())).unwrap();
        report["register"][0]["moved"].clone()
    };
    let time = |second: u64| at(3 * 60 + second);
    assert_eq!(moved(json!({"placed": time(10)})), 10_000);
    assert_eq!(moved(json!({"placed": time(30)})), 10_000);
    assert_eq!(moved(json!({"placed": time(10), "withdrawn": time(12)})), 10_000);
}

fn specimens() -> Vec<Vec<Vec<Value>>> {
    let here = Opening::of("table", "T").log("t-1");
    let elsewhere = here.clone().venue("AU-NSW", "star").game("7-up-baccarat").currency("AUD");
    let mut all: Vec<_> =
        [&here, &elsewhere].into_iter().flat_map(|of| [play(of), irregular(of)]).map(|log| vec![log]).collect();
    all.extend([vec![electronic()], vec![imported()], tournament()]);
    all
}

/// A table's log with all that may be said of play.
fn play(opening: &Opening) -> Vec<Value> {
    let (one, two) = (|more| wager("a", "player", 20_000, more), |more| wager("b", "banker", 0, more));
    let shoe =
        |event: &str, more: Value| resettle_testkit::with(json!({"type": "shoe", "shoe": "S", "event": event}), more);
    let placed = |minute: u64, second: u64| json!({"placed": at(minute * 60 + second)});
    let of = |numbered: u64, minute: u64, wagers: Value| coup(numbered, minute, json!({ "wagers": wagers }));
    let said = |more: Value| resettle_testkit::with(placed(6, 5), more);
    let others = json!([
        wager("c", "player", 10_000, said(json!({"withdrawn": at(6 * 60 + 6)}))),
        wager("d", "player", 10_000, said(json!({"accepted": false, "by": "dealer"}))),
        wager("e", "player", 20_000, said(json!({"approved": true, "token": "promotional"}))),
        wager("f", "banker", 0, said(json!({"token": "cash"}))),
        wager("g", "player", 20_000, said(json!({"commission": 50}))),
    ]);
    let reconstructed = coup(
        3,
        7,
        json!({
            "cards": ["KS", "TS", "8D", "3C"], "first_to": "PBBP", "to": "PBPB",
            "reconstructed_cards": ["TS", "KS", "8D", "3C"],
            "irregularities": [{"kind": "order_altered", "noticed": at(7 * 60 + 26), "reconstructed": true, "ruling": "reconstructed",
                "by": "gaming_manager", "notified": ["surveillance"], "notified_at": at(7 * 60 + 27)}],
            "wagers": [wager("a", "player", 10_000, json!({"placed": at(7 * 60 + 5), "removed": "reconstruction"}))],
        }),
    );
    let no_bet = coup(
        4,
        8,
        json!({"mode": "no_bet", "no_bet": {"reason": "agreed", "by": "assistant_gaming_manager"}, "wagers": null}),
    );
    let incident = json!({"type": "incident", "kind": "other", "text": "words", "noticed": at(9 * 60), "shoe": "S", "coup": 3,
        "by": "gaming_manager", "ruling": "stands", "notified": ["inspector"], "notified_at": at(9 * 60)});
    let of_one = |who: &str| json!({"type": "limits", who: "a", "max": {"player": 5_000}});
    let kept = coup(5, 12, json!({"cards": ["KS", "TS", "8D", "3C", "5H"], "to": "PBPBN"}));
    let carried = coup(6, 13, json!({"cards": ["5H", "TS", "3D", "2C"], "carried": true}));
    let more = json!({"shoe": "S2", "recirculates": true, "burned": null});
    let records = vec![
        sign(),
        json!({"type": "options", "elected": {"no_commission": "six_pays_half"}}),
        json!({"type": "staff", "dealer": "D1", "supervisor": "S1"}),
        start(),
        of(1, 5, json!([one(placed(5, 5)), two(placed(5, 5))])),
        of(2, 6, others),
        reconstructed,
        no_bet,
        incident,
        shoe("burn", json!({"cards": ["4C", "4D", "4H"]})),
        shoe("replace", json!({"out": ["6C"], "in": ["6D"]})),
        kept,
        carried,
        of_one("player"),
        of(7, 15, json!([one(placed(15, 5))])),
        of_one("seat"),
        of(8, 17, json!([one(placed(17, 5))])),
        shoe("cut_card", json!({})),
        shoe("end", json!({})),
        shoe("start", resettle_testkit::with(json!({"decks": 8}), more)),
        coup(1, 21, json!({"shoe": "S2"})),
    ];
    opened(opening, records)
}

/// Where a display is asked for, and terminals.
fn electronic() -> Vec<Value> {
    let wagers = json!([wager("a", "player", 20_000, json!({"placed": at(3 * 60 + 5)}))]);
    let interrupted = json!({"kind": "technical_interruption", "noticed": at(4 * 60 + 30), "affects": "terminals", "terminals": ["X"],
        "after_cards": 2, "ruling": "stands", "notified": ["surveillance"], "notified_at": at(4 * 60 + 31)});
    let stopped = coup(
        2,
        4,
        json!({"wagers": [wager("a", "player", 20_000, json!({"placed": at(4 * 60 + 5)}))],
        "irregularities": [interrupted]}),
    );
    let records = vec![sign(), start(), coup(1, 3, json!({ "wagers": wagers })), stopped];
    opened(&Opening::of("table", "T").log("t-1").game("electronic-7-up-baccarat"), records)
}

/// Each kind of irregularity with all that may be stated of it, by itself.
fn irregular(opening: &Opening) -> Vec<Value> {
    let facts = [
        json!({"kind": "foreign_card", "card": 1}),
        json!({"kind": "wrong_card_count", "hand": "player", "dealt": "too_many", "stage": "initial_deal", "reconstructed": true}),
        json!({"kind": "unauthorised_draw", "hand": "banker", "card": 1, "reconstructed": true}),
        json!({"kind": "dealt_out_of_order", "reconstructed": true}),
        json!({"kind": "cards_drawn_together", "cards": [1, 2], "order_known": true, "reconstructed": true}),
        json!({"kind": "face_up_card", "stage": "during_coup"}),
        json!({"kind": "technical_interruption", "affects": "terminals", "terminals": ["X"], "after_cards": 2}),
        json!({"kind": "device_malfunction", "cards_damaged": true, "disadvantage": true, "replacement_available": false,
            "practicable": false}),
        json!({"kind": "disruption", "cause": "fire"}),
        json!({"kind": "fraud", "wagers": ["a"], "outcome_affected": false}),
        json!({"kind": "other", "text": "words"}),
    ];
    let (mut records, mut incidents) = (vec![sign(), start()], Vec::new());
    let coups = facts.len() as u64;
    for (fact, minute) in facts.into_iter().zip(3..) {
        let noticed = json!({"noticed": at(minute * 60 + 30), "ruling": "void", "by": "gaming_manager", "notified": ["surveillance"],
            "notified_at": at(minute * 60 + 31)});
        let irregularity = resettle_testkit::with(fact, noticed);
        let wagers = [wager("a", "player", 10_000, json!({"placed": at(minute * 60 + 5)}))];
        records.push(coup(minute - 2, minute, json!({"irregularities": [irregularity.clone()], "wagers": wagers})));
        // Of another coup: a second entry of one irregularity would say nothing by itself.
        let another = (minute - 2) % coups + 1;
        let more = json!({"type": "incident", "noticed": at(30 * 60), "shoe": "S", "coup": another});
        incidents.push(resettle_testkit::with(irregularity, more));
    }
    records.extend(incidents);
    opened(opening, records)
}

/// An import, which may leave out more.
fn imported() -> Vec<Value> {
    let opening = Opening::of("table", "T").log("t-1").imported();
    let wagers = json!([wager("a", "player", 20_000, json!({}))]);
    let mut records = opened(&opening, vec![coup(1, 1, json!({ "wagers": wagers }))]);
    records[0]["unread_after"] = 3.into();
    records[0]["left_out"] = json!([{"column": "Table", "value": "T2", "rows": 2, "amount": 500}, {"column": "Net", "why": "a sum", "rows": 3, "amount": 1, "below": 2}]);
    records.pop();
    records
}

/// A tournament with all that may be said of one.
fn tournament() -> Vec<Vec<Value>> {
    let mut logs = base::tournament();
    let by = "tournament_manager";
    let more = |tag: &str| match tag {
        "cond" => {
            json!({"terms": {"withdrawal": base::at("10:00:00"), "form": "a form", "min": 2, "max": 4, "refunds": ["goodwill"]},
            "rounds": [{"round": 1, "tables": 1, "coups": 3, "minutes": 1, "advance": 2}, {"round": 2, "tables": 1, "coups": 2, "places": 2}],
            "levels": [{"round": 1, "coup": 1, "min": {"player": 100}, "max": {"player": 2000}}]})
        }
        "s1" => json!({"notified": true}),
        "c2" => json!({"tournament": {"id": "T", "session": "R1", "marker": "2", "passes": ["E1"], "absent": ["E2"],
            "deductions": [{"player": "E2", "amount": 50, "reason": "absent", "by": by}],
            "undisclosed": [{"player": "E3", "wager": "w2", "bet": "player", "amount": 100, "recorded": base::at("12:02:10"),
                "by": "dealer", "announced": base::at("12:02:15")}]}}),
        "end1" => {
            json!({"missing": [{"chip": 50, "quantity": 1}], "notified": [by], "by": by, "agreed": ["E1", "E2", "E3"]})
        }
        _ => json!({}),
    };
    for record in logs.iter_mut().flatten() {
        let tag = record["tag"].as_str().unwrap_or_default().to_owned();
        *record = resettle_testkit::with(record.clone(), more(&tag));
        record.as_object_mut().unwrap().remove("tag");
    }
    let table = &mut logs[1];
    table[3]["wagers"][0]["made_up"] = 50.into();
    table[3]["wagers"][1]["restricted"] = true.into();
    table[2]["seats"][0]["by"] = "buy_back".into();
    let session = |time: &str, event: &str, more: Value| {
        let happened = json!({"at": base::at(time), "type": "session", "tournament": "T", "event": event});
        resettle_testkit::with(happened, more)
    };
    let of = |time: &str, event: &str, more: Value| {
        session(time, event, resettle_testkit::with(json!({"session": "R1"}), more))
    };
    let during = vec![
        of("12:03:46", "level", json!({"min": {"player": 100}, "max": {"player": 2000}})),
        of("12:03:47", "disqualified", json!({"player": "E3", "ground": "absence", "by": by})),
        of("12:03:48", "dispute", json!({"dispute": "D"})),
        of("12:03:49", "dispute_settled", json!({"dispute": "D", "by": by})),
    ];
    table.splice(6..6, during);
    let seats = json!([{"seat": "1", "player": "E1", "chips": 0}, {"seat": "2", "player": "E2", "chips": 0}]);
    let play_off = json!({"session": "P1", "round": 1, "kind": "play_off", "of": "R1", "boxes": 3, "inventory": 500_000, "seats": seats});
    let seal = table.len() - 1;
    table.insert(seal, session("13:30:00", "start", play_off));
    let desk = &mut logs[0];
    let seal = desk.len() - 1;
    let late = vec![
        session(
            "20:02:00",
            "entry",
            json!({"player": "E4", "form": true, "fee": 0, "given": base::at("08:30:00"), "refused": "general"}),
        ),
        session("20:03:00", "refund", json!({"player": "E3", "amount": 1000, "ground": "goodwill", "by": by})),
        session("20:04:00", "cancelled", json!({ "by": by })),
    ];
    desk.splice(seal..seal, late);
    logs
}
