//! The fields of a line, read strictly: every fault is noted with its path.

use base64ct::{Base64, Encoding};

use crate::hash::Digest;
use crate::json::{Object, Value};
use crate::short::{self, MAX_NAME};
use crate::time::Time;

/// What every record states: its place in the chain, when it was written, and its type.
#[derive(Clone, Debug)]
pub struct Common {
    /// Its number.
    pub seq: Option<u64>,
    /// The hash of the line before.
    pub prev: Option<Digest>,
    /// When it was written.
    pub at: Option<Time>,
    /// Its type.
    pub kind: Option<String>,
}

impl Common {
    /// Reads it; missing fields are noted.
    pub fn read(reader: &mut ObjectReader<'_, '_>) -> Self {
        Self {
            seq: reader.required("seq", ObjectReader::unsigned),
            prev: reader.required("prev", ObjectReader::digest),
            at: reader.required("at", ObjectReader::time),
            kind: reader.required("type", ObjectReader::text),
        }
    }
}

/// What is noted while a record is read.
#[derive(Debug, Default)]
pub struct Noted {
    /// What is wrong with the record.
    pub faults: Vec<String>,
    /// What is wrong with parts of it, which are left out of it.
    pub parts: Vec<PartFault>,
    /// Whether it stands in an import, which may leave more out, and says where it comes from.
    pub imported: bool,
}

/// A fault inside one wager or irregularity, which removes only that from its record.
#[derive(Debug)]
pub struct PartFault {
    /// How findings name the wager; `None` for an irregularity.
    pub wager: Option<String>,
    /// Its `stake`, as far as that can be read.
    pub stake: Option<i128>,
    /// All that is wrong within it, in words.
    pub what: String,
}

/// Reads the fields of one object and notes every fault with its path.
pub struct ObjectReader<'o, 'a> {
    object: &'o Object<'a>,
    path: String,
    noted: &'o mut Noted,
}

impl<'o, 'a> ObjectReader<'o, 'a> {
    /// Reads the fields of `object`, the outermost of its line; faults are added to `noted`.
    pub fn new(object: &'o Object<'a>, noted: &'o mut Noted) -> Self {
        Self { object, path: String::new(), noted }
    }

    /// Whether the record stands in an import.
    #[must_use]
    pub fn imported(&self) -> bool {
        self.noted.imported
    }

    /// Notes a fault of a field.
    pub fn fault(&mut self, name: &str, what: impl std::fmt::Display) {
        let path = self.path_of(name);
        self.noted.faults.push(format!("`{path}`: {what}"));
    }

    /// Notes a fault of the object that is read.
    pub fn fault_here(&mut self, what: impl std::fmt::Display) {
        self.noted.faults.push(format!("`{}`: {what}", self.path));
    }

    /// What `read` reads of the object; faults are not noted.
    pub fn peek<T>(&self, read: impl FnOnce(&mut ObjectReader<'_, 'a>) -> T) -> T {
        read(&mut ObjectReader::new(self.object, &mut Noted { imported: self.imported(), ..Noted::default() }))
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// Reads a required field.
    pub fn required<T>(&mut self, name: &str, read: impl Fn(&mut Self, &str) -> Option<T>) -> Option<T> {
        if self.has(name) {
            return read(self, name);
        }
        self.fault(name, "missing");
        None
    }

    /// Whether the field is there.
    pub fn has(&self, name: &str) -> bool {
        self.object.get(name).is_some()
    }

    /// Notes every field beyond `names`.
    pub fn only(&mut self, names: &[&str]) {
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

    /// A member as text; none where it is absent, or is something else, which is noted as a fault.
    pub fn text(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(text.clone().into_owned()),
            other => self.wrong(name, "text", other),
        }
    }

    /// A name or id.
    pub fn name(&mut self, name: &str) -> Option<String> {
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
    pub fn open_word(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(short::word(text)),
            other => self.wrong(name, "text", other),
        }
    }

    /// Free text; a long one is cut.
    pub fn free_text(&mut self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(short::text(text)),
            other => self.wrong(name, "text", other),
        }
    }

