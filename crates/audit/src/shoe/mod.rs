//! One shoe: what it still owes, and which cards it can hold.

mod composition;
mod duties;
mod replaced;

pub(crate) use composition::{Composition, Surplus};
pub(crate) use duties::CheckDuty;
pub(crate) use replaced::{Accounted, unaccounted};
