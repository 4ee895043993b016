use crate::Rules;

/// The moment after which a wager is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseMoment {
    /// When "no more bets" is announced or displayed: `times.closed`.
    Closed,
    /// When the first card leaves the device: `times.first_card`.
    FirstCard,
}

impl CloseMoment {
    /// The moment under these rules.
    pub fn of(rules: Rules) -> CloseMoment {
        match rules {
            // 3.2, 5.6, 5.7
            Rules::MbsSevenUp2011 | Rules::MbsSevenUp2017 | Rules::MbsBaccarat2017 => CloseMoment::Closed,
            // 3.2, 5.4, 5.5
            Rules::MbsElectronic2023 => CloseMoment::Closed,
            // 5.3, 5.4
            Rules::StarSevenUp2016 => CloseMoment::FirstCard,
        }
    }
}

/// What becomes of a wager that was placed or taken back too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lateness {
    /// The stake goes back, whatever the result.
    StakeBack {
        /// Whether that takes a reading.
        reading: bool,
    },
    /// It is settled as if it were still on the layout.
    Settled {
        /// Whether that takes a reading.
        reading: bool,
    },
}

/// A wager placed after the close: not honoured.
pub fn late_wager(rules: Rules) -> Lateness {
    match rules {
        // 5.6
        Rules::MbsSevenUp2011 | Rules::MbsSevenUp2017 | Rules::MbsBaccarat2017 => {
            Lateness::StakeBack { reading: false }
        }
        // 5.5 and 5.4 only forbid
        Rules::MbsElectronic2023 | Rules::StarSevenUp2016 => Lateness::StakeBack { reading: true },
    }
}

/// A wager withdrawn after the close: won or lost all the same.
pub fn late_withdrawal(rules: Rules) -> Lateness {
    match rules {
        // 5.7
        Rules::MbsSevenUp2011 | Rules::MbsSevenUp2017 | Rules::MbsBaccarat2017 => Lateness::Settled { reading: false },
        // 5.4 of both only forbids
        Rules::MbsElectronic2023 | Rules::StarSevenUp2016 => Lateness::Settled { reading: true },
    }
}
