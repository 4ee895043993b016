//! The JSON Schema and the decoder read one form: key by key, type by type, word by word.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io, thread};

use jsonschema::Validator;
use resettle_ruleset::Ruleset;
use resettle_ruleset::schema::ruleset_schema;
use resettle_yaml::{Fault, Faults, Node, Value as Yaml};
use serde_json::{Map, Value, json};

use crate::faults::{ID, ONE_FAULT};

/// Faults that no schema can see, and why.
const BEYOND_A_SCHEMA: &[(&str, &str)] = &[
    ("duplicate_key", "JSON has no such thing"),
    ("duplicate_clause", "JSON has no such thing"),
    ("clause_key_unquoted", "in JSON every key is text"),
    ("clause_unquoted_number", "in JSON every key is text"),
    ("date_impossible", "a calendar"),
    ("zone_unknown", "the list of time zones"),
    ("draw_table_gap", "proved over the whole table"),
    ("draw_table_overlap", "proved over the whole table"),
    ("banker_table_gap", "proved over the whole table"),
    ("banker_table_overlap", "proved over the whole table"),
    ("wager_row_missing", "proved over all that a deal can give"),
    ("wager_two_rows_fit", "proved over all that a deal can give"),
    ("wager_rows_overlap", "proved over all that a deal can give"),
    ("wager_row_for_nothing", "proved over all that a deal can give"),
    ("wager_undecided", "proved over all that a deal can give"),
    ("wager_values_twice", "two values compared"),
    ("wager_values_upside_down", "two numbers compared"),
    ("wager_otherwise_twice", "two rows compared"),
    ("wager_half_of_nothing", "two numbers compared"),
    ("bet_unknown", "the names stand in `wagers`"),
    ("deal_of_three", "counted over `permanent` and `order`"),
    ("decks_upside_down", "two numbers compared"),
    ("irregularities_overlap", "two rows compared"),
    ("row_without_ground", "either of two keys"),
    ("clause_absent", "the numbers stand in `clauses`"),
    ("clause_enforced_uncited", "the citations stand everywhere else"),
    ("clause_heading_cited", "the kinds stand in `clauses`"),
    ("folder_of_another_id", "the folder's path"),
];

/// What the decoder says of a key that is not known, of one that is missing, of a wrong type, word, number or text.
const SHAPE: &[&str] = &[
    "unknown key `",
    " lacks `",
    "has to be a mapping",
    " is wanted here, not ",
    "unknown word `",
    " is outside ",
    "this is no SHA-256",
    "is no list of clauses",
    "is not of the form YYYY",
    "odds are two whole numbers",
    "is no rank",
    "has no value",
    "unknown reason `",
    "is not what the Player can have drawn",
    "a control character stands",
    "is recorded, but not why",
    "only a recorded one has a `why`",
    "is unknown: this version reads schema 2",
    "this is schema 1: this version reads schema 2",
    "unknown fact `",
    "is no value of this fact",
    "is no condition",
    "a condition names a fact",
    "no fact is named here",
    "no value is named here",
    "two conditions at least",
    "a row has either",
    "no venue is named",
    "no number of decks is named",
    "is no part of the winnings",
];

#[test]
fn every_good_ruleset_fits_the_schema() {
    let schema = validator(&schema());
    let files = good_files().unwrap();
    assert!(files.len() > 11, "{} files", files.len());
    for (id, yaml) in files {
        let errors: Vec<String> =
            schema.iter_errors(&to_json(&yaml)).map(|error| format!("{}: {error}", error.instance_path)).collect();
        assert!(errors.is_empty(), "{id}: {errors:#?}");
    }
}

#[test]
fn what_the_schema_knows_the_decoder_reads() {
    // A key that stands in a file which the decoder takes, or faults for other reasons than its shape, is one that it knows.
    let schema = schema();
    let forms = Forms { schema: &schema, validator: validator(&schema) };
    let good = good_files().unwrap();
    let made = forms.files_of_other_keys(&good);
    let mut used = BTreeSet::new();
    for (id, root) in
        good.iter().map(|(id, yaml)| (id, to_json(yaml))).chain(made.iter().map(|(id, root)| (id, root.clone())))
    {
        forms.walk("", &root, "", &mut |form, value, _| {
            used.extend(
                value.as_object().into_iter().flatten().map(|(key, _)| format!("{form}/properties/{}", escaped(key))),
            );
        });
        let faults = Ruleset::from_yaml(id, &root.to_string(), b"").err().into_iter().flat_map(Faults::sorted);
        let of_shape: Vec<Fault> = faults.filter(|fault| is_of_shape(fault, "")).collect();
        assert!(of_shape.is_empty(), "{id}: {of_shape:#?}");
    }
    let keys = forms.keys();
    let unused: Vec<&String> = keys.iter().filter(|key| !used.contains(*key)).collect();
    assert!(unused.is_empty(), "no ruleset has {unused:#?}");
    assert!(keys.len() > 140, "only {} keys were tried", keys.len());
    assert!(made.len() < 60, "games show fewer keys than before: {} are made", made.len());
}

