//! Amounts as people write them, to minor units, without a float between.

use std::borrow::Cow;

pub(crate) use crate::mapping_yaml::{Amounts, Decimal};

/// What stands between the groups of three figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thousands {
    Point,
    Comma,
    Apostrophe,
    /// A blank, also one at which no line breaks.
    Blank,
}

impl Thousands {
    fn is(self, letter: char) -> bool {
        match self {
            Self::Point => letter == '.',
            Self::Comma => letter == ',',
            Self::Apostrophe => matches!(letter, '\'' | '\u{2019}'),
            Self::Blank => matches!(letter, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}'),
        }
    }
}

/// An amount that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amount {
    /// In minor units.
    pub(crate) units: i64,
    /// Whether figures behind the currency's decimals were rounded away.
    pub(crate) rounded: bool,
}

impl Amounts {
    /// Reads an amount of a currency with this many decimals; no sign, and no more decimals than the currency has.
    pub(crate) fn read(&self, text: &str, decimals: u32) -> Option<Amount> {
        // Nearly always it is written plainly.
        if let Some(units) = whole(text, decimals) {
            return Some(Amount { units, rounded: false });
        }
        self.unsigned(self.bare(text), decimals)
    }

    /// Reads an amount with a sign before it, or none where it is positive; one in parentheses is negative.
    pub(crate) fn read_signed(&self, text: &str, decimals: u32) -> Option<Amount> {
        let (negative, amount) = match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            Some(within) => (true, self.bare(within.trim())),
            None => {
                let text = self.bare(text);
                match text.strip_prefix(['-', '\u{2212}']) {
                    Some(behind) => (true, self.bare(behind.trim_start())),
                    None => (false, self.bare(text.strip_prefix('+').unwrap_or(text))),
                }
            }
        };
        let Amount { units, rounded } = self.unsigned(amount, decimals)?;
        Some(Amount { units: if negative { units.checked_neg()? } else { units }, rounded })
    }

    /// An amount without the symbol of its currency.
    fn bare<'t>(&self, text: &'t str) -> &'t str {
        let without = |symbol: &String| {
            let before = text.strip_prefix(symbol.as_str()).map(str::trim_start);
            before.or_else(|| text.strip_suffix(symbol.as_str()).map(str::trim_end))
        };
        self.symbols.iter().find_map(without).unwrap_or(text)
    }

    fn unsigned(&self, text: &str, decimals: u32) -> Option<Amount> {
        let point = if self.decimal == Decimal::Comma { ',' } else { '.' };
        let (whole, fraction) = match text.split_once(point) {
            Some((_, "")) => return None,
            Some((whole, fraction)) => (whole, fraction),
            None => (text, ""),
        };
        let whole = self.ungrouped(whole)?;
        if !is_number(&whole) || !(fraction.is_empty() || is_number(fraction)) {
            return None;
        }
        let scale = usize::try_from(decimals).ok()?;
        let (kept, tail) = fraction.split_at_checked(scale).unwrap_or((fraction, ""));
        let missing = decimals.checked_sub(u32::try_from(kept.len()).ok()?)?;
        let units = whole.parse::<i64>().ok()?.checked_mul(10_i64.checked_pow(decimals)?)?;
        let rest = if kept.is_empty() { 0 } else { kept.parse::<i64>().ok()? };
        let units = units.checked_add(rest.checked_mul(10_i64.checked_pow(missing)?)?)?;
        let noughts = tail.bytes().all(|figure| figure == b'0');
        match tail {
            "" => Some(Amount { units, rounded: false }),
            // Noughts add nothing: 100.0000 is 100.00. Three figures may be thousands: 1.000.
            _ if noughts && (self.float_tails || fraction.len() > 3) => Some(Amount { units, rounded: false }),
            _ if !self.float_tails => None,
            _ if tail.starts_with("000") => Some(Amount { units, rounded: true }),
            _ if tail.starts_with("999") => Some(Amount { units: units.checked_add(1)?, rounded: true }),
            _ => None,
        }
    }

    /// The whole part without its separators; none where they are not before each three figures.
    fn ungrouped<'t>(&self, whole: &'t str) -> Option<Cow<'t, str>> {
        let Some(thousands) = self.thousands.filter(|thousands| whole.contains(|letter| thousands.is(letter))) else {
            return Some(Cow::Borrowed(whole));
        };
        let mut groups = whole.split(|letter| thousands.is(letter));
        let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
        let mut all = first.to_owned();
        for group in groups {
            if group.len() != 3 {
                return None;
            }
            all.push_str(group);
        }
        Some(Cow::Owned(all))
    }
}

