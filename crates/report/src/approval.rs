//! Approvals of rulesets: signed, and checked against who may approve.
//!
//! A signature bears no time that could be trusted, so a key has to be accepted at the moment of the check
//! *and* at the time that the approval states. Once a key's line is taken out of the approvers file, or its
//! window ends, none of its approvals counts any more.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use resettle_ruleset::{Absent, Approval, FileHashes, Objection, Ruleset};
use resettle_sealed_log::Time;
use resettle_signing::sshsig::{self, SignError, VerifyError};
use resettle_signing::{AllowedSigners, Moment, PrivateKey};
use serde::{Deserialize, Serialize};

use crate::acceptance::{NotAccepted, accepted};
use crate::print::neutral;
use crate::tally::is_nought;

/// The namespace of ruleset approvals.
pub const RULESET_NAMESPACE: &str = "resettle-ruleset";
/// What is put behind an approval's name for the name of its signature.
pub const SIGNATURE_ENDING: &str = ".sig";

/// An approval as it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The ruleset in whose folder it lies.
    pub ruleset: String,
    /// Its file, for people.
    pub file: String,
    /// Its bytes, which are what is signed.
    pub document: Vec<u8>,
    /// The SSHSIG over them, where there is one.
    pub signature: Option<Vec<u8>>,
}

/// Who approves, and when this is asked.
#[derive(Clone, Copy, Debug)]
pub struct Approvers<'s> {
    /// The approvers file, got from elsewhere than the approvals.
    pub signers: &'s AllowedSigners,
    /// The moment of the check.
    pub moment: Moment,
}

/// One approval that counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Approver {
    /// The names of the line that accepts the key.
    pub name: String,
    /// The key's fingerprint, as `ssh-keygen -l` prints it.
    pub key: String,
    /// When it was signed, by the signer's own word.
    pub at: String,
    /// The version that the ruleset was compared with, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// How many changes that comparison showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<usize>,
    /// SHA-256 of the document that it was traced against; none where it was not traced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// How many decisions and rows that document could not be asked about.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub not_compared: u32,
    /// Of how many parts it is not proven that nothing changed but what the comparison lists.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub not_proven: u32,
    /// Whether the ruleset's cases held when it was approved; false where it had none, or none were run.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub tested: bool,
}

fn yes() -> bool {
    true
}

impl Approver {
    /// Whether the ruleset was laid beside its document then, in words.
    #[must_use]
    pub fn traced(&self) -> String {
        let traced = match (&self.document, self.not_compared) {
            (None, _) => "not traced".to_owned(),
            (Some(_), 0) => "traced".to_owned(),
            (Some(_), count) => format!("traced, {count} not compared"),
        };
        let tested = if self.tested { traced } else { format!("{traced}, not tested") };
        match self.not_proven {
            0 => tested,
            _ => format!("{tested}, not proven that nothing else changed"),
        }
    }
}

/// What approvals say of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "state", rename_all = "lowercase")]
#[schemars(rename = "Standing")]
pub enum ApprovalStatus {
    /// Nobody said whose approval counts.
    #[default]
    Unverified,
    /// Somebody entitled approved these very bytes.
    Approved {
        /// Who did.
        by: Vec<Approver>,
    },
    /// Nobody entitled did.
    Unapproved {
        /// Why what lies there does not count; empty where nothing lies there.
        why: Vec<String>,
    },
    /// Somebody entitled approved other bytes under this id.
    Altered {
        /// Who did.
        by: Vec<Approver>,
        /// The digest that was approved last.
        approved: String,
        /// The files that differ from it.
        files: Vec<Cow<'static, str>>,
    },
}

impl ApprovalStatus {
    /// The word that reports use.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unverified => "unverified",
            Self::Approved { .. } => "approved",
            Self::Unapproved { .. } => "unapproved",
            Self::Altered { .. } => "altered",
        }
    }

    /// What a replay should find where the ruleset is used. `asked` says whether an approval is asked for;
    /// that an approved ruleset was altered is reported in any case.
    #[must_use]
    pub fn objection(&self, asked: bool) -> Option<Objection> {
        match self {
            Self::Approved { .. } => None,
            Self::Unverified => asked.then(|| Objection::Unapproved { why: "no approvers were named".to_owned() }),
            Self::Unapproved { why } => {
                let why = if why.is_empty() { "there is no approval".to_owned() } else { why.join("; ") };
                asked.then_some(Objection::Unapproved { why })
            }
            Self::Altered { by, approved, files } => Some(Objection::Altered {
                files: files.iter().map(|name| name.to_string()).collect(),
                approved: approved.clone(),
                by: names(by),
            }),
        }
    }
}

