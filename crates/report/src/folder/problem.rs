//! What keeps a report from being verified, and what to do about it.

use std::fmt;

use resettle_sealed_log::PublicKey;
use resettle_signing::allowed_signers::KeyRefusal;
use resettle_signing::manifest::{ManifestFault, ManifestFaultReason};
use resettle_signing::sshsig::VerifyError;

use crate::acceptance::NotAccepted;
use crate::signoff::SIGNOFF_NAMESPACE;

use super::{MANIFEST, MANIFEST_SIG, REPORT, REPORT_SIG, State};

/// One thing that keeps a report from being verified. The text says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A file has another hash than the manifest gives it.
    FileAltered(String),
    /// A file of the manifest is not there.
    FileMissing(String),
    /// A file is there that the manifest does not list.
    FileExtra(String),
    /// A signature does not fit the file it is for.
    SignatureMismatch {
        /// The signed file.
        file: &'static str,
        /// The signature's file.
        signature: &'static str,
    },
    /// One of the four files that make a report is not there.
    NotThere(&'static str),
    /// The manifest cannot be read.
    ManifestUnreadable(Vec<ManifestFault>),
    /// The manifest lists what it must not: itself or a signature.
    ManifestLists(String),
    /// The manifest does not list the findings.
    ReportNotListed,
    /// A signature cannot be judged.
    SignatureUnusable {
        /// The signature's file.
        signature: &'static str,
        /// Why.
        error: VerifyError,
    },
    /// The two signatures are of two keys.
    TwoSigners {
        /// The key that signed the manifest.
        manifest: PublicKey,
        /// The key that signed the findings.
        report: PublicKey,
    },
    /// No list of accepted signers was given.
    NoSigners(PublicKey),
    /// The signer is not in the list.
    SignerUnknown(PublicKey),
    /// The signer is in the list, but may not sign this.
    SignerRefused {
        /// The key that signed the report.
        key: PublicKey,
        /// Why no line accepts it.
        refusals: Vec<KeyRefusal>,
    },
    /// The signer's key seals logs: one key, one use.
    SealsLogs {
        /// The key that signed the report, which the trust store lists for logs.
        key: PublicKey,
        /// Its name in the trust store.
        name: String,
    },
    /// A sign-off without its signature.
    SignOffUnsigned {
        /// The sign-off, as a path in the report's folder.
        file: String,
    },
    /// A sign-off that its signature does not fit.
    SignOffAltered {
        /// The sign-off, as a path in the report's folder; its signature may be what was altered.
        file: String,
    },
    /// A sign-off, or its signature, that cannot be judged.
    SignOffUnusable {
        /// The sign-off, as a path in the report's folder.
        file: String,
        /// What is wrong with it or its signature, in words.
        why: String,
    },
    /// A sign-off of another manifest.
    SignOffOfOther {
        /// The sign-off, as a path in the report's folder.
        file: String,
        /// Who signed it.
        key: PublicKey,
        /// When, by their own word.
        at: String,
    },
    /// A sign-off that counts answered and open findings otherwise than they are.
    SignOffCounts {
        /// The sign-off, as a path in the report's folder.
        file: String,
        /// What it says: answered, in hand, open.
        stated: [u64; 3],
        /// What they are.
        counted: [u64; 3],
    },
    /// A sign-off by a key that nobody accepts for that.
    SignOffNotAccepted {
        /// The sign-off, as a path in the report's folder.
        file: String,
        /// Why it does not count.
        why: NotAccepted,
    },
    /// What was there when a sign-off was signed is another file now.
    SignedWithAltered {
        /// The sign-off.
        file: String,
        /// The other file.
        other: String,
    },
    /// What was there when a sign-off was signed is not there any more.
    SignedWithMissing {
        /// The sign-off.
        file: String,
        /// The other file.
        other: String,
    },
    /// A count that the report's own list does not come to.
    CountedOtherwise {
        /// What it states.
        stated: String,
        /// What its list comes to.
        listed: String,
    },
    /// A file is not what is made of the findings.
    MadeOtherwise(String),
    /// Something that the report was made with is not as the reader's own file has it.
    NotAsOwn {
        /// `trust store`, `roster` or `digests`.
        what: &'static str,
        /// In what it differs.
        why: String,
    },
    /// The signer's key sealed a log that the report is about.
    SealedTheLog {
        /// The key that signed the report.
        key: PublicKey,
        /// The log's file, as the report names it.
        file: String,
    },
}

