//! The form of `ruleset.yaml` as a JSON Schema, by which editors complete and check.
//!
//! It knows keys, types and words. What takes more than one place to see (a table with a gap, a clause that is
//! not there, rows that overlap) only the decoder knows.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::{Value, json};

use crate::model::Ruleset;

/// The JSON Schema (draft 2020-12) of `ruleset.yaml`, with every member on a line of its own.
#[must_use]
pub fn ruleset_schema() -> String {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Ruleset>();
    schema.insert("title".to_owned(), "Resettle ruleset, schema 2".into());
    schema.insert("oneOf".to_owned(), json!([{"required": ["venue"]}, {"required": ["venues"]}]));
    RecursiveTransform(without_null).transform(&mut schema);
    // A tree of strings and maps is always written.
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

/// What may be left out may not be empty instead: an absent key is absent.
fn without_null(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(Value::Array(forms)) = object.get_mut("anyOf") {
        let before = forms.len();
        forms.retain(|form| form.get("type").is_none_or(|kind| kind != "null"));
        if before != forms.len()
            && let [Value::Object(only)] = forms.as_slice()
        {
            let only = only.clone();
            object.remove("anyOf");
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
    }
}
