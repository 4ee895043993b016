use jiff::civil::Date;

use crate::moment::{Moment, clock, local};

/// One day of a table: its date and how many coups it plays before and after the break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    /// Midnight, as its clocks show it.
    pub(crate) begins: Moment,
    pub(crate) date: Date,
    /// Coups from midnight on, or straight after the last one of the day before.
    pub(crate) early: u64,
    /// Coups after the break, up to midnight.
    pub(crate) late: u64,
}

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// A coup and what lies around it, in milliseconds, on average and a little more.
pub(crate) const PACE: i64 = 50_600;

/// The days of a table; `plays` says on which of them it is open.
pub(crate) fn days(first: Date, offset: i64, count: u64, coups: u64, plays: impl Fn(u64) -> bool) -> Vec<Day> {
    let open: Vec<u64> = (0..count).filter(|day| plays(*day)).collect();
    let all = u64::try_from(open.len()).unwrap_or(1).max(1);
    let first = local(first, 0, offset);
    let mut out = Vec::new();
    for (place, day) in (0u64..).zip(&open) {
        let quota = coups / all + u64::from(place < coups % all);
        let begins = first + i64::try_from(*day).unwrap_or(0).saturating_mul(DAY);
        // Nothing may run on into a day without play.
        let goes_on = open.contains(&(day + 1));
        let late = if goes_on { quota / 2 } else { 0 };
        out.push(Day { begins, date: clock(begins, offset).date(), early: quota - late, late });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coups_are_spread_over_open_days_and_none_runs_into_a_closed_one() {
        let days = days(jiff::civil::date(2023, 6, 29), 480, 4, 302, |day| day != 2);
        let shown: Vec<String> = days.iter().map(|day| format!("{} {} {}", day.date, day.early, day.late)).collect();
        assert_eq!(shown, ["2023-06-29 51 50", "2023-06-30 101 0", "2023-07-02 100 0"]);
    }
}
