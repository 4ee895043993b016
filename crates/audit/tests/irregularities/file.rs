//! The files of pairs.

use std::collections::BTreeMap;
use std::path::Path;

use resettle_game::Kind;
use resettle_yaml::{Node, Value as Yaml};
use serde_json::{Value, json};

use super::case::{Case, items, text};
use super::cells::Part;
use crate::setup::{ALL, Rules};

/// The pairs of one ruleset.
pub struct File {
    pub rules: Rules,
    /// Its short name.
    pub short: &'static str,
    pub pairs: Vec<Pair>,
    /// Pairs for findings that hang on no single row.
    pub beside: Vec<Beside>,
    /// Clauses that ground no finding, and why.
    pub silent_clauses: BTreeMap<String, String>,
}

/// The smallest logs that trigger a clause, and the nearest that do not.
pub struct Pair {
    pub name: String,
    pub kind: Kind,
    pub part: Part,
    pub triggers: Vec<Case>,
    pub misses: Vec<Case>,
}

impl Pair {
    pub fn cases(&self) -> impl Iterator<Item = (&'static str, &Case)> {
        both(&self.triggers, &self.misses)
    }
}

/// Logs that give a finding, and the nearest that do not.
pub struct Beside {
    pub name: String,
    /// The code of the finding.
    pub code: String,
    pub triggers: Vec<Case>,
    pub misses: Vec<Case>,
}

impl Beside {
    pub fn cases(&self) -> impl Iterator<Item = (&'static str, &Case)> {
        both(&self.triggers, &self.misses)
    }
}

fn both<'a>(triggers: &'a [Case], misses: &'a [Case]) -> impl Iterator<Item = (&'static str, &'a Case)> {
    let triggers = triggers.iter().map(|case| ("triggers", case));
    triggers.chain(misses.iter().map(|case| ("misses", case)))
}

pub fn read() -> Vec<File> {
    ALL.iter().map(|rules| file(*rules)).collect()
}

fn file(rules: Rules) -> File {
    let short = match rules {
        Rules::Mbs2011 => "2011",
        Rules::V6 => "v6",
        Rules::V7 => "v7",
        Rules::E => "E",
        Rules::Star => "Star",
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rulesets/{}/cases.yaml", rules.id()));
    let written = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let root = resettle_yaml::parse(&written).unwrap_or_else(|fault| panic!("{}: {fault:?}", path.display()));
    let mut root = json(&root);
    assert_eq!(root["ruleset"], rules.id(), "{}", path.display());
    let silent: BTreeMap<String, String> = match root["grounds no finding"].take() {
        Value::Object(fields) => fields.into_iter().map(|(clause, why)| (clause, text(Some(why)))).collect(),
        _ => BTreeMap::new(),
    };
    let pairs = items(Some(root["pairs"].take())).into_iter().map(|pair| pair_of(rules, pair)).collect();
    let beside = items(Some(root["findings"].take())).into_iter().map(|pair| beside_of(rules, pair)).collect();
    File { rules, short, pairs, beside, silent_clauses: silent }
}

fn pair_of(rules: Rules, mut given: Value) -> Pair {
    let mut take = |key: &str| given.as_object_mut().unwrap().remove(key);
    let name = text(take("pair"));
    let kind = text(take("kind"));
    let part = take("part").map_or("then".to_owned(), |part| text(Some(part)));
    let part = Part::ALL.iter().find(|(word, _)| *word == part).unwrap_or_else(|| panic!("{name}: part {part}")).1;
    let mut cases = |side| items(take(side)).into_iter().map(|case| Case::new(rules, &kind, case)).collect();
    let (triggers, misses) = (cases("triggers"), cases("misses"));
    assert_eq!(given, json!({}), "{name}: unknown fields");
    Pair { name, kind: Kind::parse(&kind).unwrap(), part, triggers, misses }
}

fn beside_of(rules: Rules, mut given: Value) -> Beside {
    let mut take = |key: &str| given.as_object_mut().unwrap().remove(key);
    let name = text(take("pair"));
    let code = text(take("code"));
    let kind = take("kind").map_or("none".to_owned(), |kind| text(Some(kind)));
    let mut cases = |side| items(take(side)).into_iter().map(|case| Case::new(rules, &kind, case)).collect();
    let (triggers, misses) = (cases("triggers"), cases("misses"));
    assert_eq!(given, json!({}), "{name}: unknown fields");
    Beside { name, code, triggers, misses }
}

fn json(node: &Node) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(is) => json!(is),
        Yaml::Int(number) => json!(number),
        Yaml::Float(_) => panic!("line {}: a number with a point", node.place.line),
        Yaml::Text(text) => json!(text),
        Yaml::List(items) => items.iter().map(json).collect(),
        Yaml::Map(fields) => fields.iter().map(|(name, value)| (text(Some(json(name))), json(value))).collect(),
    }
}
