//! Builds logs from JSON bodies: chains them, seals them with fixed keys, reads them back.
#![allow(dead_code, reason = "each test file uses its own part")]

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signer, SigningKey};
use resettle_coup_log::{EntryBody, LogReader, Record, Seen};
use resettle_sealed_log::{Digest, IntegrityFault, LogVerdict, TrustStore, seal_message};

pub const LOG: &str = "t-1";

/// The signing key of this name.
pub fn key(name: u8) -> SigningKey {
    SigningKey::from_bytes(&[name; 32])
}

/// Its id.
pub fn id(key: &SigningKey) -> Digest {
    Digest::of(key.verifying_key().as_bytes())
}

/// The key that seals where a test names no other.
pub fn own() -> SigningKey {
    key(7)
}

/// The time `seconds` after the first record's.
pub fn time(seconds: u64) -> String {
    format!("2023-06-01T12:{:02}:{:02}+08:00", seconds / 60, seconds % 60)
}

/// What the next line has to say to follow.
#[derive(Clone, Debug)]
pub struct Next {
    pub seq: u64,
    pub prev: Digest,
    pub at: String,
}

/// A log that grows line by line.
#[derive(Clone)]
pub struct Log {
    pub lines: Vec<Vec<u8>>,
    pub next: Next,
    pub id: String,
}

impl Log {
    /// A log without a line.
    pub fn empty() -> Self {
        Self { lines: Vec::new(), next: Next { seq: 0, prev: Digest::ZERO, at: time(0) }, id: LOG.to_owned() }
    }

    /// A log opened for the fixed key.
    pub fn open() -> Self {
        Self::empty().with(&open_body(&format!(r#","key":"{}""#, id(&own()))))
    }

    /// An imported log, without a key.
    pub fn imported() -> Self {
        Self::empty().with(&open_body(r#","imported":true"#))
    }

    /// Adds the bytes that `line` makes, whatever they are, as the next line.
    pub fn raw(mut self, line: impl FnOnce(&Next) -> Vec<u8>) -> Self {
        let line = line(&self.next);
        self.next = Next { seq: self.next.seq + 1, prev: Digest::of(&line), at: time(self.lines.len() as u64 + 1) };
        self.lines.push(line);
        self
    }

    /// Adds a chained record with this body, which is the text after `"at":…,`.
    pub fn with(self, body: &str) -> Self {
        self.raw(|next| record(next, body).into_bytes())
    }

    /// Adds a coup without anything in it.
    pub fn coup(self, number: u64) -> Self {
        self.with(&format!(r#""type":"coup","shoe":"S-1","coup":{number}"#))
    }

    /// Adds a seal by the fixed key.
    pub fn seal(self, is_final: bool) -> Self {
        self.seal_by(&own(), is_final)
    }

    /// Adds a seal.
    pub fn seal_by(self, key: &SigningKey, is_final: bool) -> Self {
        let log = self.id.clone();
        self.raw(|next| seal(&log, next, key, is_final).into_bytes())
    }

    /// The next record is written so many seconds after the first.
    pub fn at(mut self, seconds: u64) -> Self {
        self.next.at = time(seconds);
        self
    }

    /// The next record says that it is number `seq`.
    pub fn seq(mut self, seq: u64) -> Self {
        self.next.seq = seq;
        self
    }

    /// The next record names another predecessor.
    pub fn prev(mut self, prev: Digest) -> Self {
        self.next.prev = prev;
        self
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        file(&self.lines)
    }
}

/// The file that holds these lines.
pub fn file(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

/// A record as text.
pub fn record(next: &Next, body: &str) -> String {
    format!(r#"{{"seq":{},"prev":"{}","at":"{}",{body}}}"#, next.seq, next.prev, next.at)
}

/// A seal as text.
pub fn seal(log: &str, next: &Next, key: &SigningKey, is_final: bool) -> String {
    let message = seal_message(log, next.seq, next.prev, &next.at, is_final);
    let sig = Base64::encode_string(&key.sign(&message).to_bytes());
    record(next, &format!(r#""type":"seal","key":"{}","sig":"{sig}","final":{is_final}"#, id(key)))
}

/// The body of an open record with `more` at its end.
pub fn open_body(more: &str) -> String {
    format!(
        r#""type":"open","format":"coup-log/1","log":"{LOG}","source":{{"kind":"table","id":"7UP-03"}},"jurisdiction":"SG","venue":"mbs","game":"7-up-baccarat","table":"7UP-03","currency":"SGD"{more}"#
    )
}

/// One entry of a trust store, with `more` lines of its own.
pub fn trusted(key: &SigningKey, more: &str) -> String {
    let public = Base64::encode_string(key.verifying_key().as_bytes());
    let more: String = more.lines().map(|line| format!("    {line}\n")).collect();
    let from = if more.contains("from:") { "" } else { "    from: 2023-01-01T00:00:00+08:00\n" };
    let venue = if more.contains("venue:") { "" } else { "    venue: mbs\n" };
    format!("  - name: key {}\n    public_key: {public}\n{venue}{from}{more}", &id(key).to_string()[..4])
}

/// A trust store of these entries.
pub fn store(entries: &[String]) -> TrustStore {
    TrustStore::from_yaml(&format!("keys:\n{}", entries.concat())).unwrap()
}

/// A trust store that holds the fixed key.
pub fn trust() -> TrustStore {
    store(&[trusted(&own(), "")])
}

/// What reading a log gives.
#[derive(Debug)]
pub struct Outcome {
    pub verdict: LogVerdict,
    pub records: Vec<Record>,
    /// Line and coup number of every line that is no record.
    pub malformed: Vec<(u64, Option<Seen>)>,
}

impl Outcome {
    /// Every fault as `line code`, in the order found.
    pub fn told(&self) -> Vec<String> {
        self.verdict.faults.iter().map(told).collect()
    }

    /// The lines that a seal vouches for.
    pub fn vouched(&self, lines: u64) -> Vec<u64> {
        (1..=lines).filter(|line| self.verdict.vouched(*line)).collect()
    }
}

/// `line code`, and the wager where there is one; `-` where no line shows the fault.
pub fn told(fault: &IntegrityFault) -> String {
    let line = fault.line.map_or("-".to_owned(), |line| line.to_string());
    let code = fault.code.code().trim_start_matches("integrity/");
    let wager = fault.wager.as_ref().map_or(String::new(), |wager| format!(" {wager}"));
    format!("{line} {code}{wager}")
}

/// Reads a log to its end.
pub fn read(bytes: &[u8], trust: Option<&TrustStore>) -> Outcome {
    let mut reader = LogReader::new(bytes, trust);
    let (mut records, mut malformed) = (Vec::new(), Vec::new());
    while let Some(entry) = reader.next_entry().unwrap() {
        match entry.body {
            EntryBody::Record(record) => records.push(record),
            EntryBody::Malformed { seen } => malformed.push((entry.line, seen)),
        }
    }
    Outcome { verdict: reader.finish(), records, malformed }
}
