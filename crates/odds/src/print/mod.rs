//! Odds as text and as JSON.

mod json;
mod text;

pub use json::{EDGE_DIGITS, OddsJson, RoundedJson, RowJson, WagerJson, json};
pub use text::{one_shoe, over_decks};
