//! What is found about the logs of a run as files: which are missing, which differ from what was signed for or judged
//! before, which dispositions have no effect.

pub mod absent;
pub mod digests;
pub mod dispositions;
pub mod expected;
pub mod previous;
pub mod witnessed;

use resettle_audit::{Code, Finding, Place};
use resettle_oversight::{Exception, fingerprint};
use resettle_sealed_log::Digest;

/// What is logged if something is missing.
const NOTHING: &str = "nothing";

/// A finding that belongs to no record.
fn about_a_file(code: Code, file: &str, log: &str, message: &str, expected: &str, logged: &str) -> Finding {
    let mut finding = Finding::new(code, &Place::default(), message);
    finding.file = file.into();
    finding.log = log.into();
    finding.expected = Some(expected.to_owned());
    finding.logged = Some(logged.to_owned());
    finding
}

/// The fingerprint of a finding about something that is missing, and that no log mentions.
pub fn fingerprint_of_missing(expected: &str) -> Digest {
    fingerprint(&Exception {
        code: Code::MissingLog.as_str(),
        expected: Some(expected),
        logged: Some(NOTHING),
        ..Exception::default()
    })
}
