//! Ed25519 public keys that are fit to be trusted, and the forms they are shown in.

use std::fmt;

use base64ct::{Base64, Base64Unpadded, Encoding};
use ed25519_dalek::{Signature, VerifyingKey};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The name of the algorithm in OpenSSH's files.
pub const ALGORITHM: &str = "ssh-ed25519";

/// What stands before the 32 key bytes in OpenSSH's blob: two lengths and the algorithm's name.
const BLOB_PREFIX: [u8; 19] = *b"\0\0\0\x0bssh-ed25519\0\0\0\x20";

/// What stands before the 32 key bytes in a SubjectPublicKeyInfo (RFC 8410).
const SPKI_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// Why 32 bytes, or a line, are no key to trust.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PublicKeyError {
    /// The bytes name no point of the curve.
    #[error("the public key is not a point of the curve")]
    NotAPoint,
    /// The bytes are a second spelling of a point, which strict readers refuse.
    #[error("the public key is not written in its one canonical form")]
    NotCanonical,
    /// A key of small order: signatures that fit it can be made for any message by anybody.
    #[error("the public key is weak (of small order): anybody can make signatures that fit it")]
    Weak,
    /// A key with a torsion component: verifiers disagree about its signatures.
    #[error("the public key has a torsion component: verifiers disagree about its signatures")]
    Torsioned,
    /// A key of another algorithm.
    #[error("the key is of type {0:?}, and only {ALGORITHM} keys are used")]
    NotEd25519(String),
    /// Not an OpenSSH public key at all.
    #[error("this is not an OpenSSH public key: {0}")]
    Malformed(&'static str),
}

/// An Ed25519 public key: canonical, of full order, without torsion.
///
/// There is no way to hold another kind, so whoever has one need not ask again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Checks 32 raw bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, PublicKeyError> {
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| PublicKeyError::NotAPoint)?;
        let point = key.to_edwards();
        if point.compress().as_bytes() != bytes {
            return Err(PublicKeyError::NotCanonical);
        }
        if key.is_weak() {
            return Err(PublicKeyError::Weak);
        }
        if !point.is_torsion_free() {
            return Err(PublicKeyError::Torsioned);
        }
        Ok(Self(*bytes))
    }

    /// Reads an OpenSSH line, `ssh-ed25519 AAAA… comment`, and gives the comment too.
    pub fn from_openssh(line: &str) -> Result<(Self, &str), PublicKeyError> {
        let line = line.trim_ascii();
        let (algorithm, rest) = split_word(line);
        let (encoded, comment) = split_word(rest);
        if encoded.is_empty() {
            return Err(PublicKeyError::Malformed("it is not a key type followed by a key"));
        }
        if algorithm != ALGORITHM {
            return Err(PublicKeyError::NotEd25519(algorithm.to_owned()));
        }
        Ok((Self::from_blob_base64(encoded)?, comment))
    }

    fn from_blob_base64(encoded: &str) -> Result<Self, PublicKeyError> {
        let blob =
            Base64::decode_vec(encoded).map_err(|_| PublicKeyError::Malformed("the key is not in strict base64"))?;
        let raw = blob
            .strip_prefix(&BLOB_PREFIX)
            .ok_or(PublicKeyError::Malformed("the key is not of the type that its line names"))?;
        let raw: &[u8; 32] = raw.try_into().map_err(|_| PublicKeyError::Malformed("the key is not 32 bytes long"))?;
        Self::from_bytes(raw)
    }

    /// The 32 raw bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The key id of the coup-log format: lower-case hex SHA-256 of the raw bytes.
    pub fn key_id(&self) -> String {
        let mut id = String::with_capacity(64);
        for byte in Sha256::digest(self.as_bytes()) {
            push_hex(&mut id, byte);
        }
        id
    }

    /// OpenSSH's fingerprint, `SHA256:…`, as `ssh-keygen -l` prints it.
    pub fn fingerprint(&self) -> String {
        format!("SHA256:{}", Base64Unpadded::encode_string(&Sha256::digest(self.blob())))
    }

    /// The OpenSSH line without a line end; no comment, no space after the key.
    pub fn to_openssh(&self, comment: &str) -> String {
        let key = Base64::encode_string(&self.blob());
        if comment.is_empty() { format!("{ALGORITHM} {key}") } else { format!("{ALGORITHM} {key} {comment}") }
    }

    /// SubjectPublicKeyInfo in PEM (RFC 8410), as `openssl pkey -pubin` reads it.
    pub fn to_spki_pem(&self) -> String {
        let der = [SPKI_PREFIX.as_slice(), self.as_bytes()].concat();
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", Base64::encode_string(&der))
    }

    /// Whether the signature over `message` is this key's, asked strictly.
    pub fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let signature = Signature::from_bytes(signature);
        VerifyingKey::from_bytes(&self.0).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
    }

    fn blob(&self) -> Vec<u8> {
        [BLOB_PREFIX.as_slice(), self.as_bytes()].concat()
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.fingerprint())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

