//! One round as it stands in JSON.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};

/// Deeper than the rounds of any source.
const MAX_DEPTH: usize = 32;

/// An exponent moves the point by no more places.
const MOST_PLACES: u32 = 30;

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
            Self::Object(members) if members.is_empty() => "an object".to_owned(),
            Self::Object(_) => format!("an object of {}", self.names()),
        }
    }
}

/// Reads one value, strictly: no name twice in an object, and every number with all its figures.
pub(crate) fn parse(text: &[u8]) -> Result<Node<'_>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not UTF-8".to_owned())?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let numbers = RefCell::new(Numbers { text, at: 0 });
    let seed = Seed { depth: 0, numbers: &numbers };
    let node = seed.deserialize(&mut deserializer).and_then(|node| deserializer.end().map(|()| node));
    node.map_err(|error| {
        let said = error.to_string();
        said.split(" at line ").next().unwrap_or(&said).to_owned()
    })
}

/// The numbers of a text one after the other, as they stand there: as a float one would lose figures behind the fifteenth.
struct Numbers<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Numbers<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let mut in_text = false;
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'\\' if in_text => self.at += 1,
                b'"' => in_text = !in_text,
                b'-' | b'0'..=b'9' if !in_text => {
                    let rest = self.text.get(self.at..)?;
                    let length =
                        rest.bytes().take_while(|byte| matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9' | b'e' | b'E'));
                    let number = rest.get(..length.count())?;
                    self.at += number.len();
                    return Some(number);
                }
                _ => {}
            }
            self.at += 1;
        }
        None
    }
}

/// A number as people read it: no zeros behind the last figure of a fraction, and no exponent.
fn plain<E: serde::de::Error>(number: &str) -> Result<Cow<'_, str>, E> {
    let Some((figures, exponent)) = number.split_once(['e', 'E']) else { return Ok(Cow::Borrowed(bare(number))) };
    let exponent = exponent.parse::<i32>().ok().filter(|exponent| exponent.unsigned_abs() <= MOST_PLACES);
    let places = exponent.ok_or_else(|| {
        E::custom("a number with an exponent beyond any that is read: its source has to write it as text")
    })?;
    let (sign, figures) = figures.strip_prefix('-').map_or(("", figures), |figures| ("-", figures));
    let (whole, fraction) = figures.split_once('.').unwrap_or((figures, ""));
    // The point moves; where figures end, zeros stand.
    let zeros = "0".repeat(usize::try_from(places.unsigned_abs()).unwrap_or_default());
    let (before, behind) = if places < 0 {
        (zeros + whole, fraction.to_owned())
    } else {
        (whole.to_owned(), fraction.to_owned() + &zeros)
    };
    let point = before.len().saturating_add_signed(isize::try_from(places).unwrap_or_default());
    let all = before + &behind;
    let (whole, fraction) = all.split_at_checked(point).unwrap_or((&all, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let text = format!("{sign}{whole}.{fraction}");
    Ok(Cow::Owned(bare(&text).to_owned()))
}

/// A number without zeros behind the last figure of its fraction.
fn bare(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[derive(Clone, Copy)]
struct Seed<'n, 'de> {
    depth: usize,
    /// Those behind what was read.
    numbers: &'n RefCell<Numbers<'de>>,
}

impl<'de> DeserializeSeed<'de> for Seed<'_, 'de> {
    type Value = Node<'de>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Seed<'_, 'de> {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }

    fn number<E: serde::de::Error>(self) -> Result<Node<'de>, E> {
        let number = self.numbers.borrow_mut().next().unwrap_or_default();
        plain(number).map(Node::Text)
    }
}

impl<'de> Visitor<'de> for Seed<'_, 'de> {
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

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<Node<'de>, E> {
        self.number()
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<Node<'de>, E> {
        self.number()
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Node<'de>, E> {
        self.number()
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
        for (json, text) in [
            ("25.50", "25.5"),
            ("-3", "-3"),
            ("18446744073709551615", "18446744073709551615"),
            ("true", "true"),
            ("1234567890123456.78", "1234567890123456.78"),
            ("100.00000000000000001", "100.00000000000000001"),
            ("98765432109876543210987", "98765432109876543210987"),
            ("25.0", "25"),
            ("1.5e3", "1500"),
        ] {
            assert_eq!(parse(json.as_bytes()), Ok(Node::Text(text.into())), "{json}");
        }
        for (json, fault) in [
            ("1e31", "a number with an exponent beyond"),
            ("{\"a\":1,\"a\":2}", "the name \"a\" stands twice"),
            ("{\"a\":1", "EOF while parsing an object"),
            ("{} {}", "trailing characters"),
        ] {
            assert!(parse(json.as_bytes()).unwrap_err().starts_with(fault), "{json}");
        }
        assert!(parse("[".repeat(40).as_bytes()).unwrap_err().starts_with("nested more than"));
        // What stands in texts and names is no number.
        let node = parse(br#"{"a\"1":"2 \\","3":[4.10,"-5"],"b":-6}"#).unwrap();
        let text = |text: &'static str| Node::Text(text.into());
        let list = Node::List(vec![text("4.1"), text("-5")]);
        let expected = [("a\"1", text("2 \\")), ("3", list), ("b", text("-6"))];
        assert_eq!(node, Node::Object(expected.map(|(name, node)| (name.into(), node)).into()));
    }
}
