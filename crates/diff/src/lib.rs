//! What changed between two versions of a ruleset, what each change means, and what it costs.
//!
//! [`compare`] takes both apart into leaves, one for each value that decides something, and reports every
//! leaf that differs: with its clause and its place in both files, a level, a fingerprint, and a coup
//! that settles differently. Clauses are matched by their text and by what they ground, not by their
//! number. The house edge of every bet is given before and after. Nothing here reads a file.
//!
//! ```
//! use resettle_diff::{Level, Version, changes};
//! use resettle_ruleset::Ruleset;
//!
//! let id = "sg/mbs/baccarat/2017-02-17";
//! let shipped = resettle_rulesets::embedded().find(|one| one.id == id).expect("an embedded ruleset");
//! let (old, notes) = (shipped.yaml, shipped.notes.as_bytes());
//! let new = old.replace("19 to 20", "9 to 10");
//! let rules = |yaml| Ruleset::from_yaml(id, yaml, notes).expect("a ruleset");
//! let (before, after) = (rules(old), rules(&new));
//! let changes = changes(
//!     &Version { ruleset: &before, yaml: old, notes, file: "old.yaml" },
//!     &Version { ruleset: &after, yaml: &new, notes, file: "new.yaml" },
//! );
//! assert!(changes.iter().any(|change| change.level == Level::Settlement));
//! ```

mod align;
mod change;
mod clauses;
mod compare;
mod edges;
mod example;
mod history;
mod irregularities;
mod leaves;
mod places;
pub mod print;
mod replay;
mod reworded;
mod settle;
mod wording;

pub use change::{Change, Level, Voiding};
pub use compare::{Diff, DiffError, Version, VersionName, changes, compare, fingerprints};
pub use edges::EdgeChange;
pub use example::Example;
pub use history::{HeldVersion, History, RewordedClause, SaidValue, ValueHistory, history};
pub use replay::{BetSum, ReplaySums, UnreadLines};
pub use reworded::{Reworded, WordsChange};
pub use wording::{In, Wording};
