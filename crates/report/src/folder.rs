//! A report as a folder: signed, and checked.
//!
//! Checking answers two questions and keeps them apart: whether the files are what was signed
//! (they were altered, or they cannot be verified, or they are consistent), and whether the signer
//! is somebody that the inspector accepts.

use std::collections::BTreeMap;
use std::fmt;

use resettle_sealed_log::PublicKey;
use resettle_signing::allowed_signers::{Refusal, Standing};
use resettle_signing::manifest::{Difference, ManifestFault, ManifestFaultReason, NameError, sha256};
use resettle_signing::sshsig::{self, SignError, VerifyError};
use resettle_signing::{AllowedSigners, Hashes, Manifest, Moment, PrivateKey};
use thiserror::Error;

/// The namespace of report signatures.
pub const REPORT_NAMESPACE: &str = "resettle-report";
/// The findings.
pub const REPORT: &str = "report.json";
/// The register of irregularities as a table.
pub const REGISTER_CSV: &str = "register.csv";
/// The signature over the findings alone, which an HTML page can carry.
pub const REPORT_SIG: &str = "report.json.sig";
/// The hashes of all files.
pub const MANIFEST: &str = "MANIFEST.sha256";
/// The signature over the hashes.
pub const MANIFEST_SIG: &str = "MANIFEST.sha256.sig";

/// The files that the manifest does not list: itself and the signatures.
const UNLISTED: [&str; 3] = [MANIFEST, MANIFEST_SIG, REPORT_SIG];

/// The files of a folder by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Why a folder could not be signed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SignFolderError {
    /// There are no findings to sign.
    #[error("there is no {REPORT} to sign")]
    NoReport,
    /// A file's name cannot stand in a manifest.
    #[error("{0}")]
    Name(#[from] NameError),
    /// The signature failed.
    #[error("{0}")]
    Sign(#[from] SignError),
}

/// Adds the manifest and both signatures to the files of a report, replacing older ones.
pub fn sign(files: &mut Files, key: &PrivateKey) -> Result<(), SignFolderError> {
    let report = Hashes::of(files.get(REPORT).ok_or(SignFolderError::NoReport)?);
    let others = files.iter().filter(|(name, _)| is_listed(name) && name.as_str() != REPORT);
    let others = others.map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
    files.extend(vouch(&report, others, key)?);
    Ok(())
}

/// The signature over the findings alone, which further files may carry before [`vouch`] lists them.
pub fn sign_report(report: &Hashes, key: &PrivateKey) -> Result<Vec<u8>, SignFolderError> {
    Ok(sshsig::sign_hash(key, REPORT_NAMESPACE, &report.sha512)?.into_bytes())
}

/// The manifest and both signatures of a report that is known by its hashes; `others` are the further files of its
/// folder with their SHA-256.
pub fn vouch(report: &Hashes, others: BTreeMap<String, [u8; 32]>, key: &PrivateKey) -> Result<Files, SignFolderError> {
    let report_sig = sign_report(report, key)?;
    let mut manifest = Manifest::new();
    manifest.add_digest(REPORT, report.sha256)?;
    for (name, digest) in &others {
        manifest.add_digest(name, *digest)?;
    }
    let manifest = manifest.to_text();
    let manifest_sig = sshsig::sign(key, REPORT_NAMESPACE, manifest.as_bytes())?;
    Ok(Files::from([
        (REPORT_SIG.to_owned(), report_sig),
        (MANIFEST_SIG.to_owned(), manifest_sig.into_bytes()),
        (MANIFEST.to_owned(), manifest.into_bytes()),
    ]))
}

/// Whom the inspector accepts.
#[derive(Debug, Clone, Copy)]
pub struct Trust<'t> {
    /// The allowed_signers file, got from elsewhere than the report.
    pub signers: &'t AllowedSigners,
    /// The name that must have signed, as `ssh-keygen -Y verify -I` asks; `None`: any name.
    pub identity: Option<&'t str>,
    /// The moment at which the key must be valid.
    pub moment: Moment,
}

/// What a check found, in four words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Every file is what an accepted signer signed.
    Verified,
    /// Every file is what the signer signed, but nobody says who that is.
    SignerUnknown,
    /// It cannot be said whether the files are what was signed.
    CannotBeVerified,
    /// The files are not what was signed.
    Altered,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verified => "verified",
            Self::SignerUnknown => "consistent, signer unknown",
            Self::CannotBeVerified => "cannot be verified",
            Self::Altered => "was altered",
        })
    }
}

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// All problems, the gravest first.
    pub problems: Vec<Problem>,
    /// The key whose signature fits the manifest.
    pub signer: Option<PublicKey>,
    /// The names under which the signer is accepted, as they stand in the allowed_signers file.
    pub known_as: Option<String>,
}

