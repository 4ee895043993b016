use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;

/// Milliseconds since 1970 began in UTC.
pub(crate) type Moment = i64;

/// The moment as a log writes it, at an offset of whole minutes east of Greenwich.
pub(crate) fn written(at: Moment, offset: i64) -> String {
    let clock = clock(at, offset);
    let zone = if offset == 0 {
        String::from("Z")
    } else {
        let sign = if offset < 0 { '-' } else { '+' };
        format!("{sign}{:02}:{:02}", offset.abs() / 60, offset.abs() % 60)
    };
    format!("{clock:.3}{zone}")
}

/// The moment of a local date and time.
pub(crate) fn local(date: Date, hour: i64, offset: i64) -> Moment {
    let midnight = Offset::UTC.to_timestamp(date.to_datetime(jiff::civil::Time::midnight()));
    midnight.map_or(Moment::MAX, Timestamp::as_millisecond) + hour * 3_600_000 - offset * 60_000
}

/// What a clock at this offset shows; where no calendar reaches, the first or the last moment that one does.
pub(crate) fn clock(at: Moment, offset: i64) -> DateTime {
    let shown = Timestamp::from_millisecond(at.saturating_add(offset.saturating_mul(60_000)));
    let shown = shown.unwrap_or(if at < 0 { Timestamp::MIN } else { Timestamp::MAX });
    Offset::UTC.to_datetime(shown)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn writes_local_time() {
        assert_eq!(written(0, 0), "1970-01-01T00:00:00.000Z");
        let at = local(date(2023, 6, 1), 9, 480);
        assert_eq!(written(at, 480), "2023-06-01T09:00:00.000+08:00");
        assert_eq!(written(at, 0), "2023-06-01T01:00:00.000Z");
        let leap = local(date(2024, 2, 29), 23, 600) + 59 * 60_000 + 59_999;
        assert_eq!(written(leap, 600), "2024-02-29T23:59:59.999+10:00");
        assert_eq!(written(leap + 1, 600), "2024-03-01T00:00:00.000+10:00");
    }
}
