//! Every coup and wager judged, as tables for databases: Parquet or CSV.
//!
//! [`Recorder`] is given each coup of one table as it is judged and makes rows of it; once there are enough of them,
//! [`Form::group`] makes bytes that can wait anywhere, and [`Joining`] puts such groups into the file of their table,
//! unchanged, in whatever order the caller holds right. Nothing of a file depends on time, version or threads.
//!
//! A row of the table `staff` becomes a CSV file:
//!
//! ```
//! use resettle_export::{Batch, Form, Joining, Names, STAFF, list_duty};
//! use resettle_oversight::staffing::{Duty, DutyEntry};
//!
//! let table = Names { venue: "mbs".into(), game: "baccarat".into(), table: "BAC-01".into(), ..Names::default() };
//! let entry = DutyEntry {
//!     from: 1_772_452_800_000_000,
//!     until: None,
//!     duty: Duty { dealer: Some("D-7".into()), ..Duty::default() },
//!     source: "log".into(),
//!     file: "t1.jsonl".into(),
//!     line: Some(2),
//! };
//! let mut rows = Batch::new(&STAFF);
//! list_duty(&mut rows, &table, &entry);
//!
//! let mut file = Joining::new(Form::Csv, &STAFF, Vec::new())?;
//! file.append(Form::Csv.group(&mut rows)?)?;
//! let text = String::from_utf8(file.finish()?)?;
//! assert!(text.starts_with("jurisdiction,venue,game,table,from,"));
//! assert!(text.lines().nth(1).is_some_and(|row| row.contains("BAC-01") && row.contains("D-7")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod csv_form;
mod edges;
mod error;
mod form;
mod listing;
mod parquet_form;
mod read;
mod recorder;
mod sample;
mod schema;
mod views;

pub use batch::{Batch, ROW_GROUP, RowWriter};
pub use edges::{Bets, Edges};
pub use error::ExportError;
pub use form::{Form, Joining};
pub use listing::{Listing, list_coverage, list_duty, list_input, list_routine, list_ruleset};
pub use read::{CoupRead, read_coups};
pub use recorder::{Names, Recorder};
pub use sample::{Sample, Sampler};
pub use schema::{
    CARDS, COUPS, COUPS_WITHOUT_STAFF, COVERAGE, ExportTable, INPUTS, ROUTINE, RULESETS, SHOES, STAFF, WAGERS,
    findings, irregularities, tables,
};
pub use views::views;
