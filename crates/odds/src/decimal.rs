use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::Signed as _;

use crate::Fraction;

/// The most digits after the point that are printed.
pub const MOST_DIGITS: u32 = 1_000;

/// A fraction as a decimal with exactly `digits` digits after the point (at most 1000), rounded to the
/// nearest; a half goes away from zero. `0.026049`, `-12.5`; what rounds to zero has no sign.
#[must_use]
pub fn decimal(value: &Fraction, digits: u32) -> String {
    let digits = digits.min(MOST_DIGITS);
    // A half more, cut off; in whole numbers, since fractions are reduced at every step.
    let twice: BigInt = value.numer().abs() * BigInt::from(10).pow(digits) * 2u32 + value.denom();
    let scaled: BigInt = twice / (value.denom() * 2u32);
    let text = scaled.to_string();
    let width = usize::try_from(digits).unwrap_or(0);
    let padded = format!("{}{text}", "0".repeat((width + 1).saturating_sub(text.len())));
    let (whole, part) = padded.split_at(padded.len() - width);
    let sign = if value.is_negative() && scaled.sign() != Sign::NoSign { "-" } else { "" };
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// A fraction as a percentage, `2.605 %`; rounded as [`decimal`] does.
#[must_use]
pub fn percent(value: &Fraction, digits: u32) -> String {
    format!("{} %", decimal(&(value * BigInt::from(100)), digits))
}

/// A percentage with at least this many digits, and with as many more as it takes not to read as zero.
#[must_use]
pub fn percent_not_zero(value: &Fraction, digits: u32) -> String {
    let zero = percent(&Fraction::from(BigInt::from(0)), digits);
    let text = percent(value, digits);
    if value.numer().sign() == Sign::NoSign || text != zero || digits >= MOST_DIGITS {
        return text;
    }
    percent_not_zero(value, digits + 1)
}

/// A fraction in lowest terms, `<a>/<b>`, whole numbers too: `0/1`.
#[must_use]
pub fn fraction(value: &Fraction) -> String {
    format!("{}/{}", value.numer(), value.denom())
}

/// The largest whole number not above a fraction, and the smallest not below it.
pub(crate) fn bounds(value: &Fraction) -> (BigInt, BigInt) {
    let (floor, rest) = value.numer().div_mod_floor(value.denom());
    let ceil = if rest.sign() == Sign::NoSign { floor.clone() } else { &floor + 1 };
    (floor, ceil)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numerator: i64, denominator: i64) -> Fraction {
        Fraction::new(numerator.into(), denominator.into())
    }

    #[test]
    fn decimals_are_rounded_to_the_nearest() {
        assert_eq!(decimal(&of(1, 3), 10), "0.3333333333");
        assert_eq!(decimal(&of(2, 3), 10), "0.6666666667");
        assert_eq!(decimal(&of(-2, 3), 2), "-0.67");
        assert_eq!(decimal(&of(1, 8), 2), "0.13");
        assert_eq!(decimal(&of(-1, 8), 2), "-0.13");
        assert_eq!(decimal(&of(-1, 1000), 2), "0.00");
        assert_eq!(decimal(&of(1999, 1000), 2), "2.00");
        assert_eq!(decimal(&of(-25, 2), 0), "-13");
        assert_eq!(decimal(&of(12, 1), 3), "12.000");
        assert_eq!(decimal(&of(1, 1), u32::MAX).len(), 1002);
    }

    #[test]
    fn percentages_and_fractions() {
        assert_eq!(percent(&of(26_049, 1_000_000), 2), "2.60 %");
        assert_eq!(percent_not_zero(&of(-2, 10_000), 1), "-0.02 %");
        assert_eq!(percent_not_zero(&of(-26, 1_000), 1), "-2.6 %");
        assert_eq!(percent_not_zero(&of(0, 7), 1), "0.0 %");
        assert_eq!(fraction(&of(0, 7)), "0/1");
        assert_eq!(fraction(&of(6, -8)), "-3/4");
        assert_eq!(bounds(&of(-1, 2)), (BigInt::from(-1), BigInt::from(0)));
        assert_eq!(bounds(&of(4, 2)), (BigInt::from(2), BigInt::from(2)));
    }
}
