//! Logs that grow line by line, chained and sealed as the format's page says.

use base64ct::{Base64, Encoding as _};
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{Opening, id, own};

/// The id of the log that is meant where a test names no other.
pub const LOG: &str = "t-1";

/// SHA-256 in hex.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the first line names as the one before it; also a key that nobody has.
#[must_use]
pub fn zeros() -> String {
    "0".repeat(64)
}

/// The time `seconds` after that of a log's first record.
#[must_use]
pub fn time(seconds: u64) -> String {
    format!("2023-06-01T12:{:02}:{:02}+08:00", seconds / 60, seconds % 60)
}

/// What the next line has to say to follow.
#[derive(Clone, Debug)]
pub struct Next {
    /// Its number.
    pub seq: u64,
    /// The hash of the line before it.
    pub prev: String,
    /// When it is written.
    pub at: String,
}

/// A log that grows line by line.
#[derive(Clone, Debug)]
pub struct Log {
    /// The lines without their line feeds.
    pub lines: Vec<Vec<u8>>,
    /// What the next one has to say.
    pub next: Next,
    /// The id that seals sign.
    pub id: String,
}

impl Log {
    /// A log without a line.
    #[must_use]
    pub fn empty() -> Self {
        Self { lines: Vec::new(), next: Next { seq: 0, prev: zeros(), at: time(0) }, id: LOG.to_owned() }
    }

    /// The seals to come sign another id.
    #[must_use]
    pub fn named(mut self, id: &str) -> Self {
        id.clone_into(&mut self.id);
        self
    }

    /// A log whose first line says this.
    #[must_use]
    pub fn opened(opening: &Opening) -> Self {
        Self::opened_at(opening, &time(0))
    }

    /// The same, opened at this time.
    #[must_use]
    pub fn opened_at(opening: &Opening, at: &str) -> Self {
        Self::empty().named(opening.id()).written(at).with(&opening.body())
    }

    /// A log of a table, opened for the key [`own`].
    #[must_use]
    pub fn open() -> Self {
        Self::opened(&Opening::default())
    }

    /// The same as an import, without a key.
    #[must_use]
    pub fn imported() -> Self {
        Self::opened(&Opening::default().imported())
    }

    /// A log that goes on after these lines.
    #[must_use]
    pub fn after(lines: &[Vec<u8>]) -> Self {
        let seq = lines.len() as u64;
        let next = Next { seq, prev: lines.last().map_or_else(zeros, |line| sha256(line)), at: time(seq) };
        Self { lines: lines.to_vec(), next, id: LOG.to_owned() }
    }

    /// Adds the bytes that `line` makes, whatever they are, as the next line.
    #[must_use]
    pub fn raw(mut self, line: impl FnOnce(&Next) -> Vec<u8>) -> Self {
        let line = line(&self.next);
        self.next = Next { seq: self.next.seq + 1, prev: sha256(&line), at: time(self.lines.len() as u64 + 1) };
        self.lines.push(line);
        self
    }

    /// Adds a chained record with this body, which is the text after `"at":…,`.
    #[must_use]
    pub fn with(self, body: &str) -> Self {
        self.raw(|next| record(next, body).into_bytes())
    }

