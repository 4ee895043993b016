//! Times: the one form of the log, and what a source writes.

use jiff::civil::DateTime;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, Zoned};

/// Whether the text has exactly the form of a time in a log:
/// `YYYY-MM-DDTHH:MM:SS[.1–9 digits](Z|±HH:MM)`, and names a real time.
pub(crate) fn is_log_time(text: &str) -> bool {
    let Some((civil, rest)) = text.split_at_checked(19) else {
        return false;
    };
    let shape = civil.bytes().zip(b"dddd-dd-ddTdd:dd:dd").all(|(byte, form)| fits(byte, *form));
    // jiff takes a leap second; the log does not.
    if !shape || civil.ends_with(":60") || civil.parse::<DateTime>().is_err() {
        return false;
    }
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if !(1..=9).contains(&(fraction.len() - zone.len())) {
                return false;
            }
            zone
        }
        None => rest,
    };
    zone == "Z" || fixed_offset(zone).is_some()
}

fn fits(byte: u8, form: u8) -> bool {
    if form == b'd' { byte.is_ascii_digit() } else { byte == form }
}

/// Reads `±HH:MM`.
fn fixed_offset(text: &str) -> Option<Offset> {
    if text.len() != 6 || !text.bytes().zip(b"sdd:dd").all(|(byte, form)| *form == b's' || fits(byte, *form)) {
        return None;
    }
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = (text.get(1..3)?.parse::<i32>().ok()?, text.get(4..6)?.parse::<i32>().ok()?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    Offset::from_seconds(sign * (hours * 60 + minutes) * 60).ok()
}

/// The zone of a name (`Asia/Singapore`, from the bundled database) or of a fixed offset (`+08:00`).
pub(crate) fn zone(name: &str) -> Option<TimeZone> {
    match fixed_offset(name) {
        Some(offset) => Some(TimeZone::fixed(offset)),
        None => TimeZoneDatabase::bundled().get(name).ok(),
    }
}

/// The time that was converted last, which the next row often has too.
#[derive(Debug, Default)]
pub(crate) struct LastTime(Option<(String, Result<Converted, String>)>);

impl LastTime {
    /// Reads a time of the source, as [`TimeFormat::convert`].
    pub(crate) fn convert(&mut self, format: &TimeFormat, text: &str) -> &Result<Converted, String> {
        let (_, converted) = match self.0.take() {
            Some(last) if last.0 == text => self.0.insert(last),
            _ => self.0.insert((text.to_owned(), format.convert(text))),
        };
        converted
    }
}

/// How a source writes its times.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TimeFormat {
    format: String,
    zone: Option<TimeZone>,
}

/// Why a format cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BadFormat {
    /// No time can be read by it.
    Format(String),
    /// It reads an offset from UTC, and a zone is named as well.
    TwoZones,
}

/// A time of the source in the log's form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Converted {
    pub(crate) text: String,
    /// The clock showed this time twice, and the earlier is meant.
    pub(crate) ambiguous: bool,
}

impl TimeFormat {
    /// Tries the format on an example, so that a format that can never work is reported at once.
    pub(crate) fn new(format: &str, zone: Option<TimeZone>) -> Result<Self, BadFormat> {
        let rule = Self { format: format.to_owned(), zone };
        let no_format = |error: String| BadFormat::Format(error);
        let example = Zoned::new(Timestamp::UNIX_EPOCH, TimeZone::UTC);
        let written = jiff::fmt::strtime::format(format, &example)
            .map_err(|error| no_format(format!("{format:?} is not a time format: {error}")))?;
        rule.convert(&written).map_err(|error| {
            no_format(format!("a time in the format {format:?}, such as {written:?}, cannot be read back: {error}"))
        })?;
        let reads_offset = BrokenDownTime::parse(format, &written).is_ok_and(|parts| parts.offset().is_some());
        if reads_offset && rule.zone.is_some() {
            return Err(BadFormat::TwoZones);
        }
        Ok(rule)
    }

