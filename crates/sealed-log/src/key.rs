use std::fmt;

use base64ct::{Base64, Base64Unpadded, Encoding};
use ed25519_dalek::{Signature, VerifyingKey};

use crate::hash::Digest;

/// A key's id: the SHA-256 of the 32 raw bytes of its public half.
pub type KeyId = Digest;

/// What precedes the 32 key bytes in OpenSSH's blob: two lengths and the algorithm's name.
const BLOB_PREFIX: [u8; 19] = *b"\0\0\0\x0bssh-ed25519\0\0\0\x20";

/// DER of an RFC 8410 SubjectPublicKeyInfo up to the 32 key bytes.
const SPKI_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

const PEM_BEGIN: &str = "-----BEGIN PUBLIC KEY-----";
const PEM_END: &str = "-----END PUBLIC KEY-----";

/// Why bytes or a text are not a public key that may verify anything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicKeyError {
    /// None of the three forms.
    #[error("neither base64 of 32 bytes, nor an OpenSSH line `ssh-ed25519 AAAA…`, nor an Ed25519 PEM block")]
    Form,
    /// The bytes do not name a point of the curve.
    #[error("the public key is not a point of the curve")]
    NotAPoint,
    /// The bytes are a second spelling of a point, which strict readers refuse.
    #[error("the public key is not written in its one canonical form")]
    NotCanonical,
    /// A key of small order: whoever likes can make signatures that fit it, for any message.
    #[error("the public key is weak (of small order): whoever likes can make signatures that fit it")]
    Weak,
    /// A key with a torsion component: verifiers disagree about its signatures.
    #[error("the public key is not one that all verifiers read alike (it has a torsion component)")]
    Torsioned,
    /// A key of another algorithm.
    #[error("the key is of type {0:?}, and only ssh-ed25519 keys are used")]
    NotEd25519(String),
    /// Not an OpenSSH public key at all.
    #[error("this is not an OpenSSH public key: {0}")]
    Malformed(&'static str),
}

