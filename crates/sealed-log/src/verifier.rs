//! A key made ready to verify many seals.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use curve25519_dalek::EdwardsPoint;
use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use sha2::{Digest as _, Sha512};

use crate::key::PublicKey;
use crate::multiples::Multiples;

/// Bits of a digit of the base point's scalar, of which there is one table (220 kB), and of a key's, which has one each (133 kB).
const BITS: (usize, usize) = (6, 5);
/// A key has its table made once it has verified so many seals: making it takes as long as it gains by then.
const SEALS: usize = 24;
/// The most tables of keys that a process makes, so that many keys take no more memory than 17 MB.
const TABLES: usize = 128;

/// Multiples of the base point.
static BASE: LazyLock<Multiples> = LazyLock::new(|| Multiples::of(ED25519_BASEPOINT_POINT, BITS.0));
/// The spellings of the points of small order.
static SMALL: LazyLock<[[u8; 32]; 8]> = LazyLock::new(|| EIGHT_TORSION.map(|point: EdwardsPoint| point.compress().0));
/// How many keys have a table.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// Verifies the seals of a key without decoding a point, and of a key that bears many by multiples of it.
///
/// It accepts what [`PublicKey::verify`] accepts, that is what strict verification does: `s` is canonical, neither the
/// key nor `R` is of small order, and `s·B - h·A` is `R`. Strict verification compares the two sides of that equation
/// in their compressed form, which is canonical; so does this, and an `R` that is equal to it decodes. It remains to
/// check whether `R` is one of the eight points of small order, and each of these has one canonical form.
pub(crate) struct Verifier {
    key: [u8; 32],
    negated: EdwardsPoint,
    seals: AtomicUsize,
    /// Multiples of the negated key, once it is known whether there are any.
    table: OnceLock<Option<Multiples>>,
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Verifier")
    }
}

impl Verifier {
    /// Decodes a key; `None` for bytes that are not a point, which a [`PublicKey`] never holds.
    pub(crate) fn new(key: &PublicKey) -> Option<Self> {
        let point = CompressedEdwardsY(*key.as_bytes()).decompress()?;
        Some(Self { key: *key.as_bytes(), negated: -point, seals: AtomicUsize::new(0), table: OnceLock::new() })
    }

    /// Strict verification.
    pub(crate) fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.verify_by(self.table(), message, signature)
    }

    fn table(&self) -> Option<&Multiples> {
        if self.seals.load(Ordering::Relaxed) < SEALS {
            self.seals.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let make = || (MADE.fetch_add(1, Ordering::Relaxed) < TABLES).then(|| Multiples::of(self.negated, BITS.1));
        self.table.get_or_init(make).as_ref()
    }

    fn verify_by(&self, table: Option<&Multiples>, message: &[u8], signature: &[u8; 64]) -> bool {
        let (Some(r), Some(s)) = (signature.first_chunk::<32>(), signature.last_chunk::<32>()) else { return false };
        let Some(s) = Option::<Scalar>::from(Scalar::from_canonical_bytes(*s)) else { return false };
        if SMALL.contains(r) {
            return false;
        }
        let hash = Sha512::new().chain_update(r).chain_update(self.key).chain_update(message);
        let h = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
        let found = match table {
            Some(table) => table.add_to(BASE.add_to(EdwardsPoint::identity(), &s), &h),
            None => EdwardsPoint::vartime_double_scalar_mul_basepoint(&h, &self.negated, &s),
        };
        found.compress().as_bytes() == r
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer as _, SigningKey};
    use proptest::prelude::*;

    use super::*;

    /// Signatures and points at the edges: each by its last bytes, and by small order.
    fn odd_halves() -> impl Strategy<Value = [u8; 32]> {
        let mut all: Vec<[u8; 32]> = EIGHT_TORSION.iter().map(|point| point.compress().0).collect();
        // Second spellings of the identity and of the point of order two, and the order of the group.
        let mut spelled = [0xff; 32];
        spelled[0] = 0xee;
        spelled[31] = 0x7f;
        all.push(spelled);
        spelled[0] = 0xed;
        all.push(spelled);
        let mut order = [0u8; 32];
        order[..16].copy_from_slice(&[
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
        ]);
        order[31] = 0x10;
        all.push(order);
        all.push([0xff; 32]);
        all.push([0; 32]);
        prop_oneof![prop::sample::select(all), any::<[u8; 32]>()]
    }

    #[test]
    fn a_key_of_many_seals_has_its_multiples_made() {
        let signing = SigningKey::from_bytes(&[7; 32]);
        let verifier = Verifier::new(&PublicKey::from_bytes(signing.verifying_key().as_bytes()).unwrap()).unwrap();
        for nth in 0..2 * SEALS {
            let message = nth.to_le_bytes();
            let signature = signing.sign(&message).to_bytes();
            assert!(verifier.verify(&message, &signature));
            assert!(!verifier.verify(b"another", &signature));
        }
        assert!(verifier.table().is_some());
    }

    proptest! {
        #[test]
        fn it_accepts_what_strict_verification_accepts(
            seed in any::<[u8; 32]>(),
            message in prop::collection::vec(any::<u8>(), 0..80),
            half in odd_halves(),
            way in 0usize..5,
            flipped in 0usize..512,
        ) {
            let signing = SigningKey::from_bytes(&seed);
            let key = PublicKey::from_bytes(signing.verifying_key().as_bytes()).unwrap();
            let verifier = Verifier::new(&key).unwrap();
            let mut signature = signing.sign(&message).to_bytes();
            match way {
                0 => {}
                1 => signature[..32].copy_from_slice(&half),
                2 => signature[32..].copy_from_slice(&half),
                3 => signature[flipped / 8] ^= 1 << (flipped % 8),
                // s plus the order of the group: the same number, spelled otherwise.
                _ => {
                    const ORDER: [u8; 32] = [
                        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0,
                        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
                    ];
                    let mut carry = 0u16;
                    for (byte, more) in signature[32..].iter_mut().zip(ORDER) {
                        let sum = u16::from(*byte) + u16::from(more) + carry;
                        *byte = u8::try_from(sum & 0xff).unwrap();
                        carry = sum >> 8;
                    }
                }
            }
            let table = Multiples::of(verifier.negated, BITS.1);
            for by in [None, Some(&table)] {
                prop_assert_eq!(verifier.verify_by(by, &message, &signature), key.verify(&message, &signature));
            }
            prop_assert_eq!(way == 0, key.verify(&message, &signature) && way == 0);
        }
    }
}
