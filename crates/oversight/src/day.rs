use jiff::civil::{Date, Time};
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use resettle_sealed_log::Moment;
use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Form, Node};

/// When the days of a table begin.
#[derive(Clone, Debug, PartialEq)]
pub struct DayRule {
    /// The venue's time zone.
    pub zone: TimeZone,
    /// The hour at which a day begins; what comes before it belongs to the day before.
    pub starts: Time,
}

impl DayRule {
    /// Days from midnight to midnight in a zone of this name; none where there is no such zone.
    #[must_use]
    pub fn midnight(zone: &str) -> Option<Self> {
        Some(Self { zone: TimeZone::get(zone).ok()?, starts: Time::midnight() })
    }

    /// Days in a zone of this name that begin at a time of day, `HH:MM`; none where there is no such zone or time.
    #[must_use]
    pub fn read(zone: &str, starts: &str) -> Option<Self> {
        let starts = if starts.len() == 5 { starts.parse().ok()? } else { return None };
        Some(Self { zone: TimeZone::get(zone).ok()?, starts })
    }

    /// The day that a moment belongs to; none beyond the years that a calendar has.
    #[must_use]
    pub fn day(&self, moment: Moment) -> Option<Date> {
        let local = Timestamp::from_nanosecond(moment.nanos).ok()?.to_zoned(self.zone.clone()).datetime();
        let since = self.starts.duration_since(Time::midnight());
        let shifted = local.checked_sub(SignedDuration::from_secs(since.as_secs())).ok()?;
        Some(shifted.date())
    }

    /// The moment at which a day begins; none beyond the years that a calendar has.
    #[must_use]
    pub fn begins(&self, day: Date) -> Option<Moment> {
        let stamp = self.zone.to_timestamp(day.to_datetime(self.starts)).ok()?;
        Some(Moment { nanos: stamp.as_nanosecond() })
    }
}

/// The date in a time as a log writes it, by its own offset.
#[must_use]
pub fn date_of(time: &str) -> Option<Date> {
    parse_date(time.get(..10)?)
}

/// The date of a moment by the offset that a time of the log writes.
#[must_use]
pub fn day_as_written(moment: Moment, time: &str) -> Option<Date> {
    let moment = Timestamp::from_nanosecond(moment.nanos).ok()?;
    Some(moment.to_zoned(written_zone(time)?).date())
}

/// The zone of the offset that a time of a log writes.
#[must_use]
pub fn written_zone(time: &str) -> Option<TimeZone> {
    if time.ends_with('Z') {
        return Some(TimeZone::UTC);
    }
    let offset = time.get(time.len().checked_sub(6)?..)?;
    let number = |part: &str| part.parse::<i32>().ok();
    let seconds = number(offset.get(1..3)?)? * 3_600 + number(offset.get(4..6)?)? * 60;
    let signed = if offset.starts_with('-') { -seconds } else { seconds };
    Offset::from_seconds(signed).ok().map(TimeZone::fixed)
}

/// Reads exactly `YYYY-MM-DD`.
#[must_use]
pub fn parse_date(text: &str) -> Option<Date> {
    let form = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
    if form { text.parse().ok() } else { None }
}

/// A day of a YAML file; how one is written.
pub(crate) struct Day(pub(crate) &'static str);

impl Form<Faults, Day> for Date {
    fn read(node: &Node, _: &'static str, of: &Day, faults: &mut Faults) -> Option<Self> {
        let text = node.text(faults)?;
        let read = parse_date(text);
        if read.is_none() {
            faults.add_with_help(node.place, format!("`{text}` is no date"), format!("write it as {}", of.0));
        }
        read
    }

    fn schema(_: &Day, _: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_sealed_log::Time as LogTime;

    fn moment(text: &str) -> Moment {
        LogTime::parse(text).unwrap().moment()
    }

    #[test]
    fn a_day_begins_at_its_hour_in_the_venues_zone() {
        let mut rule = DayRule::midnight("Asia/Singapore").unwrap();
        let day = |rule: &DayRule, text: &str| rule.day(moment(text)).unwrap().to_string();
        assert_eq!(day(&rule, "2023-06-01T15:59:59Z"), "2023-06-01");
        assert_eq!(day(&rule, "2023-06-01T16:00:00Z"), "2023-06-02");
        rule.starts = jiff::civil::time(6, 0, 0, 0);
        assert_eq!(day(&rule, "2023-06-02T05:59:59.999+08:00"), "2023-06-01");
        assert_eq!(day(&rule, "2023-06-02T06:00:00+08:00"), "2023-06-02");
        assert_eq!(rule.begins(parse_date("2023-06-02").unwrap()), Some(moment("2023-06-02T06:00:00+08:00")));
        assert!(DayRule::midnight("Nowhere/Atlantis").is_none());
    }

    #[test]
    fn a_moment_has_the_date_of_the_offset_that_is_written() {
        let day = |at: &str, by: &str| day_as_written(moment(at), by).unwrap().to_string();
        assert_eq!(day("2023-06-01T16:30:00Z", "2023-05-01T09:00:00+08:00"), "2023-06-02");
        assert_eq!(day("2023-06-01T16:30:00Z", "2023-05-01T09:00:00.5-11:00"), "2023-06-01");
        assert_eq!(day("2023-06-01T23:59:59Z", "2023-05-01T09:00:00Z"), "2023-06-01");
        assert!(day_as_written(moment("2023-06-01T23:59:59Z"), "").is_none());
    }

    #[test]
    fn dates_have_one_form() {
        assert_eq!(parse_date("2023-06-01").unwrap().to_string(), "2023-06-01");
        for bad in ["2023-6-1", "20230601", "2023-02-30", "+023-06-01", "2023-06-01T", ""] {
            assert!(parse_date(bad).is_none(), "{bad}");
        }
        assert_eq!(date_of("2023-06-01T23:59:59.9+08:00").unwrap().to_string(), "2023-06-01");
    }

    #[test]
    fn the_offset_of_a_time_is_a_zone() {
        assert_eq!(
            written_zone("2017-04-01T15:59:59+10:30"),
            Some(TimeZone::fixed(Offset::from_seconds(37_800).unwrap()))
        );
        assert_eq!(written_zone("2017-04-01T15:59:59Z"), Some(TimeZone::UTC));
        assert_eq!(written_zone(""), None);
    }
}
