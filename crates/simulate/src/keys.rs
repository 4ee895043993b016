use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signer, SigningKey};
use resettle_sealed_log::{Digest, Hasher};

use crate::moment::{Moment, written};

/// A table's signing key. It follows from the seed: a simulated log vouches for nothing.
pub(crate) struct Key {
    signing: SigningKey,
    /// Its id: the hash of the raw public key.
    pub(crate) id: String,
}

impl Key {
    pub(crate) fn of(seed: u64, number: u64) -> Key {
        let mut hash = Hasher::default();
        hash.update(b"resettle simulate signing key\n");
        hash.update(&seed.to_be_bytes());
        hash.update(&number.to_be_bytes());
        let signing = SigningKey::from_bytes(&hash.finish().0);
        let id = Digest::of(signing.verifying_key().as_bytes()).to_string();
        Key { signing, id }
    }

    pub(crate) fn public(&self) -> String {
        Base64::encode_string(self.signing.verifying_key().as_bytes())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.signing.sign(message).to_bytes()
    }
}

/// One entry of the trust store.
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) public: String,
    pub(crate) venue: String,
    pub(crate) table: String,
    pub(crate) kind: &'static str,
    pub(crate) imports: bool,
    pub(crate) from: Moment,
    pub(crate) until: Option<Moment>,
    pub(crate) revoked: Option<Moment>,
}

/// The trust store as YAML.
pub(crate) fn trust_yaml(listed: &[Listed], offset: i64) -> String {
    format!("keys:\n{}", trust_entries(listed, offset))
}

/// Its entries, without the line above them.
pub(crate) fn trust_entries(listed: &[Listed], offset: i64) -> String {
    let mut text = String::new();
    for key in listed {
        text.push_str(&format!(
            "  - name: {}\n    public_key: {}\n    venue: {}\n    tables: [\"{}\"]\n    kinds: [{}]\n    from: {}\n",
            key.name,
            key.public,
            key.venue,
            key.table,
            key.kind,
            written(key.from, offset)
        ));
        if key.imports {
            text.push_str("    imports: true\n");
        }
        if let Some(until) = key.until {
            text.push_str(&format!("    until: {}\n", written(until, offset)));
        }
        if let Some(revoked) = key.revoked {
            text.push_str(&format!("    revoked: {}\n", written(revoked, offset)));
        }
    }
    text
}
