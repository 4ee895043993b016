//! The venue digests of a run: read, their signatures checked, compared with the logs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use resettle_audit::{Code, Finding, Place};
use resettle_oversight::digest::{BreakKind, ChangeKind, DayDigest, DigestLink, NAMESPACE, breaks, changes};
use resettle_oversight::roster::Roster;
use resettle_oversight::{Date, Exception, LogSeen, fingerprint};
use resettle_report::document::{DigestUsed, InputTable};
use resettle_run::AboutTable;
use resettle_sealed_log::Digest;
use resettle_sealed_log::PublicKey;
use resettle_signing::AllowedSigners;
use resettle_signing::allowed_signers::KeyStatus;
use resettle_signing::sshsig::{self, VerifyError};

use super::scope::Scope;
use super::signers::Signers;
use crate::commands::digest::{read, signature_of};
use crate::error::{Error, shown};
use crate::files;

/// How a signer is described if no file states whose digests count.
pub const NOBODY_NAMES: &str = ", whom nobody names";

/// How a signer is described whose digests do not count.
const NOT_ACCEPTED: &str = ", who is not accepted";

/// What is expected instead.
const ACCEPTED: &str = "an accepted signer";

/// What is logged if something is missing.
pub const NOTHING: &str = "nothing";

/// The available digests.
pub struct Digests {
    all: Vec<(String, DayDigest, Digest)>,
    /// What each states about itself, for the report.
    pub used: Vec<DigestUsed>,
    /// The key that signed each, by its id, if a signature fits.
    keys: Vec<Option<String>>,
    /// What is wrong with them by themselves.
    findings: Vec<Finding>,
}

/// Reads every `.digest` of a folder. A digest that cannot be read is an error: it may be the one that matters.
pub fn digests(dir: &Path, whose: &Signers<'_>) -> Result<Digests, Error> {
    let signers = whose.allowed(NAMESPACE, "sign digests")?.map(|(signers, _)| signers);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| Error::read(dir, error))? {
        let path = entry.map_err(|error| Error::read(dir, error))?.path();
        if path.extension().is_some_and(|ending| ending == "digest") {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(Error::new(format!("no digest stands in {}", shown(dir)))
            .help("the folder holds files that end in .digest, as `resettle digest --out` names them"));
    }
    let mut out = Digests { all: Vec::new(), used: Vec::new(), keys: Vec::new(), findings: Vec::new() };
    for path in paths {
        let (digest, bytes) = read(&path)?;
        let file = path.display().to_string();
        let Signer { name: signer, key, fault } = signer(&path, &bytes, signers.as_ref(), whose)?;
        if let Some((expected, logged)) = fault {
            out.findings.push(unvouched(&file, &digest, expected, &logged));
        }
        out.keys.push(key.map(|key| key.id().to_string()));
        let sha256 = Digest::of(&bytes);
        out.used.push(DigestUsed {
            path: file.clone(),
            sha256: sha256.to_string(),
            venue: digest.venue.clone(),
            day: digest.day.to_string(),
            logs: digest.logs.len() as u64,
            idle: digest.idle.len() as u64,
            signer,
        });
        out.all.push((file, digest, sha256));
    }
    Ok(out)
}

impl Digests {
    /// The days of each venue for which there are digests, and the first file of each day.
    fn days(&self) -> BTreeMap<&str, BTreeMap<Date, &str>> {
        let mut out: BTreeMap<&str, BTreeMap<Date, &str>> = BTreeMap::new();
        for (file, digest, _) in &self.all {
            out.entry(&digest.venue).or_default().entry(digest.day).or_insert(file);
        }
        out
    }

    /// A key that sealed one of these logs may not sign a digest, whether or not the trust store knows it: one key, one use.
    pub fn refuse_sealing_keys(&mut self, sealing: &BTreeSet<String>) {
        for (((file, digest, _), key), used) in self.all.iter().zip(&self.keys).zip(&mut self.used) {
            if !key.as_ref().is_some_and(|key| sealing.contains(key)) || used.signer.ends_with(NOT_ACCEPTED) {
                continue;
            }
            let name = used.signer.strip_suffix(NOBODY_NAMES).unwrap_or(&used.signer);
            let said = format!("it cannot be verified: the key that signed it, {name}, seals logs; one key, one use");
            self.findings.push(unvouched(file, digest, ACCEPTED, &said));
            used.signer = format!("{name}{NOT_ACCEPTED}");
        }
    }

