use std::fmt;

/// A SHA-256 digest.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// What the first line of a log names as its predecessor.
    pub const ZERO: Self = Self([0; 32]);

    /// Hashes `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        use sha2::Digest as _;
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// Reads 64 lower-case hex digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut digest = [0; 32];
        let whole = base16ct::lower::decode(text, &mut digest).is_ok_and(|bytes| bytes.len() == 32);
        whole.then_some(Self(digest))
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
