//! A table that plays any ruleset by its data.
//!
//! The cards come from physical shoes; what a coup comes to and what each bet returns is asked of the ruleset's own rules
//! core, the same that judges the log afterwards. So a log made here shows that a replay reads, deals and settles as the
//! ruleset says and finds what is planted; it shows nothing of whether the ruleset says what its document says. For that
//! there is a second witness, `resettle-reference`, which knows the documents of some games, and `resettle-simulate`, which
//! plays by it.
//!
//! Money is in minor currency units. Equal configurations give equal records.

mod coup;
mod dice;
mod fault;
mod shoe;
mod table;

pub use fault::Fault;
pub use table::{Config, Error, Expected, Lines, Planted};
