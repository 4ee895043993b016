//! Several sources of one table judged as one: the shoe knows the cards, each terminal its own
//! wagers, the display what it showed. Shoe and coup number join them.

mod coup;
mod days;
mod events;
mod expected;
mod line;
mod segments;
mod shoe_turn;
mod sources;
mod table;
mod times;
mod turns;
mod wagers;

pub use expected::{Expected, SourceSettings, Tolerance};
pub(crate) use table::replay;
