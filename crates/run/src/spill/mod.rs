//! What is found goes to a temporary file once it is more than a little, so that memory use depends neither on the
//! length of a log nor on the number of its faults.
//!
//! A [`Lot`] takes what one table gives, a [`Gathered`] the lots of a run; the order of the report is made by sorting
//! runs of rows and merging them. The file has no name and goes with the process.

mod beside;
mod findings;
mod gathered;
mod lot;
mod on_duty;
mod runs;
mod shelf;
mod store;
#[cfg(test)]
mod tests;

pub use gathered::{AboutTable, Gathered, ReportRows, Whole};
pub use lot::{Finished, Lot};
pub use on_duty::OnDuty;
pub use store::{SpillError, SpillSection, Store};
