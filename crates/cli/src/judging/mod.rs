//! Tables judged from their log files.

mod context;
mod logs;

pub use context::{Judged, JudgingContext, READ_FOR_CONTEXT, StaffAsked, Tick};
pub use logs::{LogFiles, known, with_tournaments};