/// Each is tried by `silence_may_be_a_reading_wherever_a_clause_is_asked_for`.
fn is_in_place_of_a_clause(schema: &Value, properties: &str) -> bool {
    let mapping = properties.strip_suffix("/properties").and_then(|pointer| schema.pointer(pointer));
    mapping.is_some_and(|mapping| mapping["properties"]["clause"].is_object())
}

#[test]
fn silence_may_be_a_reading_wherever_a_clause_is_asked_for() {
    let schema = validator(&schema());
    let mut met = BTreeSet::new();
    for (id, yaml) in good_files().unwrap() {
        let root = with_few_clauses(to_json(&yaml));
        for pointer in grounds(&root, "") {
            if !met.insert(generalised_path(&pointer)) {
                continue;
            }
            let mut silent = root.clone();
            let mapping = silent.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
            mapping.remove("clause");
            mapping.insert("reading".to_owned(), json!(true));
            assert!(schema.is_valid(&silent), "{id}: {pointer}");
            let faults = match Ruleset::from_yaml(&id, &silent.to_string(), b"") {
                Ok(_) => Vec::new(),
                Err(faults) => faults.sorted(),
            };
            // What is said of the clause that is not cited any more.
            let gone = ["is enforced, but nothing cites it", "nothing is switched off by"];
            let others: Vec<&Fault> =
                faults.iter().filter(|fault| !gone.iter().any(|said| fault.message.contains(said))).collect();
            assert!(others.is_empty(), "{id}: {pointer}: {others:#?}");
        }
    }
    assert!(met.len() > 90, "only {} places were tried", met.len());
}

