use std::fmt;

use serde::{Deserialize, Serialize};

/// A point on the time line: nanoseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Moment {
    /// Nanoseconds since the epoch, negative before it.
    pub nanos: i128,
}

impl Moment {
    /// The moment this many seconds after the epoch.
    #[must_use]
    pub fn from_seconds(seconds: i64) -> Self {
        Self { nanos: i128::from(seconds) * 1_000_000_000 }
    }

    /// The whole seconds since the epoch, rounded down; `None` beyond 64 bits.
    #[must_use]
    pub fn seconds(self) -> Option<i64> {
        match i64::try_from(self.nanos) {
            Ok(nanos) => Some(nanos.div_euclid(1_000_000_000)),
            Err(_) => i64::try_from(self.nanos.div_euclid(1_000_000_000)).ok(),
        }
    }

    /// How far it lies from another one, in words: `20 ns`, `1 ms`, `6.1 s`, `3 min 20 s`, `3 h 0 min`.
    #[must_use]
    pub fn apart(self, other: Self) -> String {
        let nanos = self.nanos.abs_diff(other.nanos);
        let (milliseconds, seconds) = (nanos / 1_000_000, nanos / 1_000_000_000);
        match (milliseconds, seconds) {
            (0, _) if nanos < 1_000 => format!("{nanos} ns"),
            (0, _) => format!("{} µs", nanos / 1_000),
            (_, 0) => format!("{milliseconds} ms"),
            (_, ..60) => {
                let tenths = (milliseconds + 50) / 100;
                format!("{}.{} s", tenths / 10, tenths % 10)
            }
            (_, ..3_600) => format!("{} min {} s", seconds / 60, seconds % 60),
            _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
        }
    }

    /// The moment that a text of exactly the format's form names.
    ///
    /// # Errors
    /// [`TimeError::Form`] or [`TimeError::Range`].
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        moment(text)
    }
}

/// A time as a log writes it: `YYYY-MM-DDTHH:MM:SS`, optionally `.` and 1–9 digits, then `Z` or `±HH:MM`.
///
/// Two times are equal when they name the same moment, whatever their offsets.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Time {
    moment: Moment,
    /// The text, and how long it is; no form is longer than this.
    text: [u8; LONGEST],
    len: u8,
}

/// `2023-06-01T12:04:31.123456789+08:00`
const LONGEST: usize = 35;

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Time").field("text", &self.as_str()).field("moment", &self.moment).finish()
    }
}

/// Why a text is not a time of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// The form is different.
    #[error("not of the form YYYY-MM-DDTHH:MM:SS[.digits](Z|±HH:MM)")]
    Form,
    /// The form is right, but the date or time does not exist.
    #[error("no such date or time")]
    Range,
}

impl Time {
    /// Reads a time of exactly the format's form.
    ///
    /// # Errors
    /// [`TimeError::Form`] or [`TimeError::Range`].
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        Ok(Self::known(text.as_bytes(), moment(text)?))
    }

    /// The text of a time, and the moment that it names.
    #[must_use]
    pub fn known(text: &[u8], moment: Moment) -> Self {
        let mut kept = [0; LONGEST];
        let mut len = 0;
        for (to, from) in kept.iter_mut().zip(text) {
            *to = *from;
            len += 1;
        }
        Self { moment, text: kept, len }
    }

    /// The moment it names.
    #[must_use]
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// The nanoseconds of its last digit: a second, or the decimal fraction of a second to which it is written.
    #[must_use]
    pub fn precision(&self) -> i128 {
        let digits = self.as_str().split_once('.').map_or("", |(_, fraction)| fraction);
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        (count..9).fold(1, |unit, _| unit * 10)
    }

    /// How far its clock is ahead of Greenwich, in seconds; 0 for `Z`.
    #[must_use]
    pub fn offset(&self) -> i64 {
        let text = self.as_str().as_bytes();
        let mut written = if text.ends_with(b"Z") { b"Z" } else { text.last_chunk::<6>().map_or(&[][..], |tail| tail) };
        offset(&mut written).unwrap_or(0)
    }

    /// The text as the log writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let text = self.text.get(..usize::from(self.len)).unwrap_or_default();
        std::str::from_utf8(text).unwrap_or_default()
    }
}

impl TryFrom<String> for Time {
    type Error = TimeError;

    fn try_from(text: String) -> Result<Self, TimeError> {
        Self::parse(&text)
    }
}

impl From<Time> for String {
    fn from(time: Time) -> Self {
        time.as_str().to_owned()
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.moment == other.moment
    }
}

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.moment.cmp(&other.moment)
    }
}

