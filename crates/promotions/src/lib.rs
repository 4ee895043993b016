//! Registers of promotional prizes: CSV files read strictly, with every fault reported by line and column, and judged by
//! what a ruleset says of such prizes.
//!
//! The contract is `docs/spec/promotions.md`. Nothing here reads a file or a clock.

mod breach;
mod csv;
mod judge;
mod read;
mod register;
mod time;

pub use breach::Breach;
pub use csv::Fault;
pub use judge::{Judged, NoPromotions, UsedRuleset, judge};
pub use read::{HeadError, MAX_FILE, Malformed, Place};
pub use register::{FILES, Head, Register};
