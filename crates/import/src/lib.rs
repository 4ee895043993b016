//! Other people's formats to coup logs.
//!
//! A mapping ([`Mapping`]) says which column of somebody's CSV means what; [`import_csv`] writes an
//! unsealed, chained coup log from it, every coup with its row and id in the source.

mod cards;
mod chain;
mod csv_import;
mod group;
mod mapping;
mod mapping_yaml;
mod money;
mod record;
mod sniff;
mod source;
mod time;

pub use chain::ChainError;
pub use csv_import::{Consequence, ImportError, ImportSummary, RowFault, RowProblem, import_csv};
pub use mapping::Mapping;
pub use resettle_yaml::Faults;
pub use sniff::OtherDelimiter;
