//! Cards, hands, point totals, odds, money, and the words of logs and rulesets: the vocabulary of the baccarat family.
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
//!
//! The words that logs and rulesets share stand here too:
//!
//! ```
//! use resettle_game::{Role, Ruling};
//!
//! assert_eq!(Ruling::parse("stands"), Some(Ruling::Stands));
//! let by = Role::parse("gaming_manager").expect("a role of the format");
//! assert!(by.reaches(Role::CasinoSupervisor));
//! assert_eq!(Role::parse("boss"), None);
//! ```

#[macro_use]
mod declare;

mod amount;
mod card;
mod counted;
mod facts;
mod known_card;
mod money;
mod side;
mod words;

pub use amount::{Amount, Unit, minor_digits, number_of_minor};
pub use card::{Card, Rank, Suit};
pub use counted::{counted, counted_that, in_thousands};
pub use facts::{Fact, Form, IrregularityFacts, IrregularityWhen, ResolvedFacts, Said};
pub use known_card::KnownCard;
pub use money::{Odds, OddsError, Winnings};
pub use side::{PerSide, Side, Winner};
pub use words::{
    Affects, Cause, DealtFault, DeclaredResult, Kind, Mode, NoBetReason, PrizeKind, Role, Ruling, Shown, Stage, To,
    Token,
};
