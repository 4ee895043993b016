//! Tables judged from their log files.

mod context;
mod logs;
mod tournaments;

use resettle_run::TableResult;

use crate::error::Error;

pub use context::{JudgingContext, StaffAsked, Tick};
pub use logs::{LogFiles, known, with_tournaments};
pub use tournaments::join_tournaments;

/// What came of a table, or why nothing did.
pub type Judged = Result<TableResult, Error>;
