//! The records of a log as a JSON Schema, for programs that write logs.
//!
//! It knows fields, types and words. What requires looking at more than one value (the chain, a calendar, a letter for
//! each card), only the reader knows; an imported log may leave out what its `open` allows it to.

mod coup;
mod parts;
mod session;

use serde_json::{Value, json};

use parts::{at_least, cards, digest, list, name, object, text, time, truth, word, words};
use resettle_sealed_log::SourceKind;

/// The JSON Schema (draft 2020-12) of one line of a log, with every member on a line of its own.
#[must_use]
pub fn coup_log_schema() -> String {
    let kinds: [(&str, Value); 9] = [
        ("open", open()),
        ("limits", limits()),
        ("options", options()),
        ("staff", staff()),
        ("shoe", shoe()),
        ("coup", coup::coup()),
        ("incident", coup::incident()),
        ("session", session::session()),
        ("seal", seal()),
    ];
    let by_kind: Vec<Value> = kinds
        .iter()
        .map(|(kind, _)| parts::when("type", &[kind], json!({"$ref": format!("#/$defs/{kind}")})))
        .collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of coup-log/1",
        "description": "What fits is a record; another line is reported as integrity/malformed-record, or where its \
            `type` is not known as integrity/unknown-kind. Fields that are not known are ignored. The lines of a log whose \
            `open` says \"imported\":true may leave out `shoe` and `coup`.",
        "type": "object",
        "required": ["seq", "prev", "at", "type"],
        "properties": {"seq": at_least(0), "prev": digest(), "at": time(), "type": text()},
        "allOf": by_kind,
        "$defs": kinds.map(|(kind, schema)| (kind.to_owned(), schema)).into_iter().collect::<serde_json::Map<_, _>>(),
    });
    // A tree of strings and maps can always be written.
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

fn open() -> Value {
    let mut open = object(
        &["format", "log", "source", "jurisdiction", "venue", "game", "table", "currency"],
        [
            ("format", json!({"const": "coup-log/1"})),
            ("log", json!({"type": "string", "maxLength": 200, "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"})),
            ("source", object(&["kind", "id"], [("kind", words(SourceKind::ALL)), ("id", name())])),
            ("jurisdiction", name()),
            ("venue", name()),
            ("game", name()),
            ("table", name()),
            ("currency", name()),
            ("key", digest()),
            ("imported", truth()),
        ],
    );
    parts::also(
        &mut open,
        [json!({
            "if": {"required": ["imported"], "properties": {"imported": {"const": true}}},
            "then": {"properties": {"unread_after": at_least(0)}},
            "else": {"required": ["key"]},
        })],
    );
    open
}

fn limits() -> Value {
    object(
        &[],
        [
            ("min", amounts()),
            ("max", amounts()),
            ("differential", at_least(0)),
            ("area_max", at_least(0)),
            ("chip", at_least(1)),
            ("seat", name()),
            ("player", name()),
        ],
    )
}

/// Minor units by bet.
pub(super) fn amounts() -> Value {
    json!({"type": "object", "additionalProperties": at_least(0)})
}

fn options() -> Value {
    let elected = json!({"type": "object", "minProperties": 1, "maxProperties": 64, "additionalProperties": name()});
    object(&["elected"], [("elected", elected)])
}

fn staff() -> Value {
    let mut staff = object(&[], [("dealer", name()), ("supervisor", name())]);
    parts::also(&mut staff, [json!({"anyOf": [{"required": ["dealer"]}, {"required": ["supervisor"]}]})]);
    staff
}

fn shoe() -> Value {
    let mut shoe = object(
        &["shoe", "event"],
        [("shoe", name()), ("event", word(&["start", "burn", "cut_card", "check", "replace", "end"]))],
    );
    let decks = json!({"type": "integer", "minimum": 1, "maximum": u32::MAX});
    let start = object(
        &["decks"],
        [("decks", decks), ("burned", cards()), ("preshuffled", truth()), ("recirculates", truth())],
    );
    parts::also(
        &mut shoe,
        [
            parts::when("event", &["start"], start),
            parts::when("event", &["burn"], object(&[], [("cards", cards())])),
            parts::when("event", &["replace"], object(&[], [("out", cards()), ("in", cards())])),
        ],
    );
    shoe
}

fn seal() -> Value {
    let sig = json!({"type": "string", "pattern": "^[A-Za-z0-9+/]{86}==$"});
    let mut seal = object(&["key", "sig", "final"], [("key", digest()), ("sig", sig), ("final", truth())]);
    // Nothing beyond its own fields and those of every record.
    parts::also(&mut seal, [json!({"propertyNames": word(&["seq", "prev", "at", "type", "key", "sig", "final"])})]);
    seal
}

/// Roles that were notified.
pub(super) fn roles() -> Value {
    list(words(resettle_game::Role::ALL))
}

#[cfg(test)]
mod tests;
