//! What binds a checkpoint to the key that signs the report: results written without that key are not accepted.

use hmac::{Hmac, Mac as _};
use resettle_sealed_log::hex;
use resettle_signing::PrivateKey;
use sha2::Sha256;
use zeroize::Zeroizing;

/// What the key is derived for: it has no other use.
const PURPOSE: &[u8] = b"resettle-checkpoint/2 key";

/// A secret key for message authentication codes (HMAC-SHA256), derived from a signing key.
#[derive(Clone)]
pub struct Binding(Zeroizing<[u8; 32]>);

impl Binding {
    /// The key that goes with a signing key: HMAC-SHA256 under its seed, over what it is for. The seed is of full
    /// entropy, so this is the expanding half of HKDF (RFC 5869).
    pub fn of(key: &PrivateKey) -> Self {
        let seed = Zeroizing::new(key.signing_key().to_bytes());
        let mut code = keyed(&seed);
        code.update(PURPOSE);
        Self(Zeroizing::new(code.finalize().into_bytes().into()))
    }

    /// The code over these texts, in lower-case hex.
    pub fn code(&self, texts: &[&str]) -> String {
        hex(&self.over(texts).finalize().into_bytes())
    }

    /// Whether this is the code over these texts; takes as long for a wrong one as for the right one.
    pub fn fits(&self, code: &str, texts: &[&str]) -> bool {
        from_hex(code).is_some_and(|code| self.over(texts).verify_slice(&code).is_ok())
    }

    /// Each text with its length before it, so that no two lists look alike.
    fn over(&self, texts: &[&str]) -> Hmac<Sha256> {
        let mut code = keyed(&self.0);
        for text in texts {
            code.update(format!("{}:", text.len()).as_bytes());
            code.update(text.as_bytes());
        }
        code
    }
}

/// A key shorter than a block of SHA-256 is filled up with zeros, as RFC 2104 says.
fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = Zeroizing::new([0; 64]);
    block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    <Hmac<Sha256> as hmac::digest::KeyInit>::new((&*block).into())
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    resettle_sealed_log::Digest::from_hex(text).map(|digest| digest.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding(seed: u8) -> Binding {
        Binding::of(&PrivateKey::from_seed(&[seed; 32], "").unwrap())
    }

    #[test]
    fn a_code_fits_its_texts_and_its_key_alone() {
        let code = binding(1).code(&["ab", "c"]);
        assert!(binding(1).fits(&code, &["ab", "c"]));
        for (seed, texts) in [(2, &["ab", "c"][..]), (1, &["a", "bc"]), (1, &["abc"]), (1, &["ab", "c", ""])] {
            assert!(!binding(seed).fits(&code, texts), "{seed} {texts:?}");
        }
        for spoilt in ["", "00", &code[1..], &code.to_uppercase(), &format!("{code}0")] {
            assert!(!binding(1).fits(spoilt, &["ab", "c"]), "{spoilt}");
        }
    }

    /// Reckoned with Python: `hmac.new(hmac.new(bytes([7]) * 32, b"resettle-checkpoint/2 key", "sha256").digest(), b"1:a0:", "sha256")`.
    #[test]
    fn the_code_is_hmac_sha256_under_the_derived_key() {
        assert_eq!(binding(7).code(&["a", ""]), "aaa1e11c01e03d2182d0b23fe35f4224080bc5ee280ef14cb58aca4a9d749a89");
    }
}
