//! Findings to JSON and CSV; reports signed and checked.
//!
//! all of it, and SSHSIG signatures, so that an inspector can check it with `ssh-keygen` and
//! `sha256sum` and without us.

pub mod keys;
pub mod public_key;
pub mod sshsig;

pub use keys::{KeyError, PrivateKey};
pub use public_key::PublicKey;