    /// Adds a record that stands there as text, with its time, without `seq` and `prev`.
    #[must_use]
    pub fn text(self, record: &str) -> Self {
        let rest = record.strip_prefix('{').unwrap_or_else(|| panic!("no object: {record}"));
        self.raw(|next| format!(r#"{{"seq":{},"prev":"{}",{rest}"#, next.seq, next.prev).into_bytes())
    }

    /// Adds a record, which has its time; what is added next is written at the same one.
    #[must_use]
    pub fn record(self, record: &Value) -> Self {
        let at = record["at"].as_str().map(str::to_owned);
        let mut record = record.clone();
        let mut log = self.raw(|next| {
            record["seq"] = json!(next.seq);
            record["prev"] = json!(next.prev);
            record.to_string().into_bytes()
        });
        if let Some(at) = at {
            log.next.at = at;
        }
        log
    }

    /// Adds these records.
    #[must_use]
    pub fn records<'r>(self, records: impl IntoIterator<Item = &'r Value>) -> Self {
        records.into_iter().fold(self, Self::record)
    }

    /// Adds a coup without anything in it.
    #[must_use]
    pub fn coup(self, number: u64) -> Self {
        self.with(&format!(r#""type":"coup","shoe":"S-1","coup":{number}"#))
    }

    /// Adds a seal by the key [`own`].
    #[must_use]
    pub fn seal(self, is_final: bool) -> Self {
        self.seal_by(&own(), is_final)
    }

    /// Adds a seal.
    #[must_use]
    pub fn seal_by(self, key: &SigningKey, is_final: bool) -> Self {
        let log = self.id.clone();
        self.raw(|next| seal(&log, next, key, is_final).into_bytes())
    }

    /// The next record is written so many seconds after the first.
    #[must_use]
    pub fn at(self, seconds: u64) -> Self {
        self.written(&time(seconds))
    }

    /// The next record is written at this time.
    #[must_use]
    pub fn written(mut self, at: &str) -> Self {
        at.clone_into(&mut self.next.at);
        self
    }

    /// The next record says that it is number `seq`.
    #[must_use]
    pub fn seq(mut self, seq: u64) -> Self {
        self.next.seq = seq;
        self
    }

    /// The next record names another predecessor.
    #[must_use]
    pub fn prev(mut self, prev: impl ToString) -> Self {
        self.next.prev = prev.to_string();
        self
    }

    /// Replaces a text that stands on a line, counted from 1, after the next one was written.
    #[must_use]
    pub fn edit(mut self, line: usize, from: &str, to: &str) -> Self {
        let text = String::from_utf8(self.lines[line - 1].clone()).unwrap();
        assert!(text.contains(from), "line {line} has no {from}: {text}");
        self.lines[line - 1] = text.replace(from, to).into_bytes();
        self
    }

    /// The file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        file(&self.lines)
    }
}

/// The file that holds these lines.
#[must_use]
pub fn file(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

/// A record as text.
#[must_use]
pub fn record(next: &Next, body: &str) -> String {
    format!(r#"{{"seq":{},"prev":"{}","at":"{}",{body}}}"#, next.seq, next.prev, next.at)
}

/// A seal as text.
#[must_use]
pub fn seal(log: &str, next: &Next, key: &SigningKey, is_final: bool) -> String {
    let Next { seq, prev, at } = next;
    let state = if is_final { "final" } else { "open" };
    let message = format!("coup-log/1 seal\n{log}\n{seq}\n{prev}\n{at}\n{state}\n");
    let sig = Base64::encode_string(&key.sign(message.as_bytes()).to_bytes());
    record(next, &format!(r#""type":"seal","key":"{}","sig":"{sig}","final":{is_final}"#, id(key)))
}

/// A final seal that nobody made: a record of the right shape, for logs that are not authenticated.
#[must_use]
pub fn seal_record(at: &str) -> Value {
    json!({"at": at, "type": "seal", "key": zeros(), "sig": format!("{}==", "A".repeat(86)), "final": true})
}

/// Records chained into a log, without the seals that they had.
#[must_use]
pub fn chained<'r>(records: impl IntoIterator<Item = &'r Value>) -> Vec<u8> {
    Log::empty().records(records.into_iter().filter(|record| record["type"] != "seal")).bytes()
}

/// Records chained and sealed by this key, which the first of them then names: after every so many records, and at the
/// end. Without the seals that they had.
#[must_use]
pub fn sealed(records: &[Value], key: &SigningKey, every: usize) -> Log {
    let mut log = Log::empty().named(records[0]["log"].as_str().unwrap());
    let own = records.iter().filter(|record| record["type"] != "seal");
    for (at, record) in own.enumerate() {
        let mut record = record.clone();
        if at == 0 {
            record["key"] = json!(id(key));
        }
        log = log.record(&record);
        if (at + 1) % every == 0 {
            let at = log.next.at.clone();
            log = log.seal_by(key, false).written(&at);
        }
    }
    log.seal_by(key, true)
}
