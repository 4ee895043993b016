//! JSON read as strictly as the format requires: no duplicate name, no float, no lone surrogate, at most 16 deep, also
//! inside fields that are not used. serde_json checks the syntax; its derives are too lax in ignored fields, so every
//! value is walked.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};

/// The record itself is at depth 1.
const MAX_DEPTH: usize = 16;

/// Up to here a linear scan for duplicate names is faster than a set.
const FEW_NAMES: usize = 24;

/// A JSON value as the format allows it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null` that is written there; a member that is absent is none at all.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of 64 bits, with or without a sign.
    Int(i128),
    /// Text, its escapes resolved.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object, in which no name occurs twice.
    Object(Object<'a>),
}

/// The members of an object in the order of the line; no name occurs twice.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object<'a>(pub Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Object<'a> {
    /// The value of a member.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl Value<'_> {
    /// What it is, in words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
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

/// Reads one line, without its LF, as one object.
///
/// # Errors
/// In words: bad JSON, or what this module additionally refuses.
pub fn parse(line: &[u8]) -> Result<Object<'_>, String> {
    let text = std::str::from_utf8(line).map_err(|e| format!("invalid UTF-8 at byte {}", e.valid_up_to() + 1))?;
    if text.contains('\r') {
        return Err("it holds a carriage return, which no record may".to_owned());
    }
    match text.as_bytes().first() {
        None => return Err("a blank line".to_owned()),
        Some(b'{') => {}
        Some(_) => return Err(no_object(text)),
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Seed(1).deserialize(&mut deserializer).map_err(|e| said(&e))?;
    deserializer.end().map_err(|e| said(&e))?;
    match value {
        Value::Object(object) => Ok(object),
        other => Err(format!("{} where the record belongs", other.kind())),
    }
}

/// What stands where a line should begin with `{`.
fn no_object(text: &str) -> String {
    let first = match text.trim_start_matches('\u{feff}') {
        rest if rest.len() < text.len() && rest.starts_with('{') => Some("a byte order mark"),
        rest if rest.trim_start().starts_with('{') => match text.chars().next() {
            Some('\t') => Some("a tab"),
            Some('\u{feff}') => None,
            _ => Some("a blank"),
        },
        _ => None,
    };
    match first {
        Some(first) => format!("{first} stands before the `{{` with which the format has a line begin"),
        None => "the line does not begin with `{`".to_owned(),
    }
}

fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    match what.strip_prefix("EOF while parsing ").filter(|_| error.is_eof()) {
        Some(part) => format!("the line breaks off in the middle of {part} (column {})", error.column()),
        None => format!("{what} (column {})", error.column()),
    }
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
        Err(E::custom("a number with decimals, or one too large (beyond 64 bits)"))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value as Lax;

    use super::*;

    #[test]
    fn what_stands_before_an_object_is_named() {
        for (line, what) in [(" {}", "a blank"), ("\t{}", "a tab"), ("\u{feff}{}", "a byte order mark")] {
            let said = format!("{what} stands before the `{{` with which the format has a line begin");
            assert_eq!(parse(line.as_bytes()).unwrap_err(), said);
        }
        for line in ["[]", " ", "x{}", "\u{feff}"] {
            assert_eq!(parse(line.as_bytes()).unwrap_err(), "the line does not begin with `{`", "{line:?}");
        }
    }

    /// Whether serde_json reads the same names and values, in any order; it keeps only one of two equal names.
    fn same(ours: &Value<'_>, lax: &Lax) -> bool {
        match (ours, lax) {
            (Value::Null, Lax::Null) => true,
            (Value::Bool(a), Lax::Bool(b)) => a == b,
            (Value::Int(a), Lax::Number(b)) => b.as_i64().map(i128::from).or(b.as_u64().map(i128::from)) == Some(*a),
            (Value::Text(a), Lax::String(b)) => a == b,
            (Value::List(a), Lax::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
            (Value::Object(a), Lax::Object(_)) => same_object(a, lax),
            _ => false,
        }
    }

    fn same_object(ours: &Object<'_>, lax: &Lax) -> bool {
        let Lax::Object(map) = lax else { return false };
        ours.0.len() == map.len()
            && ours.0.iter().all(|(name, value)| map.get(name.as_ref()).is_some_and(|lax| same(value, lax)))
    }

    /// JSON as writers write it, lax and strict: names from a small set, so that some occur twice.
    fn text() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            Just("null"),
            Just("true"),
            Just("0"),
            Just("-1"),
            Just("9223372036854775808"),
            Just("18446744073709551616"),
            Just("1.0"),
            Just("1e3"),
            Just("-0"),
            Just("01"),
            Just("NaN"),
            Just("\"\""),
            Just("\"a\""),
            Just("\"\\u0061\""),
            Just("\"\\ud83d\\ude00\""),
            Just("\"\\ud800\""),
            Just("\"\\udc00\\ud800\""),
            Just("\"\t\""),
            Just("'a'"),
        ];
        let name = prop_oneof![
            Just("\"a\""),
            Just("\"b\""),
            Just("\"c\""),
            Just("\"\\u0061\""),
            Just("\"\\ud800\""),
            Just("d")
        ];
        let space = prop_oneof![9 => Just(""), 3 => Just(" "), 1 => Just("\t"), 1 => Just("\r"), 1 => Just("/**/")];
        word.prop_map(str::to_owned).prop_recursive(6, 40, 5, move |inner| {
            let entry = (name.clone(), inner.clone(), space.clone()).prop_map(|(n, v, s)| format!("{n}:{s}{v}{s}"));
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
                prop::collection::vec(entry, 0..4).prop_map(|entries| format!("{{{}}}", entries.join(","))),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn what_serde_json_reads_differently_is_refused(value in text(), behind in prop_oneof![9 => Just(""), 1 => Just(" "), 1 => Just("{}"), 1 => Just(",")]) {
            let line = format!("{{\"x\":{value}}}{behind}");
            if let Ok(ours) = parse(line.as_bytes()) {
                let lax: Lax = serde_json::from_str(&line).unwrap();
                prop_assert!(same_object(&ours, &lax), "{line}");
                for mark in ["\r", "/", "'", ".", "1e3", "-0", "NaN", "ud800\""] {
                    prop_assert!(!line.contains(mark), "{line}");
                }
            }
        }

        #[test]
        fn bytes_of_any_kind_are_read_the_same_way_or_not_at_all(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(ours) = parse(&bytes) {
                prop_assert!(same_object(&ours, &serde_json::from_slice(&bytes).unwrap()));
            }
        }

        #[test]
        fn json_of_sound_parts_is_read_whole(names in prop::collection::vec("[a-zé\u{1f600}\\\\\"]{0,3}", 0..40), depth in 0usize..20) {
            let body: Vec<String> = names.iter().map(|name| format!("{}:{}1{}", Lax::from(name.as_str()), "[".repeat(depth), "]".repeat(depth))).collect();
            let line = format!("{{{}}}", body.join(","));
            let mut unique = names.clone();
            unique.sort();
            unique.dedup();
            let sound = unique.len() == names.len() && (depth < MAX_DEPTH || names.is_empty());
            prop_assert_eq!(parse(line.as_bytes()).is_ok(), sound, "{}", line);
        }
    }
}