impl Verdict {
    /// The gravest of what was found.
    pub fn state(&self) -> State {
        self.problems.iter().map(Problem::state).max().unwrap_or(State::Verified)
    }

    /// Whether the files are what the signer signed, whoever that is.
    pub fn is_consistent(&self) -> bool {
        self.state() <= State::SignerUnknown
    }
}

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
        /// The key.
        key: PublicKey,
        /// Why no line accepts it.
        refusals: Vec<Refusal>,
    },
    /// The signer's key seals logs: one key, one use.
    SealsLogs {
        /// The key.
        key: PublicKey,
        /// Its name in the trust store.
        name: String,
    },
    /// The signer's key sealed a log that the report is about.
    SealedTheLog {
        /// The key.
        key: PublicKey,
        /// The log's file, as the report names it.
        file: String,
    },
}

impl Problem {
    /// The best that can be said of a report with this problem.
    pub fn state(&self) -> State {
        match self {
            Self::FileAltered(_) | Self::FileMissing(_) | Self::FileExtra(_) | Self::SignatureMismatch { .. } => {
                State::Altered
            }
            Self::NotThere(_)
            | Self::ManifestUnreadable(_)
            | Self::ManifestLists(_)
            | Self::ReportNotListed
            | Self::SignatureUnusable { .. }
            | Self::TwoSigners { .. } => State::CannotBeVerified,
            Self::NoSigners(_)
            | Self::SignerUnknown(_)
            | Self::SignerRefused { .. }
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
                "there is no {MANIFEST_SIG}, so nobody vouches for the report. This alone does not show an alteration; ask the sender for the signature"
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

/// Checks the files of a report. Without `trust` the signer stays unknown.
///
/// The caller sees to it that `files` is the whole folder: a folder inside it, or a link, is no
/// part of any report.
pub fn check(files: &Files, trust: Option<Trust<'_>>) -> Verdict {
    let mut problems = Vec::new();
    let signer = check_signature(files, MANIFEST, MANIFEST_SIG, &mut problems);
    let report_signer = check_signature(files, REPORT, REPORT_SIG, &mut problems);
    check_manifest(files, &mut problems);
    if let (Some(manifest), Some(report)) = (signer, report_signer)
        && manifest != report
    {
        problems.push(Problem::TwoSigners { manifest, report });
    }
    let known_as = signer.and_then(|key| accepted_as(key, trust, &mut problems));
    problems.sort_by_key(|problem| std::cmp::Reverse(problem.state()));
    Verdict { problems, signer, known_as }
}

/// Checks findings that stand by themselves, without a manifest, against the signature that lies beside them.
pub fn check_report(report: &[u8], signature: &[u8], trust: Option<Trust<'_>>) -> Verdict {
    let files = Files::from([(REPORT.to_owned(), report.to_vec()), (REPORT_SIG.to_owned(), signature.to_vec())]);
    let mut problems = Vec::new();
    let signer = check_signature(&files, REPORT, REPORT_SIG, &mut problems);
    let known_as = signer.and_then(|key| accepted_as(key, trust, &mut problems));
    problems.sort_by_key(|problem| std::cmp::Reverse(problem.state()));
    Verdict { problems, signer, known_as }
}

fn check_signature(
    files: &Files,
    file: &'static str,
    signature: &'static str,
    problems: &mut Vec<Problem>,
) -> Option<PublicKey> {
    let Some(sig) = files.get(signature) else {
        problems.push(Problem::NotThere(signature));
        return None;
    };
    // Its absence is told where the manifest is compared with the files.
    let bytes = files.get(file)?;
    match sshsig::verify(sig, REPORT_NAMESPACE, bytes) {
        Ok(key) => Some(key),
        Err(VerifyError::Mismatch(_)) => {
            problems.push(Problem::SignatureMismatch { file, signature });
            None
        }
        Err(error) => {
            problems.push(Problem::SignatureUnusable { signature, error });
            None
        }
    }
}

fn check_manifest(files: &Files, problems: &mut Vec<Problem>) {
    let Some(text) = files.get(MANIFEST) else {
        problems.push(Problem::NotThere(MANIFEST));
        if !files.contains_key(REPORT) {
            problems.push(Problem::NotThere(REPORT));
        }
        return;
    };
    let manifest = match Manifest::parse(text) {
        Ok(manifest) => manifest,
        Err(faults) => {
            problems.push(Problem::ManifestUnreadable(faults));
            return;
        }
    };
    for name in manifest.entries().keys().filter(|name| !is_listed(name)) {
        problems.push(Problem::ManifestLists(name.clone()));
    }
    if !manifest.entries().contains_key(REPORT) {
        problems.push(Problem::ReportNotListed);
    }
    let present = files.iter().filter(|(name, _)| is_listed(name));
    for difference in manifest.differences(present.map(|(name, bytes)| (name.as_str(), sha256(bytes)))) {
        problems.extend(match difference {
            Difference::Altered(name) => Some(Problem::FileAltered(name)),
            // What must not be listed at all is not missed besides.
            Difference::Missing(name) => is_listed(&name).then_some(Problem::FileMissing(name)),
            Difference::Extra(name) => Some(Problem::FileExtra(name)),
        });
    }
}

fn accepted_as(key: PublicKey, trust: Option<Trust<'_>>, problems: &mut Vec<Problem>) -> Option<String> {
    let Some(trust) = trust else {
        problems.push(Problem::NoSigners(key));
        return None;
    };
    match trust.signers.standing(&key, trust.identity, REPORT_NAMESPACE, trust.moment) {
        Standing::Accepted { principals, .. } => return Some(principals),
        Standing::Refused(refusals) => problems.push(Problem::SignerRefused { key, refusals }),
        Standing::Unknown => problems.push(Problem::SignerUnknown(key)),
    }
    None
}

fn is_listed(name: &str) -> bool {
    !UNLISTED.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Moment = Moment { unix: 1_795_262_400, local_offset: 0 };

    fn key(seed: u8) -> PrivateKey {
        PrivateKey::from_seed(&[seed; 32], "").unwrap()
    }

    fn signers() -> AllowedSigners {
        let line =
            format!("inspector@x namespaces=\"resettle-report\" {}\n", key(1).public_key().unwrap().to_openssh(""));
        AllowedSigners::parse(line.as_bytes()).unwrap()
    }

    fn report() -> Files {
        let mut files = Files::new();
        files.insert(REPORT.into(), b"{\"type\":\"resettle-report/1\"}\n".to_vec());
        files.insert("findings.csv".into(), b"code\n".to_vec());
        sign(&mut files, &key(1)).unwrap();
        files
    }

    fn judge(files: &Files) -> (State, Vec<Problem>) {
        let signers = signers();
        let verdict = check(files, Some(Trust { signers: &signers, identity: None, moment: NOON }));
        (verdict.state(), verdict.problems)
    }

    fn flip(files: &mut Files, name: &str) {
        files.get_mut(name).unwrap()[3] ^= 1;
    }

    #[test]
    fn a_good_report() {
        let signers = signers();
        let files = report();
        let verdict = check(&files, Some(Trust { signers: &signers, identity: Some("inspector@x"), moment: NOON }));
        assert_eq!(verdict.problems, []);
        assert_eq!(verdict.state(), State::Verified);
        assert_eq!(verdict.known_as.as_deref(), Some("inspector@x"));
        assert_eq!(verdict.signer, key(1).public_key().ok());
        let mut again = files.clone();
        sign(&mut again, &key(1)).unwrap();
        assert_eq!(again, files, "signing twice changes nothing");
    }

    #[test]
    fn consistent_but_nobody_known() {
        let verdict = check(&report(), None);
        assert!(verdict.is_consistent());
        assert_eq!(verdict.state().to_string(), "consistent, signer unknown");
        let mut files = report();
        sign(&mut files, &key(2)).unwrap();
        let (state, problems) = judge(&files);
        assert_eq!(
            (state, problems),
            (State::SignerUnknown, vec![Problem::SignerUnknown(key(2).public_key().unwrap())])
        );
        let signers = signers();
        let verdict = check(&report(), Some(Trust { signers: &signers, identity: Some("other@x"), moment: NOON }));
        assert!(matches!(verdict.problems.as_slice(), [Problem::SignerRefused { .. }]));
        assert_eq!(verdict.known_as, None);
    }

    #[test]
    fn alterations_are_called_alterations() {
        let mismatch = |file, signature| Problem::SignatureMismatch { file, signature };
        let mut files = report();
        flip(&mut files, "findings.csv");
        assert_eq!(judge(&files), (State::Altered, vec![Problem::FileAltered("findings.csv".into())]));

        let mut files = report();
        flip(&mut files, REPORT);
        let expected = vec![mismatch(REPORT, REPORT_SIG), Problem::FileAltered(REPORT.into())];
        assert_eq!(judge(&files), (State::Altered, expected));

        let mut files = report();
        files.remove("findings.csv");
        assert_eq!(judge(&files), (State::Altered, vec![Problem::FileMissing("findings.csv".into())]));

        let mut files = report();
        files.insert("extra \u{1b}[2J.html".into(), vec![]);
        let (state, problems) = judge(&files);
        assert_eq!(state, State::Altered);
        assert!(problems[0].to_string().starts_with("\"extra \\u{1b}[2J.html\" is not listed"));

        // Hash and file fit each other again, but the signature tells.
        let mut files = report();
        let before = files[MANIFEST].clone();
        files.insert("findings.csv".into(), b"nothing found\n".to_vec());
        sign(&mut files, &key(2)).unwrap();
        for name in [MANIFEST_SIG, REPORT_SIG] {
            files.insert(name.into(), report()[name].clone());
        }
        assert_ne!(files[MANIFEST], before);
        assert_eq!(judge(&files), (State::Altered, vec![mismatch(MANIFEST, MANIFEST_SIG)]));
    }

    #[test]
    fn what_cannot_be_verified_is_not_called_altered() {
        for name in [MANIFEST, MANIFEST_SIG, REPORT_SIG] {
            let mut files = report();
            files.remove(name);
            assert_eq!(judge(&files), (State::CannotBeVerified, vec![Problem::NotThere(name)]), "{name}");
        }
        assert_eq!(
            judge(&Files::new()),
            (State::CannotBeVerified, [MANIFEST_SIG, REPORT_SIG, MANIFEST, REPORT].map(Problem::NotThere).to_vec())
        );
        for name in [MANIFEST_SIG, REPORT_SIG] {
            let mut files = report();
            files.insert(name.into(), b"-----BEGIN PGP SIGNATURE-----\n".to_vec());
            let (state, problems) = judge(&files);
            assert_eq!(state, State::CannotBeVerified);
            assert!(matches!(
                problems.as_slice(),
                [Problem::SignatureUnusable { error: VerifyError::Unreadable(_), .. }]
            ));

            let mut files = report();
            let signed = if name == MANIFEST_SIG { MANIFEST } else { REPORT };
            let other = sshsig::sign(&key(1), "resettle-ruleset", &files[signed]).unwrap();
            files.insert(name.into(), other.into_bytes());
            let (state, problems) = judge(&files);
            assert_eq!(state, State::CannotBeVerified);
            assert!(matches!(
                problems.as_slice(),
                [Problem::SignatureUnusable { error: VerifyError::WrongNamespace { .. }, .. }]
            ));
        }
    }

    #[test]
    fn two_signers_are_one_too_many() {
        let mut files = report();
        let other = sshsig::sign(&key(2), REPORT_NAMESPACE, &files[REPORT]).unwrap();
        files.insert(REPORT_SIG.into(), other.into_bytes());
        let (state, problems) = judge(&files);
        assert_eq!(state, State::CannotBeVerified);
        let [Problem::TwoSigners { manifest, report }] = problems.as_slice() else { panic!("{problems:?}") };
        assert_eq!((Ok(*manifest), Ok(*report)), (key(1).public_key(), key(2).public_key()));
    }

    #[test]
    fn a_signed_manifest_must_be_one_of_a_report() {
        for (text, expected) in [
            ("nonsense\n".to_owned(), None),
            (Manifest::new().to_text(), None),
            (format!("{}  x\n", "0".repeat(64)), Some(Problem::ReportNotListed)),
            (format!("{}  {MANIFEST_SIG}\n", "0".repeat(64)), Some(Problem::ManifestLists(MANIFEST_SIG.into()))),
        ] {
            let mut files = report();
            let sig = sshsig::sign(&key(1), REPORT_NAMESPACE, text.as_bytes()).unwrap();
            files.insert(MANIFEST_SIG.into(), sig.into_bytes());
            files.insert(MANIFEST.into(), text.into_bytes());
            let (_, problems) = judge(&files);
            match expected {
                Some(problem) => assert!(problems.contains(&problem), "{problems:?}"),
                None => assert!(matches!(problems.as_slice(), [Problem::ManifestUnreadable(_)]), "{problems:?}"),
            }
        }
    }

    #[test]
    fn no_byte_of_a_report_can_be_changed_unnoticed() {
        let good = report();
        for (name, bytes) in &good {
            for at in 0..bytes.len() {
                let mut files = good.clone();
                files.get_mut(name).unwrap()[at] ^= 1;
                assert!(judge(&files).0 > State::SignerUnknown, "{name} byte {at}");
            }
        }
    }

    #[test]
    fn unsafe_names_are_not_signed() {
        let mut files = report();
        files.insert("../x".into(), vec![]);
        assert!(matches!(sign(&mut files, &key(1)), Err(SignFolderError::Name(NameError::Path(_)))));
        assert_eq!(sign(&mut Files::new(), &key(1)), Err(SignFolderError::NoReport));
    }
}
