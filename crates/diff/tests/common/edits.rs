//! Edits of a ruleset's file, anywhere in a section, by what the schema of the format allows there: a key that is added to
//! the format is edited too.

use resettle_testkit::root;
use serde_json::{Map, Value, json};

use super::dice::Dice;

/// What an edit may name: clauses, bets, offices and options of the file.
pub struct Edits<'f> {
    schema: &'f Value,
    clauses: Vec<Value>,
    bets: Vec<Value>,
    options: Vec<(String, Vec<Value>)>,
    offices: Vec<Value>,
}

/// The schema of the format.
pub fn schema() -> Value {
    serde_json::from_str(&std::fs::read_to_string(root().join("docs/ruleset.schema.json")).unwrap()).unwrap()
}

/// A file as a tree.
pub fn tree(yaml: &str) -> Value {
    value(&resettle_yaml::parse(yaml).unwrap())
}

fn value(node: &resettle_yaml::Node) -> Value {
    match &node.value {
        resettle_yaml::Value::Null => Value::Null,
        resettle_yaml::Value::Bool(truth) => json!(truth),
        resettle_yaml::Value::Int(number) => json!(number),
        resettle_yaml::Value::Text(text) | resettle_yaml::Value::Float(text) => json!(text),
        resettle_yaml::Value::List(items) => items.iter().map(value).collect(),
        resettle_yaml::Value::Map(members) => {
            let key = |node: &resettle_yaml::Node| match value(node) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            Value::Object(members.iter().map(|(name, member)| (key(name), value(member))).collect())
        }
    }
}

impl<'f> Edits<'f> {
    pub fn of(schema: &'f Value, file: &Value) -> Self {
        let texts = |list: &Value, name: &str| -> Vec<Value> {
            list.as_array().into_iter().flatten().map(|item| item[name].clone()).collect()
        };
        let keys = |map: &Value| -> Vec<Value> {
            map.as_object().into_iter().flatten().map(|(name, _)| json!(name)).collect()
        };
        let option = |option: &Value| {
            let name = option["name"].as_str().unwrap().to_owned();
            (name, texts(&option["choices"], "choice"))
        };
        // A comma parts two clauses, so that a number with one cannot be cited by itself.
        let clauses = keys(&file["clauses"]).into_iter().filter(|clause| !clause.as_str().unwrap().contains(','));
        Self {
            schema,
            clauses: clauses.collect(),
            bets: texts(&file["wagers"], "bet"),
            options: file["options"].as_array().into_iter().flatten().map(option).collect(),
            offices: keys(&file["authority"]),
        }
    }

    /// The file with something else in a section, or without it.
    pub fn edited(&self, file: &Value, section: &str, dice: &mut Dice) -> Option<Value> {
        let mut out = file.clone();
        let form = &self.schema["properties"][section];
        let is_needed = self.schema["required"].as_array().unwrap().contains(&json!(section));
        let members = out.as_object_mut().unwrap();
        match members.get(section) {
            Some(_) if !is_needed && dice.below(6) == 0 => {
                members.remove(section);
            }
            Some(own) => {
                let edited = self.within(own, form, section, dice)?;
                members.insert(section.to_owned(), edited);
            }
            None => {
                members.insert(section.to_owned(), self.any(form, section, 0, dice)?);
            }
        }
        (out != *file).then_some(out)
    }

    fn resolved<'s>(&'s self, mut form: &'s Value) -> &'s Value {
        while let Some(name) = form["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            form = &self.schema["$defs"][name];
        }
        form
    }

    /// The forms between which a value may choose; one where it may not.
    fn branches<'s>(&'s self, form: &'s Value) -> Vec<&'s Value> {
        let form = self.resolved(form);
        match form["anyOf"].as_array() {
            // Beside `properties` it says which of them are needed.
            Some(any) if form["properties"].is_null() => any.iter().flat_map(|one| self.branches(one)).collect(),
            _ => vec![form],
        }
    }

    fn fits(&self, value: &Value, form: &Value) -> bool {
        let member = |name: &String| !form["properties"][name].is_null() || !form["additionalProperties"].is_boolean();
        let known = |list: &Value| list.as_array().is_none_or(|all| all.contains(value));
        match (value, form["type"].as_str()) {
            (Value::Object(members), Some("object")) => {
                let needed = form["required"].as_array().into_iter().flatten();
                members.keys().all(member) && needed.filter_map(Value::as_str).all(|name| members.contains_key(name))
            }
            (Value::Array(_), Some("array"))
            | (Value::Number(_), Some("integer"))
            | (Value::Bool(_), Some("boolean")) => true,
            (Value::String(_), Some("string")) => {
                known(&form["enum"]) && (form["const"].is_null() || form["const"] == *value)
            }
            _ => false,
        }
    }

