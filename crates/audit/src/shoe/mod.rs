//! One shoe: what it still owes, and which cards it can hold.

mod composition;
mod duties;

pub(crate) use composition::{Composition, Surplus};
pub(crate) use duties::CheckDuty;
