use jiff::SignedDuration;
use jiff::civil::DateTime;
use resettle_sealed_log::{Moment, Time};

/// In nanoseconds.
const SECOND: i128 = 1_000_000_000;

/// A moment as a log of this place writes times: with the offset of one of its own times.
pub(super) fn shown(moment: Moment, like: &Time) -> String {
    let offset = like.offset();
    let since = moment.nanos + i128::from(offset) * SECOND;
    let seconds = i64::try_from(since.div_euclid(SECOND)).unwrap_or(0);
    let nanos = i32::try_from(since.rem_euclid(SECOND)).unwrap_or(0);
    // Logs write years of four digits, all of which the calendar has.
    let clock = DateTime::constant(1970, 1, 1, 0, 0, 0, 0).saturating_add(SignedDuration::new(seconds, nanos));
    let digits = if clock.subsec_nanosecond() % 1_000_000 == 0 { 3 } else { 9 };
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 3_600, offset.abs() / 60 % 60);
    format!("{clock:.digits$}{sign}{hours:02}:{minutes:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_shown_as_the_log_wrote_it() {
        for text in [
            "2023-06-01T09:01:33.676+08:00",
            "2024-02-29T23:59:59.000-09:30",
            "2016-12-31T00:00:00.123456789+00:00",
            "1969-12-31T23:00:00.500+10:00",
            "9999-12-31T23:59:59.999+00:00",
            "0000-01-01T00:00:00.000+00:00",
            "2000-03-01T00:00:00.000+14:00",
        ] {
            let time = Time::parse(text).unwrap();
            assert_eq!(shown(time.moment(), &time), text);
        }
        let zulu = Time::parse("2023-06-01T01:01:33Z").unwrap();
        assert_eq!(shown(zulu.moment(), &zulu), "2023-06-01T01:01:33.000+00:00");
    }
}
