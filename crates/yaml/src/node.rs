use crate::fault::Position;

/// A YAML node and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it holds.
    pub value: Value,
    /// Where it is.
    pub place: Position,
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
    /// Text.
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
