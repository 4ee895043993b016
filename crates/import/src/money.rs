//! Amounts as people write them, to minor units, without a float between.

/// Reads `25`, `25.5`, `25.50` as minor units of a currency with this many decimals; no sign, no
/// thousands separator, no more decimals than the currency has.
pub(crate) fn minor_units(text: &str, decimals: u32) -> Option<i64> {
    // Nearly always a whole number that is far from any bound.
    if (1..=12).contains(&text.len()) && decimals <= 6 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let whole = text.bytes().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        return Some(whole * 10_i64.pow(decimals));
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || text.ends_with('.') {
        return None;
    }
    let missing = decimals.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let units = whole.parse::<i64>().ok()?.checked_mul(10_i64.checked_pow(decimals)?)?;
    let rest = if fraction.is_empty() { 0 } else { fraction.parse::<i64>().ok()? };
    units.checked_add(rest.checked_mul(10_i64.checked_pow(missing)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        for (text, decimals, expected) in [
            ("25", 2, Some(2500)),
            ("25.5", 2, Some(2550)),
            ("25.05", 2, Some(2505)),
            ("025.00", 2, Some(2500)),
            ("2500", 0, Some(2500)),
            ("0", 2, Some(0)),
            ("999999999999", 6, Some(999_999_999_999_000_000)),
            ("1000000000000", 6, Some(1_000_000_000_000_000_000)),
            ("10000000000000", 6, None),
            ("92233720368547758.07", 2, Some(i64::MAX)),
            ("92233720368547758.08", 2, None),
            ("25.005", 2, None),
            ("25.0", 0, None),
            ("25.", 2, None),
            (".5", 2, None),
            ("-1", 2, None),
            ("+1", 2, None),
            ("1,000", 2, None),
            ("1e3", 2, None),
            ("", 2, None),
            ("9", 19, None),
        ] {
            assert_eq!(minor_units(text, decimals), expected, "{text:?} {decimals}");
        }
    }
}
