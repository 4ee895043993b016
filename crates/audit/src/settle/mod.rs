//! What every wager of a coup should have returned, and whether it did.

mod amount;
mod combinations;
mod comparison;
mod duplicate_id;
mod early_close;
mod explained;
mod limits;
mod live;
mod lots;
mod no_wager;
mod payout;
mod settlement;
mod stakes;
mod status;
pub(crate) mod steps;
mod terminals;
mod under_limit;
mod unsettled;
mod withdrawn;

pub(crate) use comparison::came_back_of_stake;
pub(crate) use duplicate_id::duplicate_ids;
pub(crate) use live::NOT_AS_DECLARED;
pub(crate) use settlement::{Settlement, return_stakes, settle};
pub(crate) use unsettled::UnsettledCoup;
