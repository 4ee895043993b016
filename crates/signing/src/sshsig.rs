//! SSHSIG: what `ssh-keygen -Y sign` writes and `ssh-keygen -Y verify` checks.

use ed25519_dalek::Signer;
use resettle_sealed_log::{PublicKey, PublicKeyError};
use sha2::{Digest as _, Sha512};
use ssh_key::public::{Ed25519PublicKey, KeyData};
use ssh_key::{Algorithm, HashAlg, LineEnding, Signature, SshSig};
use thiserror::Error;

use crate::keys::PrivateKey;

/// A signature could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("cannot sign: {0}")]
pub struct SignError(String);

/// Why a signature says nothing good about the bytes.
///
/// Only [`VerifyError::Mismatch`] means that something was changed; with all others the
/// signature cannot be judged, and says nothing either way.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// Not an SSHSIG, or a damaged one.
    #[error("it is not a readable SSH signature ({0})")]
    Unreadable(String),
    /// A format version that nobody has defined yet, or never did.
    #[error("it is of SSHSIG version {0}, and only version 1 is known")]
    Version(u32),
    /// Made for something else than what it is shown for.
    #[error("it was made for the namespace {found:?}, not for {expected:?}")]
    WrongNamespace {
        /// What the caller asked for.
        expected: String,
        /// What the signature was made for.
        found: String,
    },
    /// Made by a key of another algorithm.
    #[error("it was made with a key of type {0:?}, and only ssh-ed25519 is used")]
    NotEd25519(String),
    /// The signature carries data in a field that no version defines.
    #[error("it carries data in a field that must be empty")]
    Reserved,
    /// The signer's key is one that nobody may trust.
    #[error("{0}")]
    UnsafeKey(#[from] PublicKeyError),
    /// The signature does not fit the bytes: these, or the signature, were changed.
    #[error("it does not fit the signed bytes (it names the key {0})")]
    Mismatch(PublicKey),
}

/// Signs `message` as `ssh-keygen -Y sign -n namespace` does, to the byte.
pub fn sign(key: &PrivateKey, namespace: &str, message: &[u8]) -> Result<String, SignError> {
    sign_hash(key, namespace, &Sha512::digest(message).into())
}

/// The same for a message of which only the SHA-512 is known.
pub fn sign_hash(key: &PrivateKey, namespace: &str, sha512: &[u8; 64]) -> Result<String, SignError> {
    let fail = |error: ssh_key::Error| SignError(error.to_string());
    let data = signed_data(namespace, sha512);
    let signing = key.signing_key();
    let raw = signing.try_sign(&data).map_err(|error| SignError(error.to_string()))?;
    let signature = Signature::new(Algorithm::Ed25519, raw.to_bytes()).map_err(fail)?;
    let public = KeyData::Ed25519(Ed25519PublicKey(signing.verifying_key().to_bytes()));
    SshSig::new(public, namespace, HashAlg::Sha512, signature).and_then(|sig| to_pem(&sig)).map_err(fail)
}

/// What the signature covers, as `PROTOCOL.sshsig` lays it out: each part after its length.
fn signed_data(namespace: &str, sha512: &[u8; 64]) -> Vec<u8> {
    let mut data = b"SSHSIG".to_vec();
    for part in [namespace.as_bytes(), b"", b"sha512", sha512] {
        // Namespaces are words of ours.
        data.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
        data.extend_from_slice(part);
    }
    data
}

/// Checks a signature over `message` strictly and gives the key that made it.
///
/// Whether that key is anybody's is another question: see [`crate::allowed_signers`].
pub fn verify(signature: &[u8], namespace: &str, message: &[u8]) -> Result<PublicKey, VerifyError> {
    let sig = read(signature)?;
    if sig.namespace() != namespace {
        return Err(VerifyError::WrongNamespace { expected: namespace.to_owned(), found: sig.namespace().to_owned() });
    }
    let KeyData::Ed25519(public) = sig.public_key() else {
        return Err(VerifyError::NotEd25519(sig.public_key().algorithm().as_str().to_owned()));
    };
    if sig.algorithm() != Algorithm::Ed25519 {
        return Err(VerifyError::NotEd25519(sig.algorithm().as_str().to_owned()));
    }
    if !sig.reserved().is_empty() {
        return Err(VerifyError::Reserved);
    }
    let key = PublicKey::from_bytes(&public.0)?;
    let raw: &[u8; 64] = sig
        .signature_bytes()
        .try_into()
        .map_err(|_| VerifyError::Unreadable("the signature is not 64 bytes long".to_owned()))?;
    let data = SshSig::signed_data(namespace, sig.hash_alg(), message).map_err(unreadable)?;
    if key.verify(&data, raw) { Ok(key) } else { Err(VerifyError::Mismatch(key)) }
}

/// Reads the one spelling that `ssh-keygen` writes: a signature file can then not be changed
/// without becoming another signature.
fn read(signature: &[u8]) -> Result<SshSig, VerifyError> {
    let sig = SshSig::from_pem(signature).map_err(unreadable)?;
    if sig.version() != SshSig::VERSION {
        return Err(VerifyError::Version(sig.version()));
    }
    let canonical = to_pem(&sig).map_err(unreadable)?;
    if canonical.as_bytes() != signature {
        return Err(VerifyError::Unreadable("it is not spelled as ssh-keygen writes it".to_owned()));
    }
    Ok(sig)
}

