//! A diff as text, JSON and HTML.

mod html;
mod json;
mod text;
mod verdict;

pub use html::html;
pub use json::{ChangeJson, DiffJson, EdgeJson, json};
pub use text::text;
pub use verdict::verdict;
