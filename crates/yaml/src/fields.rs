use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::fault::{Faults, Position};
use crate::node::{Node, Value};

/// The entries of a mapping while they are decoded: what is asked for is taken out, and what
/// nobody asked for is an unknown key.
pub struct Fields<'a> {
    place: Position,
    what: Cow<'static, str>,
    entries: Vec<(&'a str, &'a Node, &'a Node)>,
    asked: Vec<&'static str>,
}

impl Node {
    /// Opens a mapping for decoding; notes a fault when this is none, and for keys that are no
    /// text or are there twice. `what` names the mapping in messages.
    pub fn fields<'a>(&'a self, what: impl Into<Cow<'static, str>>, faults: &mut Faults) -> Option<Fields<'a>> {
        let what = what.into();
        let Value::Map(map) = &self.value else {
            faults.add(self.place, format!("{what} has to be a mapping, not {}", self.value.kind()));
            return None;
        };
        let mut entries: Vec<(&str, &Node, &Node)> = Vec::with_capacity(map.len());
        let mut first: BTreeMap<&str, Position> = BTreeMap::new();
        for (key, value) in map {
            match &key.value {
                Value::Text(_) => {
                    let Some(name) = key.text(faults) else { continue };
                    match first.get(name) {
                        Some(place) => faults.add_with_help(
                            key.place,
                            format!("`{name}` stands twice in {what}"),
                            format!("keep one of the two; the other stands at {place}"),
                        ),
                        None => {
                            first.insert(name, key.place);
                            entries.push((name, key, value));
                        }
                    }
                }
                Value::Float(_) | Value::Int(_) => faults.add_with_help(
                    key.place,
                    format!("a key of {what} is {}, not text", key.value.kind()),
                    key.quote_it(),
                ),
                other => faults.add(key.place, format!("a key of {what} is {}, not text", other.kind())),
            }
        }
        Some(Fields { place: self.place, what, entries, asked: Vec::new() })
    }

    /// The entries of a mapping whose keys are somebody's spellings, numbers too (see
    /// [`Node::spelling`]); notes a fault when this is not a mapping, and for keys that are there twice.
    pub fn spellings<'a>(&'a self, what: &str, faults: &mut Faults) -> Option<Vec<(Cow<'a, str>, &'a Node)>> {
        let Value::Map(map) = &self.value else {
            faults.add(self.place, format!("{what} has to be a mapping, not {}", self.value.kind()));
            return None;
        };
        let mut first: BTreeMap<Cow<'a, str>, Position> = BTreeMap::new();
        let mut entries = Vec::with_capacity(map.len());
        for (key, value) in map {
            let Some(name) = key.spelling(faults) else { continue };
            match first.insert(name.clone(), key.place) {
                Some(place) => faults.add_with_help(
                    key.place,
                    format!("`{name}` stands twice in {what}"),
                    format!("keep one of the two; the other stands at {place}"),
                ),
                None => entries.push((name, value)),
            }
        }
        Some(entries)
    }
}

impl<'a> Fields<'a> {
    /// Where the mapping is.
    #[must_use]
    pub fn place(&self) -> Position {
        self.place
    }

    /// What messages call the mapping.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Whether `key` is there and was not taken.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(name, _, _)| *name == key)
    }

    /// Where `key` is, if it is there and was not taken; else where the mapping is.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Position {
        self.entries.iter().find(|(name, _, _)| *name == key).map_or(self.place, |(_, key, _)| key.place)
    }

    /// Takes the value of `key`, if it is there.
    pub fn optional(&mut self, key: &'static str) -> Option<&'a Node> {
        self.asked.push(key);
        let at = self.entries.iter().position(|(name, _, _)| *name == key)?;
        Some(self.entries.swap_remove(at).2)
    }

    /// Takes the value of `key` and notes a fault when it is missing.
    pub fn required(&mut self, key: &'static str, faults: &mut Faults) -> Option<&'a Node> {
        let found = self.optional(key);
        if found.is_none() {
            faults.add(self.place, format!("{} lacks `{key}`", self.what));
        }
        found
    }

    /// Takes every entry that is left, in no particular order, for mappings with free keys.
    pub fn rest(&mut self) -> Vec<(&'a str, &'a Node, &'a Node)> {
        let mut rest = std::mem::take(&mut self.entries);
        rest.sort_by_key(|(_, key, _)| key.place);
        rest
    }

    /// Ends the decoding: every key that nobody asked for is a fault.
    pub fn finish(self, faults: &mut Faults) {
        for (name, key, _) in &self.entries {
            faults.add_with_help(
                key.place,
                format!("unknown key `{name}` in {}", self.what),
                format!("known here: {}", self.asked.join(", ")),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn reported(faults: Faults) -> Vec<String> {
        faults.sorted().iter().map(|fault| format!("{}: {}", fault.place, fault.message)).collect()
    }

    #[test]
    fn unknown_missing_and_repeated_keys_are_all_reported() {
        let mut faults = Faults::default();
        let node = parse("a: 1\nb: 2\na: 3\nc: 4\n").unwrap();
        let mut fields = node.fields("this", &mut faults).unwrap();
        assert!(fields.optional("a").is_some());
        assert!(fields.required("d", &mut faults).is_none());
        fields.finish(&mut faults);
        assert_eq!(
            reported(faults),
            [
                "1:1: this lacks `d`",
                "2:1: unknown key `b` in this",
                "3:1: `a` stands twice in this",
                "4:1: unknown key `c` in this",
            ]
        );
    }

    #[test]
    fn spellings_may_be_numbers_written_plainly() {
        let mut faults = Faults::default();
        let node = parse("A: A\n7: 7\n\"08\": x\n-1: y\n").unwrap();
        let entries = node.spellings("this", &mut faults).unwrap();
        let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_ref()).collect();
        assert_eq!(keys, ["A", "7", "08", "-1"]);
        assert_eq!(entries[1].1.spelling(&mut faults).as_deref(), Some("7"));
        assert!(faults.is_empty());
    }

    #[test]
    fn spellings_that_yaml_would_change_are_refused() {
        let mut faults = Faults::default();
        let node = parse("01: a\n0x1F: b\n1.0: c\ntrue: d\n~: e\n7: f\n\"7\": g\n[x]: h\n").unwrap();
        assert_eq!(node.spellings("this", &mut faults).unwrap().len(), 1);
        let reported = reported(faults);
        let places: Vec<&str> = reported.iter().map(|fault| fault.split_once(": ").unwrap().0).collect();
        assert_eq!(places, ["1:1", "2:1", "3:1", "4:1", "5:1", "7:1", "8:1"], "{reported:#?}");
    }
}
