//! A month of several venues' tables: a log a day for each table, shoes that straddle midnight, and faults in one
//! shoe out of this many.
//!
//! Every table plays by itself, from its own seed, so that tables can be written side by side in any order. Equal
//! configurations give equal bytes.

pub(crate) mod calendar;
pub(crate) mod lot;
mod plan;
mod roster;

pub use crate::expected::Absence;
pub use plan::{MonthConfig, MonthError, MonthTable};
pub use roster::roster_yaml;

use std::io::{self, Write};

use crate::Expected;
use crate::config::{Error, Planted};

/// What came of one table's month.
#[derive(Clone, Debug, Default)]
pub struct MonthOutcome {
    /// The logs written: path and id.
    pub logs: Vec<(String, String)>,
    /// What a replay should find, each with the id of the log that shows it.
    pub expected: Vec<(String, Expected)>,
    /// The table's entries of the trust store, below `keys:`.
    pub trust_yaml: String,
    /// The faults, each with the coup that it was planted on.
    pub planted: Vec<Planted>,
    /// Shoes begun.
    pub shoes: u64,
    /// Coups written.
    pub coups: u64,
    /// Lines written.
    pub records: u64,
    /// All stakes written, returned ones among them, in minor units.
    pub staked: i64,
    /// All that went back, less commission, in minor units.
    pub returned: i64,
    /// Shoes with coups in two logs.
    pub straddling: u64,
}

/// Writes one table's month; `out` opens each day's log by its path below the month's folder.
///
/// # Errors
/// When writing fails, or an amount passes 64 bits.
pub fn simulate_table<W: Write>(
    config: &MonthConfig,
    table: &MonthTable,
    mut out: impl FnMut(&str) -> io::Result<W>,
) -> Result<MonthOutcome, Error> {
    crate::table::days::run(config, table, &mut out)
}
