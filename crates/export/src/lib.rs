//! Every coup and wager judged, as tables for databases: Parquet or CSV.
//!
//! [`Recorder`] is told each coup of one table as it is judged and makes rows of it; once there are enough of them,
//! [`Form::group`] makes bytes that can wait anywhere, and [`Joining`] puts such groups into the file of their table,
//! unchanged, in whatever order the caller holds right. Nothing of a file depends on time, version or threads.

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

pub use batch::{Batch, ROW_GROUP, Row};
pub use edges::{Bets, Edges};
pub use error::ExportError;
pub use form::{Form, Joining};
pub use listing::{Listing, list_duty, list_input, list_ruleset};
pub use read::{CoupRead, read_coups};
pub use recorder::{Names, Recorder};
pub use sample::{Sample, Sampler};
pub use schema::{
    CARDS, COUPS, COUPS_WITHOUT_STAFF, Column, FINDINGS, FINDINGS_WITHOUT_STAFF, INPUTS, IRREGULARITIES,
    IRREGULARITIES_WITHOUT_STAFF, Kind, RULESETS, SHOES, STAFF, TABLES, Table, WAGERS, tables,
};
pub use views::views;