    /// Days before the first digest of a venue and after its last one on which the roster has tables open: a chain does
    /// not show that its ends were removed.
    fn beyond(&self, roster: &Roster, scope: &Scope) -> Vec<Finding> {
        let mut out = Vec::new();
        for (venue, days) in self.days() {
            let (Some(first), Some(last)) = (days.first_key_value(), days.last_key_value()) else { continue };
            for day in roster.open_days(venue).into_iter().filter(|day| scope.covers(venue, None, *day)) {
                let (whose, file) = if day < *first.0 {
                    ("the first one here is of a later day", first.1)
                } else if day > *last.0 {
                    ("the last one here is of an earlier day", last.1)
                } else {
                    continue;
                };
                let message =
                    format!("there is no digest of {venue}, {day}, though the roster has tables open; {whose}");
                out.push(missing(file, "", &message, &expected_digest(venue, day)));
            }
        }
        out
    }

    /// Days on which logs begin without a digest of their venue, as `venue day`.
    pub fn undigested(&self, found: &[LogSeen], scope: &Scope) -> Vec<String> {
        let digested = self.days();
        let mut out: BTreeSet<(&str, Date)> = BTreeSet::new();
        for log in found {
            let Some(day) = log.day.filter(|day| scope.covers(&log.venue, Some(&log.table), *day)) else { continue };
            if digested.get(log.venue.as_str()).is_none_or(|days| !days.contains_key(&day)) {
                out.insert((&log.venue, day));
            }
        }
        out.into_iter().map(|(venue, day)| format!("{venue} {day}")).collect()
    }

    /// The fingerprints that findings about a missing digest would have, for each day that has one.
    pub fn there(&self) -> Vec<Digest> {
        let days = self.days();
        let all = days.iter().flat_map(|(venue, days)| days.keys().map(|day| expected_digest(venue, *day)));
        all.map(|expected| fingerprint_of_missing(&expected)).collect()
    }

    /// Whether a digest here lists a log with its current content.
    pub fn vouches(&self, log: &LogSeen) -> bool {
        let listed = |digest: &DayDigest| {
            digest.venue == log.venue && digest.logs.iter().any(|one| one.log == log.log && one.content == log.content)
        };
        self.all.iter().any(|(_, digest, _)| listed(digest))
    }

    /// What is missing, changed or added since they were signed, and where their chain does not hold.
    pub fn findings(&self, found: &[LogSeen], roster: Option<&Roster>, scope: &Scope) -> Vec<AboutTable> {
        let mut out = self.findings.clone();
        let links: Vec<DigestLink> =
            self.all.iter().map(|(file, digest, sha256)| DigestLink::of(digest, file, *sha256)).collect();
        let closed = |venue: &str, day: Date| roster.is_some_and(|roster| roster.all_closed(venue, day));
        for found in breaks(&links, &closed) {
            let whose = format!("{}, {}", found.venue, found.day);
            out.push(match found.kind {
                BreakKind::Altered { named, found: sha256 } => mismatch(
                    &found.file,
                    "",
                    &format!(
                        "the digest of {whose}, goes on from another digest of {} than the one that is there",
                        named.day
                    ),
                    &named.sha256.to_string(),
                    &sha256.to_string(),
                ),
                BreakKind::Absent(named) => missing(
                    &found.file,
                    "",
                    &format!("the digest of {whose}, goes on from that of {}, which is not there", named.day),
                    &expected_digest(&found.venue, named.day),
                ),
                BreakKind::BegunAnew => mismatch(
                    &found.file,
                    "",
                    &format!("the digest of {whose}, says that none came before it, and earlier ones are there"),
                    &format!("the digest before that of {whose}"),
                    "none",
                ),
                BreakKind::Backwards(named) => mismatch(
                    &found.file,
                    "",
                    &format!("the digest of {whose}, goes on from a day that does not lie before it"),
                    &format!("a day before {whose}"),
                    &named.day.to_string(),
                ),
                BreakKind::Twice(other) => mismatch(
                    &found.file,
                    "",
                    &format!("there are two digests of {whose}: this one and {other}"),
                    &format!("one digest of {whose}"),
                    "two that differ",
                ),
                BreakKind::Skipped => missing(
                    &found.file,
                    "",
                    &format!("there is no digest of {whose}, and the one after it passes the day over"),
                    &expected_digest(&found.venue, found.day),
                ),
            });
        }
        if let Some(roster) = roster {
            out.extend(self.beyond(roster, scope));
        }
        let named: Vec<(&str, &DayDigest)> = self.all.iter().map(|(file, digest, _)| (file.as_str(), digest)).collect();
        let covers = |venue: &str, table: Option<&str>, day: Date| scope.covers(venue, table, day);
        let mut out: Vec<AboutTable> = out.into_iter().map(Into::into).collect();
        for change in changes(&named, found, &covers) {
            let whose = format!("{}, {}", change.venue, change.day);
            let table = (!change.table.is_empty()).then(|| InputTable {
                jurisdiction: String::new(),
                currency: String::new(),
                venue: change.venue.clone(),
                game: found
                    .iter()
                    .find(|log| log.venue == change.venue && log.table == change.table)
                    .map_or_else(String::new, |log| log.game.clone()),
                table: change.table.clone(),
            });
            let finding = match change.kind {
                ChangeKind::Missing { path } => missing(
                    &change.file,
                    &change.log,
                    &format!("the digest of {whose}, lists {path}, and no such log is there"),
                    &format!("log {} of {}", change.log, change.venue),
                ),
                ChangeKind::Unvouched { path, there } => missing(
                    &change.file,
                    &change.log,
                    &format!(
                        "the digest of {whose}, lists {path}; {there} is there, and no trusted seal vouches for it as far as was signed for"
                    ),
                    &format!("log {} of {}", change.log, change.venue),
                ),
                ChangeKind::Changed { signed, found } => mismatch(
                    &change.file,
                    &change.log,
                    &format!("this log holds something else than the digest of {whose}, signed for"),
                    &signed.to_string(),
                    &found.to_string(),
                ),
                ChangeKind::Added { found } => mismatch(
                    &change.file,
                    &change.log,
                    &format!(
                        "records of this log are of a day that a digest covers, and the digest of {whose}, does not list it"
                    ),
                    "not there",
                    &found.to_string(),
                ),
            };
            let day = matches!(finding.code, Code::MissingLog).then(|| change.day.to_string());
            out.push(AboutTable { finding, table, day });
        }
        out
    }
}

