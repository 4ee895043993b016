use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{Signed as _, Zero as _};

use crate::Fraction;
use crate::decimal::bounds;

/// The square root of a fraction, cut off after `digits` digits (at most 1000): the largest such
/// decimal whose square is not above it. None for a negative number.
#[must_use]
pub fn root(value: &Fraction, digits: u32) -> Option<Fraction> {
    let (root, scale, _) = scaled_root(value, digits)?;
    Some(Ratio::new(root, scale))
}

/// The root as a whole number of parts, how many of them are one, and whether nothing was cut off.
fn scaled_root(value: &Fraction, digits: u32) -> Option<(BigInt, BigInt, bool)> {
    if value.is_negative() {
        return None;
    }
    let scale = BigInt::from(10).pow(digits.min(crate::decimal::MOST_DIGITS));
    // floor(sqrt(a/b) * s) = floor(sqrt(floor(a s^2 / b))): no whole square lies between the two.
    let (square, rest) = (value.numer() * &scale * &scale).div_mod_floor(value.denom());
    let root = square.sqrt();
    let is_exact = rest.is_zero() && &root * &root == square;
    Some((root, scale, is_exact))
}

/// A span of whole numbers, both ends in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The lowest.
    pub low: BigInt,
    /// The highest.
    pub high: BigInt,
}

/// `mean ± z · sqrt(variance)` as whole numbers, each end rounded outward, so that the band is never
/// too narrow. For a count of `n` trials of probability `p`: mean `n p`, variance `n p (1 − p)`; for
/// what `n` equal stakes return: `n` times the mean and variance of one. None for a negative variance.
#[must_use]
pub fn band(mean: &Fraction, variance: &Fraction, z: &Fraction) -> Option<Band> {
    const DIGITS: u32 = 6;
    // Not reduced: nothing below asks for that.
    let square = Ratio::new_raw(variance.numer() * z.numer() * z.numer(), variance.denom() * z.denom() * z.denom());
    let (mut width, scale, is_exact) = scaled_root(&square, DIGITS)?;
    // The root was cut off; what is missing is less than a millionth.
    if !is_exact {
        width += 1;
    }
    let (middle, width, whole) = (mean.numer() * &scale, width * mean.denom(), mean.denom() * &scale);
    let (low, _) = bounds(&Ratio::new_raw(&middle - &width, whole.clone()));
    let (_, high) = bounds(&Ratio::new_raw(middle + width, whole));
    Some(Band { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numerator: i64, denominator: i64) -> Fraction {
        Fraction::new(numerator.into(), denominator.into())
    }

    #[test]
    fn roots_are_cut_off() {
        assert_eq!(root(&of(2, 1), 4), Some(of(14_142, 10_000)));
        assert_eq!(root(&of(1, 4), 3), Some(of(1, 2)));
        assert_eq!(root(&of(0, 1), 3), Some(of(0, 1)));
        assert_eq!(root(&of(-1, 4), 3), None);
    }

    #[test]
    fn bands_are_rounded_outward() {
        // 100 coins: 50 ± 2 · 5.
        let band_of = |n: i64, z: Fraction| {
            let (n, p) = (of(n, 1), of(1, 2));
            band(&(&n * &p), &(&n * &p * (of(1, 1) - &p)), &z).unwrap()
        };
        assert_eq!(band_of(100, of(2, 1)), Band { low: 40.into(), high: 60.into() });
        // 101 coins: 50.5 ± 10.0499.
        assert_eq!(band_of(101, of(2, 1)), Band { low: 40.into(), high: 61.into() });
        assert_eq!(band_of(101, of(0, 1)), Band { low: 50.into(), high: 51.into() });
        assert_eq!(band(&of(1, 1), &of(-1, 1), &of(1, 1)), None);
    }
}
