/// What is right to return for a wager, stake included, in minor currency units. Where the documents leave
/// a fraction open, every amount from `low` to `high` is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The least that is right.
    pub low: i64,
    /// The most that is right.
    pub high: i64,
}

impl Due {
    /// One amount alone is right, in minor units.
    pub fn exactly(amount: i64) -> Due {
        Due { low: amount, high: amount }
    }

    /// `returned` less what is due, to the nearer bound: zero where it is right.
    pub fn difference(self, returned: i64) -> Option<i64> {
        if returned < self.low {
            returned.checked_sub(self.low)
        } else if returned > self.high {
            returned.checked_sub(self.high)
        } else {
            Some(0)
        }
    }
}

/// Why a wager could not be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The document offers no such wager.
    NotOffered,
    /// A stake or chip of zero or less.
    NotMoney,
    /// The amount passes 64 bits.
    TooMuch,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Error::NotOffered => "the rules offer no such wager",
            Error::NotMoney => "a stake or chip must be above zero",
            Error::TooMuch => "the amount passes 64 bits",
        })
    }
}

impl std::error::Error for Error {}

/// Winnings of `stake` at `a` to `b`, as the least and the most that is right.
pub(crate) fn winnings(stake: i64, a: i64, b: i64, up_to: Option<i64>) -> Result<(i128, i128), Error> {
    let times = i128::from(stake).checked_mul(i128::from(a)).ok_or(Error::TooMuch)?;
    let b = i128::from(b);
    match up_to {
        // the next multiple of the chip above, of the exact fraction times / b
        Some(chip) => {
            let unit = b.checked_mul(i128::from(chip)).ok_or(Error::TooMuch)?;
            if unit <= 0 {
                return Err(Error::NotMoney);
            }
            let mut chips = times / unit;
            if times % unit != 0 {
                chips += 1;
            }
            let won = chips.checked_mul(i128::from(chip)).ok_or(Error::TooMuch)?;
            Ok((won, won))
        }
        None => {
            if b <= 0 {
                return Err(Error::NotMoney);
            }
            let low = times / b;
            let high = if times % b == 0 { low } else { low + 1 };
            Ok((low, high))
        }
    }
}