/// An Ed25519 public key fit to verify seals and reports: canonical, of full order, without torsion.
///
/// There is no way to hold another kind, so whoever has one need not check again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// The name of the algorithm in OpenSSH's files.
    pub const ALGORITHM: &str = "ssh-ed25519";

    /// Takes 32 raw bytes.
    ///
    /// # Errors
    /// [`PublicKeyError`] for bytes that are not a key, and for weak and torsioned keys.
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

    /// Reads any of the forms that a trust store allows: base64 of the 32 bytes, an OpenSSH line,
    /// a PEM block (RFC 8410).
    ///
    /// # Errors
    /// [`PublicKeyError`].
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let text = text.trim_ascii();
        if text.starts_with("-----BEGIN") {
            return Self::from_bytes(&spki(text).ok_or(PublicKeyError::Form)?);
        }
        if ["ssh-", "ecdsa-", "sk-"].iter().any(|start| text.starts_with(start)) {
            return Self::from_openssh(text).map(|(key, _)| key);
        }
        let mut buffer = [0u8; 32];
        match Base64::decode(text, &mut buffer) {
            Ok(bytes) if bytes.len() == 32 => Self::from_bytes(&buffer),
            _ => Err(PublicKeyError::Form),
        }
    }

    /// Reads an OpenSSH line, `ssh-ed25519 AAAA… comment`, and returns the comment too, which may contain anything but
    /// a line feed.
    ///
    /// # Errors
    /// [`PublicKeyError`].
    pub fn from_openssh(line: &str) -> Result<(Self, &str), PublicKeyError> {
        let line = line.trim_ascii();
        if line.contains('\n') {
            return Err(PublicKeyError::Malformed("it has more than one line"));
        }
        let (algorithm, rest) = split_word(line);
        let (encoded, comment) = split_word(rest);
        if encoded.is_empty() {
            return Err(PublicKeyError::Malformed("it is not a key type followed by a key"));
        }
        if algorithm != Self::ALGORITHM {
            return Err(PublicKeyError::NotEd25519(algorithm.to_owned()));
        }
        let blob =
            Base64::decode_vec(encoded).map_err(|_| PublicKeyError::Malformed("the key is not in strict base64"))?;
        let raw = blob
            .strip_prefix(&BLOB_PREFIX)
            .ok_or(PublicKeyError::Malformed("the key is not of the type that its line names"))?;
        let raw: &[u8; 32] = raw.try_into().map_err(|_| PublicKeyError::Malformed("the key is not 32 bytes long"))?;
        Ok((Self::from_bytes(raw)?, comment))
    }

    /// The 32 raw bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The key's id in logs.
    #[must_use]
    pub fn id(&self) -> KeyId {
        Digest::of(&self.0)
    }

    /// OpenSSH's fingerprint, `SHA256:…`, as `ssh-keygen -l` prints it.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        format!("SHA256:{}", Base64Unpadded::encode_string(&Digest::of(&self.blob()).0))
    }

    /// The OpenSSH line without a line end; no comment, no space after the key.
    #[must_use]
    pub fn to_openssh(&self, comment: &str) -> String {
        let key = format!("{} {}", Self::ALGORITHM, Base64::encode_string(&self.blob()));
        if comment.is_empty() { key } else { format!("{key} {comment}") }
    }

    /// SubjectPublicKeyInfo in PEM (RFC 8410), as `openssl pkey -pubin` reads it.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        let der = [SPKI_PREFIX.as_slice(), &self.0].concat();
        format!("{PEM_BEGIN}\n{}\n{PEM_END}\n", Base64::encode_string(&der))
    }

    /// Strict verification: canonical signature, no small-order parts, the equation without cofactor.
    #[must_use]
    pub fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let signature = Signature::from_bytes(signature);
        VerifyingKey::from_bytes(&self.0).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
    }

    fn blob(&self) -> Vec<u8> {
        [BLOB_PREFIX.as_slice(), &self.0].concat()
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

fn spki(text: &str) -> Option<[u8; 32]> {
    let body = text.strip_prefix(PEM_BEGIN)?.strip_suffix(PEM_END)?;
    let base64: String = body.split_ascii_whitespace().collect();
    let mut buffer = [0u8; 64];
    let der = Base64::decode(base64, &mut buffer).ok()?;
    der.strip_prefix(&SPKI_PREFIX)?.try_into().ok()
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

    const RAW: &str = "Yw0LODiphzPNxIffzEmrrlY18SaxBWCJ9atTcRGb4Uc=";

    // The example key of ssh-key's own documentation; fingerprint by `ssh-keygen -l`.
    const LINE: &str =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti user@example.com";

    #[test]
    fn the_three_forms_name_the_same_key() {
        let raw = PublicKey::parse(RAW).unwrap();
        for text in [raw.to_openssh(""), raw.to_openssh("somebody@somewhere"), raw.to_spki_pem()] {
            assert_eq!(PublicKey::parse(&text).unwrap(), raw, "{text}");
        }
    }

    #[test]
    fn reads_and_writes_an_openssh_line() {
        let (key, comment) = PublicKey::from_openssh(LINE).unwrap();
        assert_eq!(comment, "user@example.com");
        assert_eq!(key.to_openssh(comment), LINE);
        assert_eq!(key.to_openssh(""), LINE.trim_end_matches(" user@example.com"));
        assert_eq!(key.fingerprint(), "SHA256:UCUiLr7Pjs9wFFJMDByLgc3NrtdU344OgUM45wZPcIQ");
        assert_eq!(
            [key.to_string(), format!("{key:?}")],
            [key.fingerprint(), format!("PublicKey({})", key.fingerprint())]
        );
        assert_eq!(key.id(), Digest::of(key.as_bytes()));
        assert_eq!(PublicKey::parse(LINE), Ok(key));
    }

    #[test]
    fn spki_of_rfc_8410() {
        let raw = [
            0x19, 0xbf, 0x44, 0x09, 0x69, 0x84, 0xcd, 0xfe, 0x85, 0x41, 0xba, 0xc1, 0x67, 0xdc, 0x3b, 0x96, 0xc8, 0x50,
            0x86, 0xaa, 0x30, 0xb6, 0xb6, 0xcb, 0x0c, 0x5c, 0x38, 0xad, 0x70, 0x31, 0x66, 0xe1,
        ];
        let key = PublicKey::from_bytes(&raw).unwrap();
        let pem = key.to_spki_pem();
        assert_eq!(
            pem,
            "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n"
        );
        assert_eq!(PublicKey::parse(&pem), Ok(key));
    }

    #[test]
    fn weak_torsioned_and_non_canonical_keys_are_refused() {
        let mut identity = [0u8; 32];
        identity[0] = 1;
        assert_eq!(PublicKey::from_bytes(&identity), Err(PublicKeyError::Weak));
        // y = p + 1: the identity in another spelling.
        let mut spelled = [0xffu8; 32];
        spelled[0] = 0xee;
        spelled[31] = 0x7f;
        assert_eq!(PublicKey::from_bytes(&spelled), Err(PublicKeyError::NotCanonical));
        let mut off = [0; 32];
        off[0] = 2;
        assert_eq!(PublicKey::from_bytes(&off), Err(PublicKeyError::NotAPoint));
        let good = PublicKey::parse(RAW).unwrap();
        // A point of order two, added to a good key.
        let mut minus_one = [0xffu8; 32];
        minus_one[0] = 0xec;
        minus_one[31] = 0x7f;
        let torsion = VerifyingKey::from_bytes(&minus_one).unwrap().to_edwards();
        let mixed = (VerifyingKey::from_bytes(good.as_bytes()).unwrap().to_edwards() + torsion).compress().to_bytes();
        assert_eq!(PublicKey::from_bytes(&mixed), Err(PublicKeyError::Torsioned));
        // The same by arithmetic on the bytes: (x, y) becomes (-x, -y).
        assert_eq!(negated(good.as_bytes()), mixed);
        let (other, _) = PublicKey::from_openssh(LINE).unwrap();
        assert_eq!(PublicKey::from_bytes(&negated(other.as_bytes())), Err(PublicKeyError::Torsioned));
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
        // Too few bytes are never padded.
        assert_eq!(PublicKey::parse("AAAA"), Err(PublicKeyError::Form));
    }

    /// p - y, with the sign of x inverted.
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
        for line in [
            "",
            "ssh-ed25519",
            "ssh-ed25519 AAAA",
            "ssh-ed25519 !!!!",
            &LINE.replace("5AAAA", "6AAAA"),
            &format!("{LINE}\n{LINE}"),
        ] {
            assert!(matches!(PublicKey::from_openssh(line), Err(PublicKeyError::Malformed(_))), "{line}");
        }
    }
}