    /// `true` or `false`.
    pub fn truth(&mut self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Bool(value) => Some(*value),
            other => self.wrong(name, "true or false", other),
        }
    }

    /// An integer of 64 bits.
    pub fn int(&mut self, name: &str) -> Option<i64> {
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

    /// An integer of 0 or more.
    pub fn unsigned(&mut self, name: &str) -> Option<u64> {
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
    pub fn at_least(&mut self, name: &str, least: i64) -> Option<i64> {
        let n = self.int(name)?;
        if n < least {
            self.fault(name, format!("{n} is below {least}"));
            return None;
        }
        Some(n)
    }

    /// An index, counted from 0.
    pub fn index(&mut self, name: &str) -> Option<usize> {
        usize::try_from(self.unsigned(name)?).ok()
    }

    /// A SHA-256 in hex.
    pub fn digest(&mut self, name: &str) -> Option<Digest> {
        match self.value(name)? {
            Value::Text(text) => {
                let digest = Digest::from_hex(text);
                if digest.is_none() {
                    self.fault(name, "not written as a SHA-256 of 64 lower-case hex digits");
                }
                digest
            }
            other => self.wrong(name, "text", other),
        }
    }

    /// An Ed25519 signature in base64.
    pub fn signature(&mut self, name: &str) -> Option<[u8; 64]> {
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

    /// A member as a time; none where it is absent, or is no time, which is noted as a fault.
    pub fn time(&mut self, name: &str) -> Option<Time> {
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
    pub fn word<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Option<T> {
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

    /// Notes a word that the format does not list, and the words that it lists.
    pub fn unknown<'w>(&mut self, name: &str, word: &str, known: impl Iterator<Item = &'w str>) {
        let known: Vec<&str> = known.collect();
        self.fault(name, format!("unknown word `{}`; allowed: {}", short::quoted(word), known.join(", ")));
    }

    /// An array.
    pub fn list(&mut self, name: &str) -> Option<&'o [Value<'a>]> {
        match self.value(name)? {
            Value::List(items) => Some(items),
            other => self.wrong(name, "an array", other),
        }
    }

    /// A list whose items are all read by `read`; an item that cannot be read makes the list a fault.
    pub fn items<T>(&mut self, name: &str, wanted: &str, read: impl Fn(&Value<'a>) -> Option<T>) -> Option<Vec<T>> {
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

    /// A list whose items are all objects that `read` reads; an item that cannot be read makes the list a fault.
    pub fn objects<T>(&mut self, name: &str, read: impl Fn(&mut ObjectReader<'_, 'a>) -> Option<T>) -> Option<Vec<T>> {
        let items = self.list(name)?;
        let mut out = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let name = format!("{name}[{at}]");
            match item {
                Value::Object(inner) => {
                    let path = self.path_of(&name);
                    out.extend(read(&mut ObjectReader { object: inner, path, noted: self.noted }));
                }
                other => self.fault(&name, format!("an object is wanted, not {}", other.kind())),
            }
        }
        (out.len() == items.len()).then_some(out)
    }

    /// A list whose items are objects that `read` reads, with their place from 0; one with a fault is left out, and noted
    /// as a part of the record, by the name that `wager` gives it and with what `says` can read of it.
    pub fn parts<T>(
        &mut self,
        name: &str,
        wager: impl Fn(usize) -> Option<String>,
        says: impl Fn(&Object<'a>) -> Option<String>,
        read: impl Fn(&mut ObjectReader<'_, 'a>, usize) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.list(name)?;
        let mut out = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let name = format!("{name}[{at}]");
            let before = std::mem::take(&mut self.noted.faults);
            let part = match item {
                Value::Object(inner) => {
                    let path = self.path_of(&name);
                    read(&mut ObjectReader { object: inner, path, noted: self.noted }, at)
                }
                other => {
                    self.fault(&name, format!("an object is wanted, not {}", other.kind()));
                    None
                }
            };
            let faults = std::mem::replace(&mut self.noted.faults, before);
            match part {
                Some(part) if faults.is_empty() => out.push(part),
                _ => {
                    let (said, stake) = match item {
                        Value::Object(inner) => (says(inner), inner.get("stake")),
                        _ => (None, None),
                    };
                    let stake = match stake {
                        Some(Value::Int(stake)) if *stake > 0 => Some(*stake),
                        _ => None,
                    };
                    let what = match said {
                        Some(said) => format!("{} ({said})", joined(&faults)),
                        None => joined(&faults),
                    };
                    self.noted.parts.push(PartFault { wager: wager(at), stake, what });
                }
            }
        }
        Some(out)
    }

    /// Whether a field is `null`: present, but empty.
    pub fn is_null(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Null))
    }

    /// Names or ids.
    pub fn names(&mut self, name: &str) -> Option<Vec<String>> {
        self.items(name, "a name of at most 200 bytes", |item| match item {
            Value::Text(text) => (text.len() <= MAX_NAME).then(|| text.clone().into_owned()),
            _ => None,
        })
    }

    /// A list of indexes.
    pub fn indexes(&mut self, name: &str) -> Option<Vec<usize>> {
        self.items(name, "an index", |item| match item {
            Value::Int(n) => usize::try_from(*n).ok(),
            _ => None,
        })
    }

    /// Reads an object inside this one.
    pub fn object<T>(&mut self, name: &str, read: impl FnOnce(&mut ObjectReader<'_, 'a>) -> T) -> Option<T> {
        match self.value(name)? {
            Value::Object(inner) => {
                let path = self.path_of(name);
                Some(read(&mut ObjectReader { object: inner, path, noted: self.noted }))
            }
            other => self.wrong(name, "an object", other),
        }
    }

    /// The entries of an object with free names.
    pub fn entries(&mut self) -> Vec<String> {
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

/// Faults as one text that stays short however long the quoted line is.
pub fn joined(faults: &[String]) -> String {
    const FAULTS: usize = 8;
    const LETTERS: usize = 300;
    let short = |fault: &String| match fault.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", fault.get(..end).unwrap_or_default()),
        None => fault.clone(),
    };
    let mut shown: Vec<String> = faults.iter().take(FAULTS).map(short).collect();
    if faults.len() > FAULTS {
        shown.push(format!("and {} more", faults.len() - FAULTS));
    }
    shown.join("; ")
}