fn moment(text: &str) -> Result<Moment, TimeError> {
    let mut rest = text.as_bytes();
    let year = digits(&mut rest, 4)?;
    byte(&mut rest, b'-')?;
    let month = digits(&mut rest, 2)?;
    byte(&mut rest, b'-')?;
    let day = digits(&mut rest, 2)?;
    byte(&mut rest, b'T')?;
    let hour = digits(&mut rest, 2)?;
    byte(&mut rest, b':')?;
    let minute = digits(&mut rest, 2)?;
    byte(&mut rest, b':')?;
    let second = digits(&mut rest, 2)?;
    let nanos = fraction(&mut rest)?;
    let offset = offset(&mut rest)?;
    if !rest.is_empty() {
        return Err(TimeError::Form);
    }
    let exists = (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour <= 23
        && minute <= 59
        && second <= 59;
    if !exists {
        return Err(TimeError::Range);
    }
    let seconds = days_before(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset;
    Ok(Moment { nanos: i128::from(seconds) * 1_000_000_000 + i128::from(nanos) })
}

fn digits(rest: &mut &[u8], count: usize) -> Result<i64, TimeError> {
    let (head, tail) = rest.split_at_checked(count).ok_or(TimeError::Form)?;
    let mut value = 0i64;
    for digit in head {
        if !digit.is_ascii_digit() {
            return Err(TimeError::Form);
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    *rest = tail;
    Ok(value)
}

fn byte(rest: &mut &[u8], wanted: u8) -> Result<(), TimeError> {
    match rest.split_first() {
        Some((first, tail)) if *first == wanted => {
            *rest = tail;
            Ok(())
        }
        _ => Err(TimeError::Form),
    }
}

fn fraction(rest: &mut &[u8]) -> Result<i64, TimeError> {
    if rest.first() != Some(&b'.') {
        return Ok(0);
    }
    byte(rest, b'.')?;
    let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    if !(1..=9).contains(&count) {
        return Err(TimeError::Form);
    }
    let mut nanos = digits(rest, count)?;
    for _ in count..9 {
        nanos *= 10;
    }
    Ok(nanos)
}

/// Seconds east of Greenwich.
fn offset(rest: &mut &[u8]) -> Result<i64, TimeError> {
    let sign = match rest.first() {
        Some(b'Z') => {
            byte(rest, b'Z')?;
            return Ok(0);
        }
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return Err(TimeError::Form),
    };
    *rest = rest.get(1..).unwrap_or_default();
    let hours = digits(rest, 2)?;
    byte(rest, b':')?;
    let minutes = digits(rest, 2)?;
    if hours > 23 || minutes > 59 {
        return Err(TimeError::Range);
    }
    Ok(sign * (hours * 3_600 + minutes * 60))
}

fn leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to the date, in the proleptic Gregorian calendar.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    // Years are counted from March, so that the leap day is the last day of a year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_formats_own_form_is_a_time() {
        for good in ["2023-06-01T12:04:31.900+08:00", "2023-06-01T12:04:31Z", "2024-02-29T00:00:00.123456789-00:00"] {
            assert!(Time::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "2023-06-01T12:04:31+0800",
            "2023-06-01T12:04+08:00",
            "2023-06-01T12:04:31,9Z",
            "2023-06-01t12:04:31Z",
            "2023-06-01T12:04:31z",
            "2023-06-01 12:04:31Z",
            "2023-06-01T12:04:31.Z",
            "2023-06-01T12:04:31.1234567890Z",
            "2023-06-01T12:04:31",
            "2023-06-01T12:04:31Z ",
            " 2023-06-01T12:04:31Z",
            "+2023-06-01T12:04:31Z",
            "2023-06-01T12:04:31+8:00",
            "2023-06-01T12:04:31+08:00[Asia/Singapore]",
            "２023-06-01T12:04:31Z",
            "",
        ] {
            assert_eq!(Time::parse(bad).err(), Some(TimeError::Form), "{bad}");
        }
        for none in [
            "2023-02-29T12:04:31Z",
            "2023-13-01T12:04:31Z",
            "2023-00-01T12:04:31Z",
            "2023-06-31T12:04:31Z",
            "2023-06-01T24:00:00Z",
            "2023-06-01T12:60:31Z",
            "2023-06-01T12:04:60Z",
            "2023-06-01T12:04:31+24:00",
            "2023-06-01T12:04:31+08:60",
        ] {
            assert_eq!(Time::parse(none).err(), Some(TimeError::Range), "{none}");
        }
    }

    proptest! {
        #[test]
        fn moments_agree_with_jiff(seconds in -30_000_000_000i64..60_000_000_000, nanos in 0i32..1_000_000_000, quarters in -92i32..92) {
            let offset = jiff::tz::Offset::from_seconds(quarters * 900).unwrap();
            let stamp = jiff::Timestamp::new(seconds, nanos).unwrap();
            let text = stamp.display_with_offset(offset).to_string();
            let time = Time::parse(&text).unwrap();
            prop_assert_eq!(time.moment().nanos, stamp.as_nanosecond());
        }
    }
}
