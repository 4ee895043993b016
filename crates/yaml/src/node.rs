use crate::fault::Position;

/// A YAML node and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it holds.
    pub value: Value,
    /// Line and column of where it begins.
    pub place: Position,
}

impl Node {
    /// The value of a key of a mapping, the first where it is there twice; `None` where this is none or has no such key.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let Value::Map(members) = &self.value else { return None };
        members.iter().find(|(key, _)| matches!(&key.value, Value::Text(key) if key == name)).map(|(_, value)| value)
    }

    /// How many items a list has; none where this is no list.
    #[must_use]
    pub fn items(&self) -> Option<usize> {
        match &self.value {
            Value::List(items) => Some(items.len()),
            _ => None,
        }
    }

    /// The value of a key of a mapping, where it is text.
    #[must_use]
    pub fn word_at(&self, name: &str) -> Option<&str> {
        match &self.member(name)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The keys of a mapping that are text, and where they are; none where this is no mapping.
    pub fn names(&self) -> impl Iterator<Item = (&str, Position)> {
        let members = if let Value::Map(members) = &self.value { members.as_slice() } else { &[] };
        members.iter().filter_map(|(key, _)| match &key.value {
            Value::Text(name) => Some((name.as_str(), key.place)),
            _ => None,
        })
    }
}

/// What a node holds. A bare scalar takes the type that YAML 1.2 gives it, a quoted one is text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing, `null` or `~`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// A number with a point, an exponent, zeros in front, or beyond 64 bits, as it is written: never wanted, always an
    /// error.
    Float(String),
    /// Text, its quotes and escapes resolved.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping in the order of the file; duplicate keys are still in it.
    Map(Vec<(Node, Node)>),
}

impl Value {
    /// What kind of value this is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "a whole number",
            Self::Float(written) => match written.trim_start_matches(['+', '-']) {
                digits if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                    "a number with a point or exponent"
                }
                digits if digits.starts_with('0') => "a number that begins with 0",
                _ => "a number with over 18 digits",
            },
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
        }
    }
}
