//! YAML with a place for every node, so that all faults of a file can be told at once.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{DuplicateKeyPolicy, MergeKeyPolicy, Spanned};
use thiserror::Error;

/// A fault of a mapping file and where it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct MappingFault {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
}

/// A place in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// The faults found so far.
pub(crate) struct Faults<'f> {
    file: &'f str,
    pub(crate) list: Vec<MappingFault>,
}

impl<'f> Faults<'f> {
    pub(crate) fn new(file: &'f str) -> Self {
        Self { file, list: Vec::new() }
    }

    pub(crate) fn add(&mut self, place: Place, message: impl Into<String>) {
        let Place { line, column } = place;
        self.list.push(MappingFault { file: self.file.to_owned(), line, column, message: message.into() });
    }
}

/// A node and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) value: Value,
}

/// A key of a map and where it stands; its text is as written, also of a number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Key {
    pub(crate) place: Place,
    pub(crate) name: String,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Integer(i128),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// Reads a file into nodes; a file that is no YAML, or uses what is refused, has one fault.
pub(crate) fn parse(text: &str, faults: &mut Faults<'_>) -> Option<Node> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 16,
            max_nodes: 10_000,
            max_events: 30_000,
            max_total_scalar_bytes: 1 << 20,
            max_documents: 1,
            max_anchors: 0,
            max_aliases: 0,
            max_merge_keys: 0,
        },
        // Repeated keys are told by us, all of them.
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: MergeKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    match serde_saphyr::from_str_with_options::<Spanned<Raw>>(text, options) {
        Ok(raw) => Some(place(raw)),
        Err(error) => {
            let place = error
                .location()
                .map_or(Place { line: 1, column: 1 }, |at| Place { line: at.line(), column: at.column() });
            let message = error.without_snippet().to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            faults.add(place, message.to_owned());
            None
        }
    }
}

