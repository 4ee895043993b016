/// An amount as people write it: 2500 minor units of SGD are `25.00`. `None` without a currency.
pub(crate) fn written(minor: i128, currency: Option<&str>) -> Option<String> {
    let places = digits(currency?);
    let sign = if minor < 0 { "-" } else { "" };
    let size = minor.unsigned_abs();
    let Some(unit) = 10_u128.checked_pow(places).filter(|unit| *unit > 1) else { return Some(minor.to_string()) };
    let width = usize::try_from(places).unwrap_or(0);
    Some(format!("{sign}{}.{:0width$}", size / unit, size % unit))
}

/// How many digits of a currency's amounts are minor units (ISO 4217).
fn digits(currency: &str) -> u32 {
    match currency {
        "BIF" | "CLP" | "JPY" | "KRW" | "PYG" | "UGX" | "VND" => 0,
        "BHD" | "JOD" | "KWD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minor_units_become_amounts() {
        for (minor, currency, text) in [
            (2500, "SGD", "25.00"),
            (-5, "AUD", "-0.05"),
            (0, "SGD", "0.00"),
            (700, "JPY", "700"),
            (-1234, "KWD", "-1.234"),
            (i128::MIN, "SGD", "-1701411834604692317316873037158841057.28"),
        ] {
            assert_eq!(written(minor, Some(currency)).as_deref(), Some(text));
        }
        assert_eq!(written(1, None), None);
    }
}
