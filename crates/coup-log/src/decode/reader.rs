use base64ct::{Base64, Encoding};

use crate::card::CardCode;
use crate::hash::Digest;
use crate::json::{Object, Value};
use crate::short::{self, MAX_NAME};
use crate::time::Time;
use resettle_words::To;

/// Reads the fields of one object and notes every fault with its path.
pub(crate) struct ObjectReader<'o, 'a> {
    object: &'o Object<'a>,
    path: String,
    faults: &'o mut Vec<String>,
}

impl<'o, 'a> ObjectReader<'o, 'a> {
    pub(crate) fn new(object: &'o Object<'a>, path: impl Into<String>, faults: &'o mut Vec<String>) -> Self {
        Self { object, path: path.into(), faults }
    }

    pub(crate) fn fault(&mut self, name: &str, what: impl std::fmt::Display) {
        let path = self.path_of(name);
        self.faults.push(format!("`{path}`: {what}"));
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// Reads a field that has to be there.
    pub(crate) fn required<T>(&mut self, name: &str, read: impl Fn(&mut Self, &str) -> Option<T>) -> Option<T> {
        if self.has(name) {
            return read(self, name);
        }
        self.fault(name, "missing");
        None
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.object.get(name).is_some()
    }

    /// Notes every field beyond `names`.
    pub(crate) fn only(&mut self, names: &[&str]) {
        let object = self.object;
        for (name, _) in &object.0 {
            if !names.contains(&name.as_ref()) {
                self.fault(name, "does not belong here");
            }
        }
    }

    fn value(&self, name: &str) -> Option<&'o Value<'a>> {
        self.object.get(name)
    }

    fn wrong<T>(&mut self, name: &str, wanted: &str, value: &Value<'_>) -> Option<T> {
        self.fault(name, format!("{wanted} is wanted, not {}", value.kind()));
        None
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(text.clone().into_owned()),
            other => self.wrong(name, "text", other),
        }
    }

