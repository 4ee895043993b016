use der::asn1::ObjectIdentifier;
use sha2::{Digest as _, Sha256, Sha384, Sha512};

pub const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const SHA_384: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.2");
const SHA_512: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.3");

/// The hash functions that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    /// By its object identifier.
    pub fn named(kind: ObjectIdentifier) -> Option<Self> {
        let all = [(SHA_256, Self::Sha256), (SHA_384, Self::Sha384), (SHA_512, Self::Sha512)];
        all.into_iter().find_map(|(known, hash)| (known == kind).then_some(hash))
    }

    /// The hash of these bytes.
    pub fn of(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(bytes).to_vec(),
            Self::Sha384 => Sha384::digest(bytes).to_vec(),
            Self::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }
}
