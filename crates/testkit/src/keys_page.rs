//! The tables of keys on pages, made of the schemas of declared files.

use std::fmt::Write as _;

use serde_json::Value;

use crate::places::root;

const BEGIN: &str = "<!-- keys: made by a test from their declarations -->\n";
const END: &str = "<!-- end of the keys -->\n";

/// What a value is, in words. A form that has a name is called by it, where `defs` does not say what it is.
#[must_use]
pub fn said(form: &Value, defs: &Value) -> String {
    let all = |forms: &Value, by: &str| {
        let forms: Vec<String> = forms.as_array().into_iter().flatten().map(|form| said(form, defs)).collect();
        forms.join(by)
    };
    if let Some(to) = form["$ref"].as_str() {
        let name = to.rsplit('/').next().unwrap_or_default();
        return defs.get(name).map_or_else(|| name.to_owned(), |form| said(form, defs));
    }
    if let Some(title) = form["title"].as_str().filter(|_| !defs.is_null()) {
        return title.to_owned();
    }
    if form["anyOf"].is_array() {
        return all(&form["anyOf"], " or ");
    }
    if let Some(words) = form["enum"].as_array() {
        let words: Vec<String> = words.iter().filter_map(Value::as_str).map(|word| format!("`{word}`")).collect();
        return words.join(", ");
    }
    match form["type"].as_str().unwrap_or_default() {
        "array" if defs.is_null() => format!("list of {}", said(&form["items"], defs)),
        "array" => format!("list of {}", several(&said(&form["items"], defs))),
        "object" if form["propertyNames"].is_object() => {
            let names = said(&form["propertyNames"], defs);
            format!("by {names}: {}", said(&form["additionalProperties"], defs))
        }
        "object" if form["additionalProperties"].is_object() => {
            format!("by name: {}", said(&form["additionalProperties"], defs))
        }
        "object" if !defs.is_null() => "a mapping".to_owned(),
        "integer" => match (form["minimum"].as_i64(), form["maximum"].as_i64()) {
            (Some(least), Some(most)) if least == most => least.to_string(),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) if !defs.is_null() => format!("a whole number from {least}"),
            _ => "a whole number".to_owned(),
        },
        "boolean" => "`true`, `false`".to_owned(),
        _ => match (form["const"].as_str(), form["format"].as_str()) {
            (Some(word), _) => format!("`{word}`"),
            (_, Some("date")) => "a day".to_owned(),
            (_, Some("date-time")) => "a time".to_owned(),
            _ => "text".to_owned(),
        },
    }
}

fn several(one: &str) -> String {
    match one {
        "a column" => "columns".to_owned(),
        "a day" => "days".to_owned(),
        "a time" => "times".to_owned(),
        "a mapping" => "mappings".to_owned(),
        "text" => "texts".to_owned(),
        _ => one.replacen("a whole number", "whole numbers", 1),
    }
}

/// Asks for the tables of a schema's keys on a page of `docs/spec`, between the lines that mark them. Their keys come in the order
/// in which the example before them has them. `UPDATE_DOCS=1` renews them.
///
/// # Panics
/// Where they are others.
pub fn keys_stand_on(page: &str, schema: &Value) {
    let path = root().join("docs/spec").join(page);
    let file = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = file.split_once(BEGIN).unwrap();
    let (_, behind) = rest.split_once(END).unwrap();
    let made = format!("{before}{BEGIN}{}{END}{behind}", tables(schema, before.rsplit("```yaml\n").next().unwrap()));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), made, "{page}: UPDATE_DOCS=1 renews it");
}

/// A table of the file's keys, then one of each mapping below them, where it comes first.
fn tables(schema: &Value, example: &str) -> String {
    let defs = &schema["$defs"];
    let mut out = String::new();
    let mut waiting = vec![(String::new(), schema)];
    let mut drawn: Vec<&str> = Vec::new();
    while !waiting.is_empty() {
        let (at, form) = waiting.remove(0);
        if !at.is_empty() {
            let about = form["description"].as_str().unwrap_or_default();
            write!(out, "\nIn `{at}`: {about}\n\n").unwrap();
        }
        out.push_str("| key | value | | what it says |\n| --- | --- | --- | --- |\n");
        let mut keys: Vec<(&String, &Value)> = form["properties"].as_object().unwrap().iter().collect();
        keys.sort_by_key(|(key, _)| example.find(&format!("{key}:")).unwrap_or(usize::MAX));
        for (key, value) in keys {
            let needed = form["required"].as_array().is_some_and(|keys| keys.iter().any(|known| known == key));
            let needed = if needed { "required" } else { "" };
            let about = value["description"].as_str().unwrap_or_default();
            writeln!(out, "| `{key}` | {} | {needed} | {about} |", said(value, defs).replace('|', "\\|")).unwrap();
            let mut below = Vec::new();
            refer(value, &mut below);
            for name in below {
                if defs[name]["properties"].is_object() && !drawn.contains(&name) {
                    drawn.push(name);
                    waiting.push((key.clone(), &defs[name]));
                }
            }
        }
    }
    out
}

/// The names of the forms that a form refers to.
fn refer<'f>(form: &'f Value, out: &mut Vec<&'f str>) {
    match form {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value.as_str()) {
                    ("$ref", Some(to)) => out.extend(to.rsplit('/').next()),
                    _ => refer(value, out),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| refer(item, out)),
        _ => {}
    }
}
