//! The cases that a ruleset ships: coups with facts, what is due of each wager, what is found, and which clauses all
//! that rests on.
//!
//! The format is `docs/ruleset-cases.md`. [`CaseFile::from_yaml`] reads `cases.yaml`; [`Case::run`] judges the small
//! log that a case describes by a ruleset, and [`Case::failures`] lists what is not as the case says.
//!
//! ```
//! use resettle_cases::{CaseFile, Judge};
//! use resettle_ruleset::Ruleset;
//!
//! let shipped = resettle_rulesets::embedded().find(|one| one.cases.is_some()).expect("a ruleset with cases");
//! let rules = Ruleset::from_yaml(shipped.id, shipped.yaml, shipped.notes.as_bytes()).expect("a ruleset");
//! let file = CaseFile::from_yaml(shipped.cases.unwrap_or_default()).expect("its cases");
//! let judge = Judge::new(rules);
//! let (_, usual) = file.cases().next().expect("a case");
//! assert!(usual.failures(&usual.run(&judge)).is_empty());
//! ```

mod build;
mod changed;
mod demands;
mod file;
mod outcome;
mod read;
mod untried;
mod usual;
mod value;

pub use changed::{ChangedCases, changed_cases};
pub use demands::demands;
pub use file::{Case, CaseFile, Group};
pub use outcome::{CaseOutcome, Failure, Judge};
pub use untried::untried_draws;
pub use usual::Usual;
