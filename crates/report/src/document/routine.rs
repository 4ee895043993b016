//! What happened without the cards of a coup deciding it, row by row.

use resettle_audit::Routine;

use super::DayRow;
use crate::tally::{RoutineSum, Routines, TableTotals};

/// How often one thing happened at a table without the cards deciding it. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HappenedRow {
    /// As rulesets name it.
    pub jurisdiction: String,
    /// As rulesets name it.
    pub venue: String,
    /// As rulesets name it.
    pub game: String,
    /// The table's id, as its logs write it.
    pub table: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The day of play, `YYYY-MM-DD`; none of the whole period.
    pub day: Option<String>,
    /// Which kind of thing happened.
    pub kind: Routine,
    /// How often, with which cards and what money.
    pub sum: RoutineSum,
}

impl HappenedRow {
    /// Each table on each day, in the order of kinds.
    pub fn by_day(days: &[DayRow]) -> impl Iterator<Item = Self> {
        days.iter().flat_map(|row| {
            let DayRow { jurisdiction, venue, game, table, currency, day, routine, .. } = row;
            let names = [jurisdiction, venue, game, table, currency].map(String::as_str);
            Self::all(names, Some(day), routine)
        })
    }

    /// Each table over the whole period, likewise.
    pub fn by_table(tables: &[TableTotals]) -> impl Iterator<Item = Self> {
        tables.iter().flat_map(|row| {
            let (jurisdiction, venue, game, table, currency) = row.key();
            Self::all([jurisdiction, venue, game, table, currency], None, &row.routine)
        })
    }

    fn all<'r>(names: [&'r str; 5], day: Option<&'r String>, routine: &'r Routines) -> impl Iterator<Item = Self> + 'r {
        routine.iter().map(move |(kind, sum)| {
            let [jurisdiction, venue, game, table, currency] = names.map(str::to_owned);
            Self { jurisdiction, venue, game, table, currency, day: day.cloned(), kind, sum: *sum }
        })
    }
}
