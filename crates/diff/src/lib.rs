//! What changed between two versions of a ruleset, what each change means, and what it costs.
//!
//! [`compare`] takes both apart into leaves, one for each value that decides something, and tells every
//! leaf that differs: with its clause and its place in both files, a level, a fingerprint, and a coup
//! that settles differently. Clauses are matched by their text and by what they ground, not by their
//! number. The house edge of every bet is told before and after. Nothing here reads a file.

mod align;
mod change;
mod clauses;
mod compare;
mod edges;
mod example;
mod irregularities;
mod leaves;
mod places;
pub mod print;
mod replay;
mod settle;
mod wording;

pub use change::{Change, Level, Voiding};
pub use compare::{Diff, DiffError, Version, VersionName, changes, compare, fingerprints};
pub use edges::EdgeChange;
pub use example::Example;
pub use replay::{BetSum, ReplaySums, UnreadLines};
pub use wording::{In, Wording};
