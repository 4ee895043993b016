//! Multiples of a point, used to multiply it without doubling.

use curve25519_dalek::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;

/// For each digit of a scalar, written in a base that is a power of two, the multiples of the point that the digit can
/// stand for.
///
/// The time this takes depends on the scalar, so the scalar must be public.
pub(crate) struct Multiples {
    /// The bits of a digit; at most 8.
    bits: usize,
    /// By digit, the lowest first: the point times 1, 2, … times the value of that digit's place, as many as half of
    /// the digit's values.
    points: Vec<EdwardsPoint>,
}

/// Bits of a scalar in its encoding.
const SCALAR: usize = 256;

impl Multiples {
    /// The multiples of `point`, for digits of this many bits: more make it faster and the table larger.
    pub(crate) fn of(point: EdwardsPoint, bits: usize) -> Self {
        let (digits, half) = (SCALAR.div_ceil(bits), half(bits));
        let mut points = Vec::with_capacity(digits * half);
        let mut worth = point;
        for _ in 0..digits {
            let mut multiple = worth;
            points.push(multiple);
            for _ in 1..half {
                multiple += worth;
                points.push(multiple);
            }
            worth = multiple + multiple;
        }
        Self { bits, points }
    }

    /// `sum` and the point times this scalar.
    pub(crate) fn add_to(&self, mut sum: EdwardsPoint, scalar: &Scalar) -> EdwardsPoint {
        for (digit, multiples) in digits(scalar, self.bits).zip(self.points.chunks_exact(half(self.bits))) {
            // There is no multiple for digit 0.
            let Some(multiple) = digit.unsigned_abs().checked_sub(1).and_then(|at| multiples.get(at)) else { continue };
            if digit > 0 {
                sum += multiple;
            } else {
                sum -= multiple;
            }
        }
        sum
    }
}

fn half(bits: usize) -> usize {
    1 << (bits - 1)
}

/// The digits of a reduced scalar, the lowest first, each between minus a half and less than a half of its values.
fn digits(scalar: &Scalar, bits: usize) -> impl Iterator<Item = isize> + use<> {
    let bytes = scalar.to_bytes();
    let half: isize = 1 << (bits - 1);
    let mut carry = 0;
    (0..SCALAR.div_ceil(bits)).map(move |at| {
        let first = at * bits;
        let byte = |at: usize| bytes.get(at).copied().map_or(0, isize::from);
        let both = byte(first / 8) | byte(first / 8 + 1) << 8;
        let digit = ((both >> (first % 8)) & (2 * half - 1)) + carry;
        carry = (digit + half) >> bits;
        digit - (carry << bits)
    })
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
    use curve25519_dalek::traits::Identity as _;
    use proptest::prelude::*;

    use super::*;

    fn held_to_the_library(point: EdwardsPoint, scalar: Scalar, bits: usize) {
        let found = Multiples::of(point, bits).add_to(EdwardsPoint::identity(), &scalar);
        assert_eq!(found.compress(), (point * scalar).compress(), "{bits} {scalar:?}");
    }

    #[test]
    fn the_smallest_and_the_largest_scalars_are_multiplied_too() {
        for bits in 2..=8 {
            // A digit of exactly half of its values, and its neighbours.
            let half = u64::try_from(half(bits)).unwrap();
            for scalar in [0, 1, half - 1, half, half + 1, 2 * half - 1, 2 * half, u64::MAX] {
                held_to_the_library(ED25519_BASEPOINT_POINT, Scalar::from(scalar), bits);
                held_to_the_library(ED25519_BASEPOINT_POINT, -Scalar::from(scalar), bits);
            }
        }
    }

    proptest! {
        #[test]
        fn any_point_is_multiplied_by_any_scalar(
            of in any::<[u8; 32]>(),
            by in any::<[u8; 32]>(),
            torsion in 0usize..8,
            bits in 2usize..=8,
        ) {
            let point = ED25519_BASEPOINT_POINT * Scalar::from_bytes_mod_order(of) + EIGHT_TORSION[torsion];
            held_to_the_library(point, Scalar::from_bytes_mod_order(by), bits);
        }
    }
}
