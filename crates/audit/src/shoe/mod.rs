//! One shoe: what it still owes, and which cards it can hold; and the sign that stands beside it.

mod burns;
mod composition;
mod cut_card;
mod duties;
mod replaced;
mod sign;

pub(crate) use burns::{Burns, Due, before_play, fault as burn_fault, misfit as burn_misfit, of_a_coup};
pub(crate) use composition::{Composition, Surplus};
pub(crate) use cut_card::CutSeen;
pub(crate) use duties::{CheckDuty, DutyEnds};
pub(crate) use replaced::{Accounted, unaccounted};
pub(crate) use sign::chip_above_a_minimum;
