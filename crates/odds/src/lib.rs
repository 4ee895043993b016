//! Exact odds of a ruleset: every deal from a full shoe is counted, none is sampled.
//!
//! [`RulesetOdds::of`] gives, for a ruleset and a number of decks, the probability of every result
//! and paytable row, and the return, house edge and variance of every wager. Deals are counted by
//! ranks, and by suits where a bet asks for them, without replacement; a permanent card is printed, and is none of the shoe's. All numbers
//! are fractions of whole numbers: there is no float and nothing is rounded before it is printed
//! ([`decimal`]). Stakes are counted as one unit; what a rule that rounds winnings or a commission makes of the
//! house edge depends on the stake, and stands beside it ([`Rounded`], and at the stakes of a table [`StakedEdges`]).
//!
//! ```
//! use resettle_odds::{RulesetOdds, percent};
//!
//! let registry = resettle_rulesets::registry()?;
//! let rules = registry.get("sg/mbs/baccarat/2017-02-17").expect("an embedded ruleset");
//! let odds = RulesetOdds::of(rules, 8)?;
//! let banker = odds.wager("banker").expect("a bet");
//! assert_eq!(percent(&banker.house_edge, 3), "1.058 %");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decimal;
mod distribution;
mod favours;
pub mod print;
mod rounded;
mod spread;
mod stakes;
mod wager;

/// A fraction of whole numbers of any size, always in lowest terms.
pub type Fraction = num_rational::BigRational;

pub use decimal::{decimal, fraction, percent, percent_not_zero};
pub use distribution::Distribution;
pub use favours::{FavoursPlayer, favours_player};
pub use rounded::{Rounded, RoundedEdge, RoundedStake, edge_at, rounds_to_chips};
pub use spread::{Band, band, root};
pub use stakes::{StakedEdge, StakedEdges, Stakes};
pub use wager::{OddsError, RowOdds, RulesetOdds, WagerOdds, edge};
