//! Odds as text and as JSON.

mod choices;
mod json;
mod text;

pub use choices::every_choice;
pub use json::{EDGE_DIGITS, OddsJson, RoundedJson, RowJson, StakedEdgeJson, StakedJson, StakesJson, WagerJson, json};
pub use text::{one_shoe, over_decks};
