//! What must hold for any bytes, one function for each kind of input.
//!
//! The fuzz targets in `fuzz/` and the tests that replay their corpora call the same functions. Each
//! takes the bytes of a file as somebody provided it and says which promise they broke, if any.
//! No part of the program depends on this crate.
//!
//! ```
//! // Any bytes keep the promises, whatever they are.
//! for bytes in [&b""[..], b"{", b"\xff\xfe"] {
//!     for (name, target) in resettle_hostile::TARGETS.iter().filter(|(name, _)| *name == "log_line") {
//!         assert!(target(bytes).is_ok(), "{name}");
//!     }
//! }
//! ```

mod broken;
mod targets;
mod testbed;

pub use broken::Broken;
pub use targets::{
    allowed_signers, archive, csv_mapping, day_digest, dispositions, document, facts, heads, joined_logs, log_line,
    manifest, note, pack, pdf_text, private_key, public_key, report_page, roster, ruleset, settings, shoe_capture,
    sign_off, sshsig, timestamp, trust_store, whole_log, whole_log_by_every_ruleset,
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
    ("shoe_capture", shoe_capture),
    ("settings", settings),
    ("facts", facts),
    ("sshsig", sshsig),
    ("allowed_signers", allowed_signers),
    ("manifest", manifest),
    ("pack", pack),
    ("sign_off", sign_off),
    ("timestamp", timestamp),
    ("note", note),
    ("private_key", private_key),
    ("public_key", public_key),
    ("document", document),
    ("pdf_text", pdf_text),
    ("heads", heads),
    ("roster", roster),
    ("dispositions", dispositions),
    ("day_digest", day_digest),
    ("report_page", report_page),
];
