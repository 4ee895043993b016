//! Rule 15, clause by clause: a small tournament that is lawful, and pairs of changes of it, the breach and its nearest
//! lawful neighbour. The pairs stand in `pairs.jsonl`, one a line: the name, the clauses, what is changed (`do`), and what
//! is found then (`finds`; nothing for the neighbour).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod base;

use std::collections::BTreeSet;
use std::sync::Arc;

use resettle_audit::{Replay, Settings, follow, gather};
use resettle_coup_log::LogReader;
use resettle_ruleset::{ClauseKind, Ruleset};
use resettle_testkit::{Log, with};
use serde_json::{Value, json};

const STAR: &str = "au-nsw/star/7-up-baccarat/2016-08-17";

/// The lines of a log whose records these are, and the tag of each.
fn log(records: &[Value]) -> (Vec<u8>, Vec<String>) {
    let tags = records.iter().map(|record| record["tag"].as_str().unwrap_or("?").to_owned()).collect();
    let untagged: Vec<Value> = records.iter().map(|record| with(record.clone(), json!({"tag": null}))).collect();
    (Log::empty().records(&untagged).bytes(), tags)
}

/// What is found of these logs, each as `code tag` and the wager or player.
fn found(logs: &[Vec<Value>]) -> Vec<String> {
    found_by(logs, None)
}

/// The same, judged by these rules whatever was in force.
fn found_by(logs: &[Vec<Value>], named: Option<Ruleset>) -> Vec<String> {
    let registry = resettle_rulesets::registry().unwrap();
    let settings = Settings { registry, named: named.map(Arc::new), ..Settings::default() };
    let logs: Vec<(Vec<u8>, Vec<String>)> = logs.iter().map(|records| log(records)).collect();
    let gathered: Vec<_> = logs.iter().filter_map(|(text, _)| gather(LogReader::new(&text[..], None))).collect();
    let settings = Settings { tournaments: Some(Arc::new(follow(gathered, &settings))), ..settings };
    let mut out = Vec::new();
    for (text, tags) in &logs {
        for finding in Replay::by(&settings).audit_log(LogReader::new(&text[..], None), "log").audit.findings {
            let code = finding.code.as_str();
            let about_the_log = code.starts_with("integrity/") && code != "integrity/malformed-record";
            if about_the_log || code == "ruleset/uncertain" {
                continue;
            }
            let tag = &tags[usize::try_from(finding.place.line.unwrap() - 1).unwrap()];
            let who = finding.wager.or(finding.part).or(finding.player);
            let who = who.map_or(String::new(), |who| format!(" {who}"));
            let money = finding.money.map_or(String::new(), |money| format!(" {money:+}"));
            out.push(format!("{} {tag}{who}{money}", code.trim_start_matches("tournament/")));
        }
    }
    out.sort();
    out
}

fn changed(mut logs: Vec<Vec<Value>>, changes: &[Value]) -> Vec<Vec<Value>> {
    for change in changes {
        let (what, tag) = (change[0].as_str().unwrap(), change[1].as_str().unwrap());
        let place = logs
            .iter()
            .enumerate()
            .find_map(|(log, records)| records.iter().position(|record| record["tag"] == tag).map(|at| (log, at)));
        let (log, at) = place.unwrap_or_else(|| panic!("no record {tag}"));
        match what {
            "drop" => drop(logs[log].remove(at)),
            "after" => logs[log].insert(at + 1, full(&change[2])),
            "before" => logs[log].insert(at, full(&change[2])),
            "set" | "unset" | "add" => {
                let path = change[2].as_str().unwrap();
                let (parent, key) = path.rsplit_once('/').unwrap();
                let parent = logs[log][at].pointer_mut(parent).unwrap_or_else(|| panic!("{tag} has no {path}"));
                match (what, parent) {
                    ("unset", Value::Object(map)) => drop(map.remove(key)),
                    ("unset", Value::Array(list)) => drop(list.remove(key.parse().unwrap())),
                    ("add", parent) => parent[key].as_array_mut().unwrap().push(times(&change[3])),
                    (_, Value::Array(list)) => list[key.parse::<usize>().unwrap()] = times(&change[3]),
                    (_, parent) => parent[key] = times(&change[3]),
                }
            }
            other => panic!("{other}"),
        }
    }
    logs
}

/// A record of a session as the pairs write it.
fn full(short: &Value) -> Value {
    let mut record = times(short);
    let map = record.as_object_mut().unwrap();
    if !map.contains_key("type") {
        map.insert("type".to_owned(), json!("session"));
        map.insert("tournament".to_owned(), json!("T"));
    }
    record
}

/// Times are written short: `@12:01:05`.
fn times(short: &Value) -> Value {
    match short {
        Value::String(text) => match text.strip_prefix('@') {
            Some(time) => json!(base::at(time)),
            None => short.clone(),
        },
        Value::Array(items) => items.iter().map(times).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), times(value))).collect(),
        other => other.clone(),
    }
}