impl Problem {
    /// The best that can be said of a report with this problem.
    pub fn state(&self) -> State {
        match self {
            Self::FileAltered(_)
            | Self::FileMissing(_)
            | Self::FileExtra(_)
            | Self::SignatureMismatch { .. }
            | Self::SignOffAltered { .. }
            | Self::SignOffOfOther { .. }
            | Self::SignedWithAltered { .. }
            | Self::SignedWithMissing { .. } => State::Altered,
            Self::NotThere(_)
            | Self::ManifestUnreadable(_)
            | Self::ManifestLists(_)
            | Self::ReportNotListed
            | Self::SignatureUnusable { .. }
            | Self::TwoSigners { .. }
            | Self::SignOffUnsigned { .. }
            | Self::SignOffCounts { .. }
            | Self::SignOffUnusable { .. } => State::CannotBeVerified,
            Self::CountedOtherwise { .. } | Self::MadeOtherwise(_) => State::Contradictory,
            Self::NotAsOwn { .. } => State::NotAsOwn,
            Self::NoSigners(_)
            | Self::SignerUnknown(_)
            | Self::SignerRefused { .. }
            | Self::SignOffNotAccepted { .. }
            | Self::SealsLogs { .. }
            | Self::SealedTheLog { .. } => State::SignerUnknown,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileAltered(name) => write!(
                f,
                "{name:?} was altered: its SHA-256 is not the one in {MANIFEST}. Do not rely on it; get the report again from its sender"
            ),
            Self::FileMissing(name) => write!(
                f,
                "{name:?} is listed in {MANIFEST} but is not in the folder: it was taken out, renamed, or not copied along. Copy the whole folder again"
            ),
            Self::FileExtra(name) => write!(
                f,
                "{name:?} is not listed in {MANIFEST}: it was put in after the report was made, and nothing vouches for it. Take it out and check again"
            ),
            Self::SignatureMismatch { file, signature } => write!(
                f,
                "{signature} does not fit {file}: one of the two was altered after signing. Do not rely on the report; get it again from its sender"
            ),
            Self::NotThere(MANIFEST_SIG) => write!(
                f,
                "there is no {MANIFEST_SIG}, so no key vouches for the report. This alone does not show an alteration; ask the sender for the signature"
            ),
            Self::NotThere(REPORT_SIG) => write!(
                f,
                "there is no {REPORT_SIG}, which every report has. This alone does not show an alteration; ask the sender for the whole folder"
            ),
            Self::NotThere(name) => {
                write!(f, "there is no {name}: this is not a whole report. Ask the sender for the whole folder")
            }
            Self::ManifestUnreadable(faults) => {
                write!(f, "{MANIFEST} cannot be read")?;
                for fault in faults.iter().take(10) {
                    write!(f, "; {fault}")?;
                }
                let Some(more) = faults.len().checked_sub(10).filter(|more| *more > 0) else { return Ok(()) };
                match faults.last() {
                    // How many there are is not known: the rest was not read.
                    Some(last) if last.reason == ManifestFaultReason::More => write!(f, "; and more; {last}"),
                    _ => write!(f, "; and {more} more"),
                }
            }
            Self::ManifestLists(name) => {
                write!(f, "{MANIFEST} lists {name:?}, which no report's manifest does: it was not made by Resettle")
            }
            Self::ReportNotListed => write!(f, "{MANIFEST} does not list {REPORT}: nothing vouches for the findings"),
            Self::SignatureUnusable { signature, error } => {
                write!(f, "{signature} cannot be used: {error}. Whether the report was altered cannot be said from it")
            }
            Self::TwoSigners { manifest, report } => write!(
                f,
                "{MANIFEST} was signed with the key {manifest}, but {REPORT} with {report}: who made the report is not settled. Ask the sender"
            ),
            Self::NoSigners(key) => write!(
                f,
                "no list of accepted signers was given. The signer's key is {key}: compare it with the fingerprint that reached you by another way than the report"
            ),
            Self::SignerUnknown(key) => {
                write!(f, "the signer's key {key} is not in the list of accepted signers")
            }
            Self::SignerRefused { key, refusals } => {
                write!(f, "the signer's key {key} is in the list of accepted signers, but not for this")?;
                refusals.iter().try_for_each(|refusal| write!(f, "; {refusal}"))
            }
            Self::SignOffUnsigned { file } => write!(
                f,
                "{file} has no signature beside it: no key vouches for this sign-off. Copy the whole folder again, or ask whoever signed"
            ),
            Self::SignOffAltered { file } => write!(
                f,
                "{file} was altered after it was signed, or its signature was. Do not rely on it; ask whoever signed for both files"
            ),
            Self::SignOffUnusable { file, why } => {
                write!(f, "{file} cannot be used: {why}. Whether it was altered cannot be said from it")
            }
            Self::SignOffOfOther { file, key, at } => write!(
                f,
                "{file} signs off another {MANIFEST} than the one here: the report was written anew after {key} signed at {at}, or the sign-off is of another report. Get both again from whoever signed"
            ),
            Self::SignOffCounts { file, stated, counted } => {
                let [answered, in_hand, open] = stated;
                let [true_answered, true_in_hand, true_open] = counted;
                write!(
                    f,
                    "{file} states {answered} findings answered, {in_hand} in hand, {open} open; by the report and the dispositions signed with it they are {true_answered}, {true_in_hand}, {true_open}. Ask whoever signed"
                )
            }
            Self::CountedOtherwise { stated, listed } => write!(
                f,
                "{REPORT} states {stated}, and what it lists comes to {listed}: it was changed before it was signed. Judge the logs anew"
            ),
            Self::MadeOtherwise(name) => write!(
                f,
                "{name:?} is not what is made of {REPORT}: one of the two was changed before both were signed, or another build made it. Rely on {REPORT}, and judge the logs anew"
            ),
            Self::NotAsOwn { what, why } => write!(
                f,
                "it was not made with the {what} that you gave: {why}. Judge the logs anew with yours, or ask whoever made it"
            ),
            Self::SignOffNotAccepted { file, why: why @ (NotAccepted::Future(_) | NotAccepted::NoTime(_)) } => {
                write!(f, "{file} does not count: {why}. Ask whoever signed")
            }
            Self::SignOffNotAccepted { file, why } => write!(
                f,
                "{file} does not count: {why}. Whose key may sign reports off has a line for namespaces=\"{SIGNOFF_NAMESPACE}\" in the list of accepted signers, within its time"
            ),
            Self::SignedWithAltered { file, other } => {
                write!(f, "{other} is another than it was when {file} was signed: it was changed after")
            }
            Self::SignedWithMissing { file, other } => {
                write!(
                    f,
                    "{other} was there when {file} was signed, and is not any more: it was taken out, or not copied along"
                )
            }
            Self::SealedTheLog { key, file } => write!(
                f,
                "the signer's key {key} sealed {file}, which this report is about, so it signs no reports: whoever holds it would vouch for the log and for its examination. Ask the sender for a report signed with a key of its own"
            ),
            Self::SealsLogs { key, name } => write!(
                f,
                "the signer's key {key} seals logs (`{name}` of the trust store), so it signs no reports: whoever holds it would vouch for the log and for its examination. Ask the sender for a report signed with a key of its own"
            ),
        }
    }
}
