//! YAML read strictly, with the place of every node, so that all faults of a file are reported at once.
//!
//! A file is first parsed into [`Node`]s (a syntax error ends there), then decoded by its owner
//! through [`Fields`] and the typed readers of [`Node`], which collect every fault instead of
//! stopping at the first. Anchors, aliases, merge keys and unknown tags are refused.
//!
//! ```
//! use resettle_yaml::{Faults, parse};
//!
//! let file = parse("decks: many\nshoes: 3\n").expect("YAML");
//! let mut faults = Faults::default();
//! let mut fields = file.fields("the file", &mut faults).expect("a mapping");
//! let decks = fields.required("decks", &mut faults).and_then(|node| node.int(1..=8, &mut faults));
//! fields.finish(&mut faults);
//! assert_eq!(decks, None);
//! let said: Vec<String> = faults.sorted().into_iter().map(|fault| format!("{}: {}", fault.place, fault.message)).collect();
//! assert_eq!(said.len(), 2, "`decks` is no number, and `shoes` is no key: {said:?}");
//! ```

mod excerpt;
mod fault;
mod fields;
mod letters;
mod node;
mod parse;
mod scalar;
mod section;
mod syntax;
mod tags;

pub use excerpt::MOST_SHOWN;
pub use fault::{Fault, Faults, Position, Weight};
pub use fields::Fields;
pub use letters::is_unsafe;
pub use node::{Node, Value};
pub use parse::{MAX_BYTES, parse};
pub use schemars;
pub use section::{
    Bounds, Fixed, Form, Keys, Located, Number, Reader, Sha256, Word, called, defined, read, word_schema,
};
