//! The table of all keys, made from their declarations: `docs/ruleset-keys.md`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::Path;

use resettle_ruleset::StatedFacts;
use resettle_ruleset::schema::ruleset_schema;
use resettle_testkit::{dictionary_begins, keys_stand_on, said, words_of};
use serde_json::Value;

#[test]
fn the_page_of_keys_is_made_from_the_declarations() {
    let page = page(&serde_json::from_str(&ruleset_schema()).unwrap());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ruleset-keys.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let file = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(file, page, "docs/ruleset-keys.md is out of date: UPDATE_DOCS=1 renews it");
}

#[test]
fn the_page_of_stated_facts_has_their_keys() {
    keys_stand_on("facts.md", &serde_json::to_value(schemars::schema_for!(StatedFacts)).unwrap());
}

/// What the fuzzer writes into YAML files: the keys of a ruleset and the words that they may have. Those of the other files
/// and the signs of YAML are kept by hand.
#[test]
fn the_dictionary_of_the_fuzzer_has_every_key_and_word() {
    dictionary_begins(
        "yaml.dict",
        "# Keys and words of a ruleset: made from the declarations of its keys by a test.\n",
        words_of(&serde_json::from_str(&ruleset_schema()).unwrap()),
        "# Those of the other YAML files, and what YAML knows beyond them, by hand.\n",
    );
}

fn page(schema: &Value) -> String {
    let mut out =
        "# The keys of a ruleset\n\nMade from their declarations by a test. What they mean together, with examples: \
                   [ruleset format](ruleset-format.md). A key in *italics* may be left out; in place of \
                   `clause`, or beside it, `reading: true` may stand.\n"
            .to_owned();
    section(&mut out, "The file", schema);
    let mut values = "\n## Values\n\n| value | is | what it is |\n| --- | --- | --- |\n".to_owned();
    for (name, form) in schema["$defs"].as_object().unwrap() {
        let several = form["anyOf"].as_array().filter(|_| !form["properties"].is_object());
        let forms = several.map_or(std::slice::from_ref(form), Vec::as_slice);
        let sections: Vec<&Value> = forms.iter().filter(|form| form["properties"].is_object()).collect();
        if sections.is_empty() {
            row(&mut values, name, form);
        }
        for form in sections {
            section(&mut out, name, form);
        }
    }
    out + &values
}

fn section(out: &mut String, name: &str, form: &Value) {
    write!(out, "\n## {name}\n").unwrap();
    if let Some(about) = form["description"].as_str() {
        write!(out, "{about}\n\n").unwrap();
    }
    out.push_str("| key | value | what it is |\n| --- | --- | --- |\n");
    let names =
        |form: &Value, key: &str| form["required"].as_array().is_some_and(|keys| keys.iter().any(|known| known == key));
    for (key, value) in form["properties"].as_object().unwrap() {
        let either = form["anyOf"].as_array().is_some_and(|forms| forms.iter().any(|form| names(form, key)));
        if either && key == "reading" {
            continue;
        }
        let needed = either || names(form, key);
        let key = if needed { format!("`{key}`") } else { format!("*`{key}`*") };
        row(out, &key, value);
    }
}

fn row(out: &mut String, name: &str, form: &Value) {
    let about = form["description"].as_str().unwrap_or_default();
    writeln!(out, "| {name} | {} | {about} |", said(form, &Value::Null)).unwrap();
}
