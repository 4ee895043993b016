use std::fmt;

use iso_currency::Currency;

/// How many digits of a currency's amounts are minor units (ISO 4217): 2 for SGD, 0 for JPY, 3 for KWD. `None` for a code
/// that ISO 4217 does not list, or gives no minor unit.
#[must_use]
pub fn minor_digits(currency: &str) -> Option<u32> {
    Currency::from_code(currency)?.exponent().map(u32::from)
}

/// An amount as people write it: 5491449 minor units of SGD are `54,914.49 SGD`.
///
/// Of a currency without known minor units it is `5,491,449 minor units of XYZ`, without any currency `5,491,449 minor
/// units`. The currency's code may be text of a log: neutralise it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount<'c> {
    minor: i128,
    currency: Option<&'c str>,
    signed: bool,
}

impl<'c> Amount<'c> {
    /// This many minor units of a currency.
    #[must_use]
    pub fn new(minor: impl Into<i128>, currency: Option<&'c str>) -> Self {
        Self { minor: minor.into(), currency: currency.filter(|code| !code.is_empty()), signed: false }
    }

    /// With a `+` before what is above zero, as differences are written.
    #[must_use]
    pub fn signed(self) -> Self {
        Self { signed: true, ..self }
    }

    /// The number alone, as columns under a currency hold it: `54,914.49`; in minor units where the currency's are not
    /// known.
    #[must_use]
    pub fn number(self) -> String {
        let sign = if self.minor < 0 { "-" } else { "" };
        let sign = if self.signed && self.minor > 0 { "+" } else { sign };
        format!("{sign}{}", number_of_minor(self.minor.unsigned_abs(), self.digits().unwrap_or(0)))
    }

    /// As programs read it: `-54914.49`. `None` where the currency's minor units are not known.
    #[must_use]
    pub fn decimal(self) -> Option<String> {
        let (whole, part) = split(self.minor.unsigned_abs(), self.digits()?);
        Some(format!("{}{whole}{part}", if self.minor < 0 { "-" } else { "" }))
    }

    fn digits(self) -> Option<u32> {
        self.currency.and_then(minor_digits)
    }
}

/// This many minor units as a number in the currency, of which so many digits are minor units: `54,914.49`.
#[must_use]
pub fn number_of_minor(minor: u128, digits: u32) -> String {
    let (whole, part) = split(minor, digits);
    format!("{}{part}", grouped(&whole.to_string()))
}

/// The whole units, and the rest behind its point.
fn split(minor: u128, digits: u32) -> (u128, String) {
    match 10_u128.checked_pow(digits) {
        Some(unit) if unit > 1 => {
            let width = usize::try_from(digits).unwrap_or(0);
            (minor / unit, format!(".{:0width$}", minor % unit))
        }
        _ => (minor, String::new()),
    }
}

impl fmt::Display for Amount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        match self.currency {
            Some(code) if self.digits().is_some() => write!(f, "{number} {code}"),
            Some(code) => write!(f, "{number} minor units of {code}"),
            None => write!(f, "{number} minor units"),
        }
    }
}

/// What amounts of a coup are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit<'c> {
    /// Minor units of a currency. Its code may be text of a log.
    Currency(&'c str),
    /// Chips of a tournament, which are not money.
    Chips,
}

impl Unit<'_> {
    /// So many of them in words: `54,914.49 SGD`, `500 chips`.
    #[must_use]
    pub fn of(self, count: impl Into<i128>) -> String {
        match (self, count.into()) {
            (Self::Currency(code), minor) => Amount::new(minor, Some(code)).to_string(),
            (Self::Chips, 1) => "1 chip".to_owned(),
            (Self::Chips, count) => format!("{} chips", Amount::new(count, None).number()),
        }
    }

    /// The same with a `+` before what is above zero.
    #[must_use]
    pub fn signed(self, count: impl Into<i128>) -> String {
        let count = count.into();
        format!("{}{}", if count > 0 { "+" } else { "" }, self.of(count))
    }
}

/// Digits in groups of three.
pub(crate) fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_a_coup_are_money_or_chips() {
        let (money, chips) = (Unit::Currency("SGD"), Unit::Chips);
        assert_eq!([money.of(250), money.signed(250), money.signed(-250)], ["2.50 SGD", "+2.50 SGD", "-2.50 SGD"]);
        assert_eq!([chips.of(1), chips.of(2_500), chips.signed(-2)], ["1 chip", "2,500 chips", "-2 chips"]);
    }

    #[test]
    fn minor_units_become_amounts() {
        for (minor, currency, text) in [
            (5_491_449, Some("SGD"), "54,914.49 SGD"),
            (-5, Some("AUD"), "-0.05 AUD"),
            (0, Some("SGD"), "0.00 SGD"),
            (700_000, Some("JPY"), "700,000 JPY"),
            (-1234, Some("KWD"), "-1.234 KWD"),
            (1234, Some("chips"), "1,234 minor units of chips"),
            (1234, Some(""), "1,234 minor units"),
            (999, None, "999 minor units"),
            (i128::MIN, Some("SGD"), "-1,701,411,834,604,692,317,316,873,037,158,841,057.28 SGD"),
        ] {
            assert_eq!(Amount::new(minor, currency).to_string(), text);
        }
    }

    #[test]
    fn differences_bear_a_sign() {
        let signed = |minor: i128| Amount::new(minor, Some("SGD")).signed().to_string();
        assert_eq!([signed(5), signed(0), signed(-100_000)], ["+0.05 SGD", "0.00 SGD", "-1,000.00 SGD"]);
    }

    #[test]
    fn programs_read_no_groups() {
        assert_eq!(Amount::new(-5_491_449, Some("SGD")).decimal().as_deref(), Some("-54914.49"));
        assert_eq!(Amount::new(7, Some("JPY")).decimal().as_deref(), Some("7"));
        assert_eq!(Amount::new(7, Some("XXX")).decimal(), None);
        assert_eq!(Amount::new(7, None).decimal(), None);
    }
}
