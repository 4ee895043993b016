use std::fmt;

/// Odds "a to b": a stake of `b` wins `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Odds {
    win: u32,
    stake: u32,
}

/// A text that is no odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("odds are two whole numbers above 0, as `9 to 5`")]
pub struct OddsError;

impl Odds {
    /// The largest number on either side.
    pub const MAX: u32 = 1_000_000;

    /// Reads `a to b`.
    ///
    /// # Errors
    /// [`OddsError`] for anything else.
    pub fn parse(text: &str) -> Result<Self, OddsError> {
        let (win, stake) = text.split_once(" to ").ok_or(OddsError)?;
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
            if plain { digits.parse::<u32>().ok().filter(|n| *n <= Self::MAX) } else { None }
        };
        match (number(win), number(stake)) {
            (Some(win), Some(stake)) => Ok(Self { win, stake }),
            _ => Err(OddsError),
        }
    }

    /// What a stake wins, in units of the stake; exact.
    #[must_use]
    pub fn winnings(self, stake: i64) -> Winnings {
        let (win, per) = (i128::from(self.win), i128::from(self.stake));
        let whole = i128::from(stake) * win;
        Winnings { floor: whole.div_euclid(per), exact: whole.rem_euclid(per) == 0 }
    }

    /// `a` of "a to b".
    #[must_use]
    pub fn win(self) -> u32 {
        self.win
    }

    /// `b` of "a to b".
    #[must_use]
    pub fn stake(self) -> u32 {
        self.stake
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.win, self.stake)
    }
}

/// Winnings in minor units, before any rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winnings {
    /// Whole minor units, rounded down.
    pub floor: i128,
    /// Whether nothing was cut off.
    pub exact: bool,
}

impl Winnings {
    /// Rounded up to a minor unit.
    #[must_use]
    pub fn ceil(self) -> i128 {
        if self.exact { self.floor } else { self.floor + 1 }
    }

    /// Rounded up to the next multiple of `unit`, which is above 0.
    #[must_use]
    pub fn up_to_multiple(self, unit: i64) -> i128 {
        let unit = i128::from(unit.max(1));
        let up = self.ceil();
        let rest = up.rem_euclid(unit);
        if rest == 0 { up } else { up - rest + unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_two_whole_numbers() {
        assert_eq!(Odds::parse("9 to 5").map(|o| o.to_string()), Ok("9 to 5".to_owned()));
        for bad in [
            "0.95 to 1",
            "9 to 0",
            "0 to 5",
            "9to5",
            "9 to",
            " 9 to 5",
            "9 to 5 ",
            "-9 to 5",
            "09 to 5",
            "9 to 1000001",
            "+9 to 5",
        ] {
            assert_eq!(Odds::parse(bad), Err(OddsError), "{bad}");
        }
    }

    #[test]
    fn odds_say_both_their_numbers() {
        let odds = Odds::parse("19 to 20").unwrap();
        assert_eq!((odds.win(), odds.stake(), odds.to_string().as_str()), (19, 20, "19 to 20"));
    }

    #[test]
    fn fractions_are_kept_until_somebody_rounds() {
        let half = Odds::parse("1 to 2").unwrap().winnings(25);
        assert_eq!((half.floor, half.ceil(), half.up_to_multiple(10)), (12, 13, 20));
        let even = Odds::parse("1 to 1").unwrap().winnings(40);
        assert_eq!((even.floor, even.ceil(), even.up_to_multiple(10)), (40, 40, 40));
        let most = Odds::parse("1000000 to 1").unwrap().winnings(i64::MAX);
        assert_eq!(most.floor, i128::from(i64::MAX) * 1_000_000);
    }
}
