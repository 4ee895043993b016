//! The drop: what the count room counted in the drop box of each table for each day, so that hold can be of the drop.

use std::collections::BTreeSet;

use jiff::civil::Date;
use resettle_game::minor_digits;

use crate::csv_file::{self, CsvFault, CsvRow};
use crate::day::parse_date;

/// The columns that a drop file may have.
const COLUMNS: &[&str] = &["day", "venue", "game", "table", "currency", "drop"];
/// Those that it must have.
const REQUIRED: &[&str] = &["day", "venue", "table", "currency", "drop"];

/// What was counted in the drop box of one table for one day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountedDrop {
    /// The venue, as logs' `open` names it.
    pub venue: String,
    /// The game; none for every game of a table of this name.
    pub game: Option<String>,
    /// The table, likewise.
    pub table: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The day of play, as the report has it.
    pub day: Date,
    /// The sum, in minor units of the currency, not negative.
    pub minor: i64,
    /// The line of the file, from 1.
    pub line: u64,
}

impl CountedDrop {
    /// Whether it is of this table.
    #[must_use]
    pub fn is_of(&self, venue: &str, game: &str, table: &str, currency: &str) -> bool {
        self.venue == venue
            && self.table == table
            && self.currency == currency
            && self.game.as_deref().is_none_or(|own| own == game)
    }
}

/// Reads CSV with a first line of names: `day`, `venue`, `game` (may lack), `table`, `currency`, `drop`.
///
/// # Errors
/// All faults of the file, in the order of lines.
pub fn counted_drops(bytes: &[u8]) -> Result<Vec<CountedDrop>, Vec<CsvFault>> {
    let rows = csv_file::read(bytes, COLUMNS, REQUIRED, |_| None, row)?;
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for one in &rows {
        if !seen.insert((&one.venue, &one.game, &one.table, &one.currency, one.day)) {
            let what = format!("the drop of {} {} on {} stands twice", one.venue, one.table, one.day);
            faults.push(CsvFault::new(one.line, None, what));
        }
    }
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}

fn row(row: &mut CsvRow<'_>) -> Option<CountedDrop> {
    let (venue, game, table) = (row.needed("venue"), row.name("game"), row.needed("table"));
    let text = row.text("day").unwrap_or_default();
    let day = parse_date(&text);
    if day.is_none() {
        row.fault("day", format!("{text:?} is no day, as 2025-06-01"));
    }
    let currency = row.needed("currency");
    let digits = currency.as_deref().map(minor_digits);
    if digits == Some(None) {
        row.fault("currency", "is no currency of ISO 4217 with minor units, as SGD");
    }
    let sum = row.needed("drop");
    let minor = sum.as_deref().zip(digits.flatten()).map(|(sum, digits)| (minor_of(sum, digits), digits));
    if let Some((None, digits)) = minor {
        row.fault(
            "drop",
            format!(
                "{:?} is no sum: digits, then a point and at most {digits} more; no sign, no separators",
                sum.unwrap_or_default()
            ),
        );
    }
    let minor = minor.and_then(|(minor, _)| minor)?;
    Some(CountedDrop { venue: venue?, game, table: table?, currency: currency?, day: day?, minor, line: row.line })
}

/// An amount in a currency's units, as `1234`, `1234.5` or `1234.50`, in minor units.
fn minor_of(text: &str, digits: u32) -> Option<i64> {
    let (whole, part) = text.split_once('.').map_or((text, ""), |(whole, part)| (whole, part));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let places = u32::try_from(part.len()).ok()?;
    if whole.is_empty() || !all_digits(whole) || !all_digits(part) || places > digits || text.ends_with('.') {
        return None;
    }
    let part: i64 = if part.is_empty() { 0 } else { part.parse().ok()? };
    let unit = 10i64.checked_pow(digits)?;
    let part = part.checked_mul(10i64.checked_pow(digits - places)?)?;
    whole.parse::<i64>().ok()?.checked_mul(unit)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_minor_units() {
        for (text, minor) in [
            ("1234", Some(123_400)),
            ("1234.5", Some(123_450)),
            ("0.05", Some(5)),
            ("1,234.00", None),
            ("-3", None),
            (".5", None),
            ("5.", None),
            ("1.234", None),
            ("92233720368547758.08", None),
        ] {
            assert_eq!(minor_of(text, 2), minor, "{text}");
        }
        assert_eq!(minor_of("12", 0), Some(12));
        assert_eq!(minor_of("12.0", 0), None);
    }

    #[test]
    fn all_faults_are_reported_with_their_places() {
        let text = "day,venue,table,currency,drop\n2025-06-31,mbs,T1,SGD,5\n2025-06-01,,T1,sgd,5\n\
            2025-06-01,mbs,T1,SGD,\"1,000\"\n";
        let reported: Vec<String> =
            counted_drops(text.as_bytes()).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            reported,
            [
                "line 2, column day: \"2025-06-31\" is no day, as 2025-06-01",
                "line 3, column venue: is empty",
                "line 3, column currency: is no currency of ISO 4217 with minor units, as SGD",
                "line 4, column drop: \"1,000\" is no sum: digits, then a point and at most 2 more; no sign, no separators",
            ]
        );
        let twice = "day,venue,table,currency,drop\n2025-06-01,mbs,T1,SGD,5\n2025-06-01,mbs,T1,SGD,6\n";
        let faults = counted_drops(twice.as_bytes()).unwrap_err();
        assert_eq!(faults[0].to_string(), "line 3: the drop of mbs T1 on 2025-06-01 stands twice");
    }
}