/// Whether what stands behind an amount multiplies it, as `k` and `m` do.
pub(crate) fn is_magnitude(symbol: &str) -> bool {
    const WORDS: [&str; 14] = [
        "k", "m", "mn", "mm", "mio", "b", "bn", "tsd", "\u{5343}", "\u{4e07}", "\u{842c}", "\u{4ebf}", "\u{5104}",
        "\u{767e}",
    ];
    WORDS.contains(&symbol.to_lowercase().as_str())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A whole number that is far from any bound.
fn whole(text: &str, decimals: u32) -> Option<i64> {
    if !(1..=12).contains(&text.len()) || decimals > 6 || !is_number(text) {
        return None;
    }
    let whole = text.bytes().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    Some(whole * 10_i64.pow(decimals))
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
            ("25.000", 2, None),
            ("25.0000", 2, Some(2500)),
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
            assert_eq!(
                Amounts::default().read(text, decimals).map(|amount| amount.units),
                expected,
                "{text:?} {decimals}"
            );
        }
    }

    fn european() -> Amounts {
        let symbols = vec!["EUR".to_owned(), "\u{20ac}".to_owned()];
        Amounts {
            decimal: Decimal::Comma,
            thousands: Some(Thousands::Point),
            symbols,
            float_tails: true,
            zero: Vec::new(),
        }
    }

    #[test]
    fn amounts_as_a_mapping_declares_them() {
        for (text, expected) in [
            ("1.000,00", Some((100_000, false))),
            ("100.000", Some((10_000_000, false))),
            ("1.234.567,8", Some((123_456_780, false))),
            ("\u{20ac} 12,50", Some((1_250, false))),
            ("12,50 EUR", Some((1_250, false))),
            ("732,4499999999999", Some((73_245, true))),
            ("0,30000000000000004", Some((30, true))),
            ("0,999999999999", Some((100, true))),
            ("12,500000", Some((1_250, false))),
            ("12,505", None),
            ("1,000.00", None),
            ("1.00", None),
            ("1000.000", None),
            (".000", None),
            ("12.", None),
            ("12,", None),
            ("EUR", None),
            ("-1", None),
        ] {
            let read = european().read(text, 2).map(|amount| (amount.units, amount.rounded));
            assert_eq!(read, expected, "{text:?}");
        }
        let blanks = Amounts { thousands: Some(Thousands::Blank), ..Amounts::default() };
        assert_eq!(blanks.read("1 000\u{202f}000.5", 2).map(|amount| amount.units), Some(100_000_050));
        let swiss = Amounts { thousands: Some(Thousands::Apostrophe), ..Amounts::default() };
        assert_eq!(swiss.read("1\u{2019}000.50", 2).map(|amount| amount.units), Some(100_050));
    }

    #[test]
    fn amounts_with_a_sign() {
        for (text, expected) in [
            ("-100", Some(-10_000)),
            ("\u{2212}1.000,5", Some(-100_050)),
            ("+95,00", Some(9_500)),
            ("(12,50)", Some(-1_250)),
            ("(EUR 12,50)", Some(-1_250)),
            ("-\u{20ac}1", Some(-100)),
            ("\u{20ac}-1", Some(-100)),
            ("0", Some(0)),
            ("(-1)", None),
            ("--1", None),
            ("1-", None),
            ("()", None),
        ] {
            assert_eq!(european().read_signed(text, 2).map(|amount| amount.units), expected, "{text:?}");
        }
    }
}
