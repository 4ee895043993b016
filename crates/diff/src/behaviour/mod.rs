//! What two rulesets do, whatever they say: everything that can happen is gone through under both.
//!
//! [`Rows`] holds, for a bet that both versions offer, which row of each settles a coup, over every set of facts that a
//! deal can give. [`deal`] goes through the deals by what cards count, and [`circumstances`] gives every combination of
//! facts of an irregularity. What is too large to be gone through is an error, never a "no difference".

mod bets;
mod circumstances;
mod coup;
mod deal;

pub(crate) use bets::{Met, Rows, TooLarge, same_rows};
pub(crate) use circumstances::{circumstances, misdeal};
pub(crate) use coup::in_turn;
pub(crate) use deal::dealt_otherwise;
