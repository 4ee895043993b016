//! What must hold for any bytes, one function for each kind of input.
//!
//! The fuzz targets in `fuzz/` and the tests that replay their corpora call the same functions. Each
//! takes the bytes of a file as somebody handed it over and says which promise they broke, if any.
//! No part of the program depends on this crate.

mod broken;
mod targets;
mod testbed;

pub use broken::Broken;
pub use targets::{
    allowed_signers, archive, csv_mapping, facts, joined_logs, log_line, manifest, private_key, public_key, ruleset,
    settings, sshsig, trust_store, whole_log, whole_log_by_every_ruleset,
};
pub use testbed::{KEYS, TRUST, log_key};

/// A kind of input: its name, and what must hold for any bytes of it.
pub type Target = (&'static str, fn(&[u8]) -> Result<(), Broken>);

/// Every kind of input.
pub const TARGETS: &[Target] = &[
    ("log_line", log_line),
    ("whole_log", whole_log),
    ("joined_logs", joined_logs),
    ("archive", archive),
    ("ruleset", ruleset),
    ("trust_store", trust_store),
    ("csv_mapping", csv_mapping),
    ("settings", settings),
    ("facts", facts),
    ("sshsig", sshsig),
    ("allowed_signers", allowed_signers),
    ("manifest", manifest),
    ("private_key", private_key),
    ("public_key", public_key),
];
