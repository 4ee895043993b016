//! Nodes of YAML as JSON, which records are made of.

use resettle_yaml::{Faults, Node, Value as Yaml};
use serde_json::{Map, Value};

/// The same as JSON; a float or a key that is not text is a fault.
pub(crate) fn json(node: &Node, faults: &mut Faults) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(is) => Value::Bool(*is),
        Yaml::Int(number) => Value::from(*number),
        Yaml::Float(_) => {
            faults.add(node.place, "numbers here are whole");
            Value::Null
        }
        Yaml::Text(text) => Value::String(text.clone()),
        Yaml::List(items) => Value::Array(items.iter().map(|item| json(item, faults)).collect()),
        Yaml::Map(fields) => {
            let mut out = Map::new();
            for (name, value) in fields {
                match &name.value {
                    Yaml::Text(name) => {
                        out.insert(name.clone(), json(value, faults));
                    }
                    _ => faults.add(name.place, "a key has to be text: quote it"),
                }
            }
            Value::Object(out)
        }
    }
}

/// Puts the fields of `change` over those of `into`; null takes a field out.
pub(crate) fn merge(into: &mut Value, change: Value) {
    let (Value::Object(into), Value::Object(change)) = (into, change) else { return };
    for (name, value) in change {
        if value.is_null() {
            into.remove(&name);
        } else {
            into.insert(name, value);
        }
    }
}

/// A list; one item may be given alone, and nothing is an empty one.
pub(crate) fn items(value: Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(items) => items,
        one => vec![one],
    }
}
