//! Adds the hashes of a report's files and both signatures.

use std::collections::BTreeMap;

use resettle_signing::manifest::{NameError, sha256};
use resettle_signing::sshsig::{self, SignError};
use resettle_signing::{Hashes, Manifest, PrivateKey};
use thiserror::Error;

use super::{Files, MANIFEST, MANIFEST_SIG, REPORT, REPORT_NAMESPACE, REPORT_SIG, is_listed};

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
