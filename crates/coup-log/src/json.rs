//! JSON read as strictly as the format asks: no duplicate name, no float, no lone surrogate, at
//! most 16 deep, also inside fields that nobody reads. serde_json is the judge of the syntax; its
//! derives are too lax in ignored fields, so every value is walked.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};

/// The record itself is at depth 1.
const MAX_DEPTH: usize = 16;

/// Up to here a linear scan for duplicate names is faster than a set.
const FEW_NAMES: usize = 24;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Bool(bool),
    Int(i128),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Object<'a>),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Object<'a>(pub(crate) Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Object<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl Value<'_> {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// Reads one line as one object.
pub(crate) fn parse(line: &[u8]) -> Result<Object<'_>, String> {
    let text = std::str::from_utf8(line).map_err(|e| format!("invalid UTF-8 at byte {}", e.valid_up_to() + 1))?;
    if text.contains('\r') {
        return Err("a carriage return".to_owned());
    }
    match text.as_bytes().first() {
        None => return Err("a blank line".to_owned()),
        Some(b'{') => {}
        Some(_) => return Err("the line does not begin with `{`".to_owned()),
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Seed(1).deserialize(&mut deserializer).map_err(|e| said(&e))?;
    deserializer.end().map_err(|e| said(&e))?;
    match value {
        Value::Object(object) => Ok(object),
        other => Err(format!("{} where the record belongs", other.kind())),
    }
}

fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("{what} (column {})", error.column())
}

#[derive(Clone, Copy)]
struct Seed(usize);

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Value<'de>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Seed {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.0 > MAX_DEPTH {
            return Err(E::custom(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(Self(self.0 + 1))
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Int(i128::from(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(Value::Int(i128::from(value)))
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Value<'de>, E> {
        Err(E::custom("a float, or an integer beyond 64 bits"))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut entries: Vec<(Cow<'de, str>, Value<'de>)> = Vec::new();
        let mut names: HashSet<Cow<'de, str>> = HashSet::new();
        while let Some(name) = map.next_key_seed(Name)? {
            let duplicate = if entries.len() < FEW_NAMES {
                entries.iter().any(|(known, _)| *known == name)
            } else {
                if names.is_empty() {
                    names.extend(entries.iter().map(|(known, _)| known.clone()));
                }
                !names.insert(name.clone())
            };
            if duplicate {
                return Err(A::Error::custom(format!("the name `{name}` stands twice")));
            }
            entries.push((name, map.next_value_seed(inner)?));
        }
        Ok(Value::Object(Object(entries)))
    }
}

struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(value.to_owned()))
    }
}
