//! Odds as text and as JSON.

mod json;
mod text;

pub use json::{EDGE_DIGITS, OddsJson, RowJson, WagerJson, json};
pub use text::{one_shoe, over_decks};
