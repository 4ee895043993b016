//! Ed25519 private keys in OpenSSH's format: read, made from a seed, written.
//!
//! Nothing here draws randomness or touches a file: the caller brings the seed, the salt and the
//! bytes, and sees to it that the file is its owner's alone.

use std::fmt;

use ed25519_dalek::SigningKey;
use resettle_sealed_log::PublicKey;
use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{Algorithm, Cipher, Kdf, LineEnding};
use thiserror::Error;
use zeroize::Zeroizing;

/// What `ssh-keygen` takes for a new key.
const BCRYPT_ROUNDS: u32 = 16;

/// A file asking for more would keep the reader busy for many minutes.
const MOST_BCRYPT_ROUNDS: u32 = 1 << 16;

/// In place of the type of a key whose file names none that is known.
const UNKNOWN: &str = "unknown here";

/// Why a private key could not be read, made or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The bytes are something else, named as far as it could be recognised.
    #[error("this is not an OpenSSH private key: {0}")]
    NotOpenSsh(&'static str),
    /// An OpenSSH private key, but damaged.
    #[error("the private key is damaged: {0}")]
    Malformed(String),
    /// The key is encrypted, and no passphrase was given.
    #[error("the private key needs a passphrase")]
    NeedsPassphrase,
    /// The passphrase does not open the key. A damaged key cannot be distinguished from this.
    #[error("wrong passphrase (or the key file is damaged)")]
    WrongPassphrase,
    /// The key is of another algorithm.
    #[error("the private key is of type {0}, and only Ed25519 keys are used: make one with `ssh-keygen -t ed25519`")]
    NotEd25519(String),
    /// The key asks for so many bcrypt rounds that opening it would take too long.
    #[error("the private key asks for {0} bcrypt rounds, more than the {MOST_BCRYPT_ROUNDS} that are tried")]
    TooManyRounds(u32),
    /// A key cannot be encrypted with nothing.
    #[error("the passphrase is empty")]
    EmptyPassphrase,
    /// A comment that would break the one-line public form.
    #[error("the key's comment holds a control character")]
    BadComment,
}

/// What the caller draws at random for an encrypted key file.
#[derive(Clone, Copy)]
pub struct EncryptionRandomness {
    /// The salt of the key derivation.
    pub salt: [u8; 16],
    /// The number whose repetition distinguishes a right passphrase from a wrong one.
    pub check: u32,
}

/// An Ed25519 private key with its comment. Wiped from memory when dropped, never printed.
#[derive(Clone)]
pub struct PrivateKey {
    signing: SigningKey,
    comment: String,
}

impl PrivateKey {
    /// The key that 32 secret bytes stand for; the caller draws them from a good source.
    pub fn from_seed(seed: &[u8; 32], comment: &str) -> Result<Self, KeyError> {
        check_comment(comment)?;
        Ok(Self { signing: SigningKey::from_bytes(seed), comment: comment.to_owned() })
    }

