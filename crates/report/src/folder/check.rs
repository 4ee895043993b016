//! Checks the files of a report, and who signed them.

use resettle_sealed_log::PublicKey;
use resettle_signing::allowed_signers::KeyStatus;
use resettle_signing::manifest::{Difference, sha256};
use resettle_signing::sshsig::{self, VerifyError};
use resettle_signing::{AllowedSigners, Manifest, Moment};

use super::{Files, MANIFEST, MANIFEST_SIG, Problem, REPORT, REPORT_NAMESPACE, REPORT_SIG, Verdict, is_listed};

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
    // Its absence is reported where the manifest is compared with the files.
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
    match trust.signers.status(&key, trust.identity, REPORT_NAMESPACE, trust.moment) {
        KeyStatus::Accepted { principals, .. } => return Some(principals),
        KeyStatus::Refused(refusals) => problems.push(Problem::SignerRefused { key, refusals }),
        KeyStatus::Unknown => problems.push(Problem::SignerUnknown(key)),
    }
    None
}
