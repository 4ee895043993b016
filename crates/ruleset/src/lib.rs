//! YAML to a checked ruleset, and the registry that knows which one is in force.
//!
//! The format is `docs/ruleset-format.md`. [`Ruleset::from_yaml`] decodes a file, then proves its
//! tables by enumeration; all faults of a syntactically sound file come out at once, with places.
//!
//! ```
//! use resettle_ruleset::Ruleset;
//!
//! // Everything that is wrong with a file is reported at once, with line and column.
//! let yaml = "id: zz/quay/baccarat/2025-06-01\njurisdiction: [ZZ]\n";
//! let faults = Ruleset::from_yaml("zz/quay/baccarat/2025-06-01", yaml, b"").expect_err("most of it is missing");
//! assert!(faults.len() > 1);
//! assert!(faults.render("ruleset.yaml", yaml, false).contains("ruleset.yaml:"));
//! ```

mod absent;
mod approval;
pub mod check;
mod clause;
mod context;
mod cut;
mod decode;
mod digest;
mod effective;
mod facts;
mod follows;
mod irregularity;
mod model;
mod money;
mod options;
pub mod promotions;
mod registry;
pub mod schema;
mod section;
mod shoe;
mod show;
pub mod tournament;
mod trace;

pub use absent::Absent;
pub use approval::{Against, Approval, CaseCounts, Objection, Proof, Traced};
pub use clause::{BY_A_READING, Cite, Cited, ClauseEntry, ClauseKind, NO_CLAUSE};
pub use cut::CutFile;
pub use digest::{FileHashes, ruleset_digest};
pub use effective::{Effective, Gap};
pub use facts::{StatedDate, StatedFacts};
pub use follows::Follows;
pub use irregularity::*;
pub use model::*;
pub use money::*;
pub use options::{Choice, Elected, NotElected, OptionRule};
pub use promotions::Promotions;
pub use registry::{InForce, Period, Registry, RegistryError};
pub use resettle_game::{IrregularityWhen, ResolvedFacts};
pub use section::{Extent, Leaf, Leaves, Level, PrintedNumber};
pub use shoe::*;
pub use show::{layout, list, show};
pub use tournament::{RefundGround, TOURNAMENT_CHECKS, Tournament};
pub use trace::{
    Comparison, DocumentPlace, EXTENT, MissingClause, Trace, TraceSource, TracedAmount, TracedClause, TracedDecision,
    TracedDecks, TracedDraws, TracedIrregularity, TracedLanguages, TracedPair, TracedRow, TracedRule, UnaskedClause,
    UnreadSentence, UnreadTable, acceptance, decisions_in_words, never_compared, promotion_rules, show_trace,
    tournament_rules,
};
