use serde_json::{Map, Value, json};

/// A member of an object: its name, what is said of it, and whether it may be left out.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) about: &'static [&'static str],
    pub(crate) optional: bool,
}

/// The members of an object, as its schema says them.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    properties: Map<String, Value>,
    required: Vec<&'static str>,
    also: Vec<Value>,
}

impl Keys {
    /// Adds a member that has this schema; one whose schema is null is not said.
    pub(crate) fn add(&mut self, key: Key, mut schema: Value) {
        if schema.is_null() {
            return;
        }
        say(&mut schema, "description", key.about);
        if !key.optional {
            self.required.push(key.name);
        }
        self.properties.insert(key.name.to_owned(), schema);
    }

    /// Adds a member that has to be there.
    pub(crate) fn needs(&mut self, name: &'static str, about: &'static str, schema: Value) {
        self.required.push(name);
        self.takes(name, about, schema);
    }

    /// Adds a member that may be left out.
    pub(crate) fn takes(&mut self, name: &'static str, about: &'static str, mut schema: Value) {
        say(&mut schema, "description", &[about]);
        self.properties.insert(name.to_owned(), schema);
    }

    /// An additional condition.
    pub(crate) fn also(&mut self, condition: Value) {
        self.also.push(condition);
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.properties.is_empty()
    }

    /// The schema of the object, with what the page of keys calls it and says of it.
    pub(crate) fn schema(self, title: &str, about: &[&str]) -> Value {
        let mut schema = json!({"type": "object", "properties": self.properties});
        if !self.required.is_empty() {
            insert(&mut schema, "required", self.required.into());
        }
        if !self.also.is_empty() {
            insert(&mut schema, "allOf", self.also.into());
        }
        say(&mut schema, "title", &[title]);
        say(&mut schema, "$comment", about);
        schema
    }
}

/// A schema without what only the page of keys says.
pub(crate) fn plain(schema: Value) -> Value {
    let is_said = |name: &str, value: &Value| SAID.contains(&name) && value.is_string();
    match schema {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(name, value)| !is_said(name, value));
            members.map(|(name, value)| (name, plain(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.into_iter().map(plain).collect(),
        other => other,
    }
}

const SAID: [&str; 3] = ["title", "description", "$comment"];

/// Adds lines of a doc comment.
fn say(schema: &mut Value, name: &str, lines: &[&str]) {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    insert(schema, name, lines.join(" ").into());
}

fn insert(schema: &mut Value, name: &str, value: Value) {
    if let Some(members) = schema.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

/// What applies if a member has one of these words.
pub(crate) fn when(name: &str, words: &[&str], then: Value) -> Value {
    json!({"if": {"required": [name], "properties": {name: {"enum": words}}}, "then": then})
}
