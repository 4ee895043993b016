//! Findings as people and spreadsheets read them.

mod csv;
mod neutral;
mod text;

pub use self::csv::{findings_to_csv, neutral_cell};
pub use neutral::{is_unsafe, neutral, neutral_lines};
pub use text::{Style, finding_text, summary_text};
