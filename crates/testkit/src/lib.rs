//! What the tests of several crates share: coup logs made by hand, the keys that seal them, and where files and tools lie.
//!
//! Nothing of ours is used: lines are chained and sealed here as the format's page says, so that a test asks the code
//! of the other crates about bytes that this code did not make.
//!
//! ```
//! use resettle_testkit::{Log, file, own, trust_file, trusted};
//!
//! let log = Log::open().coup(1).seal(true);
//! assert_eq!(log.lines.len(), 3);
//! // A record changed after it was sealed.
//! let forged = log.clone().edit(2, "\"coup\":1", "\"coup\":7");
//! assert_ne!(log.bytes(), forged.bytes());
//! assert!(trust_file(&[trusted(&own(), "")]).starts_with("keys:\n"));
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "for tests alone, which fail by panicking"
)]

mod dictionary;
mod json;
mod keys;
mod keys_page;
mod log;
mod opening;
mod places;

pub use dictionary::{dictionary_begins, words_of};
pub use json::{merge, with};
pub use keys::{id, key, own, trust_file, trusted};
pub use keys_page::{keys_stand_on, said};
pub use log::{LOG, Log, Next, chained, file, record, seal, seal_record, sealed, sha256, time, zeros};
pub use opening::Opening;
pub use places::{has_tool, root, rulesets_below, shared, skip, tools_required};