/// The mappings that cite a clause for what they decide; `recorded` lists clauses that decide nothing.
fn grounds(value: &Value, pointer: &str) -> Vec<String> {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (escaped(key), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let own = value["clause"].is_string().then(|| pointer.to_owned());
    let kept = |key: &str| !(pointer.is_empty() && key == "clauses" || key == "recorded");
    let inner = below.into_iter().filter(|(key, _)| kept(key));
    own.into_iter().chain(inner.flat_map(|(key, value)| grounds(value, &format!("{pointer}/{key}")))).collect()
}

/// A path without the places in lists.
fn generalised_path(pointer: &str) -> String {
    pointer.split('/').filter(|part| part.parse::<usize>().is_err()).collect::<Vec<_>>().join("/")
}

#[test]
fn every_bad_ruleset_is_refused_by_both_or_beyond_a_schema() {
    let schema = validator(&schema());
    let good = read(ID).unwrap();
    let mut beyond: BTreeSet<&str> = BEYOND_A_SCHEMA.iter().map(|(name, _)| *name).collect();
    for (name, find, replace) in ONE_FAULT {
        let yaml = good.replacen(find, replace, 1);
        assert!(Ruleset::from_yaml(ID, &yaml, b"").is_err(), "{name}");
        // What is no YAML of ours is nothing that a schema is asked about.
        let Ok(root) = resettle_yaml::parse(&yaml) else { continue };
        let refused = !schema.is_valid(&node_to_json(&root));
        assert_eq!(refused, !beyond.remove(name), "{name}");
    }
    assert!(beyond.is_empty(), "no such fault: {beyond:?}");
}

/// Tries every change of these places of a file; gives how many were tried, and what the decoder says of those that the schema
/// cannot know, if it takes the file as it is; otherwise what it says of that does not count.
fn try_changes(schema: &Validator, id: &str, root: &Value, pointers: &[String]) -> (u32, BTreeSet<String>) {
    let mut tried = 0;
    let mut beyond = BTreeSet::new();
    let faults_of = |root: &Value| match Ruleset::from_yaml(id, &root.to_string(), b"") {
        Ok(_) => Vec::new(),
        Err(faults) => faults.sorted(),
    };
    let before: BTreeSet<String> = faults_of(root).into_iter().map(|fault| fault.message).collect();
    for pointer in pointers {
        for (change, changed) in changes(root, pointer) {
            let by_schema = !schema.is_valid(&changed);
            let mut faults = faults_of(&changed);
            faults.retain(|fault| !before.contains(&fault.message));
            let of_shape: Vec<&Fault> = faults.iter().filter(|fault| is_of_shape(fault, pointer)).collect();
            tried += 1;
            assert!(
                !by_schema || !faults.is_empty(),
                "{id}: {change} at {pointer}: the schema refuses what the decoder takes"
            );
            assert!(
                by_schema || of_shape.is_empty(),
                "{id}: {change} at {pointer}: the decoder refuses what the schema takes: {of_shape:#?}"
            );
            if !by_schema && before.is_empty() {
                beyond.extend(faults.into_iter().map(|fault| generalised(&fault.message)));
            }
        }
    }
    (tried, beyond)
}

#[test]
fn every_change_of_shape_is_refused_by_both() {
    let schema = validator(&schema());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut seen = BTreeSet::new();
    let mut tried = 0;
    let mut beyond: BTreeSet<String> = BTreeSet::new();
    let mut good = good_files().unwrap();
    good.sort_by_key(|(_, yaml)| yaml.len());
    let own = self::schema();
    let made = Forms { schema: &own, validator: validator(&own) }.files_of_other_keys(&good);
    for (id, root) in good.into_iter().map(|(id, yaml)| (id, to_json(&yaml))).chain(made) {
        let root = with_few_clauses(root);
        let (paths, pointers): (Vec<_>, Vec<_>) = places(&root, &seen).into_iter().unzip();
        seen.extend(paths);
        let (schema, id, root) = (&schema, &id, &root);
        let chunk = pointers.len().div_ceil(workers).max(1);
        let found: Vec<(u32, BTreeSet<String>)> = thread::scope(|scope| {
            let running: Vec<_> =
                pointers.chunks(chunk).map(|some| scope.spawn(move || try_changes(schema, id, root, some))).collect();
            running.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        for (count, more) in found {
            tried += count;
            beyond.extend(more);
        }
    }
    assert!(tried > 1_500, "only {tried} changes were tried");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let beyond: Vec<String> = beyond.into_iter().collect();
    settings.bind(|| insta::assert_snapshot!("schema_beyond", beyond.join("\n")));
}

/// Who decides is an office of `authority` or a role, so that its words are elsewhere.
fn is_of_shape(fault: &Fault, pointer: &str) -> bool {
    let office = pointer.ends_with("/by/role") || pointer.starts_with("/authority");
    SHAPE.iter().any(|said| fault.message.contains(said)) && !(office && fault.message.contains("unknown word"))
}

/// The same without most clauses that nothing cites, which take most of the time and are all alike.
fn with_few_clauses(mut root: Value) -> Value {
    let mut met = BTreeSet::new();
    root["clauses"].as_object_mut().unwrap().retain(|_, clause| {
        let kind = clause["kind"].as_str().unwrap().to_owned();
        matches!(kind.as_str(), "enforced" | "definition") || met.insert(kind)
    });
    root
}

/// Numbers and names taken out, so that a kind of fault is reported once.
fn generalised(message: &str) -> String {
    let mut out = String::new();
    for (at, part) in message.split('`').enumerate() {
        if at % 2 == 1 {
            out.push('…');
        } else {
            out.extend(part.chars().map(|letter| if letter.is_ascii_digit() { '#' } else { letter }));
        }
    }
    while out.contains("##") || out.contains("#, #") || out.contains("#:#") {
        out = out.replace("##", "#").replace("#, #", "#").replace("#:#", "#");
    }
    out
}

fn schema() -> Value {
    serde_json::from_str(&ruleset_schema()).unwrap()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

fn rulesets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets")
}

fn read(id: &str) -> io::Result<String> {
    fs::read_to_string(rulesets().join(id).join("ruleset.yaml"))
}

/// The five rulesets and those of `fixtures/games`, which show what public documents ask for.
fn good_files() -> io::Result<Vec<(String, String)>> {
    let mut out = Vec::new();
    for root in [rulesets(), rulesets().join("../fixtures/games/rulesets")] {
        rulesets_below(&root, &root, &mut out)?;
    }
    out.sort();
    Ok(out)
}

/// The rulesets of a folder, each by its id.
fn rulesets_below(root: &Path, folder: &Path, out: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rulesets_below(root, &path, out)?;
        } else if path.ends_with("ruleset.yaml") {
            let id: Vec<_> = folder.strip_prefix(root).unwrap().iter().filter_map(|part| part.to_str()).collect();
            out.push((id.join("/"), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// The forms of a schema, each by its pointer.
struct Forms<'s> {
    schema: &'s Value,
    validator: Validator,
}

impl Forms<'_> {
    /// The keys that are no reading in place of a clause: those are tried by `silence_may_be_a_reading_wherever_a_clause_is_asked_for`.
    fn keys(&self) -> Vec<String> {
        let mut keys = properties(self.schema, "");
        keys.retain(|pointer| {
            let (object, key) = pointer.rsplit_once('/').unwrap();
            key != "reading" || !is_in_place_of_a_clause(self.schema, object)
        });
        keys
    }

    /// What a pointer leads to: the form that is defined, or each of those that it may be.
    fn each(&self, pointer: &str) -> Vec<String> {
        let form = self.schema.pointer(pointer).unwrap();
        if let Some(name) = form["$ref"].as_str() {
            return self.each(name.trim_start_matches('#'));
        }
        let several = form["anyOf"].as_array().filter(|_| !form["properties"].is_object());
        match several {
            Some(forms) => (0..forms.len()).flat_map(|at| self.each(&format!("{pointer}/anyOf/{at}"))).collect(),
            None => vec![pointer.to_owned()],
        }
    }

    /// Every value of a file with its form and its own pointer.
    fn walk(&self, form: &str, value: &Value, at: &str, visit: &mut impl FnMut(&str, &Value, &str)) {
        for pointer in self.each(form) {
            let form = self.schema.pointer(&pointer).unwrap();
            match value {
                Value::Object(map) if form["properties"].is_object() => {
                    let known = |key: &String| form["properties"].get(key).is_some();
                    if !map.keys().all(known) {
                        continue;
                    }
                    visit(&pointer, value, at);
                    for (key, value) in map {
                        let key = escaped(key);
                        self.walk(&format!("{pointer}/properties/{key}"), value, &format!("{at}/{key}"), visit);
                    }
                }
                Value::Object(map) if form["additionalProperties"].is_object() => {
                    for (key, value) in map {
                        let inner = format!("{pointer}/additionalProperties");
                        self.walk(&inner, value, &format!("{at}/{}", escaped(key)), visit);
                    }
                }
                Value::Array(items) if form["items"].is_object() => {
                    for (nth, value) in items.iter().enumerate() {
                        self.walk(&format!("{pointer}/items"), value, &format!("{at}/{nth}"), visit);
                    }
                }
                Value::String(_) if form["type"] == "string" => visit(&pointer, value, at),
                _ => {}
            }
        }
    }

    /// A value of a form: a text that some file has, otherwise what its schema says, with every key of a mapping.
    fn sample(&self, form: &str, texts: &BTreeMap<String, Value>) -> Value {
        let pointer = &self.each(form)[0];
        let form = self.schema.pointer(pointer).unwrap();
        if let Some(keys) = form["properties"].as_object() {
            let keys = keys.keys().filter(|key| *key != "reading" || keys.get("clause").is_none());
            let of = |key: &str| self.sample(&format!("{pointer}/properties/{}", escaped(key)), texts);
            return keys.map(|key| (key.clone(), of(key))).collect::<Map<_, _>>().into();
        }
        match form["type"].as_str() {
            Some("array") => json!([self.sample(&format!("{pointer}/items"), texts)]),
            Some("object") => json!({"one": self.sample(&format!("{pointer}/additionalProperties"), texts)}),
            Some("integer") => form["minimum"].clone(),
            Some("boolean") => json!(true),
            _ if form["enum"].is_array() => form["enum"][0].clone(),
            _ => texts.get(pointer).unwrap_or_else(|| panic!("no file has a text as {pointer}")).clone(),
        }
    }

    /// For each key that none of these files has, one of them with it, for other reasons a faulty one: a key whose
    /// declaration is new is tried before any game has it.
    fn files_of_other_keys(&self, good: &[(String, String)]) -> Vec<(String, Value)> {
        let mut good: Vec<(&String, Value)> = good.iter().map(|(id, yaml)| (id, to_json(yaml))).collect();
        good.sort_by_key(|(_, root)| root.to_string().len());
        let (mut used, mut texts) = (BTreeSet::new(), BTreeMap::new());
        let mut places: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let mut made: Vec<(String, Value)> = Vec::new();
        let mut meet = |nth: usize, root: &Value| {
            self.walk("", root, "", &mut |form, value, at| {
                places.entry(form.to_owned()).or_insert_with(|| (nth, at.to_owned()));
                match value {
                    Value::Object(map) => {
                        used.extend(map.keys().map(|key| format!("{form}/properties/{}", escaped(key))))
                    }
                    _ => drop(texts.entry(form.to_owned()).or_insert_with(|| value.clone())),
                }
            });
        };
        good.iter().enumerate().for_each(|(nth, (_, root))| meet(nth, root));
        for key in self.keys() {
            let (form, name) = key.rsplit_once("/properties/").unwrap();
            // What no file has stands in the value of a key that none has: that is made whole.
            let Some((nth, at)) = places.get(form).filter(|_| !used.contains(&key)) else { continue };
            let (id, mut root) = (good[*nth].0.clone(), good[*nth].1.clone());
            // Of the bets that one alone, as each is proved.
            let mut at = at.clone();
            if let Some((bet, below)) = at.strip_prefix("/wagers/").and_then(|at| at.split_once('/')) {
                root["wagers"] = json!([root["wagers"][bet.parse::<usize>().unwrap()]]);
                at = format!("/wagers/0/{below}");
            }
            let map = root.pointer_mut(&at).unwrap().as_object_mut().unwrap();
            map.insert(name.replace("~1", "/").replace("~0", "~"), self.sample(&key, &texts));
            assert!(self.validator.is_valid(&root), "{key}");
            made.push((id, root));
        }
        made
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn to_json(yaml: &str) -> Value {
    node_to_json(&resettle_yaml::parse(yaml).unwrap())
}

/// As a YAML editor passes it to the validator.
fn node_to_json(node: &Node) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(value) => json!(value),
        Yaml::Int(value) => json!(value),
        Yaml::Float(_) => json!(0.5),
        Yaml::Text(text) => json!(text),
        Yaml::List(items) => items.iter().map(node_to_json).collect(),
        Yaml::Map(entries) => {
            let mut map = Map::new();
            for (key, value) in entries {
                let key = match node_to_json(key) {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                map.insert(key, node_to_json(value));
            }
            Value::Object(map)
        }
    }
}

/// The pointers of all properties of a schema.
fn properties(schema: &Value, at: &str) -> Vec<String> {
    let mut out = Vec::new();
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                let below = format!("{at}/{}", escaped(key));
                if key == "properties" {
                    out.extend(value.as_object().unwrap().keys().map(|name| format!("{below}/{}", escaped(name))));
                }
                out.extend(properties(value, &below));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                out.extend(properties(item, &format!("{at}/{index}")));
            }
        }
        _ => {}
    }
    out
}

/// Every node whose like was not seen: its general path, and its pointer.
fn places(root: &Value, seen: &BTreeSet<String>) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    gather(root, "", "", &mut |path, pointer| {
        if !seen.contains(path) && out.iter().all(|(known, _)| known != path) {
            out.push((path.to_owned(), pointer.to_owned()));
        }
    });
    out
}

fn gather(node: &Value, path: &str, pointer: &str, visit: &mut impl FnMut(&str, &str)) {
    visit(path, pointer);
    match node {
        Value::Object(map) => {
            // What these say decides which keys are next to them.
            let decides = if path == "/clauses/*" { "kind" } else { "when" };
            let kind = map.get(decides).and_then(Value::as_str).unwrap_or("");
            for (key, value) in map {
                let own = if path == "/clauses" { "*" } else { key.as_str() };
                let below = format!("{pointer}/{}", escaped(key));
                gather(value, &format!("{path}{kind}/{own}"), &below, visit);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                gather(item, &format!("{path}/#"), &format!("{pointer}/{index}"), visit);
            }
        }
        _ => {}
    }
}

/// A node in every other shape: taken out, of every other type, next to an unknown key.
fn changes(root: &Value, pointer: &str) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(7),
        json!(5_000),
        json!(0.5),
        json!(""),
        json!("another word"),
        json!("a\u{1b}b"),
        json!("4.1,5.1"),
        json!("2017-02-30"),
        json!("0 to 1"),
        json!([]),
        json!([1, "one"]),
        json!({}),
        json!({"clause": "4.1"}),
    ];
    for other in others {
        let mut changed = root.clone();
        let node = changed.pointer_mut(pointer).unwrap();
        if *node != other {
            let what = format!("{other}");
            *node = other;
            out.push((what, changed));
        }
    }
    if let Some((parent, key)) = pointer.rsplit_once('/') {
        let mut changed = root.clone();
        if let Value::Object(map) = changed.pointer_mut(parent).unwrap() {
            map.remove(&key.replace("~1", "/").replace("~0", "~")).unwrap();
            out.push(("nothing".to_owned(), changed));
        }
    }
    let mut changed = root.clone();
    if let Value::Object(map) = changed.pointer_mut(pointer).unwrap() {
        map.insert("unheard_of".to_owned(), json!({"clause": "4.1"}));
        out.push(("an unknown key".to_owned(), changed));
    }
    out
}
