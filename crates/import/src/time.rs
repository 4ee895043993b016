//! Times: the one form of the log, and what a source writes.

use jiff::civil::{DateTime, Time};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::fmt::temporal::Pieces;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use jiff::{Span, Timestamp, Zoned};

use crate::excel;
use crate::swapped::SwappedDates;

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
pub(crate) struct LastTime {
    last: Option<(String, Result<Converted, String>)>,
    /// The same with day and month the other way round.
    pub(crate) swapped: SwappedDates,
    /// How many that could not be read were looked at.
    looked_at: u32,
}

/// Formats that are tried, those that name an offset first.
pub(crate) const FORMATS: [&str; 18] = [
    "iso-8601",
    "rfc-2822",
    "unix-seconds",
    "unix-milliseconds",
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y-%m-%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %I:%M:%S %p",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%d-%m-%Y %H:%M:%S",
    "%d %b %Y %H:%M:%S",
    "%Y%m%d%H%M%S",
];

/// Dates and times of day, each of which may stand in a column of its own. A blank of a format reads none as well, so that
/// formats without one come first.
pub(crate) const DATES: [&str; 14] = [
    "%Y-%m-%d", "%Y/%m/%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%m/%d/%y", "%d.%m.%y",
    "%d-%m-%y", "%d %b %Y", "%d-%b-%Y", "%d-%b-%y", "%Y%m%d",
];
pub(crate) const TIMES: [&str; 12] = [
    "%H:%M:%S",
    "%H:%M",
    "%I:%M:%S %p",
    "%I:%M%p",
    "%I:%M %p",
    "%I.%M%p",
    "%I.%M %p",
    "%H.%M",
    "%Hh%M",
    "%H%Mhrs",
    "%H%M",
    "%H:%M:%S%.f",
];

/// Of so many times that cannot be read it is said what they look like.
const LOOKED_AT: u32 = 1_000;

/// A time as letters have it, which names its offset.
fn mail(text: &str) -> Result<Zoned, String> {
    if text.contains(":60") {
        return Err(LEAP.to_owned());
    }
    jiff::fmt::rfc2822::DateTimeParser::new().parse_zoned(text).map_err(|error| error.to_string())
}

/// What a text that is no time of a format looks like, and what to write.
fn looks_like(text: &str) -> Option<String> {
    if excel::is_cut(text) {
        return Some(
            "a spreadsheet cut this number: save the CSV anew from the original, with the column as text".to_owned(),
        );
    }
    if let Some(day) = of_a_spreadsheet(text) {
        return Some(format!(
            "it looks like the number by which a spreadsheet counts days, and would be {day}: give the column the format yyyy-mm-dd hh:mm:ss before it is saved as CSV"
        ));
    }
    usual_format(text).map(|format| format!("it looks like format: {format:?}"))
}

/// The first format of those that people use by which a cell is a time.
fn usual_format(cell: &str) -> Option<String> {
    let put_together = DATES.iter().flat_map(|date| TIMES.iter().map(move |time| format!("{date} {time}")));
    let mut all = FORMATS.iter().map(|name| (*name).to_owned()).chain(put_together);
    all.find(|name| {
        [zone("UTC"), None].into_iter().any(|zone| {
            let time = TimeFormat::new(name, zone).ok().and_then(|format| format.convert(cell).ok());
            time.is_some_and(|time| time.text.starts_with(['1', '2']))
        })
    })
}

