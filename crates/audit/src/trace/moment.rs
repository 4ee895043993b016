use resettle_coup_log::{Moment, Time};

const DAY: i128 = 86_400_000_000_000;

/// A moment as a log of this place writes times: with the offset of one of its own times.
pub(super) fn shown(moment: Moment, like: &Time) -> String {
    let offset = offset(like);
    let nanos = moment.nanos + i128::from(offset) * 1_000_000_000;
    let (days, of_day) = (nanos.div_euclid(DAY), nanos.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    let (seconds, fraction) = (of_day / 1_000_000_000, of_day % 1_000_000_000);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 3_600, offset.abs() / 60 % 60);
    let fraction =
        if fraction % 1_000_000 == 0 { format!("{:03}", fraction / 1_000_000) } else { format!("{fraction:09}") };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction}{sign}{hours:02}:{minutes:02}")
}

/// Seconds east of Greenwich, of a time that has been read.
fn offset(time: &Time) -> i64 {
    let text = time.as_str();
    let tail = text.len().checked_sub(6).and_then(|at| text.get(at..)).unwrap_or_default();
    let number = |from: usize| tail.get(from..from + 2).and_then(|digits| digits.parse::<i64>().ok()).unwrap_or(0);
    let size = number(1) * 3_600 + number(4) * 60;
    match tail.as_bytes().first() {
        Some(b'+') => size,
        Some(b'-') => -size,
        _ => 0,
    }
}

/// The date so many days after 1970-01-01.
fn civil(days: i128) -> (i128, i128, i128) {
    // Years are counted from March, so that the leap day is the last day of a year.
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year + i128::from(month <= 2), month, day)
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
            "2000-03-01T00:00:00.000+14:00",
        ] {
            let time = Time::parse(text).unwrap();
            assert_eq!(shown(time.moment(), &time), text);
        }
        let zulu = Time::parse("2023-06-01T01:01:33Z").unwrap();
        assert_eq!(shown(zulu.moment(), &zulu), "2023-06-01T01:01:33.000+00:00");
    }
}
