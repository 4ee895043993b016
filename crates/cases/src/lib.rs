//! The cases that a ruleset ships: coups with facts, what is due of each wager, what is found, and which clauses all
//! that rests on.
//!
//! The format is `docs/ruleset-cases.md`. [`CaseFile::from_yaml`] reads `cases.yaml`; [`Case::run`] judges the small
//! log that a case stands for by a ruleset, and [`Case::failures`] tells what is not as the case says.

mod build;
mod demands;
mod file;
mod outcome;
mod read;
mod usual;
mod value;

pub use demands::demands;
pub use file::{Case, CaseFile, Group};
pub use outcome::{Failure, Judge, Outcome};
pub use usual::Usual;