    /// The value with something else in one place.
    fn within(&self, own: &Value, form: &Value, key: &str, dice: &mut Dice) -> Option<Value> {
        let branches = self.branches(form);
        let fitting = branches.iter().find(|branch| self.fits(own, branch));
        let Some(form) = fitting.filter(|_| dice.below(8) > 0) else {
            return self.any(form, key, 1, dice);
        };
        match own {
            Value::Object(members) => {
                let mut members = members.clone();
                let needed = |name: &str| form["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
                let absent: Vec<&String> = form["properties"]
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name)
                    .filter(|name| !members.contains_key(*name))
                    .collect();
                // Which clause it is judges nothing.
                let cites = |name: &str| name.ends_with("clause") || name == "why";
                let held: Vec<String> =
                    members.keys().filter(|name| !cites(name) || dice.below(8) == 0).cloned().collect();
                match dice.below(6) {
                    _ if held.is_empty() => return None,
                    0 => {
                        let name = dice.one(&held);
                        if needed(&name) {
                            return None;
                        }
                        members.remove(&name);
                    }
                    1 if !absent.is_empty() => {
                        let name = dice.one(&absent);
                        members.insert(name.clone(), self.any(&form["properties"][name], name, 1, dice)?);
                    }
                    _ => {
                        let name = dice.one(&held);
                        let inner = match &form["properties"][&name] {
                            Value::Null => &form["additionalProperties"],
                            inner => inner,
                        };
                        let edited = self.within(&members[&name], inner, &name, dice)?;
                        members.insert(name, edited);
                    }
                }
                Some(Value::Object(members))
            }
            Value::Array(items) => {
                let mut items = items.clone();
                let at = (!items.is_empty()).then(|| dice.below(items.len()));
                match (dice.below(8), at) {
                    (0, Some(at)) => {
                        items.remove(at);
                    }
                    (1, Some(at)) => {
                        let other = dice.below(items.len());
                        items.swap(at, other);
                    }
                    (2, _) | (_, None) => {
                        let at = dice.below(items.len() + 1);
                        items.insert(at, self.any(&form["items"], key, 1, dice)?);
                    }
                    (3, Some(at)) => {
                        let other = self.within(&items[at], &form["items"], key, dice)?;
                        items.push(other);
                    }
                    (_, Some(at)) => items[at] = self.within(&items[at], &form["items"], key, dice)?,
                }
                Some(Value::Array(items))
            }
            _ => self.any(form, key, 1, dice),
        }
    }

    /// A value of a form.
    fn any(&self, form: &Value, key: &str, depth: usize, dice: &mut Dice) -> Option<Value> {
        if depth > 6 {
            return None;
        }
        let branches = self.branches(form);
        let form = dice.one(&branches);
        if let Some(words) = form["enum"].as_array() {
            return Some(dice.one(words));
        }
        if !form["const"].is_null() {
            return Some(form["const"].clone());
        }
        match form["type"].as_str()? {
            "boolean" => Some(json!(dice.truth())),
            "integer" => {
                let (least, most) =
                    (form["minimum"].as_i64().unwrap_or(0), form["maximum"].as_i64().unwrap_or(1 << 20));
                let number = dice.one(&[least, least + 1, least + 2, 1, 2, 5, 7, 10, 100, 500, 1_000, 5_000]);
                Some(json!(number.clamp(least, most)))
            }
            "array" => {
                let many = usize::try_from(form["minItems"].as_u64().unwrap_or(1)).unwrap().max(1) + dice.below(2);
                (0..many).map(|_| self.any(&form["items"], key, depth + 1, dice)).collect()
            }
            "object" => self.object(form, depth, dice),
            _ => self.text(key, dice),
        }
    }

    fn object(&self, form: &Value, depth: usize, dice: &mut Dice) -> Option<Value> {
        let mut out = Map::new();
        if let Some(properties) = form["properties"].as_object() {
            let needed = |name: &str| form["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
            for (name, inner) in properties {
                let wanted = match name.as_str() {
                    "clause" => dice.below(5) > 0,
                    "reading" => !out.contains_key("clause") || dice.below(3) == 0,
                    _ => needed(name) || dice.below(3) == 0,
                };
                if name == "reading" && wanted {
                    // Where no clause is named it has to be one.
                    out.insert(name.clone(), json!(!out.contains_key("clause") || dice.truth()));
                } else if wanted {
                    out.insert(name.clone(), self.any(inner, name, depth + 1, dice)?);
                }
            }
        } else if !self.options.is_empty() {
            // Only `elected` names what it likes.
            let (name, choices) = dice.one(&self.options);
            out.insert(name, dice.one(&choices));
        }
        Some(Value::Object(out))
    }

    fn text(&self, key: &str, dice: &mut Dice) -> Option<Value> {
        let ratio = |word: &str, dice: &mut Dice| json!(format!("{} {word} {}", 1 + dice.below(12), 1 + dice.below(5)));
        Some(match key {
            "clause" | "pays_clause" | "earlier_coups" => dice.one(&self.clauses),
            "bet" | "bets" | "any_of" | "minimum_of" | "stakes_of" => dice.one(&self.bets),
            "pays" => ratio("to", dice),
            "rate" => json!(format!("{} of 100", 1 + dice.below(9))),
            "at_least" | "at_most" | "multiple_of" => ratio("of", dice),
            "then" => json!(format!("loses 1 of {}", 2 + dice.below(3))),
            "role" if !self.offices.is_empty() => dice.one(&self.offices),
            "role" => json!(dice.one(&["gaming_supervisor", "gaming_manager", "surveillance"])),
            "why" => json!("that is not logged"),
            "name" | "choice" => json!(dice.one(&["amber", "blue", "cyan", "dun", "ecru", "fawn", "grey", "jade"])),
            "total" | "cards" | "margin" => json!(dice.one(&["2 or more", "other than 2", "2 to 3"])),
            _ => return None,
        })
    }
}
