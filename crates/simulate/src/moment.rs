/// Milliseconds since 1970 began in UTC.
pub(crate) type Moment = i64;

/// The moment as a log writes it, at an offset of whole minutes east of Greenwich.
pub(crate) fn written(at: Moment, offset: i64) -> String {
    let local = at.saturating_add(offset.saturating_mul(60_000));
    let (days, rest) = (local.div_euclid(86_400_000), local.rem_euclid(86_400_000));
    let (year, month, day) = civil(days);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, milli) = (rest / 1_000 % 60, rest % 1_000);
    let zone = if offset == 0 {
        String::from("Z")
    } else {
        let sign = if offset < 0 { '-' } else { '+' };
        format!("{sign}{:02}:{:02}", offset.abs() / 60, offset.abs() % 60)
    };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}{zone}")
}

/// The moment of a local date and time.
pub(crate) fn local(date: (i64, i64, i64), hour: i64, offset: i64) -> Moment {
    let (year, month, day) = date;
    // days from the civil calendar, with years beginning in March
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    days * 86_400_000 + hour * 3_600_000 - offset * 60_000
}

/// The date of a moment, as a clock at this offset shows it.
pub(crate) fn civil_of(at: Moment, offset: i64) -> (i64, i64, i64) {
    civil(at.saturating_add(offset.saturating_mul(60_000)).div_euclid(86_400_000))
}

fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let years = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * years + years / 4 - years / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = years + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_local_time() {
        assert_eq!(written(0, 0), "1970-01-01T00:00:00.000Z");
        let at = local((2023, 6, 1), 9, 480);
        assert_eq!(written(at, 480), "2023-06-01T09:00:00.000+08:00");
        assert_eq!(written(at, 0), "2023-06-01T01:00:00.000Z");
        let leap = local((2024, 2, 29), 23, 600) + 59 * 60_000 + 59_999;
        assert_eq!(written(leap, 600), "2024-02-29T23:59:59.999+10:00");
        assert_eq!(written(leap + 1, 600), "2024-03-01T00:00:00.000+10:00");
    }
}
