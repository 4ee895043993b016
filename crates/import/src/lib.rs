//! Other people's formats to coup logs.
//!
//! A mapping ([`Mapping`]) says which column of somebody's CSV means what; [`import_csv`] writes an
//! unsealed, chained coup log from it, every coup with its row and id in the source.
//!
//! ```
//! use resettle_import::{Mapping, import_csv};
//!
//! let mapping = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/import/small.yaml"));
//! let csv = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/import/small.csv"));
//! let mapping = Mapping::from_yaml(mapping).expect("a mapping");
//! let mut log = Vec::new();
//! let summary = import_csv(csv.as_bytes(), &mapping, "2026-11-21T21:00:00+08:00", "small.csv", &mut log)?;
//! assert!(summary.coups > 0 && !summary.problems.is_empty());
//! assert!(log.starts_with(b"{\"seq\":0,"));
//! # Ok::<(), resettle_import::ImportError>(())
//! ```

mod amounts;
mod angel_eye;
mod capture_line;
mod cards;
mod cells;
mod chain;
mod columns;
mod csv_import;
mod date_above;
mod draft;
mod error;
mod excel;
mod first_cards;
mod group;
mod hands;
mod hint;
mod interleaved;
mod joined;
mod json;
mod json_import;
mod jumps;
mod log;
mod mapping;
mod mapping_yaml;
mod name;
mod notice;
mod parted_amount;
mod problem;
mod record;
mod row;
mod rows;
mod sniff;
mod status;
mod summary;
mod swapped;
mod time;
mod together;
mod twice;
mod unread_amounts;
mod unread_sum;
mod vocabulary;
mod watch;
mod written;

pub use angel_eye::{
    CaptureLine, CaptureMapping, CaptureProblem, CaptureSummary, LONGEST_CAPTURE, LiveShoe, Segment, ShoeRecord,
    ShoeStream, calls_for_answer, draft_capture_mapping, import_capture,
};
pub use chain::ChainError;
pub use csv_import::import_csv;
pub use draft::{Draft, KnownGame, draft_json_mapping, draft_mapping};
pub use error::{ImportError, OtherDelimiter};
pub use hint::{Hint, WhyATimeJumps};
pub use json_import::{LONGEST_JSON, import_json, is_round_history, round_history_mapping};
pub use mapping::Mapping;
pub use problem::{ProblemConsequence, RowFault, RowProblem};
pub use resettle_yaml::Faults;
pub use summary::{ImportSummary, NotReadOnPurpose, OtherTable, UnreadAmounts, UnreadMember};
pub use unread_sum::UnreadSum;
