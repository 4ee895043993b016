//! YAML read strictly, with the place of every node, so that all faults of a file are told at once.
//!
//! A file is first parsed into [`Node`]s (a syntax error ends there), then decoded by its owner
//! through [`Fields`] and the typed readers of [`Node`], which collect every fault instead of
//! stopping at the first. Anchors, aliases, merge keys and unknown tags are refused.

mod excerpt;
mod fault;
mod fields;
mod letters;
mod node;
mod parse;
mod scalar;
mod syntax;

pub use fault::{Fault, Faults, MOST_SHOWN, Place, Weight};
pub use fields::Fields;
pub use letters::is_unsafe;
pub use node::{Node, Value};
pub use parse::{MAX_BYTES, parse};
