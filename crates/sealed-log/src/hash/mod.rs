#[cfg_attr(target_family = "wasm", path = "portable.rs")]
mod sha256;

use std::fmt;

use serde::{Deserialize, Serialize};

use sha256::{Context, digest};

/// A SHA-256 digest.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// What the first line of a log names as its predecessor.
    pub const ZERO: Self = Self([0; 32]);

    /// Hashes `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(digest(bytes))
    }

    /// 64 lower-case hex digits.
    #[must_use]
    pub fn hex(&self) -> [u8; 64] {
        let mut hex = [0; 64];
        // There is room for two digits per byte.
        let _ = base16ct::lower::encode(&self.0, &mut hex);
        hex
    }

    /// Reads 64 lower-case hex digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut digest = [0; 32];
        let whole = base16ct::lower::decode(text, &mut digest).is_ok_and(|bytes| bytes.len() == 32);
        whole.then_some(Self(digest))
    }
}

/// SHA-256 of bytes that come one after the other.
#[derive(Clone, Default)]
pub struct Hasher(Context);

impl Hasher {
    /// Hashes `bytes` after those before them.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes.
    #[must_use]
    pub fn finish(self) -> Digest {
        Digest(self.0.finish())
    }
}

impl std::io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Lower-case hex of `bytes`.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_hashed_as_the_whole() {
        // FIPS 180-4, example of 56 bytes.
        let whole = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(Digest::of(text).to_string(), whole);
        let mut hasher = Hasher::default();
        text.chunks(5).for_each(|part| hasher.update(part));
        assert_eq!(hasher.clone().finish().to_string(), whole);
        assert_eq!(std::io::copy(&mut &text[..], &mut hasher).unwrap(), 56);
        assert_eq!(hasher.finish(), Digest::of(&[&text[..], &text[..]].concat()));
    }

    #[test]
    fn hex_is_lower_case_and_64_digits_or_nothing() {
        let text = "0123456789abcdef".repeat(4);
        assert_eq!(Digest::from_hex(&text).map(|d| d.to_string()), Some(text.clone()));
        assert_eq!(Digest::from_hex(&text).map(|d| format!("{d:?}")), Some(format!("Digest({text})")));
        for bad in [text.to_uppercase(), text.get(1..).unwrap().to_owned(), format!("{text}0"), text.replace('a', "g")]
        {
            assert_eq!(Digest::from_hex(&bad), None, "{bad}");
        }
    }
}
