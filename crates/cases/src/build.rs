//! The log that a case describes.

use serde_json::{Map, Value, json};

use crate::usual::Usual;
use crate::value::{items, merge};

/// What a case says of its log; what it leaves out is as usual.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) kind: Option<String>,
    pub(crate) with: Option<Value>,
    pub(crate) coup: Option<String>,
    pub(crate) cards: Option<Value>,
    pub(crate) declared: Option<Value>,
    pub(crate) wagers: Option<Value>,
    /// Bets with what is due of a stake on each.
    pub(crate) due: Option<Vec<(String, i64)>>,
    pub(crate) stake: Option<i64>,
    pub(crate) change: Option<Value>,
    pub(crate) shoe: Option<Value>,
    pub(crate) sign: Option<Value>,
    pub(crate) elected: Option<Value>,
    pub(crate) after: Option<Value>,
}

/// The records of the log; in words what cannot be built.
pub(crate) fn records(usual: &Usual, given: Given) -> Result<Vec<Value>, String> {
    let shoe = moments(usual, given.shoe.unwrap_or_else(|| json!({})));
    let five =
        matches!(&shoe, Value::Object(fields) if fields.get("burned").is_some_and(|burned| burned == "five decks"));
    let mut coup = usual.coup(
        1,
        match given.coup.as_deref() {
            None | Some("settled") => json!({}),
            Some("voided") => {
                json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [usual.wager("player", 1000, 1000)]})
            }
            Some("no-bet") => json!({"mode": "no_bet", "wagers": []}),
            Some(other) => return Err(format!("a coup is settled, voided or no-bet, not {other}")),
        },
    );
    if let Some(cards) = given.cards {
        merge(&mut coup, json!({"cards": cards}));
    }
    if let Some(declared) = given.declared {
        let result = declared.get("result").cloned().unwrap_or(Value::Null);
        merge(&mut coup, json!({"declared": declared, "wrd": result}));
    }
    if let Some(kind) = given.kind {
        let facts = moments(usual, given.with.unwrap_or_else(|| json!({})));
        merge(&mut coup, json!({"irregularities": [usual.irregularity(&kind, facts)]}));
    }
    match (given.wagers, given.due) {
        (Some(wagers), _) => {
            let first = coup.get("wagers").and_then(|wagers| wagers.get(0)).cloned();
            let wagers = wagers_of(usual, first, items(moments(usual, wagers)));
            merge(&mut coup, json!({"wagers": wagers}));
        }
        (None, Some(due)) => {
            let stake = given.stake.unwrap_or(1000);
            let wagers = due.into_iter().enumerate().map(|(at, (bet, due))| {
                let mut wager = usual.wager(&bet, stake, due);
                merge(&mut wager, json!({"id": format!("w{}", at + 1), "seat": format!("{}", at + 1)}));
                wager
            });
            let wagers: Vec<Value> = wagers.collect();
            merge(&mut coup, json!({"wagers": wagers}));
        }
        (None, None) => {}
    }
    merge(&mut coup, moments(usual, given.change.unwrap_or_else(|| json!({}))));
    let mut records = vec![usual.open()];
    if usual.elected.is_some() || given.elected.is_some() {
        let mut elected = usual.elected.clone().unwrap_or_else(|| json!({}));
        merge(&mut elected, given.elected.unwrap_or_else(|| json!({})));
        records.push(json!({"at": usual.at("00:00.200"), "type": "options", "elected": elected}));
    }
    if let Some(sign) = given.sign {
        let mut record = json!({"at": usual.at("00:00.500"), "type": "limits"});
        merge(&mut record, moments(usual, sign));
        records.push(record);
    }
    let mut start = usual.shoe(shoe);
    if five {
        // The start does not state them, so that how many cards are left is known to a deck only.
        merge(&mut start, json!({"burned": null}));
        let at = usual.at("00:02");
        records.extend([start, json!({"at": at, "type": "shoe", "shoe": "S", "event": "burn", "cards": five_decks()})]);
    } else {
        records.push(start);
    }
    records.push(coup);
    let mut number = 1;
    for item in items(moments(usual, given.after.unwrap_or(Value::Null))) {
        records.push(following(usual, &item, &mut number)?);
    }
    for (seq, record) in records.iter_mut().enumerate() {
        merge(record, json!({"seq": seq, "prev": "0".repeat(64)}));
    }
    Ok(records)
}

/// Wagers that differ from the usual one by the fields given.
fn wagers_of(usual: &Usual, first: Option<Value>, given: Vec<Value>) -> Vec<Value> {
    let wagers = given.into_iter().enumerate().map(|(at, change)| {
        let mut wager = first.clone().unwrap_or_else(|| usual.wager("player", 1000, 0));
        merge(&mut wager, json!({"id": format!("w{}", at + 1), "seat": format!("{}", at + 1)}));
        merge(&mut wager, change);
        wager
    });
    wagers.collect()
}

/// A record after the coup, named by what it is.
fn following(usual: &Usual, item: &Value, number: &mut u64) -> Result<Value, String> {
    let Some((what, given)) = item.as_object().and_then(|item| item.iter().next()) else {
        return Err("what follows is named by what it is, as {check: \"03:00\"}".to_owned());
    };
    match what.as_str() {
        "coup" => {
            *number += 1;
            Ok(usual.coup(*number, given.clone()))
        }
        "burn" | "replace" => {
            let mut event = json!({"at": usual.at("02:58"), "type": "shoe", "shoe": "S", "event": what});
            merge(&mut event, given.clone());
            Ok(event)
        }
        "check" | "end" | "cut_card" => Ok(json!({"at": given, "type": "shoe", "shoe": "S", "event": what})),
        "final seal" => Ok(json!({
            "at": given, "type": "seal", "key": "0".repeat(64), "sig": format!("{}==", "A".repeat(86)), "final": true,
        })),
        "incident" => {
            let mut incident = json!({
                "at": usual.at("02:58"), "type": "incident", "shoe": "S", "noticed": usual.at("02:57"),
                "by": "casino_supervisor", "notified": ["surveillance", "inspector"],
            });
            merge(&mut incident, given.clone());
            Ok(incident)
        }
        other => Err(format!("nothing is called `{other}` after a coup")),
    }
}

/// Writes `MM:SS` and `MM:SS.mmm` out in full, wherever they are.
fn moments(usual: &Usual, value: Value) -> Value {
    match value {
        Value::String(text) if is_moment(&text) => Value::String(usual.at(&text)),
        Value::Array(items) => items.into_iter().map(|item| moments(usual, item)).collect(),
        Value::Object(fields) => Value::Object(
            fields.into_iter().map(|(name, value)| (name, moments(usual, value))).collect::<Map<String, Value>>(),
        ),
        other => other,
    }
}

fn is_moment(text: &str) -> bool {
    let whole = text.split('.').next().unwrap_or_default();
    whole.len() == 5
        && whole.as_bytes().get(2) == Some(&b':')
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':' || byte == b'.')
}

/// As many cards as leave one of six decks.
fn five_decks() -> Value {
    let one = "CDHS".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    one.flat_map(|card| std::iter::repeat_n(card, 5)).collect()
}
