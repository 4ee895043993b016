//! Other values for a value.

use std::collections::HashMap;

use resettle_ruleset::Ruleset;
use resettle_yaml::Value;

use super::leaves::{Leaf, with};

/// No format has this word.
const NO_WORD: &str = "no_such_word";

/// What each kind of place may hold, as the decoder says when it is given a word that it does not know.
#[derive(Default)]
pub struct Words(HashMap<String, Vec<String>>);

impl Words {
    /// The tokens to try instead of a value.
    pub fn changes(&mut self, id: &str, yaml: &str, citable: &[String], leaf: &Leaf) -> Vec<String> {
        match &leaf.value {
            Value::Bool(value) => vec![(!value).to_string()],
            Value::Int(number) => vec![(number + 1).to_string(), (number - 1).to_string()],
            Value::Text(text) => {
                let words = self.known(id, yaml, leaf);
                if !words.is_empty() {
                    return words.into_iter().filter(|word| word != text).chain([NO_WORD.to_owned()]).collect();
                }
                let name = leaf.general.rsplit('.').next().unwrap();
                match name {
                    "clause" | "pays_clause" | "earlier_coups" => citations(text, citable),
                    "pays" => odds(text),
                    "from" | "until" | "signed" => vec![quoted(&next_day(text)), quoted(&shifted(text))],
                    "text" | "sha256" => vec![quoted(&other_digit(text))],
                    _ => vec![quoted(&format!("{text} x")), quoted(&text.chars().skip(1).collect::<String>())],
                }
            }
            other => panic!("{}: {other:?}", leaf.path),
        }
    }

    fn known(&mut self, id: &str, yaml: &str, leaf: &Leaf) -> Vec<String> {
        if let Some(known) = self.0.get(&leaf.general) {
            return known.clone();
        }
        let faults = Ruleset::from_yaml(id, &with(yaml, leaf, NO_WORD), b"").err().map(resettle_yaml::Faults::sorted);
        let reported = faults
            .into_iter()
            .flatten()
            .find(|fault| fault.message.contains(NO_WORD) && fault.place.line == leaf.place.line);
        let list = reported.and_then(|fault| Some(fault.help?.split_once(": ")?.1.to_owned()));
        // A bet is one of those that the ruleset offers; a free text is no word.
        let words: Vec<String> = list.map(|list| list.split(", ").map(str::to_owned).collect()).unwrap_or_default();
        self.0.insert(leaf.general.clone(), words.clone());
        words
    }
}

/// Another clause instead of each one cited, one more, one less.
fn citations(text: &str, citable: &[String]) -> Vec<String> {
    let cited: Vec<&str> = text.split(", ").collect();
    let other = |after: &str| {
        let at = citable.iter().position(|number| number == after).unwrap_or(0);
        let next = citable.iter().cycle().skip(at + 1).take(citable.len());
        next.into_iter().find(|number| !cited.contains(&number.as_str())).cloned()
    };
    let mut out = Vec::new();
    for (at, number) in cited.iter().enumerate() {
        let mut changed: Vec<String> = cited.iter().map(|number| (*number).to_owned()).collect();
        if let Some(other) = other(number) {
            changed[at] = other;
            out.push(quoted(&changed.join(", ")));
        }
        if cited.len() > 1 {
            let mut fewer = cited.clone();
            fewer.remove(at);
            out.push(quoted(&fewer.join(", ")));
        }
    }
    if let Some(more) = cited.last().and_then(|last| other(last)) {
        out.push(quoted(&format!("{text}, {more}")));
    }
    out
}

fn odds(text: &str) -> Vec<String> {
    let (win, stake) = text.split_once(" to ").unwrap();
    let (win, stake): (u32, u32) = (win.parse().unwrap(), stake.parse().unwrap());
    vec![format!("{} to {stake}", win + 1), format!("{win} to {}", stake + 1)]
}

/// The day after, by its number alone: where that is no date, it is a change that has to be noticed too.
fn next_day(text: &str) -> String {
    let day: u32 = text[8..10].parse().unwrap();
    format!("{}{:02}{}", &text[..8], day + 1, &text[10..])
}

/// An hour later; a date becomes a moment of that day.
fn shifted(text: &str) -> String {
    format!("{}T01:00:00", &text[..10])
}

fn other_digit(text: &str) -> String {
    let first = if text.starts_with('0') { '1' } else { '0' };
    format!("{first}{}", &text[1..])
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
