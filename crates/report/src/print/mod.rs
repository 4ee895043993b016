//! Findings as people and spreadsheets read them.

mod csv;
mod hold;
mod listed;
mod money;
mod neutral;
mod register;
mod run;
mod sample;
mod text;
mod tournament;
mod wrap;

pub use self::csv::{neutral_cell, rows_to_csv};
pub use hold::{hold_text, percent, won_lines};
pub use listed::{each_listed, gravity, is_uncertain};
pub use money::{compared, reconciled_lines};
pub use neutral::{is_unsafe, neutral, neutral_lines};
pub use register::register_text;
pub use run::{
    checkpoint_lines, disposition_text, judged_lines, not_logs_lines, reason, results_lines, run_lines, signed_by,
};
pub use sample::{sample_line, sample_text};
pub use text::{Style, doubts, finding_text, in_chips, named, nothing_found, summary_text};
pub use wrap::{WIDTH, shortened, wrapped};
