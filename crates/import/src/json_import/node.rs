//! One round as it stands in JSON.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};

/// Deeper than the rounds of any source.
const MAX_DEPTH: usize = 32;

/// A value. Numbers and truth values are kept as people read them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node<'a> {
    Null,
    Text(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl Node<'_> {
    /// The first names of its members.
    pub(crate) fn names(&self) -> String {
        let Self::Object(members) = self else { return String::new() };
        let names: Vec<String> = members.iter().take(30).map(|(name, _)| format!("{name:?}")).collect();
        names.join(", ")
    }

    /// What it is, in words.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Text(text) => format!("{text:?}"),
            Self::List(_) => "an array".to_owned(),
            Self::Object(_) => "an object".to_owned(),
        }
    }
}

/// Reads one value, strictly: no name twice in an object, no number that would lose figures.
pub(crate) fn parse(text: &[u8]) -> Result<Node<'_>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not UTF-8".to_owned())?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let node = Seed(0).deserialize(&mut deserializer).and_then(|node| deserializer.end().map(|()| node));
    node.map_err(|error| {
        let said = error.to_string();
        said.split(" at line ").next().unwrap_or(&said).to_owned()
    })
}

#[derive(Clone, Copy)]
struct Seed(usize);

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Node<'de>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Seed {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.0 >= MAX_DEPTH {
            return Err(E::custom(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(Self(self.0 + 1))
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Text(value.to_string().into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(Node::Text(value.to_string().into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(Node::Text(value.to_string().into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Node<'de>, E> {
        // The shortest figures that give this number again, which are those that stood there, up to 15 of them.
        let text = value.to_string();
        if text.bytes().take_while(|byte| *byte != b'.').count() > 15 {
            return Err(E::custom("a number of more figures than can be kept: its source has to write it as text"));
        }
        Ok(Node::Text(text.into()))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut members: Vec<(Cow<'de, str>, Node<'de>)> = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            if members.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format!("the name {name:?} stands twice in an object")));
            }
            members.push((name, map.next_value_seed(inner)?));
        }
        Ok(Node::Object(members))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_kept_as_people_read_them() {
        for (json, text) in
            [("25.50", "25.5"), ("-3", "-3"), ("18446744073709551615", "18446744073709551615"), ("true", "true")]
        {
            assert_eq!(parse(json.as_bytes()), Ok(Node::Text(text.into())), "{json}");
        }
        for (json, fault) in [
            ("1e20", "a number of more figures"),
            ("{\"a\":1,\"a\":2}", "the name \"a\" stands twice"),
            ("{\"a\":1", "EOF while parsing an object"),
            ("{} {}", "trailing characters"),
        ] {
            assert!(parse(json.as_bytes()).unwrap_err().starts_with(fault), "{json}");
        }
        assert!(parse("[".repeat(40).as_bytes()).unwrap_err().starts_with("nested more than"));
    }
}