fn to_pem(sig: &SshSig) -> Result<String, ssh_key::Error> {
    let mut pem = sig.to_pem(LineEnding::LF)?;
    if !pem.ends_with('\n') {
        pem.push('\n');
    }
    Ok(pem)
}

fn unreadable(error: ssh_key::Error) -> VerifyError {
    match error {
        ssh_key::Error::Version { number } => VerifyError::Version(number),
        other => VerifyError::Unreadable(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMESPACE: &str = "resettle-report";

    /// Laid out by hand, and by the library that checks.
    #[test]
    fn what_is_signed_is_what_is_checked() {
        for message in [b"".as_slice(), b"x", &[7; 5_000]] {
            let checked = SshSig::signed_data(NAMESPACE, HashAlg::Sha512, message).unwrap();
            assert_eq!(signed_data(NAMESPACE, &Sha512::digest(message).into()), checked);
        }
    }

    fn key() -> PrivateKey {
        PrivateKey::from_seed(&[9; 32], "").unwrap()
    }

    fn resign(namespace: &str, hash: HashAlg, public: [u8; 32], raw: [u8; 64]) -> String {
        let signature = Signature::new(Algorithm::Ed25519, raw).unwrap();
        let public = KeyData::Ed25519(Ed25519PublicKey(public));
        to_pem(&SshSig::new(public, namespace, hash, signature).unwrap()).unwrap()
    }

    #[test]
    fn signs_and_verifies() {
        let sig = sign(&key(), NAMESPACE, b"report").unwrap();
        let signer = verify(sig.as_bytes(), NAMESPACE, b"report").unwrap();
        assert_eq!(Ok(signer), key().public_key());
        assert_eq!(sign(&key(), NAMESPACE, b"report").unwrap(), sig);
        assert!(sign(&key(), "", b"report").is_err());
    }

    #[test]
    fn sha256_signatures_are_read_too() {
        let data = SshSig::signed_data(NAMESPACE, HashAlg::Sha256, b"report").unwrap();
        let raw = key().signing_key().sign(&data).to_bytes();
        let sig = resign(NAMESPACE, HashAlg::Sha256, key().signing_key().verifying_key().to_bytes(), raw);
        assert!(verify(sig.as_bytes(), NAMESPACE, b"report").is_ok());
    }

    #[test]
    fn changed_bytes_are_a_mismatch_and_nothing_else_is() {
        let sig = sign(&key(), NAMESPACE, b"report").unwrap();
        let error = verify(sig.as_bytes(), NAMESPACE, b"Report").unwrap_err();
        assert_eq!(error, VerifyError::Mismatch(key().public_key().unwrap()));
        let error = verify(sig.as_bytes(), "resettle-ruleset", b"report").unwrap_err();
        assert!(matches!(error, VerifyError::WrongNamespace { ref found, .. } if found == NAMESPACE));
    }

    #[test]
    fn no_byte_of_a_signature_can_be_changed() {
        let sig = sign(&key(), NAMESPACE, b"report").unwrap();
        for at in 0..sig.len() {
            for flip in [1, 0x20] {
                let mut bytes = sig.clone().into_bytes();
                bytes[at] ^= flip;
                assert!(verify(&bytes, NAMESPACE, b"report").is_err(), "byte {at}");
            }
            assert!(verify(&sig.as_bytes()[..at], NAMESPACE, b"report").is_err(), "cut at {at}");
        }
        for spelled in [format!("{sig}\n"), format!("x\n{sig}"), sig.replace('\n', "\r\n"), sig.trim_end().to_owned()] {
            assert!(matches!(verify(spelled.as_bytes(), NAMESPACE, b"report"), Err(VerifyError::Unreadable(_))));
        }
    }

    #[test]
    fn a_weak_key_signs_nothing() {
        // The identity as key, R the identity, S zero: fits every message for a lax verifier.
        let mut identity = [0; 32];
        identity[0] = 1;
        let mut raw = [0; 64];
        raw[0] = 1;
        let sig = resign(NAMESPACE, HashAlg::Sha512, identity, raw);
        let error = verify(sig.as_bytes(), NAMESPACE, b"anything").unwrap_err();
        assert_eq!(error, VerifyError::UnsafeKey(PublicKeyError::Weak));
    }

    #[test]
    fn keys_of_other_kinds_are_named() {
        // Made by `ssh-keygen -Y sign` with an ECDSA key would need the tool: an RSA blob does it.
        let public = KeyData::Other(ssh_key::public::OpaquePublicKey::new(
            vec![1, 2, 3],
            Algorithm::new("made-up@example.org").unwrap(),
        ));
        let signature = Signature::new(Algorithm::Ed25519, [0; 64]).unwrap();
        let sig = to_pem(&SshSig::new(public, NAMESPACE, HashAlg::Sha512, signature).unwrap()).unwrap();
        let error = verify(sig.as_bytes(), NAMESPACE, b"x").unwrap_err();
        assert_eq!(error, VerifyError::NotEd25519("made-up@example.org".into()));
    }
}
