//! Who was on duty at a table: badge ids from records of the log, or from a staffing file. Names are never needed.

mod duty;
mod file;

pub use duty::{Duties, Duty, DutyEntry, SOURCE_LOG, SOURCE_STAFFING};
pub use file::{StaffedTable, Staffing};
