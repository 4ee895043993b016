//! Days, as a venue's clock counts them.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use resettle_sealed_log::Moment;

const SECOND: i128 = 1_000_000_000;
const HOUR: i128 = 3_600 * SECOND;

/// The moment at which the day `after` days after that of `moment` ends; far in the future where no calendar shows it.
pub(crate) fn end_of_day(moment: Moment, after: u32, zone: &TimeZone) -> Moment {
    let end = day_of(moment, zone)
        .and_then(|day| day.checked_add(jiff::Span::new().days(i64::from(after) + 1)).ok())
        .and_then(|next| next.to_zoned(zone.clone()).ok());
    end.map_or(Moment { nanos: i128::MAX }, |end| Moment { nanos: end.timestamp().as_nanosecond() })
}

fn day_of(moment: Moment, zone: &TimeZone) -> Option<Date> {
    Some(Timestamp::from_nanosecond(moment.nanos).ok()?.to_zoned(zone.clone()).date())
}

/// The moment this many hours earlier.
pub(crate) fn hours_before(moment: Moment, hours: u32) -> Moment {
    Moment { nanos: moment.nanos - i128::from(hours) * HOUR }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;
    use resettle_sealed_log::Time;

    #[test]
    fn days_end_at_the_midnight_of_the_venue() {
        let zone = TimeZone::get("Australia/Sydney").unwrap();
        let at = |text: &str| Time::parse(text).unwrap().moment();
        assert_eq!(end_of_day(at("2017-03-24T23:59:59+11:00"), 2, &zone), at("2017-03-27T00:00:00+11:00"));
        // The clocks go back in the night of 2 April.
        assert_eq!(end_of_day(at("2017-04-01T12:30:00Z"), 0, &zone), at("2017-04-02T00:00:00+11:00"));
        assert_eq!(end_of_day(at("2017-04-01T10:00:00+11:00"), 1, &zone), at("2017-04-03T00:00:00+10:00"));
        assert_eq!(end_of_day(at("9999-12-31T23:59:59Z"), 0, &zone).nanos, i128::MAX);
    }
}
