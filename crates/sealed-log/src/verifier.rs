//! A key made ready to verify many seals.

use std::sync::{Arc, LazyLock};

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

/// Multiples of the base point.
static BASE: LazyLock<Multiples> = LazyLock::new(|| Multiples::of(ED25519_BASEPOINT_POINT, BITS.0));

/// Multiples of a key, so that a seal is verified without decoding a point.
///
/// It accepts what [`PublicKey::verify`] accepts, that is what strict verification does: `s` is canonical, neither the
/// key nor `R` is of small order, and `s·B - h·A` is `R`. Strict verification compares the two sides of that equation
/// in their compressed form, which is canonical; so does this, and an `R` that is equal to it decodes. It remains to
/// check whether `R` is one of the eight points of small order, and each of these has one canonical form.
#[derive(Clone)]
pub(crate) struct Verifier {
    key: [u8; 32],
    /// Multiples of the negated key.
    table: Arc<Multiples>,
    small: [[u8; 32]; 8],
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Verifier")
    }
}

impl Verifier {
    /// Makes the table of a key; `None` for bytes that are not a point, which a [`PublicKey`] never holds.
    pub(crate) fn new(key: &PublicKey) -> Option<Self> {
        let point = CompressedEdwardsY(*key.as_bytes()).decompress()?;
        let small = EIGHT_TORSION.map(|point: EdwardsPoint| point.compress().0);
        Some(Self { key: *key.as_bytes(), table: Arc::new(Multiples::of(-point, BITS.1)), small })
    }

    /// Strict verification.
    pub(crate) fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let (Some(r), Some(s)) = (signature.first_chunk::<32>(), signature.last_chunk::<32>()) else { return false };
        let Some(s) = Option::<Scalar>::from(Scalar::from_canonical_bytes(*s)) else { return false };
        if self.small.contains(r) {
            return false;
        }
        let hash = Sha512::new().chain_update(r).chain_update(self.key).chain_update(message);
        let h = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
        let found = self.table.add_to(BASE.add_to(EdwardsPoint::identity(), &s), &h);
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
            prop_assert_eq!(verifier.verify(&message, &signature), key.verify(&message, &signature));
            prop_assert_eq!(way == 0, key.verify(&message, &signature) && way == 0);
        }
    }
}
