//! The records of a log as a JSON Schema, for programs that write logs.
//!
//! It knows fields, types and words. What requires looking at more than one value (the chain, a calendar, a letter for
//! each card), only the reader knows; an imported log may leave out what its `open` allows it to.

use serde_json::{Map, Value, json};

use crate::declare::{at_least, digest, plain, text, time, when};
use crate::record::Body;

/// The JSON Schema (draft 2020-12) of one line of a log, with every member on a line of its own.
#[must_use]
pub fn coup_log_schema() -> String {
    let records = plain(described_records());
    let kinds = Body::WORDS.iter();
    let by_kind: Vec<Value> =
        kinds.map(|kind| when("type", &[kind], json!({"$ref": format!("#/$defs/{kind}")}))).collect();
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
        "$defs": records,
    });
    // A tree of strings and maps can always be written.
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

/// The schema of each record by its type, in which stands what its declaration says of it and of each member.
#[must_use]
pub fn described_records() -> Value {
    let records = Body::each().into_iter().map(|(kind, about, keys)| {
        let mut schema = keys.schema(kind, about);
        if kind == "session"
            && let Some(also) = schema.get_mut("allOf").and_then(Value::as_array_mut)
        {
            // What takes more than one member of its event to say.
            let play_off = when("kind", &["play_off"], json!({"type": "object", "properties": {}, "required": ["of"]}));
            also.push(when("event", &["start"], play_off));
        }
        (kind.to_owned(), schema)
    });
    records.collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests;
