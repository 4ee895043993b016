//! A table's log taken apart: what its shoe, its display and its terminals would have written.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Which source a log is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The table's log whole.
    Table,
    /// The table's log without what happened to its shoes.
    BareTable,
    Shoe,
    Display,
    Terminal,
}

/// A log of another source of the same table.
fn opened(open: &Value, kind: &str, id: &str) -> Value {
    let mut open = open.clone();
    let log = format!("{}-{}", open["log"].as_str().unwrap(), id.to_lowercase());
    open["log"] = log.into();
    open["source"] = json!({"kind": kind, "id": id});
    open
}

/// The fields of a coup that a source knows.
fn part(coup: &Value, fields: &[&str]) -> Value {
    let own = coup.as_object().unwrap().iter();
    let all = ["at", "type", "shoe", "coup"];
    let own = own.filter(|(name, _)| all.contains(&name.as_str()) || fields.contains(&name.as_str()));
    Value::Object(own.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}

/// The terminal at which a wager was placed: the one that it names, else one of three by its seat.
fn terminal_of(wager: &Value) -> String {
    if let Some(terminal) = wager["terminal"].as_str() {
        return terminal.to_owned();
    }
    let seat: usize = wager["seat"].as_str().and_then(|seat| seat.parse().ok()).unwrap_or(0);
    format!("T{}", seat % 3 + 1)
}

/// What each source would have written, with the name of its log.
pub fn pieces(records: &[Value]) -> Vec<(Piece, String, Vec<Value>)> {
    let coups = || records.iter().filter(|record| record["type"] == "coup");
    let mut terminals: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for wager in coups().flat_map(|coup| coup["wagers"].as_array().into_iter().flatten()) {
        terminals.entry(terminal_of(wager)).or_default();
    }
    let open = &records[0];
    let dealt =
        ["times", "cards", "to", "first_to", "reconstructed_cards", "carried", "mode", "no_bet", "irregularities"];
    let (mut bare, mut shoe, mut display) =
        (Vec::new(), vec![opened(open, "shoe", "SHOE")], vec![opened(open, "display", "WRD")]);
    for (id, log) in &mut terminals {
        log.push(opened(open, "terminal", id));
    }
    for record in records {
        let kind = record["type"].as_str().unwrap();
        if kind != "shoe" {
            bare.push(record.clone());
        }
        match kind {
            "shoe" | "incident" => shoe.push(record.clone()),
            "limits" => {
                display.push(record.clone());
                terminals.values_mut().for_each(|log| log.push(record.clone()));
            }
            "coup" => {
                shoe.push(part(record, &dealt));
                display.push(part(record, &["declared", "wrd"]));
                for (id, log) in &mut terminals {
                    let mut own = part(record, &["mode", "no_bet"]);
                    if let Some(wagers) = record["wagers"].as_array() {
                        own["wagers"] = wagers.iter().filter(|wager| terminal_of(wager) == *id).cloned().collect();
                    }
                    log.push(own);
                }
            }
            _ => {}
        }
    }
    let mut out = vec![
        (Piece::Table, "table.jsonl".to_owned(), records.to_vec()),
        (Piece::BareTable, "table.jsonl".to_owned(), bare),
        (Piece::Shoe, "shoe.jsonl".to_owned(), shoe),
        (Piece::Display, "display.jsonl".to_owned(), display),
    ];
    out.extend(terminals.into_iter().map(|(id, log)| (Piece::Terminal, format!("terminal-{id}.jsonl"), log)));
    out
}
