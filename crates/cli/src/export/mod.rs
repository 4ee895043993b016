//! Tables of every coup: rows are made while a table is judged, kept in the spill as row groups, and put into files at the
//! end, in the order of tables.

mod write;

pub use write::{Exported, sums, write};

/// The views over the tables, as a database reads them.
pub const VIEWS: &str = "views.sql";