    /// Reads a key file. `passphrase` is not looked at if the key is not encrypted.
    pub fn from_openssh(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<Self, KeyError> {
        recognise(bytes)?;
        let even = evened(bytes);
        let bytes = even.as_ref().map_or(bytes, |text| text.as_bytes());
        let mut key = ssh_key::PrivateKey::from_openssh(bytes).map_err(malformed)?;
        if key.algorithm() != Algorithm::Ed25519 {
            return Err(KeyError::NotEd25519(key.algorithm().as_str().to_owned()));
        }
        if key.is_encrypted() {
            key = decrypt(&key, passphrase)?;
        }
        let KeypairData::Ed25519(pair) = key.key_data() else {
            return Err(KeyError::NotEd25519(UNKNOWN.to_owned()));
        };
        check_comment(key.comment())?;
        Ok(Self { signing: SigningKey::from_bytes(pair.private.as_ref()), comment: key.comment().to_owned() })
    }

    /// The key file without a passphrase, as `ssh-keygen -N ''` writes it.
    pub fn to_openssh(&self) -> Result<Zeroizing<String>, KeyError> {
        self.as_ssh_key()?.to_openssh(LineEnding::LF).map_err(malformed)
    }

    /// The key file under a passphrase, as `ssh-keygen -N PASSPHRASE` writes it.
    pub fn to_openssh_encrypted(
        &self,
        passphrase: &[u8],
        random: &EncryptionRandomness,
    ) -> Result<Zeroizing<String>, KeyError> {
        if passphrase.is_empty() {
            return Err(KeyError::EmptyPassphrase);
        }
        let kdf = Kdf::Bcrypt { salt: random.salt.to_vec(), rounds: BCRYPT_ROUNDS };
        self.as_ssh_key()?
            .encrypt_with(Cipher::Aes256Ctr, kdf, random.check, passphrase)
            .and_then(|key| key.to_openssh(LineEnding::LF))
            .map_err(malformed)
    }

    /// The public half.
    pub fn public_key(&self) -> Result<PublicKey, KeyError> {
        // A key made from a seed is of full order, so this does not fail in practice.
        PublicKey::from_bytes(self.signing.verifying_key().as_bytes())
            .map_err(|error| KeyError::Malformed(error.to_string()))
    }

    /// The comment in the file.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The key itself, for what is signed without SSHSIG: seals of a log.
    pub fn signing_key(&self) -> &SigningKey {
        &self.signing
    }

    fn as_ssh_key(&self) -> Result<ssh_key::PrivateKey, KeyError> {
        let pair = Ed25519Keypair::from(&self.signing);
        ssh_key::PrivateKey::new(KeypairData::Ed25519(pair), self.comment.as_str()).map_err(malformed)
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").field("comment", &self.comment).finish_non_exhaustive()
    }
}

fn decrypt(key: &ssh_key::PrivateKey, passphrase: Option<&[u8]>) -> Result<ssh_key::PrivateKey, KeyError> {
    let passphrase = passphrase.ok_or(KeyError::NeedsPassphrase)?;
    if let Kdf::Bcrypt { rounds, .. } = key.kdf()
        && *rounds > MOST_BCRYPT_ROUNDS
    {
        return Err(KeyError::TooManyRounds(*rounds));
    }
    key.decrypt(passphrase).map_err(|_| KeyError::WrongPassphrase)
}

/// Says what a file that is no OpenSSH private key seems to be instead.
fn recognise(bytes: &[u8]) -> Result<(), KeyError> {
    let text = String::from_utf8_lossy(bytes.get(..4096).unwrap_or(bytes));
    let text = text.trim_start();
    let other = if text.starts_with("-----BEGIN OPENSSH PRIVATE KEY-----") {
        return Ok(());
    } else if text.is_empty() {
        "it is empty"
    } else if text.starts_with("ssh-") || text.starts_with("ecdsa-") || text.starts_with("sk-") {
        "it is a public key; the private one is in the file without `.pub`"
    } else if text.starts_with("PuTTY-User-Key-File") {
        "it is a PuTTY key; PuTTYgen exports it as an OpenSSH key"
    } else if text.starts_with("-----BEGIN ") && text.contains("PRIVATE KEY-----") {
        "it is a private key in another PEM form; `ssh-keygen -p -f FILE` rewrites some of them"
    } else {
        "it does not begin with -----BEGIN OPENSSH PRIVATE KEY-----"
    };
    Err(KeyError::NotOpenSsh(other))
}

/// The same with lines of 70 letters, as OpenSSH writes them: it reads lines of any length, and blank ones at the end.
/// None where it is no text of that form; whoever reads it reports what is wrong.
fn evened(bytes: &[u8]) -> Option<Zeroizing<String>> {
    const WIDTH: usize = 70;
    const BEGIN: &str = "-----BEGIN OPENSSH PRIVATE KEY-----";
    const END: &str = "-----END OPENSSH PRIVATE KEY-----";
    let text = std::str::from_utf8(bytes).ok()?;
    let inner = text.trim().strip_prefix(BEGIN)?.strip_suffix(END)?;
    let mut letters = Zeroizing::new(String::with_capacity(inner.len()));
    for line in inner.trim().lines() {
        letters.push_str(line.trim_end());
    }
    if letters.is_empty() || !letters.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"+/=".contains(&letter)) {
        return None;
    }
    let mut out = Zeroizing::new(String::with_capacity(text.len() + letters.len() / WIDTH + 2));
    out.push_str(BEGIN);
    out.push('\n');
    let mut rest = letters.as_str();
    while !rest.is_empty() {
        let (line, more) = rest.split_at_checked(WIDTH).unwrap_or((rest, ""));
        out.push_str(line);
        out.push('\n');
        rest = more;
    }
    out.push_str(END);
    out.push('\n');
    Some(out)
}

fn check_comment(comment: &str) -> Result<(), KeyError> {
    if comment.chars().any(char::is_control) { Err(KeyError::BadComment) } else { Ok(()) }
}

