//! The logs of one source, one after the other, as one stream: a shoe that straddles two logs goes on, and coups
//! that a later log repeats are reported once and passed over.

mod chained;
mod differences;
mod known_coups;
mod overlap;
mod ranges;
mod replay;
mod source_log;
mod stray;
mod unvouched;
mod vouched_records;
mod vouching;

pub(crate) use chained::{Chained, Finished, Parted, Pulled, Turn};
pub(crate) use replay::replay;
pub use source_log::SourceLog;
pub(crate) use stray::{Stray, leading, sorted_out};
pub(crate) use unvouched::{Set, Unvouched, Use};
pub(crate) use vouched_records::VouchedRecords;
pub use vouching::Vouching;
