//! Findings to JSON and CSV; reports signed and checked.
//!
//! all of it, and SSHSIG signatures, so that an inspector can check it with `ssh-keygen` and
//! `sha256sum` and without us.

pub mod allowed_signers;
pub mod keys;
pub mod manifest;
mod pattern;
pub mod public_key;
pub mod sshsig;
mod timestamp;

pub use allowed_signers::{AllowedSigners, Moment};
pub use keys::{KeyError, PrivateKey};
pub use manifest::Manifest;
pub use public_key::PublicKey;
