//! Tables judged from their log files.

mod context;
mod logs;

pub use context::{JudgingContext, StaffAsked, Tick};
pub use logs::{LogFiles, known, with_tournaments};
