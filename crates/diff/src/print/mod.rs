//! A diff as text, JSON and HTML; a history as text and JSON.

mod history;
mod html;
mod json;
mod sheet;
mod text;
mod verdict;

pub use history::{HistoryJson, history_json, history_text};
pub use html::html;
pub use json::{ChangeJson, DiffJson, EdgeJson, json};
pub use sheet::{Sheet, sheet};
pub use text::{lines, text};
pub use verdict::verdict;
