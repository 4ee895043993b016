//! A rule document and its ruleset side by side, clause by clause, in the order of the document.
//!
//! [`Woven::of`] puts beside each clause what the ruleset says by it, the cases that rest on it, the findings that cite it
//! and the readings that name it. Every number of the clause is looked for among the ruleset's values: those by this
//! clause, then all others; what is nowhere is marked. [`page`] makes one page of it that needs nothing else. Nothing here
//! reads a file or judges a coup: what came of the cases is given.
//!
//! ```
//! use resettle_document::Document;
//! use resettle_ruleset::Ruleset;
//! use resettle_weave::{Beside, Woven, page};
//!
//! let id = "sg/mbs/baccarat/2017-02-17";
//! let shipped = resettle_rulesets::embedded().find(|one| one.id == id).expect("an embedded ruleset");
//! let ruleset = Ruleset::from_yaml(id, shipped.yaml, shipped.notes.as_bytes()).expect("a ruleset");
//! let document = Document::parse("1 The game\n1.1 A tie pays 8 to 1.\n2 Records\n").expect("numbered clauses");
//! let woven = Woven::of(&Beside {
//!     ruleset: &ruleset,
//!     notes: shipped.notes,
//!     document: &document,
//!     file: "rules.txt",
//!     differences: &[],
//!     sha256: "",
//!     cases: &[],
//!     excused: &[],
//!     old: None,
//!     old_document: None,
//! });
//! assert!(page(&woven).is_ok_and(|page| page.contains("A tie pays")));
//! ```

mod figures;
mod notes;
mod page;
mod values;
mod woven;

pub use figures::{Figure, Run};
pub use notes::Reading;
pub use page::page;
pub use values::Value;
pub use woven::{Beside, CaseRun, Outside, Removed, Totals, Woven, WovenClause};
