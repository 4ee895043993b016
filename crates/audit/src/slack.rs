use resettle_sealed_log::{Moment, Time};
use resettle_yaml::{Faults, section};

const SECOND: i128 = 1_000_000_000;
/// How long before its log was opened the first coup of a log may have commenced, in nanoseconds.
const HOUR: i128 = 3_600 * SECOND;
/// How long before its log was opened an irregularity may have been noticed, in nanoseconds.
const DAY: i128 = 24 * HOUR;

section! {
    Faults;
    /// How far people's clocks may differ: `adjudication.md`, "Slack".
    Slack {
        /// Between `noticed` or `notified_at` and another time where claims are compared with a log (`claim/refuted`,
        /// `procedure/clock`); left out, `60s`.
        noticed: i128 = Duration => or(Self::default().noticed),
        /// Between two other times; left out, `1s`.
        times: i128 = Duration => or(Self::default().times),
    }
}

impl Copy for Slack {}

resettle_yaml::texts! {
    Faults;
    /// `250ms` or `2s`; held in nanoseconds.
    pub(crate) Duration: i128, "^[0-9]{1,9}m?s$" => |node, _, faults| {
        let text = node.text(faults)?;
        let parts = [("ms", 1_000_000), ("s", 1_000_000_000)];
        let read = parts.iter().find_map(|(unit, nanos)| {
            let digits = text.strip_suffix(unit)?;
            let plain = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
            if plain { digits.parse::<Self>().ok().map(|n| n * nanos) } else { None }
        });
        if read.is_none() {
            faults.add_with_help(node.place, format!("`{text}` is no duration"), "write it as 250ms or 2s");
        }
        read
    };
}

impl Default for Slack {
    fn default() -> Self {
        Self { noticed: 60 * SECOND, times: SECOND }
    }
}

/// Whether `one` lies after `other` by more than `slack` nanoseconds. Both are taken at the coarser of their precisions.
pub(crate) fn after(one: &Time, other: &Time, slack: i128) -> bool {
    let unit = one.precision().max(other.precision());
    whole(one.moment(), unit) > whole(other.moment(), unit).saturating_add(slack)
}

/// Whether `one` lies more than an hour before `other`.
pub(crate) fn an_hour_before(one: &Time, other: &Time) -> bool {
    after(other, one, HOUR)
}

/// Whether `one` lies more than a day before `other`.
pub(crate) fn a_day_before(one: &Time, other: &Time) -> bool {
    after(other, one, DAY)
}

fn whole(moment: Moment, unit: i128) -> i128 {
    moment.nanos.div_euclid(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        Time::parse(&format!("2023-06-01T{text}Z")).unwrap()
    }

    #[test]
    fn times_compare_at_the_coarser_precision() {
        assert!(!after(&time("12:00:05.900"), &time("12:00:05"), 0));
        assert!(after(&time("12:00:06.000"), &time("12:00:05"), 0));
        assert!(after(&time("12:00:05.900"), &time("12:00:05.899"), 0));
    }

    #[test]
    fn the_slack_itself_is_no_difference() {
        let slack = Slack::default();
        assert!(!after(&time("12:01:00"), &time("12:00:00"), slack.noticed));
        assert!(after(&time("12:01:01"), &time("12:00:00"), slack.noticed));
        assert!(!after(&time("12:00:01"), &time("12:00:00"), slack.times));
        assert!(after(&time("12:00:01.001"), &time("12:00:00.000"), slack.times));
    }

    #[test]
    fn the_hour_is_not_lengthened() {
        assert!(!an_hour_before(&time("11:00:00"), &time("12:00:00")));
        assert!(an_hour_before(&time("10:59:59"), &time("12:00:00")));
    }
}
