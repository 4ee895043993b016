//! The semantic core: what the cards of a coup come to, and what each bet then pays.
//!
//! A coup's cards, in the hands where the rules put them, give [`Fact`]s: a closed vocabulary with
//! few values each. A bet is a list of [`BetRow`]s, each a [`Condition`] over facts and what it
//! [`Pays`]. A [`Book`] holds all bets of a ruleset, compiled: the facts of a coup give an index, the
//! index gives the row of the bet. It is the only place that says what a wager comes to; whoever
//! settles, counts, compares, proves or explains asks it.
//!
//! Nothing here knows a venue, a bet's name, a clause or a file.
//!
//! ```
//! use resettle_rules::Values;
//!
//! // A condition asks whether the value of a fact is among some.
//! let naturals = Values::only(8).or(Values::only(9));
//! assert!(naturals.has(9) && !naturals.has(7));
//! assert_eq!(Values::between(0, 9).without(naturals).len(), 8);
//! ```

mod bet;
mod book;
mod condition;
mod deal;
mod fact;
mod hand;
mod known;
mod prove;
mod reach;
mod table;
mod values;
mod words;

pub use bet::{BetRow, BetRows, Pays, Reading, When};
pub use book::{Book, BookError, Facts, MOST_FACTS};
pub use condition::Condition;
pub use deal::Dealt;
pub use fact::{CardsOf, Fact, Scope, SuitOf};
pub use hand::Hand;
pub use prove::{Flaw, FlawKind, flaws};
pub use table::PlayTable;
pub use values::Values;