/// The Star's rules with one change of their text.
fn star_with(from: &str, to: &str) -> Ruleset {
    let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == STAR).unwrap();
    assert_eq!(embedded.yaml.matches(from).count(), 1, "{from}");
    let changed = embedded.yaml.replace(from, to);
    Ruleset::from_yaml(STAR, &changed, embedded.notes.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A lawful tournament, but for one wager of half the minimum.
fn with_half_a_minimum() -> Vec<Vec<Value>> {
    let set = |path: &str, value: Value| json!(["set", "c1", path, value]);
    let count = json!(["set", "count1", "/counts/0/chips", 10_350]);
    changed(base::tournament(), &[set("/wagers/0/stake", json!(50)), set("/wagers/0/returned", json!(100)), count])
}

#[test]
fn the_ruleset_says_which_ordinary_rules_do_not_hold() {
    let logs = with_half_a_minimum();
    assert_eq!(found(&logs), ["below-minimum c1 w1"]);
    // Where 6.4 holds on, a wager below the minimum stands once the coup has begun.
    let holds = star_with("without: \"6.3, 6.4\"", "without: \"6.3\"");
    assert_eq!(found_by(&logs, Some(holds)), Vec::<String>::new());
    let embedded = resettle_rulesets::embedded().find(|embedded| embedded.id == STAR).unwrap();
    let nothing = embedded.yaml.replace("without: \"6.3, 6.4\"", "without: \"6.5\"");
    let faults = Ruleset::from_yaml(STAR, &nothing, embedded.notes.as_bytes()).unwrap_err();
    assert!(format!("{faults:?}").contains("nothing is switched off by `6.5`"), "{faults:?}");
}

#[test]
fn a_tournament_is_followed_by_what_was_elected() {
    let option = "options:\n  - name: side\n    clause: \"10.3\"\n    choices:\n      - {choice: sevens, clause: \"10.3\"}\n      \
                  - {choice: none, clause: \"10.3\"}\nwagers:\n";
    let rules = || star_with("\nwagers:\n", &format!("\n{option}"));
    let elected = |choice: &str| {
        let record =
            json!({"tag": "options", "at": base::at("11:40:00"), "type": "options", "elected": {"side": choice}});
        let mut logs = with_half_a_minimum();
        logs.iter_mut().skip(1).for_each(|log| log.insert(1, record.clone()));
        found_by(&logs, Some(rules()))
    };
    assert_eq!(elected("sevens"), ["below-minimum c1 w1"]);
    let without = found_by(&with_half_a_minimum(), Some(rules()));
    assert!(!without.is_empty() && without.iter().all(|one| one.starts_with("ruleset/not-elected")), "{without:?}");
}

#[test]
fn the_tournament_as_it_is_replays_clean() {
    assert_eq!(found(&base::tournament()), Vec::<String>::new());
}

/// Whoever keeps back the office's log or the table's changes what is found.
#[test]
fn each_log_that_is_left_out_is_found() {
    let without = |gone: usize| {
        let mut logs = base::tournament();
        logs.remove(gone);
        found(&logs)
    };
    assert!(without(0).contains(&"no-conditions start1".to_owned()), "{:?}", without(0));
    assert_eq!(without(1), ["not-played s1", "not-played s2"]);
}

#[test]
fn each_breach_is_found_once_and_its_neighbour_not() {
    let mut wrong = Vec::new();
    for line in include_str!("pairs.jsonl").lines() {
        let pair: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let mut finds: Vec<String> =
            pair["finds"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect();
        finds.sort();
        let found = found(&changed(base::tournament(), pair["do"].as_array().unwrap()));
        if found != finds {
            wrong.push(format!("{}:\n  finds {finds:?}\n  found {found:?}", pair["name"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_enforced_sub_rule_has_its_pair() {
    let registry = resettle_rulesets::registry().unwrap();
    let ruleset = registry.get(STAR).unwrap();
    let (mut breached, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for line in include_str!("pairs.jsonl").lines() {
        let pair: Value = serde_json::from_str(line).unwrap();
        let side = if pair["finds"].as_array().unwrap().is_empty() { &mut kept } else { &mut breached };
        side.extend(pair["clause"].as_str().unwrap().split(", ").map(str::to_owned));
    }
    let enforced = ruleset.clauses.iter().filter(|clause| clause.kind == ClauseKind::Enforced);
    let lacking: Vec<&str> = enforced
        .map(|clause| clause.number.as_str())
        .filter(|number| number.starts_with("15."))
        .filter(|number| !breached.contains(*number) || !kept.contains(*number))
        .collect();
    assert_eq!(lacking, Vec::<&str>::new());
}
