//! Which tables had to write logs on which days.

mod decode;
mod draft;
mod follow;
mod missing;
mod profile;
mod scope;

use std::collections::BTreeSet;

use jiff::civil::Date;
use resettle_sealed_log::SourceKind;

use crate::day::DayRule;

pub use draft::draft;
pub use missing::{Completeness, Missing};
pub use profile::{Bound, Breach, Hours, Profile};
pub use scope::Scope;

/// The namespace of a roster's signature.
pub const NAMESPACE: &str = "resettle-roster";

/// The expected tables and days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// Each table once for each of its periods.
    pub tables: Vec<RosterTable>,
}

/// One table and the days of one period on which it had to write logs.
#[derive(Clone, Debug, PartialEq)]
pub struct RosterTable {
    /// The line of the roster that lists it, from 1.
    pub line: u32,
    /// As logs name it.
    pub venue: String,
    /// As logs name it.
    pub game: String,
    /// As logs name it.
    pub table: String,
    /// When its days begin.
    pub days: DayRule,
    /// The first day on which it had to write logs.
    pub first_day: Date,
    /// The last day, included.
    pub last_day: Date,
    /// Days without play, for which no log is expected.
    pub closed: BTreeSet<Date>,
    /// Which sources write a log.
    pub sources: Vec<ExpectedSource>,
    /// What counts as a day's log.
    pub logs: LogDays,
    /// What its logs have to hold of each coup and wager that has it.
    pub must: BTreeSet<Must>,
    /// What each of its logs may hold and has to hold, where that is said.
    pub profile: Option<Profile>,
}

/// Something optional that logs have to hold where a roster says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Must {
    /// The cards of each coup.
    Cards,
    /// The result that was announced.
    Declared,
    /// What the display showed.
    Display,
    /// The start of each shoe, with what it holds.
    Start,
    /// The close of each coup.
    Times,
    /// A table sign that names a bound of each bet.
    Limits,
    /// When each wager was placed.
    Placed,
    /// The player or the seat of each wager.
    Person,
    /// The area of each wager.
    Area,
    /// A seal that counts.
    Seal,
}

impl Must {
    /// All that a roster can ask for, each once.
    pub const ALL: [Self; 10] = [
        Self::Cards,
        Self::Declared,
        Self::Display,
        Self::Start,
        Self::Times,
        Self::Limits,
        Self::Placed,
        Self::Person,
        Self::Area,
        Self::Seal,
    ];

    /// As rosters write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Declared => "declared",
            Self::Display => "display",
            Self::Start => "start",
            Self::Times => "times",
            Self::Limits => "limits",
            Self::Placed => "placed",
            Self::Person => "person",
            Self::Area => "area",
            Self::Seal => "seal",
        }
    }
}

impl RosterTable {
    /// Whether it asks something of logs of a table on a day.
    #[must_use]
    pub fn is_of(&self, venue: &str, game: &str, table: &str, day: Date) -> bool {
        (self.venue.as_str(), self.game.as_str(), self.table.as_str()) == (venue, game, table) && self.is_on(day)
    }

    /// Whether a day lies in its period.
    #[must_use]
    pub fn is_on(&self, day: Date) -> bool {
        (self.first_day..=self.last_day).contains(&day)
    }
}

/// One source that has to be there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExpectedSource {
    /// This many of this kind, whatever their ids.
    Any(SourceKind, usize),
    /// The one of this id.
    Named(SourceKind, String),
}

/// What counts as a day's log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogDays {
    /// A log that begins on the day.
    #[default]
    Daily,
    /// A log that begins on the day or before it, and ends on the day or after it.
    Spanning,
}
