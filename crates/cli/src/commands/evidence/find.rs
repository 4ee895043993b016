use std::path::Path;

use resettle_audit::CoupName;
use resettle_coup_log::{Body, Coup, EntryBody, LogReader, Record};
use resettle_report::print::neutral;
use resettle_sealed_log::{Digest, FaultCode, IntegrityFault, KeyId, TrustStore, seal_message};

use crate::error::Error;
use crate::files::LogFile;

/// A coup's record and the seal after it.
pub struct FoundCoup {
    /// The id of the log.
    pub log: String,
    /// What the coup is called: `coup 9 of shoe S`, or by the id of its source.
    pub called: String,
    pub line: u64,
    pub seq: u64,
    pub sha256: Digest,
    pub seal: Option<SealFound>,
    /// Why no seal counts; `None` if one does.
    pub uncovered: Option<String>,
}

/// A seal that stands after the record.
pub struct SealFound {
    pub line: u64,
    pub seq: u64,
    pub at: String,
    pub key: KeyId,
    pub sig: [u8; 64],
    pub is_final: bool,
}

impl SealFound {
    fn of(record: &Record) -> Option<Self> {
        let Body::Seal(seal) = &record.body else { return None };
        Some(Self {
            line: record.line,
            seq: record.seq,
            at: record.at.as_str().to_owned(),
            key: seal.key,
            sig: seal.sig,
            is_final: seal.is_final,
        })
    }

    /// The bytes that its signature covers, if `prev` is the hash of the line before.
    pub fn message(&self, log: &str, prev: Digest) -> Vec<u8> {
        seal_message(log, self.seq, prev, &self.at, self.is_final)
    }
}

impl FoundCoup {
    /// Whether a seal that counts vouches for the record.
    pub fn covered(&self) -> bool {
        self.uncovered.is_none()
    }

    /// Who vouches for the record, in one sentence.
    pub fn custody(&self) -> String {
        let what = format!("{}, line {} (seq {})", neutral(&self.called), self.line, self.seq);
        match (&self.uncovered, &self.seal) {
            (None, Some(seal)) => format!("{what}: the seal on line {} vouches for it, key {}", seal.line, seal.key),
            (Some(why), _) => format!("{what}: NO SEAL VOUCHES FOR IT: {}", neutral(why)),
            (None, None) => what,
        }
    }
}

fn called(coup: &Coup) -> String {
    match (&coup.shoe, coup.coup, &coup.source_id) {
        (Some(shoe), Some(number), _) => format!("coup {number} of shoe {shoe}"),
        (_, _, Some(id)) => format!("the coup `{id}` of its source"),
        (_, Some(number), None) => format!("coup {number} of a shoe that is not known"),
        (_, None, None) => "a coup without a number".to_owned(),
    }
}

/// The first record of the coup, and the first seal that vouches for it; if none does, the first seal after it.
pub fn coup(path: &Path, store: Option<&TrustStore>, name: &CoupName) -> Result<Option<FoundCoup>, Error> {
    let fail = |error| Error::read(path, error);
    let mut file = LogFile::open(path, |_| ()).map_err(fail)?;
    let mut reader = LogReader::new(file.content().map_err(fail)?, store);
    let mut found: Option<FoundCoup> = None;
    let mut read_error = None;
    let mut covered = false;
    let mut faults = Deciding::default();
    loop {
        let entry = match reader.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => {
                reader.cut_short();
                read_error = Some(error);
                break;
            }
        };
        faults.take(reader.take_faults(), found.as_ref());
        let EntryBody::Record(record) = entry.body else { continue };
        match (&mut found, &record.body) {
            (None, Body::Coup(own)) if name.names(own, Some(&record.sha256.to_string())) => {
                found = Some(FoundCoup {
                    log: reader.open().map(|open| open.log.clone()).unwrap_or_default(),
                    called: called(own),
                    line: record.line,
                    seq: record.seq,
                    sha256: record.sha256,
                    seal: None,
                    uncovered: None,
                });
            }
            (Some(found), Body::Seal(_)) => {
                let covers = reader.vouched_so_far(found.line);
                if covers || found.seal.is_none() {
                    found.seal = SealFound::of(&record);
                }
                if covers {
                    covered = true;
                    break;
                }
            }
            _ => {}
        }
    }
    let verdict = reader.finish();
    faults.take(verdict.faults, found.as_ref());
    Ok(match (found, read_error) {
        (None, Some(error)) => return Err(fail(error)),
        (None, None) => None,
        (Some(found), _) if covered => Some(found),
        (Some(mut found), _) => {
            found.uncovered = Some(why_not(&found, &faults.0, store.is_some(), verdict.unsealed_import));
            Some(found)
        }
    })
}

/// The faults that may determine whether a seal counts: the first of each kind after the record, and the first about a key.
#[derive(Default)]
struct Deciding(Vec<IntegrityFault>);

impl Deciding {
    fn take(&mut self, faults: Vec<IntegrityFault>, found: Option<&FoundCoup>) {
        for fault in faults {
            let after = |line: Option<u64>| found.zip(line).is_some_and(|(found, line)| line > found.line);
            let key = fault.code == FaultCode::UntrustedKey;
            let known = self.0.iter().any(|known| known.code == fault.code && after(known.line) == after(fault.line));
            if !known && (key || after(fault.line)) {
                self.0.push(fault);
            }
        }
    }
}

fn why_not(found: &FoundCoup, faults: &[IntegrityFault], trusts: bool, unsealed_import: bool) -> String {
    let Some(seal) = &found.seal else {
        let what = if unsealed_import { "the log is an import without any seal" } else { "no seal stands after it" };
        return what.to_owned();
    };
    if !trusts {
        return format!(
            "the seal on line {} was not checked, as nothing is trusted without --trust; its key is not known",
            seal.line
        );
    }
    let decides = |fault: &&IntegrityFault| {
        matches!(
            fault.code,
            FaultCode::ChainBroken | FaultCode::MalformedRecord | FaultCode::BadSignature | FaultCode::UntrustedKey
        ) && fault.line.is_some_and(|line| line > found.line && line <= seal.line)
    };
    match faults.iter().filter(decides).find(|fault| fault.code != FaultCode::MalformedRecord) {
        Some(fault) => format!("line {}: {}", fault.line.unwrap_or_default(), fault.what),
        None => match faults.iter().find(|fault| fault.code == FaultCode::UntrustedKey) {
            Some(fault) => format!("the seal on line {}: {}", seal.line, fault.what),
            None => match faults.iter().find(decides) {
                Some(fault) => format!("line {}: {}", fault.line.unwrap_or_default(), fault.what),
                None => format!("the seal on line {} does not count", seal.line),
            },
        },
    }
}
