use crate::fault::{Faults, Place};
use crate::node::{Node, Value};

/// The entries of a mapping while they are decoded: what is asked for is taken out, and what
/// nobody asked for is an unknown key.
pub struct Fields<'a> {
    place: Place,
    what: &'static str,
    entries: Vec<(&'a str, &'a Node, &'a Node)>,
    asked: Vec<&'static str>,
}

impl Node {
    /// Opens a mapping for decoding; notes a fault when this is none, and for keys that are no
    /// text or stand twice. `what` names the mapping in messages.
    pub fn fields<'a>(&'a self, what: &'static str, faults: &mut Faults) -> Option<Fields<'a>> {
        let Value::Map(map) = &self.value else {
            faults.add(self.place, format!("{what} has to be a mapping, not {}", self.value.kind()));
            return None;
        };
        let mut entries: Vec<(&str, &Node, &Node)> = Vec::with_capacity(map.len());
        for (key, value) in map {
            match &key.value {
                Value::Text(_) => {
                    let Some(name) = key.text(faults) else { continue };
                    if let Some((_, first, _)) = entries.iter().find(|(known, _, _)| *known == name) {
                        faults.add_with_help(
                            key.place,
                            format!("`{name}` stands twice in {what}"),
                            format!("keep one of the two; the other stands at {}", first.place),
                        );
                    } else {
                        entries.push((name, key, value));
                    }
                }
                Value::Float | Value::Int(_) => faults.add_with_help(
                    key.place,
                    format!("a key of {what} is {}, not text", key.value.kind()),
                    key.quote_it(),
                ),
                other => faults.add(key.place, format!("a key of {what} is {}, not text", other.kind())),
            }
        }
        Some(Fields { place: self.place, what, entries, asked: Vec::new() })
    }
}

impl<'a> Fields<'a> {
    /// Where the mapping stands.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Where `key` stands, if it is there and was not taken; else where the mapping does.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Place {
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
