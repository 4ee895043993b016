//! The venue digests of a run: their signatures checked, compared with the logs.

use std::collections::{BTreeMap, BTreeSet};

use resettle_audit::{Code, Finding};
use resettle_oversight::digest::{BreakKind, ChangeKind, DayDigest, DigestLink, NAMESPACE, breaks, changes};
use resettle_oversight::roster::{Roster, Scope};
use resettle_oversight::{Date, LogSeen};
use resettle_report::document::{DigestUsed, InputTable};
use resettle_sealed_log::{Digest, PublicKey, TrustStore};
use resettle_signing::allowed_signers::KeyStatus;
use resettle_signing::sshsig::{self, VerifyError};
use resettle_signing::{AllowedSigners, Moment};

use super::witnessed::Witnessed;
use super::{NOTHING, about_a_file, fingerprint_of_missing};
use crate::spill::AboutTable;

/// How a signer is described if no file states whose signatures count.
pub(super) const NOBODY_NAMES: &str = ", whom no file names";

/// How a signer is described whose digests do not count.
const NOT_ACCEPTED: &str = ", who is not accepted";

/// What is expected instead.
const ACCEPTED: &str = "an accepted signer";

/// Whose signatures count.
#[derive(Clone, Copy)]
pub struct Accepting<'s> {
    /// Who is accepted; `None` if no file states it.
    pub signers: Option<&'s AllowedSigners>,
    /// The keys that seal logs, and so may not sign anything else.
    pub sealing: Option<&'s TrustStore>,
    /// The moment at which a signer has to be accepted.
    pub moment: Moment,
}

/// A digest as it was read.
pub struct DigestFile {
    /// Where it was read from, as findings name it.
    pub path: String,
    /// The file as its signature covers it.
    pub bytes: Vec<u8>,
    /// What they say.
    pub digest: DayDigest,
    /// The bytes of the signature beside it, if there is one.
    pub signature: Option<Vec<u8>>,
}

/// The available digests.
pub struct Digests {
    all: Vec<(String, DayDigest, Digest)>,
    /// What each states about itself, for the report.
    pub used: Vec<DigestUsed>,
    /// The key that signed each, by its id, if a signature fits.
    keys: Vec<Option<String>>,
    /// What is wrong with them by themselves.
    findings: Vec<Finding>,
    /// What witnesses saw of them, where that is asked.
    witnessed: Option<Witnessed>,
}

impl Digests {
    /// Checks who signed each.
    pub fn of(files: Vec<DigestFile>, whose: Accepting<'_>) -> Self {
        let mut out =
            Self { all: Vec::new(), used: Vec::new(), keys: Vec::new(), findings: Vec::new(), witnessed: None };
        for DigestFile { path, bytes, digest, signature } in files {
            let Signer { name: signer, key, fault } = signer(&bytes, signature.as_deref(), whose);
            if let Some((expected, logged)) = fault {
                out.findings.push(unvouched(&path, &digest, expected, &logged));
            }
            out.keys.push(key.map(|key| key.id().to_string()));
            let sha256 = Digest::of(&bytes);
            out.used.push(DigestUsed {
                path: path.clone(),
                sha256: sha256.to_string(),
                venue: digest.venue.clone(),
                day: digest.day.to_string(),
                logs: digest.logs.len() as u64,
                idle: digest.idle.len() as u64,
                signer,
                witnessed: None,
            });
            out.all.push((path, digest, sha256));
        }
        out
    }

    /// Holds them against what witnesses saw.
    #[must_use]
    pub fn with(mut self, witnessed: Witnessed) -> Self {
        for (path, why) in &witnessed.refused {
            let message = format!("nothing is shown by this note of witnesses: {why}");
            self.findings.push(differing(path, "", &message, "a note that shows what witnesses saw", Some(why)));
        }
        for ((_, digest, sha256), used) in self.all.iter().zip(&mut self.used) {
            used.witnessed = Some(witnessed.of_digest(&digest.venue, digest.day, *sha256));
        }
        self.witnessed = Some(witnessed);
        self
    }