/// The date and time of a number of days since the end of 1899, of the years 1982 to 2064.
fn of_a_spreadsheet(text: &str) -> Option<String> {
    let (days, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    if days.len() != 5 || !is_number(days) || !is_number(fraction) || fraction.len() > 12 {
        return None;
    }
    let days = days.parse::<i64>().ok().filter(|days| (30_000..60_000).contains(days))?;
    let whole = 10_i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let seconds = fraction.parse::<i64>().ok()?.checked_mul(86_400)?.checked_add(whole / 2)?.checked_div(whole)?;
    let began = jiff::civil::date(1899, 12, 30).at(0, 0, 0, 0);
    let at = began.checked_add(Span::new().days(days).seconds(seconds)).ok()?;
    Some(at.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

impl LastTime {
    /// Reads a time of the source, as [`TimeFormat::convert`].
    pub(crate) fn convert(&mut self, format: &TimeFormat, text: &str) -> &Result<Converted, String> {
        let (_, converted) = match self.last.take() {
            Some(last) if last.0 == text => self.last.insert(last),
            _ => {
                let mut converted = format.convert(text);
                if let Err(reason) = &mut converted
                    && self.looked_at < LOOKED_AT
                {
                    self.looked_at += 1;
                    let looks = looks_like(text).filter(|_| !reason.contains("`format: "));
                    let looks = looks.filter(|looks| !looks.contains(&format!("{:?}", format.spelled())));
                    reason.extend(looks.into_iter().flat_map(|looks| ["; ".to_owned(), looks]));
                }
                self.swapped.note(format, text, converted.as_ref().ok());
                self.last.insert((text.to_owned(), converted))
            }
        };
        converted
    }
}

/// How a source writes its times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TimeFormat {
    form: Form,
    zone: Option<TimeZone>,
    /// When the source's day begins: what is earlier by the clock is of the next date.
    day_begins: Option<Time>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// As `strftime` writes it.
    Directives(String),
    /// ISO 8601, with `Z` or an offset or neither.
    Iso,
    /// As the heads of letters and of answers of web servers have it: `Mon, 05 Oct 2026 12:00:45 GMT`.
    Mail,
    /// So many digits of a second since 1970 stand there as whole numbers.
    SinceEpoch(u32),
}

/// Formats that have a name.
const NAMED: [(&str, Form); 5] = [
    ("iso-8601", Form::Iso),
    ("rfc-2822", Form::Mail),
    ("unix-seconds", Form::SinceEpoch(0)),
    ("unix-milliseconds", Form::SinceEpoch(3)),
    ("unix-microseconds", Form::SinceEpoch(6)),
];

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
        if let Some((_, form)) = NAMED.iter().find(|(name, _)| *name == format) {
            return Ok(Self { form: form.clone(), zone, day_begins: None });
        }
        if !format.contains('%') {
            return Err(BadFormat::Format(format!(
                "{format:?} is not a time format: each part is written with a %, as \"%d/%m/%Y %H:%M\" for 06/03/2026 20:34"
            )));
        }
        let rule = Self { form: Form::Directives(format.to_owned()), zone, day_begins: None };
        let no_format = |error: String| BadFormat::Format(error);
        let example = Zoned::new(Timestamp::UNIX_EPOCH, TimeZone::UTC);
        let written = jiff::fmt::strtime::format(format, &example)
            .map_err(|error| no_format(format!("{format:?} is not a time format: {error}")))?;
        rule.convert(&written).map_err(|error| {
            no_format(format!("a time in the format {format:?}, such as {written:?}, cannot be read back: {error}"))
        })?;
        let evening = Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC).with().hour(20).build().ok();
        let evening = evening.and_then(|evening| jiff::fmt::strtime::format(format, &evening).ok());
        let read = evening.and_then(|text| BrokenDownTime::parse(format, &text).ok()?.to_datetime().ok());
        if read.is_some_and(|read| read.hour() != 20) {
            return Err(no_format(format!(
                "by the format {format:?} eight in the evening is read as eight in the morning: %I is an hour of twelve, which needs %p (AM or PM) beside it; where hours go to 23, write %H"
            )));
        }
        let reads_offset = BrokenDownTime::parse(format, &written).is_ok_and(|parts| parts.offset().is_some());
        if reads_offset && rule.zone.is_some() {
            return Err(BadFormat::TwoZones);
        }
        Ok(rule)
    }

    /// The same format for a source whose day begins at this hour, so that a time before it bears the date of the day before;
    /// none where its times name no local clock.
    pub(crate) fn of_days_from(self, begins: Time) -> Option<Self> {
        let is_local = self.zone.is_some() && !matches!(self.form, Form::SinceEpoch(_) | Form::Mail);
        is_local.then_some(Self { day_begins: Some(begins), ..self })
    }

    /// The same format with day and month the other way round, where both are numbers.
    pub(crate) fn swapped(&self) -> Option<Self> {
        let Form::Directives(format) = &self.form else { return None };
        let (day, month) = (["%d", "%-d", "%e"], ["%m", "%-m"]);
        let find = |words: &[&'static str]| words.iter().find_map(|word| Some((format.find(word)?, *word)));
        let ((day_at, day), (month_at, month)) = (find(&day)?, find(&month)?);
        let (first, second) = if day_at < month_at { (day, month) } else { (month, day) };
        let (before, rest) = format.split_at_checked(day_at.min(month_at))?;
        let rest = rest.strip_prefix(first)?;
        let (between, behind) = rest.split_once(second)?;
        let format = [before, second, between, first, behind].concat();
        Some(Self { form: Form::Directives(format), zone: self.zone.clone(), day_begins: self.day_begins })
    }

    /// As a mapping writes it.
    pub(crate) fn spelled(&self) -> &str {
        match &self.form {
            Form::Directives(format) => format,
            form => NAMED.iter().find(|(_, named)| named == form).map_or("", |(name, _)| name),
        }
    }

    /// Reads a time of the source.
    pub(crate) fn convert(&self, text: &str) -> Result<Converted, String> {
        let (zoned, ambiguous) = match &self.form {
            Form::Directives(format) => self.by_directives(format, text)?,
            Form::Iso => self.iso(text)?,
            Form::Mail => (mail(text)?, false),
            Form::SinceEpoch(digits) => (self.since_epoch(*digits, text)?, false),
        };
        let written = zoned.strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string();
        if !is_log_time(&written) {
            return Err(format!("{written} cannot be written in the form of the log"));
        }
        Ok(Converted { text: written, ambiguous })
    }

    fn by_directives(&self, format: &str, text: &str) -> Result<(Zoned, bool), String> {
        let parts = BrokenDownTime::parse(format, text).or_else(|error| match in_utc(format, text) {
            Some(utc) => BrokenDownTime::parse(format, &utc),
            None => Err(error),
        });
        let parts = parts.map_err(|error| {
            let milliseconds = format.contains("%s") && (12..=13).contains(&text.len()) && is_number(text);
            if milliseconds { in_other_units(text, 3) } else { error.to_string() }
        })?;
        let (zoned, ambiguous) = self.place(&parts)?;
        if zoned.second() == 59 && self.is_leap(format, text, &zoned) {
            return Err(LEAP.to_owned());
        }
        Ok((zoned, ambiguous))
    }

    /// Whether the second of a time that was read as the 59th is written as the 60th: jiff reads one as the other.
    fn is_leap(&self, format: &str, text: &str, read: &Zoned) -> bool {
        let same = |text: String| {
            let parts = BrokenDownTime::parse(format, text).ok();
            parts.and_then(|parts| self.place(&parts).ok()).is_some_and(|(zoned, _)| zoned == *read)
        };
        text.match_indices("60").any(|(at, _)| {
            text.get(..at).zip(text.get(at + 2..)).is_some_and(|(before, behind)| same([before, "59", behind].concat()))
        })
    }

    fn iso(&self, text: &str) -> Result<(Zoned, bool), String> {
        let pieces = Pieces::parse(text).map_err(|error| error.to_string())?;
        let time = pieces.time().ok_or(NO_TIME_OF_DAY)?;
        if text.contains(":60") {
            return Err(LEAP.to_owned());
        }
        let at = pieces.date().to_datetime(time);
        match pieces.to_numeric_offset() {
            Some(offset) => {
                let at = offset.to_timestamp(at).map_err(|error| error.to_string())?;
                Ok((at.to_zoned(TimeZone::fixed(offset)), false))
            }
            None => self.in_zone(at),
        }
    }

    /// A moment by its distance to the year 1970; in UTC where the mapping names no zone.
    fn since_epoch(&self, digits: u32, text: &str) -> Result<Zoned, String> {
        // Exported by way of a float, a whole number ends in `.0`.
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        if !is_number(whole) || !is_number(fraction) || fraction.len() > 9 {
            return Err("it is no number of seconds since 1970".to_owned());
        }
        // From 2001 to 2286 seconds have ten figures.
        let figures = u32::try_from(whole.len()).unwrap_or(u32::MAX);
        if figures != digits + 10 {
            let other = figures.checked_sub(10).filter(|other| [0, 3, 6].contains(other));
            return Err(match other {
                Some(other) => in_other_units(text, other),
                None => format!("its whole part has {figures} figures, and such a time of today has {}", digits + 10),
            });
        }
        let number = |text: &str| text.parse::<i128>().map_err(|error| error.to_string());
        let unit = 10_i128.pow(9_u32.saturating_sub(digits));
        let part = number(&format!("{fraction:0<9}"))?.checked_mul(unit).map(|part| part / 1_000_000_000);
        let nanoseconds = number(whole)?.checked_mul(unit).zip(part).and_then(|(whole, part)| whole.checked_add(part));
        let at = nanoseconds.and_then(|at| Timestamp::from_nanosecond(at).ok()).ok_or("it is out of range")?;
        Ok(at.to_zoned(self.zone.clone().unwrap_or(TimeZone::UTC)))
    }

    fn place(&self, parts: &BrokenDownTime) -> Result<(Zoned, bool), String> {
        let say = |error: jiff::Error| error.to_string();
        // jiff reads a date alone as its midnight, which no coup was settled at.
        if parts.hour().is_none() && parts.timestamp().is_none() {
            return Err(NO_TIME_OF_DAY.to_owned());
        }
        if let Some(offset) = parts.offset() {
            let at = parts.to_timestamp().map_err(say)?;
            return Ok((at.to_zoned(TimeZone::fixed(offset)), false));
        }
        if let Some(at) = parts.timestamp() {
            let zone = self.zone.clone().ok_or(NO_ZONE)?;
            return Ok((at.to_zoned(zone), false));
        }
        self.in_zone(parts.to_datetime().map_err(say)?)
    }

    /// What the clocks of the mapping's zone showed, and whether they showed it twice.
    fn in_zone(&self, at: DateTime) -> Result<(Zoned, bool), String> {
        let zone = self.zone.clone().ok_or(NO_ZONE)?;
        let at = match self.day_begins {
            Some(begins) if at.time() < begins => {
                at.checked_add(Span::new().days(1)).map_err(|error| error.to_string())?
            }
            _ => at,
        };
        let candidates = zone.to_ambiguous_zoned(at);
        let ambiguous = match candidates.offset() {
            AmbiguousOffset::Unambiguous { .. } => false,
            AmbiguousOffset::Fold { .. } => true,
            AmbiguousOffset::Gap { .. } => {
                return Err("the clocks of the zone skipped this time".to_owned());
            }
        };
        Ok((candidates.earlier().map_err(|error| error.to_string())?, ambiguous))
    }
}

