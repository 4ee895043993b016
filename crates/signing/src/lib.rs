//! SSH signatures over files, and whose they are.
//!
//! [`sshsig`] signs and checks as `ssh-keygen -Y` does, [`AllowedSigners`] says which key counts for whom and when, and a
//! [`Manifest`] lists the files of a folder as `sha256sum` does, so that one signature stands for all of them.
//!
//! A signature is made, checked, and its key looked up among those that are accepted:
//!
//! ```
//! use resettle_signing::allowed_signers::KeyStatus;
//! use resettle_signing::{AllowedSigners, Moment, PrivateKey, sshsig};
//!
//! let key = PrivateKey::from_seed(&[11; 32], "inspector")?;
//! let signature = sshsig::sign(&key, "file", b"the manifest")?;
//!
//! // What `ssh-keygen -Y verify -n file` checks.
//! let signer = sshsig::verify(signature.as_bytes(), "file", b"the manifest")?;
//! assert!(sshsig::verify(signature.as_bytes(), "file", b"another manifest").is_err());
//!
//! let line = format!("inspector@example.org namespaces=\"file\" {}\n", signer.to_openssh(""));
//! let signers = AllowedSigners::parse(line.as_bytes()).expect("an allowed_signers file");
//! let now = Moment { unix: 1_795_262_400, local_offset: 0 };
//! let status = signers.status(&signer, Some("inspector@example.org"), "file", now);
//! assert!(matches!(status, KeyStatus::Accepted { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod allowed_signers;
mod hashing;
pub mod keys;
pub mod manifest;
mod pattern;
pub mod sshsig;
mod timestamp;

pub use allowed_signers::{AllowedSigners, Moment};
pub use hashing::{Hashes, Hashing};
pub use keys::{KeyError, PrivateKey};
pub use manifest::Manifest;
