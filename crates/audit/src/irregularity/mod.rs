//! What the irregularities of a coup lead to.

mod effects;
mod facts;
mod group;

pub(crate) use effects::{Effect, Effects, is_misdeal, reaches};
pub(crate) use facts::{Circumstances, Claim, Established, Logged};
