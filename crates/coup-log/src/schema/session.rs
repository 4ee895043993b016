use resettle_game::Role;
use serde_json::{Value, json};

use super::amounts;
use super::parts::{also, at_least, list, name, object, text, time, truth, when, word, words};

fn by() -> (&'static str, Value) {
    ("by", words(Role::ALL))
}

/// The contents of an event of a session of a tournament: its name, the required fields, all fields that it may have.
type Event = (&'static str, &'static [&'static str], Vec<(&'static str, Value)>);

pub(super) fn session() -> Value {
    let mut session = object(&["tournament", "event"], [("tournament", name()), ("event", text())]);
    let events = announced().into_iter().chain(played());
    let rows: Vec<Value> =
        events.map(|(event, required, fields)| when("event", &[event], object(required, fields))).collect();
    let play_off = when("event", &["start"], when("kind", &["play_off"], object(&["of"], [])));
    also(&mut session, [json!({"allOf": rows}), play_off]);
    session
}

/// What the office writes.
fn announced() -> Vec<Event> {
    vec![
        ("conditions", &["published"], conditions()),
        (
            "entry",
            &["player"],
            vec![
                ("player", name()),
                ("form", truth()),
                ("fee", at_least(0)),
                ("given", time()),
                ("refused", word(&["general", "criteria"])),
            ],
        ),
        (
            "refund",
            &["player", "amount", "ground"],
            vec![("player", name()), ("amount", at_least(0)), ("ground", text()), by()],
        ),
        ("cancelled", &[], vec![by()]),
        (
            "schedule",
            &["session", "round", "table", "start"],
            vec![
                ("session", name()),
                ("round", at_least(1)),
                ("table", name()),
                ("start", time()),
                by(),
                ("notified", truth()),
            ],
        ),
        (
            "prize",
            &["player", "place", "value"],
            vec![("player", name()), ("place", at_least(1)), ("value", at_least(0))],
        ),
    ]
}

/// What a table writes.
fn played() -> Vec<Event> {
    let of_player = |more: Vec<(&'static str, Value)>| [vec![("session", name()), ("player", name())], more].concat();
    let dispute = || vec![("session", name()), ("dispute", name())];
    let count = object(&["player", "chips"], [("player", name()), ("chips", at_least(0))]);
    let gone = object(&["chip", "quantity"], [("chip", at_least(1)), ("quantity", at_least(1))]);
    let placing = object(&["place", "player"], [("place", at_least(1)), ("player", name()), ("advances", truth())]);
    vec![
        ("start", &["session", "round", "kind", "boxes", "inventory", "seats"], start()),
        ("level", &["session", "min", "max"], vec![("session", name()), ("min", amounts()), ("max", amounts())]),
        (
            "issue",
            &["session", "player", "chips", "reason"],
            of_player(vec![("chips", at_least(1)), ("reason", word(&["buy_back", "other"]))]),
        ),
        (
            "breach",
            &["session", "player", "kind"],
            of_player(vec![("kind", word(&["concealing", "removed_chips", "exchange", "advice", "other"]))]),
        ),
        (
            "eliminated",
            &["session", "player", "ground"],
            of_player(vec![("ground", word(&["minimum", "wager", "buy_in"]))]),
        ),
        (
            "disqualified",
            &["session", "player", "ground"],
            of_player(vec![
                ("ground", word(&["absence", "no_wager", "chips_added", "concealing", "contravention"])),
                by(),
            ]),
        ),
        ("dispute", &["session", "dispute"], dispute()),
        ("dispute_settled", &["session", "dispute"], [dispute(), vec![by()]].concat()),
        ("count", &["session", "counts"], vec![("session", name()), ("counts", list(count))]),
        (
            "end",
            &["session", "inventory"],
            vec![
                ("session", name()),
                ("inventory", at_least(0)),
                ("missing", list(gone)),
                ("notified", super::roles()),
                by(),
                ("agreed", list(name())),
            ],
        ),
        ("result", &["session", "placings"], vec![("session", name()), ("placings", list(placing))]),
    ]
}

fn start() -> Vec<(&'static str, Value)> {
    let seat = object(
        &["seat", "player", "chips"],
        [
            ("seat", name()),
            ("player", name()),
            ("chips", at_least(0)),
            ("paid", at_least(0)),
            ("pass_cards", at_least(0)),
            ("by", word(&["advance", "repechage", "buy_back"])),
        ],
    );
    vec![
        ("session", name()),
        ("round", at_least(1)),
        ("kind", word(&["session", "final", "play_off"])),
        ("of", name()),
        ("boxes", at_least(1)),
        ("inventory", at_least(0)),
        ("seats", list(seat)),
    ]
}

fn conditions() -> Vec<(&'static str, Value)> {
    let level =
        object(&["coup"], [("round", at_least(1)), ("coup", at_least(1)), ("min", amounts()), ("max", amounts())]);
    let round = object(
        &[],
        [
            ("round", at_least(1)),
            ("tables", at_least(1)),
            ("coups", at_least(1)),
            ("minutes", at_least(1)),
            ("advance", at_least(0)),
            ("places", at_least(0)),
        ],
    );
    let play = [("allocation", text()), ("order", truth()), ("pass_cards", at_least(0)), ("undisclosed", at_least(0))];
    let terms = [
        ("withdrawal", time()),
        ("form", text()),
        ("min", at_least(0)),
        ("max", at_least(0)),
        ("refunds", list(name())),
    ];
    vec![
        ("published", time()),
        ("fee", at_least(0)),
        ("allotment", object(&[], [("chips", at_least(0)), ("price", at_least(0))])),
        ("compulsory", truth()),
        ("levels", list(level)),
        ("rounds", list(round)),
        ("progression", text()),
        ("repechage", truth()),
        ("prizes", list(object(&["place", "value"], [("place", at_least(1)), ("value", at_least(0))]))),
        ("payment", text()),
        ("statement", truth()),
        ("play", object(&[], play)),
        ("buy_back", object(&[], [("times", at_least(0)), ("method", text()), ("timing", text())])),
        ("eligibility", object(&[], [("entitled_only", truth()), ("refusal", truth()), ("criteria", text())])),
        ("terms", object(&[], terms)),
        ("chip", at_least(1)),
        ("wager_time", at_least(0)),
        ("chips_in_cash", truth()),
    ]
}

/// What a coup states about its tournament.
pub(super) fn of_a_coup() -> Value {
    let deduction = object(
        &["player", "amount", "reason"],
        [("player", name()), ("amount", at_least(0)), ("reason", word(&["absent", "form"])), by()],
    );
    let amount = json!({"type": ["integer", "null"], "minimum": 0, "maximum": i64::MAX});
    let form = object(
        &["player"],
        [
            ("player", name()),
            ("wager", name()),
            ("bet", json!({"type": ["string", "null"]})),
            ("amount", amount),
            ("recorded", time()),
            by(),
            ("announced", time()),
        ],
    );
    object(
        &["id", "session"],
        [
            ("id", name()),
            ("session", name()),
            ("marker", name()),
            ("passes", list(name())),
            ("absent", list(name())),
            ("deductions", list(deduction)),
            ("undisclosed", list(form)),
        ],
    )
}
