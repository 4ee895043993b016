//! Tables judged from their log files.

mod bench;
mod logs;

pub use bench::{Bench, Judged, READ_FOR_CONTEXT, StaffAsked, Tick};
pub use logs::{LogFiles, known, with_tournaments};
