//! Sums over judged coups: what each table staked and paid, how often each result came, what each
//! shoe gave. Sums of several logs or tables add up to the same whatever the order.

mod chance;
mod clean;
mod counts;
mod days;
mod exceptions;
mod found;
mod outcomes;
mod register;
mod shoes;
mod squares;
mod staff;
mod tables;
mod won;

use resettle_audit::CoupSeen;
use resettle_sealed_log::Open;
use serde::{Deserialize, Serialize};

pub use chance::ChanceRow;
pub use clean::CleanSums;
pub use counts::Counts;
pub use days::{DayTotals, Days};
pub use exceptions::Exceptions;
pub use found::FoundMoney;
pub use outcomes::{OutcomeRow, Outcomes};
pub use register::{By, RegisterCounts, RegisterSum, SumItem, Summed, SummedOver, sum_kind, sums_of_rows};
pub use shoes::{ShoeRow, Shoes, whole_shoes};
pub use squares::Squares;
pub use staff::{Post, StaffCounts, StaffTally};
pub(crate) use tables::is_nought;
pub use tables::{BetTotals, TableTotals};
pub use won::Won;

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
    /// Counts one coup of a day, given by its number since 1970; of a tournament's nothing here is money.
    pub fn coup(&mut self, day: Option<i64>, seen: &CoupSeen) {
        if seen.coup.tournament.is_some() {
            return;
        }
        self.table.coup(seen);
        self.outcomes.coup(seen);
        if let Some(day) = day {
            self.days.coup(day, seen);
        }
    }

    /// Says which table this was.
    pub fn of(&mut self, open: &Open) {
        self.table.of(open);
    }
}
