use jiff::Timestamp;

use crate::day::DayRule;

const NANOS: i128 = 1_000_000_000;
/// Seconds of a day.
const DAY: i64 = 86_400;

/// The clock of a table: its time on the wall, and the day of play that a moment belongs to.
#[derive(Clone, Debug)]
pub struct Clock {
    rule: DayRule,
    /// The seconds since 1970 between which this offset holds, and that offset in seconds.
    known: Option<(i64, i64, i64)>,
}

/// A moment by a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    /// Microseconds since 1970 that the clock on the wall shows.
    pub wall: i64,
    /// The day of play, by its number since 1970.
    pub day: i64,
}

impl Clock {
    /// The clock of days that begin so.
    #[must_use]
    pub fn new(rule: DayRule) -> Self {
        Self { rule, known: None }
    }

    /// A moment by this clock, in nanoseconds since 1970; none beyond the years that a calendar has.
    pub fn at(&mut self, nanos: i128) -> Option<Local> {
        let seconds = i64::try_from(nanos.div_euclid(NANOS)).ok()?;
        let day = self.day(seconds)?;
        let wall = micros(nanos)?.checked_add(self.offset(seconds)?.checked_mul(1_000_000)?)?;
        Some(Local { wall, day })
    }

    /// The day of play of a moment in seconds since 1970, by its number since 1970.
    pub fn day(&mut self, seconds: i64) -> Option<i64> {
        let since = self.rule.starts.duration_since(jiff::civil::Time::midnight()).as_secs();
        Some(seconds.checked_add(self.offset(seconds)?)?.checked_sub(since)?.div_euclid(DAY))
    }

    /// The hour on the wall, 0 to 23, of a moment in seconds since 1970.
    pub fn hour(&mut self, seconds: i64) -> Option<u8> {
        let wall = seconds.checked_add(self.offset(seconds)?)?;
        u8::try_from(wall.rem_euclid(DAY) / 3_600).ok()
    }

    /// The offset in seconds; it is looked up again only where it may have changed.
    fn offset(&mut self, seconds: i64) -> Option<i64> {
        if let Some((_, _, offset)) = self.known.filter(|(from, until, _)| (*from..*until).contains(&seconds)) {
            return Some(offset);
        }
        let stamp = Timestamp::from_second(seconds).ok()?;
        let zone = &self.rule.zone;
        let next = zone.following(stamp).next().map_or(i64::MAX, |change| change.timestamp().as_second());
        let offset = i64::from(zone.to_offset(stamp).seconds());
        self.known = Some((seconds, next, offset));
        Some(offset)
    }
}

/// Microseconds of nanoseconds, the rest left out; none beyond 64 bits.
#[must_use]
pub fn micros(nanos: i128) -> Option<i64> {
    i64::try_from(nanos.div_euclid(1_000)).ok()
}

/// The date of a day by its number since 1970, as `YYYY-MM-DD`; none beyond the years that a calendar has.
#[must_use]
pub fn date_of_number(day: i64) -> Option<String> {
    let days = jiff::Span::new().try_days(day).ok()?;
    jiff::civil::date(1970, 1, 1).checked_add(days).ok().map(|date| date.to_string())
}

/// A day by its number since 1970; none beyond what can be counted.
#[must_use]
pub fn number_of_date(day: jiff::civil::Date) -> Option<i64> {
    jiff::civil::date(1970, 1, 1).until(day).ok().map(|span| span.get_days().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;
    use resettle_sealed_log::{Moment, Time};

    fn nanos(text: &str) -> i128 {
        Time::parse(text).unwrap().moment().nanos
    }

    #[test]
    fn a_clock_says_what_a_calendar_says() {
        let mut rule = DayRule::midnight("Australia/Sydney").unwrap();
        rule.starts = jiff::civil::time(6, 0, 0, 0);
        let mut clock = Clock::new(rule.clone());
        // Over the end of summer time and back, so that what is remembered has to be given up.
        for at in [
            "2017-04-01T15:59:59.9Z",
            "2017-04-01T16:00:00Z",
            "2017-04-01T19:59:59Z",
            "2017-04-01T20:00:00Z",
            "2016-12-31T18:59:59Z",
            "2017-10-01T00:00:00+10:00",
            "1969-12-31T23:59:59Z",
        ] {
            let local = clock.at(nanos(at)).unwrap();
            let day = rule.day(Moment { nanos: nanos(at) }).unwrap();
            let epoch = jiff::civil::date(1970, 1, 1);
            assert_eq!(local.day, i64::from(epoch.until(day).unwrap().get_days()), "{at}");
            let wall = Timestamp::from_nanosecond(nanos(at)).unwrap().to_zoned(rule.zone.clone()).datetime();
            let as_utc = wall.to_zoned(TimeZone::UTC).unwrap().timestamp();
            assert_eq!(local.wall, as_utc.as_microsecond(), "{at}");
        }
    }

    #[test]
    fn a_day_and_an_hour_by_a_clock() {
        let mut rule = DayRule::midnight("Asia/Singapore").unwrap();
        rule.starts = jiff::civil::time(6, 0, 0, 0);
        let mut clock = Clock::new(rule);
        let seconds = |text: &str| i64::try_from(nanos(text) / NANOS).unwrap();
        assert_eq!(clock.hour(seconds("2024-02-29T21:59:59Z")), Some(5));
        assert_eq!(clock.day(seconds("2024-02-29T21:59:59Z")).and_then(date_of_number).as_deref(), Some("2024-02-29"));
        assert_eq!(clock.day(seconds("2024-02-29T22:00:00Z")).and_then(date_of_number).as_deref(), Some("2024-03-01"));
        assert_eq!(date_of_number(i64::MAX), None);
    }
}
