//! The times of an allowed_signers file: `YYYYMMDD[Z]`, `YYYYMMDDHHMM[SS][Z]`.

use std::fmt;

use jiff::civil::DateTime;

/// 1970-01-01T00:00:00.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// The moment at which a signature is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub unix: i64,
    /// Seconds that local time is ahead of UTC at that moment: OpenSSH reads times without a `Z`
    /// in the zone of the machine that checks.
    pub local_offset: i32,
}

/// A time as it stands in the file. Ordered only against a [`Moment`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stamp {
    text: String,
    /// Seconds since 1970, of UTC or of local time.
    seconds: i64,
    utc: bool,
}

impl Stamp {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_suffix('Z').unwrap_or(text);
        if !matches!(digits.len(), 8 | 12 | 14) || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let part = |from: usize, to: usize| digits.get(from..to).map_or(Some(0), |d| d.parse::<i8>().ok());
        let year = digits.get(..4)?.parse::<i16>().ok()?;
        let (month, day) = (part(4, 6)?, part(6, 8)?);
        let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
        if year < 1970 {
            return None;
        }
        let since = DateTime::new(year, month, day, hour, minute, second, 0).ok()?.duration_since(EPOCH);
        let seconds = since.as_secs();
        Some(Self { text: text.to_owned(), seconds, utc: digits.len() < text.len() })
    }

    /// Whether the moment is before this time.
    pub(crate) fn is_after(&self, moment: Moment) -> bool {
        self.reading(moment) < self.seconds
    }

    /// Whether the moment is past this time.
    pub(crate) fn is_before(&self, moment: Moment) -> bool {
        self.reading(moment) > self.seconds
    }

    /// What a clock of this stamp's kind shows at the moment.
    fn reading(&self, moment: Moment) -> i64 {
        if self.utc { moment.unix } else { moment.unix.saturating_add(i64::from(moment.local_offset)) }
    }

    /// Whether `self` is certainly no earlier than `other`; times of two kinds are not compared.
    pub(crate) fn leaves_nothing_until(&self, other: &Self) -> bool {
        self.utc == other.utc && self.seconds >= other.seconds
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_forms_that_openssh_reads() {
        for (text, seconds, utc) in [
            ("19700101Z", 0, true),
            ("20000229", 951_782_400, false),
            ("202611211845Z", 1_795_286_700, true),
            ("20261121184530", 1_795_286_730, false),
        ] {
            let stamp = Stamp::parse(text).unwrap();
            assert_eq!((stamp.seconds, stamp.utc), (seconds, utc), "{text}");
        }
        for text in [
            "",
            "Z",
            "2026",
            "20261301",
            "20260229",
            "2026112124",
            "202611212400",
            "20261121T1200",
            "20261121z",
            "+0261121",
            "20260100",
        ] {
            assert_eq!(Stamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn local_times_follow_the_offset() {
        let midnight_in_singapore = Moment { unix: 1_795_305_600 - 8 * 3600, local_offset: 8 * 3600 };
        let a_second_earlier = Moment { unix: midnight_in_singapore.unix - 1, ..midnight_in_singapore };
        let local = Stamp::parse("20261122").unwrap();
        let utc = Stamp::parse("20261122Z").unwrap();
        assert!(local.is_after(a_second_earlier));
        assert!(!local.is_after(midnight_in_singapore) && !local.is_before(midnight_in_singapore));
        assert!(utc.is_after(midnight_in_singapore));
    }
}
