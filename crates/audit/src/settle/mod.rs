//! What every wager of a coup should have returned, and whether it did.

mod amount;
mod combinations;
mod limits;
mod payout;
mod standing;
mod wagers;

pub(crate) use limits::TableLimits;
pub(crate) use wagers::{Table, net, return_stakes, settle};
