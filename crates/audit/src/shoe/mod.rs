//! One shoe: what it still owes, and which cards it can hold.

mod burns;
mod composition;
mod cut_card;
mod duties;
mod replaced;

pub(crate) use burns::{Burns, Due, before_play, fault as burn_fault, misfit as burn_misfit};
pub(crate) use composition::{Composition, Surplus};
pub(crate) use cut_card::CutSeen;
pub(crate) use duties::{CheckDuty, DutyEnds};
pub(crate) use replaced::{Accounted, unaccounted};
