use std::borrow::Cow;

use crate::fault::Faults;
use crate::node::{Node, Value};

impl Node {
    fn wrong<T>(&self, wanted: &str, faults: &mut Faults) -> Option<T> {
        let message = format!("{wanted} is wanted here, not {}", self.value.kind());
        match &self.value {
            Value::Float(written) if written.starts_with('0') && !written.contains(['.', 'e', 'E']) => {
                faults.add_with_help(self.place, message, "take the zeros in front off");
            }
            Value::Float(_) => {
                faults.add_with_help(self.place, message, "no number here has a point, an exponent or over 18 digits");
            }
            _ => faults.add(self.place, message),
        }
        None
    }

    /// How a bare number becomes text.
    pub(crate) fn quote_it(&self) -> String {
        match &self.value {
            Value::Int(n) if n.to_string().len() == self.place.len as usize => format!("quote it: \"{n}\""),
            Value::Float(written) if !written.is_empty() && !written.contains('.') => {
                format!("quote it: \"{written}\"")
            }
            Value::Int(_) => "quote it, so that it stays as it is written".to_owned(),
            _ => "quote it: unquoted, 3.10 would be the number 3.1".to_owned(),
        }
    }

    /// A reason: text that is not blank.
    pub fn reason(&self, faults: &mut Faults) -> Option<&str> {
        let text = self.text(faults)?;
        if text.trim().is_empty() {
            faults.add_with_help(self.place, "this reason says nothing", "say why, in a few words");
            return None;
        }
        Some(text)
    }

    /// Text without control characters; a bare number is none, so that `3.10` is never read as a clause.
    pub fn text(&self, faults: &mut Faults) -> Option<&str> {
        match &self.value {
            Value::Text(text) if text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t')) => {
                faults.add_with_help(
                    self.place,
                    "a control character stands in this text",
                    "take it out: it could alter what a terminal shows",
                );
                None
            }
            Value::Text(text) => Some(text),
            Value::Float(_) | Value::Int(_) => {
                let message = format!("text is wanted here, not {}", self.value.kind());
                faults.add_with_help(self.place, message, self.quote_it());
                None
            }
            _ => self.wrong("text", faults),
        }
    }

    /// Text, or a whole number as its digits: for tables of spellings, where `7: 7` is plain enough.
    /// A number in another spelling is none, as nobody could say any more how it was written.
    pub fn spelling(&self, faults: &mut Faults) -> Option<Cow<'_, str>> {
        match self.value {
            Value::Int(n) if n.to_string().len() == self.place.len as usize => Some(Cow::Owned(n.to_string())),
            Value::Int(_) | Value::Float(_) => {
                let message = "this is read as a number, and how it was written is lost";
                faults.add_with_help(self.place, message, "quote it, so that it stays as it is written");
                None
            }
            _ => self.text(faults).map(Cow::Borrowed),
        }
    }

    /// A whole number within `range`.
    pub fn int(&self, range: std::ops::RangeInclusive<i64>, faults: &mut Faults) -> Option<i64> {
        match self.value {
            Value::Int(n) if range.contains(&n) => Some(n),
            Value::Int(n) => {
                faults.add(self.place, format!("{n} is outside {} to {}", range.start(), range.end()));
                None
            }
            _ => self.wrong("a whole number", faults),
        }
    }

    /// A truth value.
    pub fn truth(&self, faults: &mut Faults) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            Value::Text(_) => {
                let message = "true or false is wanted here, not text";
                faults.add_with_help(self.place, message, "without quotes; `yes`, `no`, `on` and `off` are text");
                None
            }
            _ => self.wrong("true or false", faults),
        }
    }

    /// Its items; a fault where it is no list.
    pub fn list(&self, faults: &mut Faults) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => self.wrong("a list", faults),
        }
    }

    /// One of the given words, decoded.
    pub fn word<T: Clone>(&self, words: &[(&str, T)], faults: &mut Faults) -> Option<T> {
        let text = match &self.value {
            Value::Text(_) => self.text(faults)?,
            _ => return self.wrong("a word", faults),
        };
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Some(value.clone());
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        faults.add_with_help(self.place, format!("unknown word `{text}`"), format!("one of: {}", known.join(", ")));
        None
    }
}