/// What is expected if a digest is missing.
fn expected_digest(venue: &str, day: Date) -> String {
    format!("the digest of {venue}, {day}")
}

fn mismatch(file: &str, log: &str, message: &str, expected: &str, logged: &str) -> Finding {
    about_a_file(Code::DigestMismatch, file, log, message, expected, logged)
}

fn missing(file: &str, log: &str, message: &str, expected: &str) -> Finding {
    about_a_file(Code::MissingLog, file, log, message, expected, NOTHING)
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

/// A finding that belongs to no record.
pub fn about_a_file(code: Code, file: &str, log: &str, message: &str, expected: &str, logged: &str) -> Finding {
    let mut finding = Finding::new(code, &Place::default(), message);
    finding.file = file.into();
    finding.log = log.into();
    finding.expected = Some(expected.to_owned());
    finding.logged = Some(logged.to_owned());
    finding
}

fn unvouched(file: &str, digest: &DayDigest, expected: &str, logged: &str) -> Finding {
    let whose = format!("{}, {}", digest.venue, digest.day);
    let message = format!("nothing vouches for the digest of {whose}: {logged}; what it lists proves nothing");
    mismatch(file, "", &message, &format!("{expected} under the digest of {whose}"), logged)
}

/// Who signed a digest.
struct Signer {
    /// In words.
    name: String,
    /// The key whose signature fits.
    key: Option<PublicKey>,
    /// What is wrong with that: what was expected, and what there is.
    fault: Option<(&'static str, String)>,
}

impl Signer {
    fn nobody(why: &str, expected: &'static str, logged: String) -> Self {
        Self { name: format!("nobody{why}"), key: None, fault: Some((expected, logged)) }
    }
}

fn signer(path: &Path, bytes: &[u8], signers: Option<&AllowedSigners>, whose: &Signers<'_>) -> Result<Signer, Error> {
    let at = signature_of(path);
    if !at.exists() {
        return Ok(Signer::nobody("", "a signature", "it is not signed".to_owned()));
    }
    let signature = files::bytes(&at)?;
    let key = match sshsig::verify(&signature, NAMESPACE, bytes) {
        Ok(key) => key,
        Err(VerifyError::Mismatch(key)) => {
            let said = format!("its signature by {} does not fit it: one of the two was altered", key.fingerprint());
            return Ok(Signer::nobody(": the signature does not fit", "a signature that fits", said));
        }
        Err(error) => {
            let said = format!("its signature cannot be used: {error}");
            return Ok(Signer::nobody(": the signature cannot be used", "a signature that can be used", said));
        }
    };
    let refused = |said: String| Signer {
        name: format!("{}{NOT_ACCEPTED}", key.fingerprint()),
        key: Some(key),
        fault: Some((ACCEPTED, said)),
    };
    if let Some(known) = whose.sealing.and_then(|store| store.get(key.id())) {
        return Ok(refused(format!(
            "it cannot be verified: the key {} seals logs (`{}` of the trust store); one key, one use",
            key.fingerprint(),
            known.name
        )));
    }
    let Some(signers) = signers else {
        return Ok(Signer { name: format!("{}{NOBODY_NAMES}", key.fingerprint()), key: Some(key), fault: None });
    };
    Ok(match signers.status(&key, None, NAMESPACE, whose.moment) {
        KeyStatus::Accepted { principals, .. } => {
            Signer { name: format!("{principals}, {}", key.fingerprint()), key: Some(key), fault: None }
        }
        KeyStatus::Refused(_) | KeyStatus::Unknown => {
            refused(format!("it cannot be verified: the key {} is not accepted for digests", key.fingerprint()))
        }
    })
}
