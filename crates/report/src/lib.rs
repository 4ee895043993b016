//! Findings to text, JSON and CSV; reports signed and checked.
//!
//! A report is a folder: `report.json` and whatever is made from it, one `MANIFEST.sha256` over
//! all of it, and SSHSIG signatures, so that an inspector can check it with `ssh-keygen` and
//! `sha256sum` and without us.
//!
//! ```
//! use resettle_report::{PrivateKey, sshsig};
//!
//! // What `ssh-keygen -Y verify -n resettle-report` checks.
//! let key = PrivateKey::from_seed(&[11; 32], "inspector")?;
//! let signature = sshsig::sign(&key, "resettle-report", b"the manifest")?;
//! let signer = sshsig::verify(signature.as_bytes(), "resettle-report", b"the manifest")?;
//! assert_eq!(signer, key.public_key()?);
//! assert!(sshsig::verify(signature.as_bytes(), "resettle-report", b"another manifest").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod allowed_signers;
pub mod approval;
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
