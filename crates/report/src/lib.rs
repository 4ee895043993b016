//! Findings to text, JSON and CSV; reports signed and checked.
//!
//! A report is a folder: `report.json` and whatever is made from it, one `MANIFEST.sha256` over
//! all of it, and SSHSIG signatures, so that an inspector can check it with `ssh-keygen` and
//! `sha256sum` and without us.

pub mod allowed_signers;
pub mod document;
pub mod folder;
mod hashing;
pub mod keys;
pub mod manifest;
mod pattern;
pub mod print;
pub mod read;
pub mod sshsig;
pub mod tally;
mod timestamp;

pub use allowed_signers::{AllowedSigners, Moment};
pub use folder::{Files, Problem, State, Trust, Verdict};
pub use keys::{KeyError, PrivateKey};
pub use manifest::Manifest;
pub use resettle_coup_log::{PublicKey, PublicKeyError};