const LEAP: &str = "its second is the 60th: a log has no leap seconds";
const NO_ZONE: &str = "it names no offset from UTC, and the mapping no zone";
const NO_TIME_OF_DAY: &str = "it has no time of day";

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A time that ends in `Z`, as a format reads it whose times end in an offset.
fn in_utc(format: &str, text: &str) -> Option<String> {
    let offset = if format.ends_with("%:z") { "+00:00" } else { "+0000" };
    let text = text.strip_suffix(['Z', 'z']).filter(|_| format.ends_with("%:z") || format.ends_with("%z"))?;
    Some([text, offset].concat())
}

fn in_other_units(text: &str, digits: u32) -> String {
    let named = NAMED.iter().find(|(_, form)| *form == Form::SinceEpoch(digits)).map_or("", |(name, _)| name);
    format!("a number of {} figures: write `format: {named}`", text.split('.').next().map_or(0, str::len))
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
    fn a_day_that_begins_in_the_morning() {
        let begins = Time::new(6, 0, 0, 0).unwrap();
        let of_days = |format: &str, zone_name| TimeFormat::new(format, zone(zone_name)).unwrap().of_days_from(begins);
        let rule = of_days("%d/%m/%Y %I.%M%p", "Asia/Singapore").unwrap();
        for (text, expected) in [
            ("07/03/2026 11.58pm", "2026-03-07T23:58:00+08:00"),
            ("07/03/2026 12.05am", "2026-03-08T00:05:00+08:00"),
            ("28/02/2026 5.59am", "2026-03-01T05:59:00+08:00"),
            ("07/03/2026 6.00am", "2026-03-07T06:00:00+08:00"),
        ] {
            assert_eq!(rule.convert(text).unwrap().text, expected, "{text}");
        }
        assert_eq!(of_days("unix-seconds", "Asia/Singapore"), None);
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
        for (format, is_fine) in [
            ("%d/%m/%Y %I:%M", false),
            ("%d/%m/%Y %l:%M", false),
            ("%d/%m/%Y %I:%M %p", true),
            ("%d/%m/%Y %I:%M%P", true),
            ("%d/%m/%Y %H:%M", true),
            ("%s", true),
        ] {
            assert_eq!(TimeFormat::new(format, zone("Asia/Singapore")).is_ok(), is_fine, "{format}");
        }
        assert_eq!(zone("Asia/Atlantis"), None);
        assert_eq!(zone("+8"), None);
    }

    #[test]
    fn named_formats() {
        let convert = |format: &str, zone_name: Option<&str>, text: &str| {
            TimeFormat::new(format, zone_name.and_then(zone)).unwrap().convert(text).map(|converted| converted.text)
        };
        let singapore = Some("Asia/Singapore");
        for (format, zone, text, expected) in [
            ("iso-8601", None, "2026-02-14T00:54:16Z", "2026-02-14T00:54:16+00:00"),
            ("iso-8601", None, "2026-02-14T08:54:16+08:00", "2026-02-14T08:54:16+08:00"),
            ("iso-8601", singapore, "2026-02-14 08:54:16.5", "2026-02-14T08:54:16.5+08:00"),
            ("iso-8601", singapore, "2026-02-14T00:54:16Z", "2026-02-14T00:54:16+00:00"),
            ("%Y-%m-%dT%H:%M:%S%:z", None, "2026-02-14T00:54:16Z", "2026-02-14T00:54:16+00:00"),
            ("unix-milliseconds", None, "1771030456595", "2026-02-14T00:54:16.595+00:00"),
            ("unix-milliseconds", singapore, "1771030456595.0", "2026-02-14T08:54:16.595+08:00"),
            ("unix-microseconds", None, "1771030456595123", "2026-02-14T00:54:16.595123+00:00"),
            ("unix-seconds", None, "1771030456", "2026-02-14T00:54:16+00:00"),
            ("rfc-2822", None, "Sat, 14 Feb 2026 00:54:16 GMT", "2026-02-14T00:54:16+00:00"),
            ("rfc-2822", None, "14 Feb 2026 08:54:16 +0800", "2026-02-14T08:54:16+08:00"),
            ("unix-seconds", None, "1771030456.595", "2026-02-14T00:54:16.595+00:00"),
        ] {
            assert_eq!(convert(format, zone, text).as_deref(), Ok(expected), "{format} {text}");
        }
        for (format, text, why) in [
            ("iso-8601", "2026-02-14", "it has no time of day"),
            ("iso-8601", "2026-02-14T00:54:16", "it names no offset from UTC, and the mapping no zone"),
            ("iso-8601", "2026-02-14T00:54:60Z", "its second is the 60th: a log has no leap seconds"),
            ("unix-seconds", "1771030456595", "a number of 13 figures: write `format: unix-milliseconds`"),
            ("unix-milliseconds", "1771030456", "a number of 10 figures: write `format: unix-seconds`"),
            ("unix-seconds", "45000", "its whole part has 5 figures, and such a time of today has 10"),
            ("rfc-2822", "Sat, 14 Feb 2026 00:54:60 GMT", "its second is the 60th: a log has no leap seconds"),
            ("unix-seconds", "-1771030456", "it is no number of seconds since 1970"),
        ] {
            assert_eq!(convert(format, None, text), Err(why.to_owned()), "{format} {text}");
        }
        assert_eq!(
            convert("%s", Some("UTC"), "1771030456595"),
            Err("a number of 13 figures: write `format: unix-milliseconds`".to_owned())
        );
    }

    #[test]
    fn day_and_month_the_other_way_round() {
        for (format, expected) in [
            ("%d/%m/%Y %H:%M", Some("%m/%d/%Y %H:%M")),
            ("%Y-%m-%d %H:%M", Some("%Y-%d-%m %H:%M")),
            ("%-m/%-d/%y %H:%M", Some("%-d/%-m/%y %H:%M")),
            ("%d %b %Y %H:%M", None),
            ("iso-8601", None),
        ] {
            let swapped = TimeFormat::new(format, zone("UTC")).unwrap().swapped();
            assert_eq!(swapped.as_ref().map(TimeFormat::spelled), expected);
        }
    }
}