/// Two lower-case hex digits.
pub(crate) fn push_hex(out: &mut String, byte: u8) {
    for nibble in [byte >> 4, byte & 0xf] {
        out.extend(char::from_digit(u32::from(nibble), 16));
    }
}

/// The first word, and what follows it without the blanks between.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once([' ', '\t']) {
        Some((word, rest)) => (word, rest.trim_start_matches([' ', '\t'])),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The example key of ssh-key's own documentation; fingerprint by `ssh-keygen -l`.
    const LINE: &str =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti user@example.com";

    #[test]
    fn reads_and_writes_an_openssh_line() {
        let (key, comment) = PublicKey::from_openssh(LINE).unwrap();
        assert_eq!(comment, "user@example.com");
        assert_eq!(key.to_openssh(comment), LINE);
        assert_eq!(key.to_openssh(""), LINE.trim_end_matches(" user@example.com"));
        assert_eq!(key.fingerprint(), "SHA256:UCUiLr7Pjs9wFFJMDByLgc3NrtdU344OgUM45wZPcIQ");
        assert_eq!(key.key_id().len(), 64);
    }

    #[test]
    fn spki_of_rfc_8410() {
        let raw = [
            0x19, 0xbf, 0x44, 0x09, 0x69, 0x84, 0xcd, 0xfe, 0x85, 0x41, 0xba, 0xc1, 0x67, 0xdc, 0x3b, 0x96, 0xc8, 0x50,
            0x86, 0xaa, 0x30, 0xb6, 0xb6, 0xcb, 0x0c, 0x5c, 0x38, 0xad, 0x70, 0x31, 0x66, 0xe1,
        ];
        let pem = PublicKey::from_bytes(&raw).unwrap().to_spki_pem();
        assert_eq!(
            pem,
            "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n"
        );
    }

    #[test]
    fn refuses_what_is_not_fit_to_be_trusted() {
        let mut identity = [0; 32];
        identity[0] = 1;
        assert_eq!(PublicKey::from_bytes(&identity), Err(PublicKeyError::Weak));
        // y = p + 1, a second spelling of the identity
        let mut again = [0xff; 32];
        again[0] = 0xee;
        again[31] = 0x7f;
        assert_eq!(PublicKey::from_bytes(&again), Err(PublicKeyError::NotCanonical));
        let mut off = [0; 32];
        off[0] = 2;
        assert_eq!(PublicKey::from_bytes(&off), Err(PublicKeyError::NotAPoint));
        // A full-order key plus the point of order 2: (x, y) becomes (-x, -y).
        let (good, _) = PublicKey::from_openssh(LINE).unwrap();
        let torsioned = negated(good.as_bytes());
        assert_eq!(PublicKey::from_bytes(&torsioned), Err(PublicKeyError::Torsioned));
    }

    /// p - y, with the sign of x turned round.
    fn negated(key: &[u8; 32]) -> [u8; 32] {
        let mut p = [0xff_u8; 32];
        p[0] = 0xed;
        p[31] = 0x7f;
        let mut y = *key;
        let sign = y[31] & 0x80;
        y[31] &= 0x7f;
        let mut borrow = 0;
        let mut out = [0; 32];
        for i in 0..32 {
            let difference = i16::from(p[i]) - i16::from(y[i]) - borrow;
            borrow = i16::from(difference < 0);
            out[i] = u8::try_from(difference.rem_euclid(256)).unwrap();
        }
        out[31] |= sign ^ 0x80;
        out
    }

    #[test]
    fn names_what_is_wrong_with_a_line() {
        let rsa = PublicKey::from_openssh("ssh-rsa AAAAB3NzaC1yc2E=").unwrap_err();
        assert_eq!(rsa, PublicKeyError::NotEd25519("ssh-rsa".into()));
        for line in ["", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-ed25519 !!!!", &LINE.replace("5AAAA", "6AAAA")] {
            assert!(matches!(PublicKey::from_openssh(line), Err(PublicKeyError::Malformed(_))), "{line}");
        }
    }
}
