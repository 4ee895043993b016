//! The kinds of input, one file each.

mod archive;
mod document;
mod import;
mod joined;
mod keys;
mod line;
mod log;
mod oversight;
mod page;
mod printed;
mod record;
mod registered;
mod ruleset;
mod signatures;
mod signed_off;
mod small;
mod trust;
mod ways;
mod yaml;

pub use archive::archive;
pub use document::{document, pdf_text};
pub use import::{csv_mapping, shoe_capture};
pub use joined::joined_logs;
pub use keys::{private_key, public_key};
pub use line::log_line;
pub use log::{whole_log, whole_log_by_every_ruleset};
pub use oversight::{day_digest, dispositions, heads, roster};
pub use page::report_page;
pub use ruleset::ruleset;
pub use signatures::{allowed_signers, manifest, sshsig};
pub use signed_off::{note, pack, sign_off, timestamp};
pub use small::{facts, settings};
pub use trust::trust_store;
