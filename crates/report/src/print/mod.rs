//! Findings as people and spreadsheets read them.

mod brief;
mod csv;
mod decided;
mod hold;
mod listed;
mod money;
mod neutral;
mod owed;
mod promotions;
mod register;
mod report;
mod routine;
mod rows;
mod run;
mod sample;
mod summary;
mod text;
mod totals;
mod tournament;
mod wrap;

pub use self::csv::{neutral_cell, rows_to_csv};
pub use brief::{HELP_OF_THE_LOGGED, helps, in_words};
pub use decided::decided_by;
pub use hold::percent;
pub use listed::{Doubted, Listed, each_listed, is_uncertain};
pub use money::{compared, reconciled_lines};
pub use neutral::{is_unsafe, neutral, neutral_lines};
pub use promotions::promotion_lines;
pub use register::register_text;
pub use report::{Detail, report_text};
pub use resettle_audit::{LATE_NOT_KNOWN, LOGGED_AT_THIS_COUP};
pub use run::{disposition_text, judged_lines, reason, run_lines};
pub use sample::sample_text;
pub use text::finding_text;
pub use wrap::{Width, wrapped};
