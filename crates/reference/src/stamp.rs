//! Moments as a log writes them, and how far people's clocks may differ.

/// A minute, for what people notice and notify.
pub const MINUTE: i64 = 60_000_000_000;
/// A second, for all other times.
pub const SECOND: i64 = 1_000_000_000;

/// A moment in nanoseconds, and how finely it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Nanoseconds since 1970 began in UTC.
    pub nanos: i64,
    /// Digits of the fraction of a second, at most nine.
    pub digits: u32,
}

impl Stamp {
    fn at(self, digits: u32) -> i64 {
        let unit = 10_i64.pow(9_u32.saturating_sub(digits.min(9)));
        self.nanos.div_euclid(unit).saturating_mul(unit)
    }

    /// Whether this is later than the other by more than the slack, both taken at the coarser of their precisions.
    pub fn after(self, other: Stamp, slack: i64) -> bool {
        let digits = self.digits.min(other.digits);
        self.at(digits).saturating_sub(other.at(digits)) > slack
    }
}

/// Whether an error counts as noticed in time: before the next commencement, and in any case where it is said to
/// have been noticed later than it was written down.
pub fn noticed_in_time(noticed: Stamp, written: Stamp, next: Option<Stamp>) -> bool {
    noticed.nanos > written.nanos || next.is_none_or(|next| noticed.nanos < next.nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coarser_precision_decides() {
        let fine = Stamp { nanos: 5_999_000_000, digits: 3 };
        let coarse = Stamp { nanos: 5_000_000_000, digits: 0 };
        assert!(!fine.after(coarse, 0));
        assert!(fine.after(Stamp { digits: 3, ..coarse }, 0));
        assert!(!fine.after(Stamp { digits: 3, ..coarse }, SECOND));
    }

    #[test]
    fn nobody_writes_down_what_is_not_known_yet() {
        let at = |seconds: i64| Stamp { nanos: seconds * SECOND, digits: 0 };
        assert!(noticed_in_time(at(5), at(9), Some(at(6))));
        assert!(!noticed_in_time(at(6), at(9), Some(at(6))));
        assert!(noticed_in_time(at(10), at(9), Some(at(6))));
        assert!(noticed_in_time(at(8), at(9), None));
    }
}
