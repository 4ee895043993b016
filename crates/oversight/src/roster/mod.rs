//! Which tables had to write logs on which days.

mod decode;
mod missing;
mod scope;

use std::collections::BTreeSet;

use jiff::civil::Date;
use resettle_sealed_log::SourceKind;

use crate::day::DayRule;

pub use missing::{Completeness, Missing};
pub use scope::Scope;

/// The expected tables and days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// The tables.
    pub tables: Vec<RosterTable>,
}

/// One table and the days on which it had to write logs.
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
    /// The first day.
    pub first_day: Date,
    /// The last day, included.
    pub last_day: Date,
    /// Days without play, for which no log is expected.
    pub closed: BTreeSet<Date>,
    /// Which sources write a log.
    pub sources: Vec<ExpectedSource>,
    /// What counts as a day's log.
    pub logs: LogDays,
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
