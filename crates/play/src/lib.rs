//! A table that plays any ruleset by its data.
//!
//! The cards come from physical shoes; what a coup comes to and what each bet returns is asked of the ruleset's own rules
//! core, the same that judges the log afterwards. So a log made here shows that a replay reads, deals and settles as the
//! ruleset says and finds what is planted; it shows nothing of whether the ruleset says what its document says. For that
//! there is an independent check, `resettle-reference`, which knows the documents of some games, and `resettle-simulate`, which
//! plays by it.
//!
//! Money is in minor currency units. Equal configurations give equal records.
//!
//! Twenty coups, and in the eighth or one after it a wager that is paid too little:
//!
//! ```
//! use std::io::Read as _;
//!
//! use resettle_play::{Config, Fault, Lines};
//! use resettle_ruleset::Elected;
//!
//! let registry = resettle_rulesets::registry()?;
//! let mut lines = Lines::new(Config {
//!     ruleset: registry.get("sg/mbs/baccarat/2017-02-17").ok_or("it ships")?,
//!     elected: Elected::default(),
//!     begins: "2026-03-02T12:00:00Z".parse()?,
//!     currency: "SGD".to_owned(),
//!     coups: 20,
//!     seed: 1,
//!     one_in: 0,
//!     only: Vec::new(),
//!     at: vec![(Fault::Underpaid, 8)],
//! })?;
//! let mut records = String::new();
//! lines.read_to_string(&mut records)?;
//! lines.finished()?;
//! assert_eq!(records.lines().filter(|line| line.contains(r#""type":"coup""#)).count(), 20);
//! assert_eq!(lines.expected[0].code, "settlement/underpaid");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coup;
mod dice;
mod fault;
mod shoe;
mod table;

pub use fault::Fault;
pub use table::{Config, Error, Expected, Lines, Planted};