impl fmt::Display for ApprovalStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unverified => f.write_str("unverified: no approvers were named"),
            Self::Approved { by } => write!(f, "approved by {}", neutral(&names(by))),
            Self::Unapproved { why } if why.is_empty() => f.write_str("unapproved: there is no approval"),
            Self::Unapproved { why } => write!(f, "unapproved: {}", neutral(&why.join("; "))),
            Self::Altered { by, files, .. } => {
                write!(f, "altered: {} changed since it was approved by {}", files.join(" and "), neutral(&names(by)))
            }
        }
    }
}

/// `alice (SHA256:…) at 2026-11-21T12:00:00Z, bob …`
fn names(by: &[Approver]) -> String {
    let each = by.iter().map(|one| format!("{} ({}) at {}, {}", one.name, one.key, one.at, one.traced()));
    each.collect::<Vec<String>>().join("; ")
}

/// Signs an approval; the signature goes beside it, into a file of its name and [`SIGNATURE_ENDING`].
///
/// # Errors
/// Where the key does not sign.
pub fn sign(document: &[u8], key: &PrivateKey) -> Result<String, SignError> {
    sshsig::sign(key, RULESET_NAMESPACE, document)
}

/// What the given approvals say of a ruleset; those of other rulesets are passed over.
#[must_use]
pub fn status(ruleset: &Ruleset, approvals: &[Signed], approvers: Approvers<'_>) -> ApprovalStatus {
    let mut same = Vec::new();
    let mut other: Vec<(Time, FileHashes, Approver)> = Vec::new();
    let mut why = Vec::new();
    for signed in approvals.iter().filter(|signed| signed.ruleset == ruleset.id) {
        match counts(signed, approvers) {
            Ok((approval, _, approver)) if approval.files == ruleset.files => same.push(approver),
            Ok((approval, time, approver)) => other.push((time, approval.files, approver)),
            Err(reason) => why.push(format!("{}: {reason}", signed.file)),
        }
    }
    if !same.is_empty() {
        same.sort();
        same.dedup();
        return ApprovalStatus::Approved { by: same };
    }
    // What was approved last is what the ruleset was meant to be.
    other.sort_by(|a, b| (a.0.moment(), &a.2).cmp(&(b.0.moment(), &b.2)));
    let Some((_, files, _)) = other.last().cloned() else {
        why.sort();
        return ApprovalStatus::Unapproved { why };
    };
    let differ = files.named().into_iter().zip(ruleset.files.named()).filter(|(then, now)| then != now);
    ApprovalStatus::Altered {
        approved: files.digest(),
        files: differ.map(|((name, _), _)| Cow::Borrowed(name)).collect(),
        by: other.into_iter().filter(|(_, own, _)| *own == files).map(|(_, _, approver)| approver).collect(),
    }
}

/// The rulesets that somebody entitled approved, and that are not available; `is_here` says of an id whether it is.
#[must_use]
pub fn absent(is_here: impl Fn(&str) -> bool, approvals: &[Signed], approvers: Approvers<'_>) -> Vec<Absent> {
    let mut missing: BTreeMap<&str, Vec<(Time, FileHashes, Approver, &str)>> = BTreeMap::new();
    for signed in approvals.iter().filter(|signed| !is_here(&signed.ruleset)) {
        if let Ok((approval, time, approver)) = counts(signed, approvers) {
            missing.entry(&signed.ruleset).or_default().push((time, approval.files, approver, &signed.file));
        }
    }
    let last = |(id, mut all): (&str, Vec<(Time, FileHashes, Approver, &str)>)| {
        all.sort_by(|a, b| (a.0.moment(), &a.2).cmp(&(b.0.moment(), &b.2)));
        let (_, files, _, file) = all.last()?;
        let by: Vec<Approver> =
            all.iter().filter(|(_, own, _, _)| own == files).map(|(_, _, approver, _)| approver.clone()).collect();
        Some(Absent { id: id.to_owned(), file: (*file).to_owned(), approved: files.digest(), by: names(&by) })
    };
    missing.into_iter().filter_map(last).collect()
}

