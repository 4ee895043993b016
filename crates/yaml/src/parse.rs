use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_saphyr::{Location, Spanned};

use crate::fault::{Fault, Position};
use crate::node::{Node, Value};
use crate::{syntax, tags};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Parses one YAML document into nodes with places.
///
/// # Errors
/// The first fault of the syntax, a byte order mark, an anchor, alias, tag or merge key, or a file beyond the limits.
pub fn parse(text: &str) -> Result<Node, Fault> {
    if text.len() > MAX_BYTES {
        return Err(Fault {
            place: Position::default(),
            message: format!("the file has {} bytes; at most {MAX_BYTES} are read", text.len()),
            help: Some("no file of this kind is so large: is it the right one?".to_owned()),
        });
    }
    if let Some(place) = mark_in_front(text) {
        return Err(syntax::byte_order_mark(place));
    }
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 400_000,
            max_nodes: 200_000,
            max_depth: 32,
            max_aliases: 0,
            max_anchors: 0,
            max_merge_keys: 0,
            max_documents: 1,
            max_total_scalar_bytes: MAX_BYTES,
        },
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: MergeKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
    };
    match serde_saphyr::from_str_with_options::<Spanned<Raw>>(text, options) {
        Ok(spanned) => match tags::first(text) {
            Some(fault) => Err(fault),
            None => Ok(node(spanned, &text.lines().collect::<Vec<_>>())),
        },
        Err(error) => {
            let place = error.location().map(place).unwrap_or_default();
            Err(syntax::fault(&error, place))
        }
    }
}

/// A byte order mark in front of the document: the parser passes over one that stands behind comments.
fn mark_in_front(text: &str) -> Option<Position> {
    for (number, line) in (1..).zip(text.lines()) {
        let begin = line.trim_start();
        if begin.starts_with('\u{feff}') {
            let before = line.len() - begin.len();
            let column = u32::try_from(line.get(..before)?.chars().count()).ok()?.checked_add(1)?;
            return Some(Position { line: number, column, len: 0 });
        }
        if !begin.is_empty() && !begin.starts_with(['#', '%']) && !begin.starts_with("---") {
            return None;
        }
    }
    None
}

fn place(location: Location) -> Position {
    let narrow = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Position { line: narrow(location.line()), column: narrow(location.column()), len: narrow(location.span().len()) }
}

fn node(spanned: Spanned<Raw>, lines: &[&str]) -> Node {
    let place = place(spanned.referenced);
    let value = match spanned.value {
        Raw::Leaf(Value::Float(_)) => Value::Float(written(place, lines)),
        Raw::Leaf(value) => value,
        Raw::List(items) => Value::List(items.into_iter().map(|item| node(item, lines)).collect()),
        Raw::Map(entries) => {
            Value::Map(entries.into_iter().map(|(key, value)| (node(key, lines), node(value, lines))).collect())
        }
    };
    Node { value, place }
}

/// What stands at a place.
fn written(place: Position, lines: &[&str]) -> String {
    let before = |number: u32| usize::try_from(number).unwrap_or_default().saturating_sub(1);
    let line = lines.get(before(place.line)).copied().unwrap_or_default();
    line.chars().skip(before(place.column)).take(usize::try_from(place.len).unwrap_or_default()).collect()
}