    /// Digests that are not those that witnesses saw, and those of which none is there. What is missed already is left out.
    fn unlike_witnessed(&self, missed: &[Finding], scope: &Scope) -> Vec<Finding> {
        let mut out = Vec::new();
        let Some(witnessed) = &self.witnessed else { return out };
        for (venue, days) in self.days() {
            let first = days.first_key_value().map(|(day, _)| *day);
            for (day, seen, standing) in witnessed.seen_of(venue) {
                let when = standing.before().unwrap_or_default();
                let whose = format!("{venue}, {day}");
                let mut own =
                    self.all.iter().filter(|(_, digest, _)| digest.venue == venue && digest.day == day).peekable();
                if own.peek().is_none() {
                    let expected = expected_digest(venue, day);
                    // A folder of one month may well be witnessed by a note over all months.
                    let asked = scope.covers(venue, None, day)
                        && (scope.from.is_some() || first.is_some_and(|first| day > first));
                    let known = missed.iter().any(|finding| finding.expected.as_ref() == Some(&expected));
                    if asked && !known {
                        let message = format!("there is no digest of {whose}, and witnesses saw one before {when}");
                        out.push(differing(&standing.path, "", &message, &expected, None));
                    }
                }
                for (file, _, sha256) in own.filter(|(_, _, sha256)| *sha256 != seen) {
                    let message = format!("witnesses saw another digest of {whose}, before {when}, than this one");
                    out.push(differing(file, "", &message, &seen.to_string(), Some(&sha256.to_string())));
                }
            }
        }
        out
    }

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
                out.push(differing(file, "", &message, &expected_digest(venue, day), None));
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
            let (message, expected, logged) = match found.kind {
                BreakKind::Altered { named, found } => (
                    format!(
                        "the digest of {whose}, goes on from another digest of {} than the one that is there",
                        named.day
                    ),
                    named.sha256.to_string(),
                    Some(found.to_string()),
                ),
                BreakKind::Absent(named) => (
                    format!("the digest of {whose}, goes on from that of {}, which is not there", named.day),
                    expected_digest(&found.venue, named.day),
                    None,
                ),
                BreakKind::BegunAnew => (
                    format!("the digest of {whose}, says that none came before it, and earlier ones are there"),
                    format!("the digest before that of {whose}"),
                    Some("none".to_owned()),
                ),
                BreakKind::Backwards(named) => (
                    format!("the digest of {whose}, goes on from a day that does not lie before it"),
                    format!("a day before {whose}"),
                    Some(named.day.to_string()),
                ),
                BreakKind::Twice(other) => (
                    format!("there are two digests of {whose}: this one and {other}"),
                    format!("one digest of {whose}"),
                    Some("two that differ".to_owned()),
                ),
                BreakKind::Skipped => (
                    format!("there is no digest of {whose}, and the one after it passes the day over"),
                    expected_digest(&found.venue, found.day),
                    None,
                ),
            };
            out.push(differing(&found.file, "", &message, &expected, logged.as_deref()));
        }
        if let Some(roster) = roster {
            out.extend(self.beyond(roster, scope));
        }
        out.extend(self.unlike_witnessed(&out, scope));
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
            let log = format!("log {} of {}", change.log, change.venue);
            let (message, expected, logged) = match change.kind {
                ChangeKind::Missing { path } => {
                    (format!("the digest of {whose}, lists {path}, and no such log is there"), log, None)
                }
                ChangeKind::Unvouched { path, there } => (
                    format!(
                        "the digest of {whose}, lists {path}; {there} is there, and no trusted seal vouches for it as far as was signed for"
                    ),
                    log,
                    None,
                ),
                ChangeKind::Changed { signed, found } => (
                    format!("this log holds something else than the digest of {whose}, signed for"),
                    signed.to_string(),
                    Some(found.to_string()),
                ),
                ChangeKind::Added { found } => (
                    format!(
                        "records of this log are of a day that a digest covers, and the digest of {whose}, does not list it"
                    ),
                    "not there".to_owned(),
                    Some(found.to_string()),
                ),
            };
            let finding = differing(&change.file, &change.log, &message, &expected, logged.as_deref());
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

/// Something that differs from what was signed for, or is missing if nothing is logged.
fn differing(file: &str, log: &str, message: &str, expected: &str, logged: Option<&str>) -> Finding {
    let code = if logged.is_some() { Code::DigestMismatch } else { Code::MissingLog };
    about_a_file(code, file, log, message, expected, logged.unwrap_or(NOTHING))
}

fn unvouched(file: &str, digest: &DayDigest, expected: &str, logged: &str) -> Finding {
    let whose = format!("{}, {}", digest.venue, digest.day);
    let message = format!("nothing vouches for the digest of {whose}: {logged}; what it lists proves nothing");
    differing(file, "", &message, &format!("{expected} under the digest of {whose}"), Some(logged))
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
        Self { name: format!("no signer{why}"), key: None, fault: Some((expected, logged)) }
    }
}

fn signer(bytes: &[u8], signature: Option<&[u8]>, whose: Accepting<'_>) -> Signer {
    let Some(signature) = signature else {
        return Signer::nobody("", "a signature", "it is not signed".to_owned());
    };
    let key = match sshsig::verify(signature, NAMESPACE, bytes) {
        Ok(key) => key,
        Err(VerifyError::Mismatch(key)) => {
            let said = format!("its signature by {} does not fit it: one of the two was altered", key.fingerprint());
            return Signer::nobody(": the signature does not fit", "a signature that fits", said);
        }
        Err(error) => {
            let said = format!("its signature cannot be used: {error}");
            return Signer::nobody(": the signature cannot be used", "a signature that can be used", said);
        }
    };
    let print = key.fingerprint();
    let refused = |said: String| Signer {
        name: format!("{print}{NOT_ACCEPTED}"),
        key: Some(key),
        fault: Some((ACCEPTED, format!("it cannot be verified: the key {print} {said}"))),
    };
    if let Some(known) = whose.sealing.and_then(|store| store.get(key.id())) {
        return refused(format!("seals logs (`{}` of the trust store); one key, one use", known.name));
    }
    let accepted = |name: String| Signer { name, key: Some(key), fault: None };
    let Some(signers) = whose.signers else { return accepted(format!("{print}{NOBODY_NAMES}")) };
    match signers.status(&key, None, NAMESPACE, whose.moment) {
        KeyStatus::Accepted { principals, .. } => accepted(format!("{principals}, {print}")),
        KeyStatus::Refused(_) | KeyStatus::Unknown => refused("is not accepted for digests".to_owned()),
    }
}
