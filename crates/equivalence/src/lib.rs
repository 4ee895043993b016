//! Two rulesets compared by everything that can happen.
//!
//! [`Statement::of`] says of every part of a ruleset how the two were compared, and where they are not the same: every deal
//! and everything that can be known of a coup, for each bet; every combination of facts of each irregularity; the tables of
//! play cell by cell; everything else leaf by leaf. The rules are asked through what judges coups: the [`Book`] of the bets
//! and [`Ruleset::follows`]. What is too large to be gone through is *not proven*, never the same.
//!
//! Clauses have no part in it: two rulesets that settle, void and demand the same by other clauses are equivalent.
//!
//! ```
//! use resettle_equivalence::{Statement, Verdict};
//! use resettle_ruleset::Ruleset;
//!
//! let id = "sg/mbs/7-up-baccarat/2017-02-17";
//! let shipped = resettle_rulesets::embedded().find(|one| one.id == id).expect("an embedded ruleset");
//! let rules = |yaml: &str| Ruleset::from_yaml(id, yaml, shipped.notes.as_bytes()).expect("a ruleset");
//! let before = rules(shipped.yaml);
//! assert_eq!(Statement::of(&before, &before).verdict(), Verdict::Equivalent);
//! let after = rules(&shipped.yaml.replace("pays: 5 to 1", "pays: 6 to 1"));
//! let statement = Statement::of(&before, &after);
//! assert_eq!(statement.verdict(), Verdict::Except);
//! assert_eq!(statement.differences().count(), 1);
//! ```
//!
//! [`Book`]: resettle_rules::Book
//! [`Ruleset::follows`]: resettle_ruleset::Ruleset::follows

mod circumstances;
mod coup;
mod data;
mod deal;
mod debug;
mod irregularities;
pub mod print;
mod rows;
mod sets;
mod statement;
mod tables;
mod wagers;

pub use circumstances::{circumstances, misdeal};
pub use coup::in_turn;
pub use deal::dealt_otherwise;
pub use rows::{Met, RowsMet, TooLarge, same_amounts, same_rows};
pub use statement::{Coup, Difference, How, Paid, Part, Statement, Verdict};
