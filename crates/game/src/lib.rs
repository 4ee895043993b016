//! Cards, hands, point totals, odds and money: the vocabulary of the baccarat family.
//!
//! Nothing here knows a venue or a rule; rulesets bring the values of cards and the odds.

mod amount;
mod card;
mod money;
mod side;

pub use amount::{Amount, minor_digits};
pub use card::{Card, Rank, Suit};
pub use money::{Odds, OddsError, Winnings};
pub use side::{PerSide, Side, Winner};
