use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use resettle_sealed_log::{Moment, Time};

/// In nanoseconds.
const SECOND: i128 = 1_000_000_000;

/// A moment as a log of this place writes times: with the offset of one of its own times.
pub(super) fn shown(moment: Moment, like: &Time) -> String {
    let offset = offset(like);
    let since = moment.nanos + i128::from(offset.seconds()) * SECOND;
    let seconds = i64::try_from(since.div_euclid(SECOND)).unwrap_or(0);
    let nanos = i32::try_from(since.rem_euclid(SECOND)).unwrap_or(0);
    // Logs write years of four digits, which the calendar has all.
    let clock = DateTime::constant(1970, 1, 1, 0, 0, 0, 0).saturating_add(SignedDuration::new(seconds, nanos));
    let digits = if clock.subsec_nanosecond() % 1_000_000 == 0 { 3 } else { 9 };
    let seconds = offset.seconds();
    let sign = if seconds < 0 { '-' } else { '+' };
    let (hours, minutes) = (seconds.abs() / 3_600, seconds.abs() / 60 % 60);
    format!("{clock:.digits$}{sign}{hours:02}:{minutes:02}")
}

/// How far its clock is ahead of Greenwich, of a time that has been read.
fn offset(time: &Time) -> Offset {
    let text = time.as_str();
    let tail = text.len().checked_sub(6).and_then(|at| text.get(at..)).unwrap_or_default();
    let number = |from: usize| tail.get(from..from + 2).and_then(|digits| digits.parse::<i32>().ok()).unwrap_or(0);
    let size = number(1) * 3_600 + number(4) * 60;
    let seconds = match tail.as_bytes().first() {
        Some(b'+') => size,
        Some(b'-') => -size,
        _ => 0,
    };
    Offset::from_seconds(seconds).unwrap_or(Offset::UTC)
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
