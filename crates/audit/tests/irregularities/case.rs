//! One small log of a pair.

use resettle_audit::{Finding, Settings};
use serde_json::{Value, json};

use crate::setup::{Rules, five_decks};
use resettle_testkit::{merge, seal_record};

/// A log of one coup and what surrounds it, and what has to be found.
pub struct Case {
    pub rules: Rules,
    pub what: String,
    pub finds: Vec<String>,
    shoe: Value,
    records: Vec<Value>,
}

impl Case {
    pub fn findings(&self, settings: &Settings) -> Vec<Finding> {
        self.rules.findings_by(settings, self.shoe.clone(), &self.records)
    }

    /// Builds the log from the half of a pair; `kind` is the pair's.
    pub fn new(rules: Rules, kind: &str, given: Value) -> Self {
        let mut given = moments(rules, given);
        let mut take = |key: &str| given.as_object_mut().unwrap().remove(key);
        let what = text(take("what"));
        // What a judgement rests on `resettle ruleset test` asks.
        take("by");
        let kind = take("kind").map_or(kind.to_owned(), |kind| text(Some(kind)));
        let facts = take("with").unwrap_or_else(|| json!({}));
        let end = take("coup").map_or("settled".to_owned(), |end| text(Some(end)));
        let wagers = take("wagers");
        let change = take("change").unwrap_or_else(|| json!({}));
        let mut shoe = take("shoe").unwrap_or_else(|| json!({}));
        // The start does not state them, so that how many cards are left is known to a deck only.
        let burn = (shoe["burned"] == "five decks").then(|| {
            shoe["burned"] = Value::Null;
            json!({"at": rules.at("00:02"), "type": "shoe", "shoe": "S", "event": "burn", "cards": five_decks()})
        });
        let after = items(take("after"));
        let finds = items(take("finds")).into_iter().map(|found| text(Some(found))).collect();
        assert_eq!(given, json!({}), "{what}: unknown fields");

        let mut coup = rules.coup(match end.as_str() {
            "settled" => json!({}),
            "voided" => json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [rules.wager(1000)]}),
            "no-bet" => json!({"mode": "no_bet", "wagers": []}),
            other => panic!("{what}: a coup is settled, voided or no-bet, not {other}"),
        });
        if kind != "none" {
            coup["irregularities"] = json!([rules.irregularity(&kind, facts)]);
        }
        if let Some(wagers) = wagers {
            coup["wagers"] = wagers_of(rules, &coup["wagers"][0], items(Some(wagers)));
        }
        merge(&mut coup, change);
        let mut records: Vec<Value> = burn.into_iter().chain([coup]).collect();
        let mut number = 1;
        for item in after {
            records.push(following(rules, &item, &mut number));
        }
        Self { rules, what, finds, shoe, records }
    }
}

/// Wagers that differ from the usual one by the fields given.
fn wagers_of(rules: Rules, usual: &Value, given: Vec<Value>) -> Value {
    let wagers = given.into_iter().enumerate().map(|(at, change)| {
        let mut wager = if usual.is_null() { rules.wager(0) } else { usual.clone() };
        merge(&mut wager, json!({"id": format!("w{}", at + 1), "seat": format!("{}", at + 1)}));
        merge(&mut wager, change);
        wager
    });
    wagers.collect()
}

/// A record after the coup, named by what it is.
fn following(rules: Rules, item: &Value, number: &mut u64) -> Value {
    let (what, given) = item.as_object().and_then(|item| item.iter().next()).unwrap();
    match what.as_str() {
        "coup" => {
            *number += 1;
            rules.numbered(*number, given.clone())
        }
        "burn" | "replace" => {
            let mut event = json!({"at": rules.at("02:58"), "type": "shoe", "shoe": "S", "event": what});
            merge(&mut event, given.clone());
            event
        }
        "check" | "end" => json!({"at": given, "type": "shoe", "shoe": "S", "event": what}),
        "final seal" => seal_record(given.as_str().unwrap()),
        "incident" => {
            let mut incident = json!({
                "at": rules.at("02:58"), "type": "incident", "shoe": "S", "noticed": rules.at("02:57"),
                "by": "casino_supervisor", "notified": ["surveillance", "inspector"],
            });
            merge(&mut incident, given.clone());
            incident
        }
        other => panic!("nothing is called {other} after a coup"),
    }
}

/// Writes `MM:SS` and `MM:SS.mmm` out in full, wherever they stand.
fn moments(rules: Rules, value: Value) -> Value {
    match value {
        Value::String(text) if is_moment(&text) => json!(rules.at(&text)),
        Value::Array(items) => items.into_iter().map(|item| moments(rules, item)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, moments(rules, value))).collect(),
        other => other,
    }
}

fn is_moment(text: &str) -> bool {
    let whole = text.split('.').next().unwrap_or_default();
    whole.len() == 5
        && whole.as_bytes()[2] == b':'
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':' || byte == b'.')
}

pub fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text,
        other => panic!("text is wanted, not {other:?}"),
    }
}

/// A list; one item may stand alone.
pub fn items(value: Option<Value>) -> Vec<Value> {
    match value {
        None => Vec::new(),
        Some(Value::Array(items)) => items,
        Some(one) => vec![one],
    }
}