enum Raw {
    Leaf(Value),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<Raw>, Spanned<Raw>)>),
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
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Null))
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Int(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Leaf(i64::try_from(value).map_or_else(|_| Value::Float(String::new()), Value::Int)))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Raw, E> {
        Ok(Raw::Leaf(i64::try_from(value).map_or_else(|_| Value::Float(String::new()), Value::Int)))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Float(String::new())))
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Text(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Text(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Raw::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_keeps_its_place() {
        let root = parse("a: 1\nb:\n  - {c: \"3.10\", d: 3.10}\n").unwrap();
        let Value::Map(entries) = &root.value else { panic!("{root:?}") };
        assert_eq!(entries[0].1.value, Value::Int(1));
        assert_eq!((entries[0].1.place.line, entries[0].1.place.column), (1, 4));
        let Value::List(items) = &entries[1].1.value else { panic!() };
        let Value::Map(inner) = &items[0].value else { panic!() };
        assert_eq!(inner[0].1.value, Value::Text("3.10".into()));
        assert_eq!(inner[1].1.value, Value::Float("3.10".into()));
        assert_eq!((inner[1].1.place.line, inner[1].1.place.column), (3, 20));
    }

    #[test]
    fn unquoted_number_keys_are_seen_as_numbers() {
        let root = parse("3.10: x\n3.1: y\n7: z\n").unwrap();
        let Value::Map(entries) = &root.value else { panic!() };
        let kinds: Vec<_> = entries.iter().map(|(k, _)| k.value.kind()).collect();
        assert_eq!(kinds, ["a number with a point or exponent", "a number with a point or exponent", "a whole number"]);
    }

    #[test]
    fn what_no_file_here_needs_is_refused_where_it_stands() {
        for (text, line) in [
            ("a: &x 1\n", 1),
            ("a: 1\nb: *x\n", 2),
            ("a: &x 1\nb: *x\n", 1),
            ("a: &x {b: 1}\nc: {<<: *x}\n", 1),
            ("a: {<<: {b: 1}}\n", 1),
            ("a: 1\n<<: {b: 2}\n", 2),
            ("a: !own 1\n", 1),
            ("b: 1\na: !!str banker\n", 2),
            ("a: [1,\n  !<tag:yaml.org,2002:int> 2]\n", 2),
            ("a: !!map {b: 1}\n", 1),
            ("a: ! text\n", 1),
            ("!!str a: 1\n", 1),
            ("\u{feff}a: 1\n", 1),
            ("\u{feff}\u{feff}a: 1\n", 1),
            ("# c\n\u{feff}a: 1\n", 2),
            ("# c\n\n \u{feff}a: 1\n", 3),
            ("# c\n---\n\u{feff}a: 1\n", 3),
            ("# c\r\n\u{feff}# d\r\na: 1\n", 2),
            ("a: 1\n\u{feff}b: 1\n", 2),
        ] {
            let fault = parse(text).unwrap_err();
            assert_eq!(fault.place.line, line, "{text}: {fault:?}");
        }
        for text in ["# \u{feff}\na: 1\n", "a: \"\u{feff}\"\n", "a: |\n  b\n  c\n"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        assert!(parse(&format!("a: {}1{}", "[".repeat(100), "]".repeat(100))).is_err());
    }

    #[test]
    fn an_exclamation_mark_in_a_text_is_no_tag() {
        for text in ["a: \"!!str x\"\n", "a: b !c\n", "# !!str\na: b\n", "a: |\n  !!str\n", "\"!a\": b\n"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        let fault = parse("a: x\nb: [1, !!str two]\n").unwrap_err();
        assert_eq!(
            (fault.place.line, fault.place.column, fault.message.as_str()),
            (2, 8, "the tag `!!str` stands here")
        );
    }

    #[test]
    fn numbers_that_are_none_here_are_named_as_they_are_written() {
        for (text, kind, quoted) in [
            ("007", "a number that begins with 0", "quote it: \"007\""),
            ("-00", "a number that begins with 0", "quote it: \"-00\""),
            ("123456789012345678901", "a number with over 18 digits", "quote it: \"123456789012345678901\""),
            ("1e3", "a number with a point or exponent", "quote it: \"1e3\""),
            ("3.10", "a number with a point or exponent", "quote it: unquoted, 3.10 would be the number 3.1"),
            ("0x1F", "a whole number", "quote it, so that it stays as it is written"),
            ("7", "a whole number", "quote it: \"7\""),
        ] {
            let root = parse(&format!("# \u{fc}\n- {text}\n")).unwrap();
            let Value::List(items) = &root.value else { panic!() };
            let mut faults = crate::Faults::default();
            assert!(items[0].text(&mut faults).is_none());
            let faults = faults.sorted();
            assert_eq!(items[0].value.kind(), kind, "{text}");
            assert_eq!(faults[0].help.as_deref(), Some(quoted), "{text}");
        }
    }

    #[test]
    fn words_that_yaml_1_1_takes_for_truth_values_stay_words() {
        let root = parse("on: off\ny: no\n").unwrap();
        let Value::Map(entries) = &root.value else { panic!() };
        assert_eq!(entries[0].0.value, Value::Text("on".into()));
        assert_eq!(entries[0].1.value, Value::Text("off".into()));
    }

    #[test]
    fn broken_syntax_names_its_place() {
        let fault = parse("a: [1, 2\nb: 3\n").unwrap_err();
        assert!(fault.place.line >= 1, "{fault:?}");
        assert!(parse("a: 1\n---\nb: 2\n").is_err());
    }
}