    /// Reads a time of the source.
    pub(crate) fn convert(&self, text: &str) -> Result<Converted, String> {
        let parts = BrokenDownTime::parse(&self.format, text).map_err(|error| error.to_string())?;
        let (zoned, ambiguous) = self.place(&parts)?;
        if zoned.second() == 59 && self.is_leap(text, &zoned) {
            return Err("its second is the 60th: a log has no leap seconds".to_owned());
        }
        let written = zoned.strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string();
        if !is_log_time(&written) {
            return Err(format!("{written} cannot be written in the form of the log"));
        }
        Ok(Converted { text: written, ambiguous })
    }

    /// Whether the second of a time that was read as the 59th is written as the 60th: jiff reads one as the other.
    fn is_leap(&self, text: &str, read: &Zoned) -> bool {
        let same = |text: String| {
            let parts = BrokenDownTime::parse(&self.format, text).ok();
            parts.and_then(|parts| self.place(&parts).ok()).is_some_and(|(zoned, _)| zoned == *read)
        };
        text.match_indices("60").any(|(at, _)| {
            text.get(..at).zip(text.get(at + 2..)).is_some_and(|(before, behind)| same([before, "59", behind].concat()))
        })
    }

    fn place(&self, parts: &BrokenDownTime) -> Result<(Zoned, bool), String> {
        let say = |error: jiff::Error| error.to_string();
        // jiff reads a date alone as its midnight, which no coup was settled at.
        if parts.hour().is_none() && parts.timestamp().is_none() {
            return Err("it has no time of day".to_owned());
        }
        if let Some(offset) = parts.offset() {
            let at = parts.to_timestamp().map_err(say)?;
            return Ok((at.to_zoned(TimeZone::fixed(offset)), false));
        }
        let zone = self.zone.clone().ok_or("it names no offset from UTC, and the mapping no zone")?;
        if let Some(at) = parts.timestamp() {
            return Ok((at.to_zoned(zone), false));
        }
        let candidates = zone.to_ambiguous_zoned(parts.to_datetime().map_err(say)?);
        let ambiguous = match candidates.offset() {
            AmbiguousOffset::Unambiguous { .. } => false,
            AmbiguousOffset::Fold { .. } => true,
            AmbiguousOffset::Gap { .. } => {
                return Err("the clocks of the zone skipped this time".to_owned());
            }
        };
        Ok((candidates.earlier().map_err(say)?, ambiguous))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_the_log() {
        for good in ["2023-06-01T12:04:31Z", "2023-06-01T12:04:31.9+08:00", "2024-02-29T23:59:59.123456789-11:30"] {
            assert!(is_log_time(good), "{good}");
        }
        for bad in [
            "",
            "2023-06-01",
            "2023-06-01T12:04:31",
            "2023-06-01T12:04Z",
            "2023-06-01t12:04:31Z",
            "2023-06-01 12:04:31Z",
            "2023-06-01T12:04:31z",
            "2023-06-01T12:04:60Z",
            "2023-06-01T24:00:00Z",
            "2023-02-29T12:04:31Z",
            "2023-06-01T12:04:31.Z",
            "2023-06-01T12:04:31.1234567890Z",
            "2023-06-01T12:04:31,5Z",
            "2023-06-01T12:04:31+0800",
            "2023-06-01T12:04:31+08",
            "2023-06-01T12:04:31+08:60",
            "2023-06-01T12:04:31+24:00",
            "2023-06-01T12:04:31Z ",
            "+023-06-01T12:04:31Z",
            "2023-06-01T12:04:31\u{2212}08:00",
            "２023-06-01T12:04:31Z",
        ] {
            assert!(!is_log_time(bad), "{bad}");
        }
    }

    #[test]
    fn converts_with_a_zone() {
        let convert = |format: &str, zone_name: &str, text: &str| {
            TimeFormat::new(format, zone(zone_name)).unwrap().convert(text).map(|c| (c.text, c.ambiguous))
        };
        let plain = "%Y-%m-%d %H:%M:%S";
        let ok = |text: &str, ambiguous| Ok((text.to_owned(), ambiguous));
        assert_eq!(convert(plain, "Asia/Shanghai", "2025-01-01 20:39:43"), ok("2025-01-01T20:39:43+08:00", false));
        assert_eq!(convert(plain, "+05:30", "2025-01-01 20:39:43"), ok("2025-01-01T20:39:43+05:30", false));
        assert_eq!(convert(plain, "UTC", "2025-01-01 20:39:43"), ok("2025-01-01T20:39:43+00:00", false));
        assert_eq!(
            convert("%d/%m/%Y %H:%M", "Asia/Singapore", "5/1/2025 07:05"),
            ok("2025-01-05T07:05:00+08:00", false)
        );
        assert_eq!(
            convert("%Y-%m-%dT%H:%M:%S%.f", "UTC", "2025-01-01T20:39:43.120"),
            ok("2025-01-01T20:39:43.12+00:00", false)
        );
        assert_eq!(convert("%s", "Asia/Singapore", "1735735183"), ok("2025-01-01T20:39:43+08:00", false));
        assert_eq!(convert(plain, "Australia/Sydney", "2025-04-06 02:30:00"), ok("2025-04-06T02:30:00+11:00", true));
        assert!(convert(plain, "Australia/Sydney", "2025-10-05 02:30:00").unwrap_err().contains("skipped"));
        for bad in ["", "2025-01-01", "2025-13-01 00:00:00", "2025-02-30 00:00:00", "2025-01-01 20:39:43 x", "x"] {
            assert!(convert(plain, "UTC", bad).is_err(), "{bad}");
        }
        // The 60th second is no other one, wherever a 60 stands besides.
        for (format, leap) in [
            (plain, "2018-01-01 10:00:60"),
            ("%y%m%d %H%M%S", "600101 160060"),
            ("%S seconds of %H:%M, %Y-%m-%d", "60 seconds of 10:00, 2060-01-01"),
            ("%Y-%m-%d %H:%M:%S%.f", "2018-01-01 10:00:60.60"),
            ("%d %b %Y %T", "1 Jan 2018 10:00:60"),
            ("%A, %b %d, %Y, %I:%M:%S %p", "Saturday, Dec 31, 2016, 11:59:60 PM"),
        ] {
            assert!(convert(format, "UTC", leap).is_err(), "{leap}");
        }
        for (format, text, expected) in [
            (plain, "2060-01-01 10:00:59", "2060-01-01T10:00:59+00:00"),
            ("%Y-%m-%d %H:%M:%S%.f", "2018-01-01 10:00:59.6060", "2018-01-01T10:00:59.606+00:00"),
            ("%Y-%m-%d %H:%M:%S%.f", "2018-01-01 10:00:59.60", "2018-01-01T10:00:59.6+00:00"),
            ("%s", "1600000019", "2020-09-13T12:26:59+00:00"),
            ("%s", "1735735160", "2025-01-01T12:39:20+00:00"),
        ] {
            assert_eq!(convert(format, "UTC", text), ok(expected, false));
        }
        // Local mean time, whose offset has seconds that the log cannot write.
        assert!(convert(plain, "Asia/Shanghai", "1890-01-01 00:00:00").is_err());
    }

    #[test]
    fn an_offset_in_the_text_needs_no_zone() {
        let rule = TimeFormat::new("%Y-%m-%dT%H:%M:%S%:z", None).unwrap();
        assert_eq!(rule.convert("2025-01-01T20:39:43-03:00").unwrap().text, "2025-01-01T20:39:43-03:00");
        for format in ["%Y-%m-%dT%H:%M:%S%:z", "%Y-%m-%d %H:%M:%S%z", "%Y-%m-%d %H:%M:%S %::z", "%s %z"] {
            assert!(TimeFormat::new(format, None).is_ok(), "{format}");
            assert_eq!(TimeFormat::new(format, zone("Asia/Singapore")), Err(BadFormat::TwoZones), "{format}");
        }
    }

    #[test]
    fn formats_that_cannot_work_are_reported_at_once() {
        for (format, zone_name) in
            [("%Y-%m-%d", Some("UTC")), ("%H:%M", Some("UTC")), ("%Q!", Some("UTC")), ("%Y-%m-%d %H:%M", None)]
        {
            assert!(TimeFormat::new(format, zone_name.and_then(zone)).is_err(), "{format}");
        }
        assert_eq!(zone("Asia/Atlantis"), None);
        assert_eq!(zone("+8"), None);
    }
}
