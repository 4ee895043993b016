//! Every key of a ruleset is compared by a trace, or said never to be.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use resettle_ruleset::schema::ruleset_schema;
use resettle_ruleset::{EXTENT, Extent, never_compared};
use serde_json::Value;

/// The forms of a value that have keys of their own, those of a list's items among them.
fn forms<'s>(schema: &'s Value, value: &'s Value) -> Vec<&'s Value> {
    if let Some(name) = value["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        return forms(schema, &schema["$defs"][name]);
    }
    let several = value["anyOf"].as_array().into_iter().chain(value["oneOf"].as_array()).flatten();
    let inner = several.chain(value.get("items")).flat_map(|inner| forms(schema, inner));
    inner.chain(value["properties"].is_object().then_some(value)).collect()
}

fn walk(schema: &Value, form: &Value, path: &str, said: &[(&str, Extent)]) {
    let keys = forms(schema, form).into_iter().flat_map(|form| form["properties"].as_object().unwrap());
    let mut met = BTreeSet::new();
    for (key, value) in keys {
        let found: Vec<Extent> = said.iter().filter(|(known, _)| known == key).map(|(_, extent)| *extent).collect();
        assert_eq!(found.len(), 1, "how far a trace goes with {path}{key} has to be said, once");
        met.insert(key.as_str());
        if let Extent::ByKey(said) = found[0] {
            walk(schema, value, &format!("{path}{key}."), said);
        }
    }
    let known: BTreeSet<&str> = said.iter().map(|(key, _)| *key).collect();
    assert_eq!(known, met, "keys that no ruleset has at {path:?}");
}

#[test]
fn nothing_of_a_ruleset_is_in_neither_list() {
    let schema: Value = serde_json::from_str(&ruleset_schema()).unwrap();
    walk(&schema, &schema, "", EXTENT);
    let words = never_compared().join(", ");
    for said in ["naturals", "`whose`", "`limits.stakes`", "rounding"] {
        assert!(words.contains(said), "{words}");
    }
}
