//! The dictionaries of the fuzzers, whose words are those of a declared format.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::places::root;

/// The keys and words of a schema, each once.
#[must_use]
pub fn words_of(schema: &Value) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    gather(schema, &mut words);
    words
}

fn gather(form: &Value, words: &mut BTreeSet<String>) {
    match form {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("properties", Value::Object(members)) => words.extend(members.keys().cloned()),
                    ("const", Value::String(word)) => drop(words.insert(word.clone())),
                    ("enum", Value::Array(listed)) => {
                        words.extend(listed.iter().filter_map(Value::as_str).map(str::to_owned))
                    }
                    _ => {}
                }
                gather(value, words);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, words)),
        _ => {}
    }
}

/// Asks for a dictionary of `fuzz/dictionaries` that begins with these lines, and with these entries in quotes; what stands behind the
/// line `by_hand` is kept by hand. `UPDATE_DOCS=1` renews it.
pub fn dictionary_begins(name: &str, head: &str, entries: impl IntoIterator<Item = String>, by_hand: &str) {
    let path = root().join("fuzz/dictionaries").join(name);
    let file = std::fs::read_to_string(&path).unwrap();
    let (_, kept) = file.split_once(by_hand).unwrap();
    let entries: String = entries.into_iter().map(|entry| format!("\"{entry}\"\n")).collect();
    let made = format!("{head}{entries}{by_hand}{kept}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), made, "UPDATE_DOCS=1 renews it");
}