fn malformed(error: ssh_key::Error) -> KeyError {
    match error {
        ssh_key::Error::AlgorithmUnsupported { algorithm } => KeyError::NotEd25519(algorithm.as_str().to_owned()),
        ssh_key::Error::AlgorithmUnknown => KeyError::NotEd25519(UNKNOWN.to_owned()),
        other => KeyError::Malformed(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: EncryptionRandomness = EncryptionRandomness { salt: [7; 16], check: 0x0102_0304 };

    fn key() -> PrivateKey {
        PrivateKey::from_seed(&[42; 32], "inspector@example.org").unwrap()
    }

    #[test]
    fn plain_there_and_back() {
        let text = key().to_openssh().unwrap();
        let back = PrivateKey::from_openssh(text.as_bytes(), None).unwrap();
        assert_eq!(back.public_key(), key().public_key());
        assert_eq!(back.comment(), "inspector@example.org");
        assert_eq!(*key().to_openssh().unwrap(), *text, "the same key is always the same file");
        assert!(PrivateKey::from_openssh(text.as_bytes(), Some(b"not needed")).is_ok());
    }

    #[test]
    fn encrypted_there_and_back() {
        let text = key().to_openssh_encrypted(b"open sesame", &RANDOM).unwrap();
        let read = |passphrase| PrivateKey::from_openssh(text.as_bytes(), passphrase);
        assert_eq!(read(None).unwrap_err(), KeyError::NeedsPassphrase);
        assert_eq!(read(Some(b"open says me".as_slice())).unwrap_err(), KeyError::WrongPassphrase);
        assert_eq!(read(Some(b"".as_slice())).unwrap_err(), KeyError::WrongPassphrase);
        let back = read(Some(b"open sesame".as_slice())).unwrap();
        assert_eq!(back.public_key(), key().public_key());
        assert_eq!(back.comment(), "inspector@example.org");
        assert_eq!(key().to_openssh_encrypted(b"", &RANDOM).unwrap_err(), KeyError::EmptyPassphrase);
    }

    /// Other programs wrap the letters otherwise, and OpenSSH reads them all the same.
    #[test]
    fn lines_of_any_length_and_blank_ones_at_the_end_are_read() {
        let text = key().to_openssh().unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let letters = lines[1..lines.len() - 1].concat();
        for width in [1, 64, 70, 76, letters.len()] {
            let wrapped: Vec<&str> =
                letters.as_bytes().chunks(width).map(|line| std::str::from_utf8(line).unwrap()).collect();
            for (end, more) in [("\n", ""), ("\r\n", ""), ("\n", "\n\n  \n")] {
                let text = [&[lines[0]], &wrapped[..], &[lines[lines.len() - 1], more]].concat().join(end);
                let read = PrivateKey::from_openssh(text.as_bytes(), None).unwrap();
                assert_eq!(read.to_openssh().unwrap(), key().to_openssh().unwrap(), "{width}");
            }
        }
        let more = format!("{}x\n", *text);
        assert!(PrivateKey::from_openssh(more.as_bytes(), None).is_err());
    }

    #[test]
    fn says_what_the_file_is_instead() {
        for (bytes, expected) in [
            (b"".as_slice(), "empty"),
            (b"ssh-ed25519 AAAA x".as_slice(), "public key"),
            (b"PuTTY-User-Key-File-3: ssh-ed25519".as_slice(), "PuTTY"),
            (b"-----BEGIN RSA PRIVATE KEY-----\n".as_slice(), "another PEM form"),
            (b"\xff\xfe\0".as_slice(), "does not begin"),
        ] {
            let error = PrivateKey::from_openssh(bytes, None).unwrap_err();
            assert!(matches!(error, KeyError::NotOpenSsh(what) if what.contains(expected)), "{error}");
        }
    }

    #[test]
    fn a_damaged_key_is_an_error_wherever_it_is_damaged() {
        let text = key().to_openssh().unwrap();
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= 1;
            if let Ok(read) = PrivateKey::from_openssh(&bytes, None) {
                // The check number and the comment are bound by nothing; the key is.
                assert_eq!(read.public_key(), key().public_key(), "byte {at}");
            }
            let cut = text.as_bytes().get(..at).unwrap();
            assert!(PrivateKey::from_openssh(cut, None).is_err() || at + 1 >= text.len(), "cut at {at}");
        }
    }

    #[test]
    fn comments_stay_on_their_line() {
        assert_eq!(PrivateKey::from_seed(&[1; 32], "a\nb").unwrap_err(), KeyError::BadComment);
    }

    #[test]
    fn debug_does_not_print_the_secret() {
        assert_eq!(format!("{:?}", key()), "PrivateKey { comment: \"inspector@example.org\", .. }");
    }
}
