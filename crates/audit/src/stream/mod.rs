//! The logs of one source, one after the other, as one stream: a shoe that straddles two logs goes on, and coups
//! that a later log repeats are told once and passed over.

mod chained;
mod overlap;
mod source_log;
mod told;

pub use chained::LogSpan;
pub(crate) use chained::{Chained, Finished, Parted, Pulled};
pub use source_log::SourceLog;
