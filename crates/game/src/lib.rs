//! Cards, hands, point totals, odds and money: the vocabulary of the baccarat family.
//!
//! Nothing here knows a venue or a rule; rulesets bring the values of cards and the odds.
//!
//! ```
//! use resettle_game::{Amount, Odds};
//!
//! let banker = Odds::parse("19 to 20")?;
//! let won = banker.winnings(20_000);
//! assert_eq!((won.floor, won.exact), (19_000, true));
//! assert_eq!(Amount::new(20_000 + won.floor, Some("SGD")).to_string(), "390.00 SGD");
//! # Ok::<(), resettle_game::OddsError>(())
//! ```

mod amount;
mod card;
mod money;
mod side;

pub use amount::{Amount, minor_digits};
pub use card::{Card, Rank, Suit};
pub use money::{Odds, OddsError, Winnings};
pub use side::{PerSide, Side, Winner};
