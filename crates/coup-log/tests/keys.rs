//! The tables of all members of records, made from their declarations: `docs/coup-log-keys.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use resettle_coup_log::{Role, described_records};
use resettle_testkit::{dictionary_begins, words_of};
use serde_json::Value;

#[test]
fn the_page_of_members_is_made_from_the_declarations() {
    let page = page(&described_records());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coup-log-keys.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let file = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(file, page, "docs/coup-log-keys.md is out of date: UPDATE_DOCS=1 renews it");
}

/// What the fuzzer writes into lines: the names of members and the words that they may be. Values are kept by hand.
#[test]
fn the_dictionary_of_the_fuzzer_has_every_member_and_word() {
    let mut words = words_of(&described_records());
    words.extend(["seq", "prev", "at", "type"].map(str::to_owned));
    dictionary_begins(
        "log.dict",
        "# The words of the log format, as they stand in a line: made from the declarations of records by a test.\n",
        words.into_iter().map(|word| format!("\\x22{word}\\x22")),
        "# Values, by hand.\n",
    );
}

/// The records by their type, then what they hold by its name.
fn page(records: &Value) -> String {
    let roles: Vec<String> = Role::WORDS.iter().map(|word| format!("`{word}`")).collect();
    let mut out = format!(
        "# The members of records\n\nMade from their declarations by a test. What they mean together: \
         [coup log](spec/coup-log.md), [tournaments](spec/tournament.md). Every record also has `seq`, `prev`, `at` and \
         `type`. A member in *italics* may be left out. A name has at most 200 bytes; a role is one of {}.\n",
        roles.join(", ")
    );
    let mut held = BTreeMap::new();
    for (kind, form) in records.as_object().unwrap() {
        section(&mut out, &format!("`{kind}`"), form, &mut held);
    }
    let mut done = 0;
    let mut objects = BTreeMap::new();
    while done < held.len() {
        done = held.len();
        for (name, form) in held.clone() {
            let mut text = String::new();
            section(&mut text, &name, &form, &mut held);
            objects.insert(name, text);
        }
    }
    out.extend(objects.into_values());
    out
}

fn section(out: &mut String, name: &str, form: &Value, held: &mut BTreeMap<String, Value>) {
    writeln!(out, "\n## {name}\n{}", form["$comment"].as_str().unwrap_or_default()).unwrap();
    table(out, form, held);
    conditions(out, form, held);
}

/// What applies beside, by the word of a member.
fn conditions(out: &mut String, form: &Value, held: &mut BTreeMap<String, Value>) {
    for also in form["allOf"].as_array().into_iter().flatten() {
        conditions(out, also, held);
        let then = &also["then"];
        if then["properties"].as_object().is_none_or(serde_json::Map::is_empty) {
            continue;
        }
        for (name, value) in also["if"]["properties"].as_object().unwrap() {
            let head =
                format!("With `{name}` {}: {}", said(value, held), then["$comment"].as_str().unwrap_or_default());
            writeln!(out, "\n{}", head.trim_end()).unwrap();
        }
        table(out, then, held);
    }
}

fn table(out: &mut String, form: &Value, held: &mut BTreeMap<String, Value>) {
    out.push_str("\n| member | value | what it is |\n| --- | --- | --- |\n");
    for (name, value) in form["properties"].as_object().unwrap() {
        let needed = form["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name));
        let name = if needed { format!("`{name}`") } else { format!("*`{name}`*") };
        let about = value["description"].as_str().unwrap_or_default().replace('|', "\\|");
        writeln!(out, "| {name} | {} | {about} |", said(value, held)).unwrap();
    }
}

/// What a value is, in words.
fn said(form: &Value, held: &mut BTreeMap<String, Value>) -> String {
    if let Some(name) = form["title"].as_str() {
        held.insert(name.to_owned(), form.clone());
        return name.to_owned();
    }
    if let Some(words) = form["enum"].as_array() {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let listed = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        return if words == Role::WORDS { "a role".to_owned() } else { listed };
    }
    if form["const"].is_string() || form["const"].is_boolean() {
        return format!("`{}`", form["const"].as_str().unwrap_or("true"));
    }
    let (kind, or_null) = match &form["type"] {
        Value::Array(kinds) => (kinds[0].as_str().unwrap_or_default(), " or null"),
        kind => (kind.as_str().unwrap_or_default(), ""),
    };
    let said = match kind {
        "array" => format!("list of {}", said(&form["items"], held)),
        "object" => format!("by name: {}", said(&form["additionalProperties"], held)),
        "integer" => match form["minimum"].as_i64() {
            Some(i64::MIN) | None => "a whole number".to_owned(),
            Some(least) => format!("{least} or more"),
        },
        "boolean" => "`true`, `false`".to_owned(),
        _ => match (form["maxLength"].as_u64(), form["pattern"].as_str().unwrap_or_default()) {
            (Some(_), _) => "a name".to_owned(),
            (_, pattern) if pattern.contains('T') && pattern.contains("{4}") => "a time".to_owned(),
            (_, pattern) if pattern.contains("CDHS") => "a card".to_owned(),
            (_, pattern) if pattern.contains("PBXN") => "letters `P`, `B`, `X`, `N`".to_owned(),
            (_, pattern) if pattern.contains("a-f") => "a SHA-256".to_owned(),
            (_, pattern) if pattern.contains("A-Za-z") => "base64".to_owned(),
            _ => "text".to_owned(),
        },
    };
    said + or_null
}
