use std::fmt;

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signature, VerifyingKey};

use crate::hash::Digest;

/// A key's id: the SHA-256 of the 32 raw bytes of its public half.
pub type KeyId = Digest;

/// An Ed25519 public key fit to verify seals: neither weak nor torsioned, in its one encoding.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicKey {
    key: VerifyingKey,
    id: KeyId,
}

/// Why a text is no public key that may verify anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// None of the three forms.
    #[error("neither base64 of 32 bytes, nor an OpenSSH line `ssh-ed25519 AAAA…`, nor an Ed25519 PEM block")]
    Form,
    /// The bytes are no point of the curve in its canonical encoding.
    #[error("these 32 bytes are no Ed25519 public key")]
    NoKey,
    /// Anybody can make signatures that such a key accepts.
    #[error("a weak key: signatures under it prove nothing")]
    Weak,
    /// The key has a torsion part: verifiers disagree about its signatures.
    #[error("a torsioned key: verifiers disagree about its signatures")]
    Torsioned,
}

/// DER of an RFC 8410 SubjectPublicKeyInfo up to the 32 key bytes.
const SPKI_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

impl PublicKey {
    /// Takes 32 raw bytes.
    ///
    /// # Errors
    /// [`KeyError`] for bytes that are no key, and for weak and torsioned keys.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::NoKey)?;
        let point = key.to_edwards();
        if point.compress().as_bytes() != bytes {
            return Err(KeyError::NoKey);
        }
        if key.is_weak() {
            return Err(KeyError::Weak);
        }
        if !point.is_torsion_free() {
            return Err(KeyError::Torsioned);
        }
        Ok(Self { key, id: Digest::of(bytes) })
    }

    /// Reads any of the forms that a trust store allows: base64 of the 32 bytes, an OpenSSH line,
    /// a PEM block (RFC 8410).
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        if text.starts_with("-----BEGIN") {
            return Self::from_bytes(&spki(text).ok_or(KeyError::Form)?);
        }
        if text.starts_with("ssh-ed25519 ") {
            let key = ssh_key::PublicKey::from_openssh(text).map_err(|_| KeyError::Form)?;
            return Self::from_bytes(&key.key_data().ed25519().ok_or(KeyError::Form)?.0);
        }
        let mut buffer = [0u8; 32];
        match Base64::decode(text, &mut buffer) {
            Ok(bytes) if bytes.len() == 32 => Self::from_bytes(&buffer),
            _ => Err(KeyError::Form),
        }
    }

    /// The key's id.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// The 32 raw bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.key.as_bytes()
    }

    /// Strict verification: canonical signature, no small-order parts, the equation without cofactor.
    #[must_use]
    pub fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.key.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.id)
    }
}

fn spki(text: &str) -> Option<[u8; 32]> {
    let body = text.strip_prefix("-----BEGIN PUBLIC KEY-----")?.strip_suffix("-----END PUBLIC KEY-----")?;
    let base64: String = body.split_ascii_whitespace().collect();
    let mut buffer = [0u8; 64];
    let der = Base64::decode(base64, &mut buffer).ok()?;
    der.strip_prefix(&SPKI_PREFIX)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAW: &str = "Yw0LODiphzPNxIffzEmrrlY18SaxBWCJ9atTcRGb4Uc=";

    #[test]
    fn the_three_forms_name_the_same_key() {
        let raw = PublicKey::parse(RAW).unwrap();
        let ssh = ssh_key::PublicKey::from(ssh_key::public::Ed25519PublicKey(*raw.as_bytes())).to_openssh().unwrap();
        let mut der = SPKI_PREFIX.to_vec();
        der.extend_from_slice(raw.as_bytes());
        let pem = format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", Base64::encode_string(&der));
        for text in [ssh.clone(), format!("{ssh} somebody@somewhere"), pem] {
            assert_eq!(PublicKey::parse(&text).unwrap(), raw, "{text}");
        }
    }

    #[test]
    fn weak_torsioned_and_non_canonical_keys_are_refused() {
        let mut identity = [0u8; 32];
        identity[0] = 1;
        assert_eq!(PublicKey::from_bytes(&identity), Err(KeyError::Weak));
        // y = p + 1: the identity in another spelling.
        let mut spelled = [0xffu8; 32];
        spelled[0] = 0xee;
        spelled[31] = 0x7f;
        assert_eq!(PublicKey::from_bytes(&spelled), Err(KeyError::NoKey));
        let good = PublicKey::parse(RAW).unwrap();
        // A point of order two, added to a good key.
        let mut minus_one = [0xffu8; 32];
        minus_one[0] = 0xec;
        minus_one[31] = 0x7f;
        let torsion = VerifyingKey::from_bytes(&minus_one).unwrap().to_edwards();
        let mixed = (good.key.to_edwards() + torsion).compress().to_bytes();
        assert_eq!(PublicKey::from_bytes(&mixed), Err(KeyError::Torsioned));
    }

    #[test]
    fn lax_spellings_are_no_keys() {
        for bad in [
            RAW.trim_end_matches('='),
            "Yw0LODiphzPNxIffzEmrrlY18SaxBWCJ9atTcRGb4Ud=",
            "",
            "ssh-rsa AAAA",
            "ssh-ed25519 AAAA",
            "Yw0LODiphzPNxIffzEmrrlY18SaxBWCJ9atTcRGb 4Uc=",
        ] {
            assert!(PublicKey::parse(bad).is_err(), "{bad}");
        }
    }
}
