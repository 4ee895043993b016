//! Tables of every coup: rows are made while a table is judged, kept in the spill as row groups, and put into files at
//! the end, in the order of tables.

mod sample;
mod write;

pub use sample::{Drawing, draw};
pub use write::{Exported, sums, write};

/// The views over the tables, as a database reads them.
pub const VIEWS: &str = "views.sql";

/// The file of a report that lists the tables with their hashes.
pub const EXPORTED: &str = "export.sha256";