/// A node as serde gives it: the place is known only to the wrapper around it.
enum Raw {
    Null,
    Bool(bool),
    Integer(i128),
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

fn place_of<T>(spanned: &Spanned<T>) -> Place {
    Place { line: spanned.referenced.line(), column: spanned.referenced.column() }
}

fn place(raw: Spanned<Raw>) -> Node {
    let at = place_of(&raw);
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Bool(value) => Value::Bool(value),
        Raw::Integer(value) => Value::Integer(value),
        Raw::Text(value) => Value::Text(value),
        Raw::List(items) => Value::List(items.into_iter().map(place).collect()),
        Raw::Map(entries) => {
            let key = |key: Spanned<String>| Key { place: place_of(&key), name: key.value };
            Value::Map(entries.into_iter().map(|(k, v)| (key(k), place(v))).collect())
        }
    };
    Node { place: at, value }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a whole number, true or false, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Integer(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Integer(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Raw, E> {
        Ok(Raw::Integer(value))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Raw, E> {
        Err(E::custom("a number with a fraction has no place here; put a text in quotation marks"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Raw::Map(entries))
    }
}

impl Value {
    /// What a node is, in words.
    fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Integer(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

impl Node {
    fn expected<T>(&self, expected: &str, faults: &mut Faults<'_>) -> Option<T> {
        faults.add(self.place, format!("expected {expected}, found {}", self.value.kind()));
        None
    }

    /// A text that is not empty. A bare number is none: somebody must have meant one of the two.
    pub(crate) fn text(self, faults: &mut Faults<'_>) -> Option<String> {
        match &self.value {
            Value::Text(text) if !text.trim().is_empty() => Some(text.clone()),
            Value::Text(_) => self.expected("a text that is not empty", faults),
            Value::Integer(_) => self.expected("a text (put it in quotation marks)", faults),
            _ => self.expected("a text", faults),
        }
    }

    /// A text of any kind, the empty one too.
    pub(crate) fn any_text(self, faults: &mut Faults<'_>) -> Option<String> {
        match self.value {
            Value::Text(text) => Some(text),
            _ => self.expected("a text", faults),
        }
    }

    /// True or false.
    pub(crate) fn bool(self, faults: &mut Faults<'_>) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => self.expected("true or false", faults),
        }
    }

    /// A list.
    pub(crate) fn list(self, faults: &mut Faults<'_>) -> Option<Vec<Node>> {
        match self.value {
            Value::List(items) => Some(items),
            _ => self.expected("a list", faults),
        }
    }

    /// A map of anything; a key that comes twice is a fault.
    pub(crate) fn entries(self, faults: &mut Faults<'_>) -> Option<Vec<(Key, Node)>> {
        let Value::Map(entries) = self.value else {
            return self.expected("a map", faults);
        };
        let mut seen = BTreeSet::new();
        for (key, _) in &entries {
            if !seen.insert(key.name.as_str()) {
                faults.add(key.place, format!("the key {:?} stands here a second time", key.name));
            }
        }
        Some(entries)
    }

    /// A map with known fields.
    pub(crate) fn fields(self, faults: &mut Faults<'_>) -> Option<Fields> {
        let place = self.place;
        Some(Fields { place, entries: self.entries(faults)?, asked: Vec::new() })
    }
}

/// A map whose fields are taken one by one; what is left over in the end is a fault.
pub(crate) struct Fields {
    pub(crate) place: Place,
    entries: Vec<(Key, Node)>,
    asked: Vec<&'static str>,
}

impl Fields {
    /// A field that may be missing.
    pub(crate) fn take(&mut self, name: &'static str) -> Option<Node> {
        self.asked.push(name);
        let at = self.entries.iter().position(|(key, _)| key.name == name)?;
        Some(self.entries.remove(at).1)
    }

    /// A field that must be there.
    pub(crate) fn require(&mut self, name: &'static str, faults: &mut Faults<'_>) -> Option<Node> {
        let found = self.take(name);
        if found.is_none() {
            faults.add(self.place, format!("`{name}` is missing here"));
        }
        found
    }

    /// Tells every field that nobody asked for.
    pub(crate) fn finish(self, faults: &mut Faults<'_>) {
        for (key, _) in &self.entries {
            // A known name left over is a repetition, told already.
            if !self.asked.contains(&key.name.as_str()) {
                let known = self.asked.join(", ");
                faults.add(key.place, format!("the key {:?} is not known here; known are {known}", key.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(text: &str) -> Vec<String> {
        let mut faults = Faults::new("m.yaml");
        parse(text, &mut faults);
        faults.list.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_node_has_its_place() {
        let mut faults = Faults::new("m.yaml");
        let node = parse("a:\n  - x\n  - {b: 7, 'c d': true}\n01: ~\n", &mut faults).unwrap();
        assert!(faults.list.is_empty());
        let entries = node.entries(&mut faults).unwrap();
        let (a, list) = &entries[0];
        assert_eq!((a.name.as_str(), a.place), ("a", Place { line: 1, column: 1 }));
        let Value::List(items) = &list.value else { panic!() };
        assert_eq!(items[0], Node { place: Place { line: 2, column: 5 }, value: Value::Text("x".into()) });
        let Value::Map(inner) = &items[1].value else { panic!() };
        assert_eq!(inner[0].1, Node { place: Place { line: 3, column: 9 }, value: Value::Integer(7) });
        assert_eq!((inner[1].0.name.as_str(), inner[1].0.place), ("c d", Place { line: 3, column: 12 }));
        assert_eq!((entries[1].0.name.as_str(), &entries[1].1.value), ("01", &Value::Null));
    }

    #[test]
    fn refuses_what_a_mapping_never_needs() {
        for (text, place) in [
            ("a: &x 1\n", "m.yaml:1:"),
            ("a: 1\nb: *x\n", "m.yaml:2:"),
            ("a: 1\n<<: {b: 2}\n", "m.yaml:2:"),
            ("a: [1, 2\n", "m.yaml:"),
            ("a: 1\n---\nb: 2\n", "m.yaml:"),
            ("a: 1.5\n", "m.yaml:1:4"),
            ("a: !own 1\n", "m.yaml:1:"),
        ] {
            let faults = faults_of(text);
            assert_eq!(faults.len(), 1, "{text}: {faults:?}");
            assert!(faults[0].starts_with(place), "{text}: {faults:?}");
        }
        let deep = format!("a: {}1{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(faults_of(&deep).len(), 1);
    }

    #[test]
    fn unknown_and_repeated_keys_are_all_told() {
        let mut faults = Faults::new("m.yaml");
        let node = parse("a: 1\nb: 2\na: 3\nc: 4\n", &mut faults).unwrap();
        let mut fields = node.fields(&mut faults).unwrap();
        assert!(fields.take("a").is_some());
        assert!(fields.require("d", &mut faults).is_none());
        fields.finish(&mut faults);
        let told: Vec<_> = faults.list.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "m.yaml:3:1: the key \"a\" stands here a second time",
                "m.yaml:1:1: `d` is missing here",
                "m.yaml:2:1: the key \"b\" is not known here; known are a, d",
                "m.yaml:4:1: the key \"c\" is not known here; known are a, d",
            ]
        );
    }
}
