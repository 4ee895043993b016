//! One coup: its cards, the table of play, what they come to.

mod cards;
mod conclusive;
mod deal;
mod outcome;
mod play;
mod same_card;

pub(crate) use cards::{card, cards, known};
pub(crate) use conclusive::outcome_established;
pub(crate) use deal::{Allowed, redeal};
pub(crate) use outcome::ANNOUNCED_COUNT;
pub use outcome::{Hands, Outcome};
pub use play::{DrawStep, Played, play};
pub(crate) use same_card::{of_one, together};
