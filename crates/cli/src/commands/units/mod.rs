//! The monthly run in three steps: a plan of its units of work, a result of each, and the report of them all.
//!
//! `batch` takes the same steps in one process.

mod again;
mod judging;
mod merging;
mod outcome;
mod paths;
mod plan;
mod planning;

pub use judging::judge;
pub use merging::merge;
pub use planning::plan;
