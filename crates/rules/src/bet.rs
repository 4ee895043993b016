use std::fmt;

use resettle_game::Odds;

use crate::condition::Condition;

/// When a row of a bet holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// A condition holds.
    Is(Condition),
    /// No other row of the bet does.
    Otherwise,
}

/// What becomes of a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pays {
    /// It wins at these odds, and goes back.
    Odds(Odds),
    /// It goes back.
    Push,
    /// It is lost.
    Loses,
    /// This many parts of it are lost, the rest goes back.
    LosesPart {
        /// How many parts.
        lost: u32,
        /// Of how many; more than are lost.
        of: u32,
    },
}

impl Pays {
    /// Whether it wins.
    #[must_use]
    pub fn wins(self) -> bool {
        matches!(self, Self::Odds(_))
    }

    /// Whether some of it is lost.
    #[must_use]
    pub fn loses(self) -> bool {
        matches!(self, Self::Loses | Self::LosesPart { .. })
    }

    /// The odds at which it wins.
    #[must_use]
    pub fn odds(self) -> Option<Odds> {
        match self {
            Self::Odds(odds) => Some(odds),
            Self::Push | Self::Loses | Self::LosesPart { .. } => None,
        }
    }

    /// `wins`, `stands off`, `loses`.
    #[must_use]
    pub fn outcome(self) -> &'static str {
        match self {
            Self::Odds(_) => "wins",
            Self::Push => "stands off",
            Self::Loses => "loses",
            Self::LosesPart { .. } => "loses in part",
        }
    }
}

/// As rulesets write it: `9 to 5`, `push`, `loses`, `loses 1 of 2`.
impl fmt::Display for Pays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Odds(odds) => odds.fmt(f),
            Self::Push => f.write_str("push"),
            Self::Loses => f.write_str("loses"),
            Self::LosesPart { lost, of } => write!(f, "loses {lost} of {of}"),
        }
    }
}

/// A row of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetRow {
    /// When it holds.
    pub when: When,
    /// What becomes of a stake then.
    pub pays: Pays,
}

/// Another way to read the rows of a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// What is counted over both hands is counted in the hand that has the most.
    OneHand,
}

impl Reading {
    /// The rows so read.
    #[must_use]
    pub fn of(self, rows: &[BetRow]) -> Vec<BetRow> {
        let Self::OneHand = self;
        let when = |when: &When| match when {
            When::Is(condition) => When::Is(condition.with(&crate::Fact::in_one_hand)),
            When::Otherwise => When::Otherwise,
        };
        rows.iter().map(|row| BetRow { when: when(&row.when), pays: row.pays }).collect()
    }
}

/// The rows of a bet, to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetRows {
    /// Exactly one of them holds for any coup.
    pub rows: Vec<BetRow>,
    /// Another reading, where there is one.
    pub reading: Option<Reading>,
}