    /// A name or id.
    pub(crate) fn name(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) if text.len() > MAX_NAME => {
                self.fault(name, format!("a name of {} bytes; at most {MAX_NAME} are allowed", text.len()));
                None
            }
            Value::Text(text) => Some(text.clone().into_owned()),
            other => self.wrong(name, "text", other),
        }
    }

    /// A word that the format leaves open; a long one is cut.
    pub(crate) fn open_word(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(short::word(text)),
            other => self.wrong(name, "text", other),
        }
    }

    /// Free text; a long one is cut.
    pub(crate) fn free_text(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(short::text(text)),
            other => self.wrong(name, "text", other),
        }
    }

    pub(crate) fn truth(&mut self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Bool(value) => Some(*value),
            other => self.wrong(name, "true or false", other),
        }
    }

    /// An integer of 64 bits.
    pub(crate) fn int(&mut self, name: &str) -> Option<i64> {
        match self.value(name)? {
            Value::Int(n) => match i64::try_from(*n) {
                Ok(n) => Some(n),
                Err(_) => {
                    self.fault(name, format!("{n} does not fit 64 bits"));
                    None
                }
            },
            other => self.wrong(name, "a whole number", other),
        }
    }

    pub(crate) fn unsigned(&mut self, name: &str) -> Option<u64> {
        let n = self.int(name)?;
        match u64::try_from(n) {
            Ok(n) => Some(n),
            Err(_) => {
                self.fault(name, format!("{n} is below 0"));
                None
            }
        }
    }

    /// An integer of at least `least`.
    pub(crate) fn at_least(&mut self, name: &str, least: i64) -> Option<i64> {
        let n = self.int(name)?;
        if n < least {
            self.fault(name, format!("{n} is below {least}"));
            return None;
        }
        Some(n)
    }

    pub(crate) fn index(&mut self, name: &str) -> Option<usize> {
        usize::try_from(self.unsigned(name)?).ok()
    }

    pub(crate) fn digest(&mut self, name: &str) -> Option<Digest> {
        match self.value(name)? {
            Value::Text(text) => {
                let digest = Digest::from_hex(text);
                if digest.is_none() {
                    self.fault(name, "no SHA-256 in 64 lower-case hex digits");
                }
                digest
            }
            other => self.wrong(name, "text", other),
        }
    }

    pub(crate) fn signature(&mut self, name: &str) -> Option<[u8; 64]> {
        match self.value(name)? {
            Value::Text(text) => {
                let mut buffer = [0u8; 64];
                match Base64::decode(text.as_ref(), &mut buffer) {
                    Ok(bytes) if bytes.len() == 64 => Some(buffer),
                    _ => {
                        self.fault(name, "no base64 of 64 bytes");
                        None
                    }
                }
            }
            other => self.wrong(name, "text", other),
        }
    }

    pub(crate) fn time(&mut self, name: &str) -> Option<Time> {
        match self.value(name)? {
            Value::Text(text) => match Time::parse(text) {
                Ok(time) => Some(time),
                Err(error) => {
                    self.fault(name, format!("`{text}` is no time: {error}"));
                    None
                }
            },
            other => self.wrong(name, "a time", other),
        }
    }

    /// One of the words that the format lists.
    pub(crate) fn word<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Option<T> {
        match self.value(name)? {
            Value::Text(text) => {
                let word = known.iter().find(|(word, _)| word == text).map(|(_, meaning)| *meaning);
                if word.is_none() {
                    self.unknown(name, text, known.iter().map(|(word, _)| *word));
                }
                word
            }
            other => self.wrong(name, "a word", other),
        }
    }

    /// Notes a word that the format does not list, and those that it does.
    pub(crate) fn unknown<'w>(&mut self, name: &str, word: &str, known: impl Iterator<Item = &'w str>) {
        let known: Vec<&str> = known.collect();
        self.fault(name, format!("unknown word `{}`; one of: {}", short::quoted(word), known.join(", ")));
    }

    pub(crate) fn list(&mut self, name: &str) -> Option<&'o [Value<'a>]> {
        match self.value(name)? {
            Value::List(items) => Some(items),
            other => self.wrong(name, "an array", other),
        }
    }

    /// A list whose items are all read by `read`; one that is not makes the list a fault.
    pub(crate) fn items<T>(
        &mut self,
        name: &str,
        wanted: &str,
        read: impl Fn(&Value<'a>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.list(name)?;
        let mut out = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            match read(item) {
                Some(value) => out.push(value),
                None => {
                    self.fault(&format!("{name}[{at}]"), format!("{wanted} is wanted, not {}", shown(item)));
                }
            }
        }
        (out.len() == items.len()).then_some(out)
    }

    /// A list whose items are all objects that `read` reads; one that is not makes the list a fault.
    pub(crate) fn objects<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut ObjectReader<'_, 'a>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.list(name)?;
        let mut out = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let name = format!("{name}[{at}]");
            match item {
                Value::Object(inner) => {
                    let path = self.path_of(&name);
                    out.extend(read(&mut ObjectReader::new(inner, path, self.faults)));
                }
                other => self.fault(&name, format!("an object is wanted, not {}", other.kind())),
            }
        }
        (out.len() == items.len()).then_some(out)
    }

    /// Whether a field says `null`: there, and nothing in it.
    pub(crate) fn is_null(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Null))
    }

    pub(crate) fn cards(&mut self, name: &str) -> Option<Vec<CardCode>> {
        self.items(name, "a card (rank A23456789TJQK and suit CDHS, or ?? or XX)", |item| match item {
            Value::Text(text) => CardCode::parse(text),
            _ => None,
        })
    }

    /// Names or ids.
    pub(crate) fn names(&mut self, name: &str) -> Option<Vec<String>> {
        self.items(name, "a name of at most 200 bytes", |item| match item {
            Value::Text(text) => (text.len() <= MAX_NAME).then(|| text.clone().into_owned()),
            _ => None,
        })
    }

    pub(crate) fn indexes(&mut self, name: &str) -> Option<Vec<usize>> {
        self.items(name, "an index", |item| match item {
            Value::Int(n) => usize::try_from(*n).ok(),
            _ => None,
        })
    }

    /// `P`, `B`, `X`, `N`, one letter a card; its length has to be `len`.
    pub(crate) fn destinations(&mut self, name: &str, len: Option<usize>) -> Option<Vec<To>> {
        let letters = self.text(name)?;
        let mut out = Vec::with_capacity(letters.len());
        for letter in letters.chars() {
            match To::parse(letter.encode_utf8(&mut [0; 4])) {
                Some(to) => out.push(to),
                None => {
                    self.fault(name, format!("unknown letter `{letter}`; one of: P, B, X, N"));
                    return None;
                }
            }
        }
        let wanted = len.unwrap_or(0);
        if out.len() != wanted {
            self.fault(name, format!("{} letters for {wanted} cards", out.len()));
            return None;
        }
        Some(out)
    }

    /// Reads an object inside this one.
    pub(crate) fn object<T>(&mut self, name: &str, read: impl FnOnce(&mut ObjectReader<'_, 'a>) -> T) -> Option<T> {
        match self.value(name)? {
            Value::Object(inner) => {
                let path = self.path_of(name);
                Some(read(&mut ObjectReader::new(inner, path, self.faults)))
            }
            other => self.wrong(name, "an object", other),
        }
    }

    /// The entries of an object with free names.
    pub(crate) fn entries(&mut self) -> Vec<String> {
        self.object.0.iter().map(|(name, _)| name.clone().into_owned()).collect()
    }
}

fn shown(value: &Value<'_>) -> String {
    match value {
        Value::Text(text) => format!("`{}`", short::quoted(text)),
        Value::Int(n) => format!("`{n}`"),
        other => other.kind().to_owned(),
    }
}
