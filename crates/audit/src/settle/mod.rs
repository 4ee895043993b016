//! What every wager of a coup should have returned, and whether it did.

mod amount;
mod combinations;
mod limits;
mod payout;
mod standing;
mod wagers;

pub(crate) use amount::{Amount, listed};
pub(crate) use limits::TableLimits;
pub(crate) use standing::Standing;
pub(crate) use wagers::{Settlement, Table, net, return_stakes, settle};