/// Why an approval does not count.
#[derive(Debug, thiserror::Error)]
enum Discounted {
    #[error("it is no text")]
    NoText,
    #[error("it is no approval: {0}")]
    NoApproval(String),
    #[error("it approves `{0}`, and lies in the folder of another ruleset")]
    Elsewhere(String),
    #[error("there is no signature beside it")]
    Unsigned,
    #[error("its signature does not count: {0}")]
    Signature(#[from] VerifyError),
    #[error("{0}")]
    NotAccepted(#[from] NotAccepted),
}

fn counts(signed: &Signed, approvers: Approvers<'_>) -> Result<(Approval, Time, Approver), Discounted> {
    let text = std::str::from_utf8(&signed.document).map_err(|_| Discounted::NoText)?;
    let approval = Approval::from_yaml(text).map_err(|faults| {
        let first = faults.sorted().into_iter().next();
        Discounted::NoApproval(first.map_or_else(String::new, |fault| format!("{}: {}", fault.place, fault.message)))
    })?;
    if approval.ruleset != signed.ruleset {
        return Err(Discounted::Elsewhere(approval.ruleset));
    }
    let signature = signed.signature.as_deref().ok_or(Discounted::Unsigned)?;
    let key = sshsig::verify(signature, RULESET_NAMESPACE, &signed.document)?;
    let (name, time) = accepted(&key, RULESET_NAMESPACE, &approval.at, approvers.signers, approvers.moment)?;
    let approver = Approver {
        name,
        key: key.fingerprint(),
        at: approval.at.clone(),
        against: approval.against.as_ref().map(|old| old.ruleset.clone()),
        changes: approval.against.as_ref().map(|old| old.changes.len()),
        // A table of which nothing was read was compared with nothing, whoever accepted that.
        document: approval
            .traced
            .as_ref()
            .filter(|traced| traced.unread_tables.is_empty())
            .map(|traced| traced.document.clone()),
        not_compared: approval.traced.as_ref().map_or(0, |traced| traced.not_compared),
        not_proven: approval
            .against
            .as_ref()
            .and_then(|old| old.proof.as_ref())
            .map_or(0, |proof| u32::try_from(proof.not_proven.len()).unwrap_or(u32::MAX)),
        tested: approval.cases.is_some(),
    };
    Ok((approval, time, approver))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Moment = Moment { unix: 1_795_262_400, local_offset: 0 };
    const ID: &str = "sg/mbs/baccarat/2017-02-17";

    fn key(seed: u8) -> PrivateKey {
        PrivateKey::from_seed(&[seed; 32], "").unwrap()
    }

    fn signers(lines: &[(&str, u8)]) -> AllowedSigners {
        let text: Vec<String> = lines
            .iter()
            .map(|(start, seed)| format!("{start} {}\n", key(*seed).public_key().unwrap().to_openssh("")))
            .collect();
        AllowedSigners::parse(text.concat().as_bytes()).unwrap()
    }

    fn ruleset(notes: &[u8]) -> Ruleset {
        let path = format!("{}/../../rulesets/{ID}/ruleset.yaml", env!("CARGO_MANIFEST_DIR"));
        Ruleset::from_yaml(ID, &std::fs::read_to_string(path).unwrap(), notes).unwrap()
    }

    fn approved(ruleset: &Ruleset, seed: u8, at: &str) -> Signed {
        let approval = Approval {
            ruleset: ID.to_owned(),
            files: ruleset.files.clone(),
            against: None,
            cases: None,
            traced: None,
            page: None,
            at: at.to_owned(),
        };
        let document = approval.to_yaml().into_bytes();
        let signature = Some(sign(&document, &key(seed)).unwrap().into_bytes());
        Signed { ruleset: ID.to_owned(), file: format!("{seed}.yaml"), document, signature }
    }

    fn of(ruleset: &Ruleset, approvals: &[Signed], lines: &[(&str, u8)]) -> String {
        let signers = signers(lines);
        status(ruleset, approvals, Approvers { signers: &signers, moment: NOON }).to_string()
    }

    const AT: &str = "2026-11-20T09:00:00Z";
    const ALICE: &[(&str, u8)] = &[("alice namespaces=\"resettle-ruleset\"", 1)];

    #[test]
    fn an_approver_approves_these_bytes_and_no_others() {
        let ruleset_ = ruleset(b"notes");
        let signed = approved(&ruleset_, 1, AT);
        assert!(of(&ruleset_, std::slice::from_ref(&signed), ALICE).starts_with("approved by alice (SHA256:"));
        let other = of(&ruleset(b"other notes"), std::slice::from_ref(&signed), ALICE);
        assert!(other.starts_with("altered: notes.md changed since it was approved by alice"), "{other}");
        // Approved anew, it is approved again, whatever lies there from before.
        let again = approved(&ruleset(b"other notes"), 1, AT);
        assert!(of(&ruleset(b"other notes"), &[signed, again], ALICE).starts_with("approved"));
    }

    #[test]
    fn what_does_not_count_says_why() {
        let ruleset = ruleset(b"notes");
        let good = approved(&ruleset, 1, AT);
        let mut unsigned = good.clone();
        unsigned.signature = None;
        let mut edited = good.clone();
        edited.document.extend(b"\n");
        let mut moved = good.clone();
        moved.document = String::from_utf8(moved.document).unwrap().replace("baccarat", "bakkarat").into_bytes();
        let mut report = good.clone();
        report.signature = Some(sshsig::sign(&key(1), "resettle-report", &report.document).unwrap().into_bytes());
        let words = Signed { document: b"approved!".to_vec(), ..good.clone() };
        for (signed, lines, reported) in [
            (unsigned, ALICE, "there is no signature beside it"),
            (edited, ALICE, "does not fit the signed bytes"),
            (moved, ALICE, "lies in the folder of another ruleset"),
            (report, ALICE, "was made for the namespace"),
            (words, ALICE, "it is no approval"),
            (approved(&ruleset, 2, AT), ALICE, "is no accepted key"),
            (approved(&ruleset, 1, "2027-01-01T00:00:00Z"), ALICE, "has not come yet"),
            (approved(&ruleset, 1, "yesterday"), ALICE, "is no time"),
            (good.clone(), &[("alice namespaces=\"resettle-report\"", 1)], "allows it only for"),
            // The window ended before the check: the approval lapses with it.
            (good.clone(), &[("alice valid-before=\"20261121Z\"", 1)], "accepts it only until"),
            // The window began after the stated time: nobody approves ahead of their office.
            (good, &[("alice valid-after=\"20261121Z\"", 1)], "accepts it only from"),
        ] {
            let status = of(&ruleset, &[signed], lines);
            assert!(status.starts_with("unapproved: ") && status.contains(reported), "{reported}: {status}");
        }
        assert_eq!(of(&ruleset, &[], ALICE), "unapproved: there is no approval");
    }

    #[test]
    fn two_approvers_are_both_named_and_one_may_lapse() {
        let ruleset = ruleset(b"notes");
        let both = [approved(&ruleset, 1, AT), approved(&ruleset, 2, AT)];
        let lines = [("alice", 1), ("bob", 2)];
        let status = of(&ruleset, &both, &lines);
        assert!(status.contains("alice (") && status.contains("; bob ("), "{status}");
        assert!(of(&ruleset, &both, &[("bob", 2)]).starts_with("approved by bob"));
    }

    #[test]
    fn objections_are_raised_where_they_are_due() {
        let why = ApprovalStatus::Unapproved { why: Vec::new() };
        assert_eq!(why.objection(false), None);
        assert!(matches!(why.objection(true), Some(Objection::Unapproved { .. })));
        let altered =
            ApprovalStatus::Altered { by: Vec::new(), approved: String::new(), files: vec!["notes.md".into()] };
        assert!(altered.objection(false).is_some());
        // Asked for, and nobody was named who could have.
        assert_eq!(ApprovalStatus::Unverified.objection(false), None);
        assert!(matches!(ApprovalStatus::Unverified.objection(true), Some(Objection::Unapproved { .. })));
    }
}
