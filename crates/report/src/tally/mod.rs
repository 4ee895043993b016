//! Sums over judged coups: what each table staked and paid, how often each result came, what each
//! shoe gave. Sums of several logs or tables add up to the same whatever the order.

mod chance;
mod counts;
mod coverage;
mod days;
mod exceptions;
mod found;
mod outcomes;
mod register;
mod routine;
mod shoes;
mod squares;
mod staff;
mod sums;
mod tables;
mod won;
mod work;

pub use resettle_audit::Money;
use resettle_audit::Routine;
use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

pub use chance::ChanceRow;
pub use counts::Counts;
pub(crate) use coverage::is_of_coups;
pub use coverage::{Coverage, NotAskedRow, Part, custody_of};
pub use days::{DayTotals, Days, LargestCoup};
pub use exceptions::Exceptions;
pub use found::FoundMoney;
pub use outcomes::{OutcomeRow, Outcomes};
pub use register::{By, RegisterCounts, RegisterSum, SumItem, SummedOver, sum_kind, summed, sums_of_rows};
pub use routine::{RoutineRow, RoutineSum, Routines};
pub use shoes::{PackedPart, ShoeRow, Shoes, whole_shoes};
pub use squares::Squares;
pub use staff::{Post, StaffCounts, StaffMost, StaffTally};
pub use sums::Sums;
pub(crate) use tables::is_nought;
pub use tables::{BetTotals, TableTotals};
pub use won::Won;
pub use work::Work;

/// The sums of one table, but for its shoes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Tally {
    /// What was staked and paid.
    pub table: TableTotals,
    /// The results.
    pub outcomes: Outcomes,
    /// What was staked and paid on each day.
    pub days: Days,
    /// How many findings there are, and when.
    pub exceptions: Exceptions,
    /// The money of its findings.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub found: FoundMoney,
    /// Who was on duty.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub staff: StaffTally,
}

impl Tally {
    /// Adds what happened beside the wagers of coups, on a day given by its number since 1970.
    pub fn routine(&mut self, day: Option<i64>, routine: Routine, cards: u64, money: i128) {
        self.table.routine.once(routine, cards, money);
        if let Some(day) = day {
            self.days.on(day).routine.once(routine, cards, money);
        }
    }

    /// Says which table this was.
    pub fn of(&mut self, open: &Open) {
        self.table.of(open);
    }
}
