//! What both binaries share: errors in words, files read and written whole, standard output, progress, and rulesets from
//! folders.
//!
//! ```
//! use resettle_console::files;
//!
//! let folder = tempfile::tempdir().expect("a folder");
//! let path = folder.path().join("planted.txt");
//! files::write_new(&path, b"17 S-0001 17 underpaid\n").expect("written whole");
//! // Nothing is ever written over.
//! let refused = files::write_new(&path, b"").expect_err("it exists").to_string();
//! assert!(refused.contains("help: nothing is overwritten"), "{refused}");
//! ```

pub mod error;
pub mod files;
pub mod notice;
pub mod output;
pub mod progress;
pub mod rules;
pub mod spelling;
