//! What is asked of logs that the testkit made: read to their end, and what is found then.

use resettle_coup_log::{EntryBody, LogReader, Record, Seen};
use resettle_sealed_log::{Digest, IntegrityFault, LogVerdict, TrustStore};
use resettle_testkit::trust_file;

pub use resettle_testkit::{LOG, Log, Next, file, key, own, record, seal, sha256, time, trusted};

/// The id of a key.
pub fn id(key: &ed25519_dalek::SigningKey) -> Digest {
    Digest::from_hex(&resettle_testkit::id(key)).unwrap()
}

/// The body of an open record with `more` at its end.
pub fn open_body(more: &str) -> String {
    format!(
        r#""type":"open","format":"coup-log/1","log":"{LOG}","source":{{"kind":"table","id":"7UP-03"}},"jurisdiction":"SG","venue":"mbs","game":"7-up-baccarat","table":"7UP-03","currency":"SGD"{more}"#
    )
}

/// A trust store of these entries.
pub fn store(entries: &[String]) -> TrustStore {
    TrustStore::from_yaml(&trust_file(entries)).unwrap()
}

/// A trust store that holds the fixed key.
pub fn trust() -> TrustStore {
    store(&[trusted(&own(), "")])
}

/// A trust store by which the fixed key may seal imports too.
pub fn may_import() -> TrustStore {
    store(&[trusted(&own(), "imports: true")])
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
    pub fn reported(&self) -> Vec<String> {
        self.verdict.faults.iter().map(reported).collect()
    }

    /// The lines that a seal vouches for.
    pub fn vouched(&self, lines: u64) -> Vec<u64> {
        (1..=lines).filter(|line| self.verdict.vouched(*line)).collect()
    }
}

/// `line code`, and the wager where there is one; `-` where no line shows the fault.
pub fn reported(fault: &IntegrityFault) -> String {
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
            EntryBody::Malformed { seen, .. } => malformed.push((entry.line, seen)),
        }
    }
    Outcome { verdict: reader.finish(), records, malformed }
}
