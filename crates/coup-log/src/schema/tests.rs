#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::coup_log_schema;
use crate::decode::decode;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn validator() -> Validator {
    jsonschema::validator_for(&serde_json::from_str(&coup_log_schema()).unwrap()).unwrap()
}

/// Whether the reader accepts a line, with each wager and irregularity of it.
fn is_read(record: &Value) -> bool {
    let line = serde_json::to_vec(record).unwrap();
    let object = resettle_sealed_log::strict::parse(&line).unwrap();
    decode(&object, false).is_ok_and(|decoded| decoded.parts.is_empty())
}

/// One record of each shape that the logs at hand have, with the fields that every record has.
fn records() -> Vec<Value> {
    let mut paths: Vec<PathBuf> = ["audit-logs/star-7-up-2016/log.jsonl", "audit-logs/electronic-7-up-2023/log.jsonl"]
        .map(|path| root().join(path))
        .to_vec();
    paths.push(root().join("crates/coup-log/src/schema/records.jsonl"));
    let mut by_shape: BTreeMap<BTreeSet<String>, Value> = BTreeMap::new();
    for path in paths {
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let mut record: Value = serde_json::from_str(line).unwrap();
            let common = record.as_object_mut().unwrap();
            for (name, value) in
                [("seq", json!(1)), ("prev", json!("0".repeat(64))), ("at", json!("2023-06-01T12:00:00.5+08:00"))]
            {
                common.entry(name).or_insert(value);
            }
            assert!(is_read(&record), "{record}");
            let mut shape = BTreeSet::new();
            fields(&record, "", &mut shape);
            by_shape.entry(shape).or_insert(record);
        }
    }
    // If every field of a record also occurs in another one, one of them is enough.
    let shapes: Vec<BTreeSet<String>> = by_shape.keys().cloned().collect();
    by_shape
        .into_iter()
        .filter(|(shape, _)| !shapes.iter().any(|other| other != shape && shape.is_subset(other)))
        .map(|(_, record)| record)
        .collect()
}

/// The paths of all fields, with the words that determine the kind of record.
fn fields(value: &Value, path: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let says = ["type", "event", "kind"].contains(&name.as_str());
                let word = value.as_str().filter(|_| says).unwrap_or_default();
                out.insert(format!("{path}.{name}{word}"));
                fields(value, &format!("{path}.{name}"), out);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, path, out)),
        _ => {}
    }
}

/// Every record that differs from this one in one place.
fn changes(record: &Value) -> Vec<(String, Value)> {
    let mut places = Vec::new();
    pointers(record, String::new(), &mut places);
    let mut out = Vec::new();
    for place in places {
        let others = [
            json!(null),
            json!(true),
            json!(-1),
            json!(0),
            json!(1),
            json!("x"),
            json!("AA"),
            json!("n".repeat(201)),
            json!([]),
            json!([1]),
            json!(["x"]),
            json!([{}]),
            json!({}),
            json!({"player": -1}),
        ];
        for other in others {
            let mut changed = record.clone();
            let at = changed.pointer_mut(&place).unwrap();
            if *at != other {
                *at = other.clone();
                out.push((format!("{place} = {other}"), changed));
            }
        }
        let (within, last) = place.rsplit_once('/').unwrap();
        let mut changed = record.clone();
        match changed.pointer_mut(within).unwrap() {
            Value::Object(members) => {
                members.remove(last);
                let renamed = format!("{last}_");
                out.push((format!("{place} gone"), changed.clone()));
                changed.pointer_mut(within).unwrap().as_object_mut().unwrap().insert(renamed, json!(1));
                out.push((format!("{place} renamed"), changed));
            }
            Value::Array(items) => {
                items.remove(last.parse().unwrap());
                out.push((format!("{place} gone"), changed));
            }
            _ => {}
        }
    }
    out
}

fn pointers(value: &Value, path: String, out: &mut Vec<String>) {
    if !path.is_empty() {
        out.push(path.clone());
    }
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| pointers(value, format!("{path}/{name}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| pointers(item, format!("{path}/{at}"), out))
        }
        _ => {}
    }
}

/// What only the reader checks: how many letters there are for how many cards, which cards an irregularity may name.
fn takes_counting(place: &str) -> bool {
    let counted = ["/to", "/first_to", "/cards", "/reconstructed_cards"];
    counted.iter().any(|field| place.contains(field)) || place.contains("/card")
}

#[test]
fn the_schema_and_the_reader_take_the_same_records() {
    let validator = validator();
    let mut compared = 0;
    for record in records() {
        assert!(validator.is_valid(&record), "{record}");
        for (what, changed) in changes(&record) {
            let (by_schema, by_reader) = (validator.is_valid(&changed), is_read(&changed));
            assert!(
                by_schema == by_reader || (by_schema && takes_counting(&what)),
                "{what}: the reader {by_reader}, the schema {by_schema}\n{changed}"
            );
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Each field of the schema occurs in some record here, and so is compared.
#[test]
fn every_field_of_the_schema_is_compared() {
    let mut known = BTreeSet::new();
    for record in records() {
        let mut shape = BTreeSet::new();
        fields(&record, "", &mut shape);
        known.extend(shape.iter().map(|path| path.rsplit('.').next().unwrap().to_owned()));
    }
    let mut named = BTreeSet::new();
    let schema: Value = serde_json::from_str(&coup_log_schema()).unwrap();
    properties(&schema, &mut named);
    let said = |name: &str| known.iter().any(|path| path == name || path.starts_with(name));
    let missing: Vec<&String> = named.iter().filter(|name| !said(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn properties(schema: &Value, out: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                if name == "properties" {
                    out.extend(value.as_object().unwrap().keys().cloned());
                }
                properties(value, out);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| properties(item, out)),
        _ => {}
    }
}
