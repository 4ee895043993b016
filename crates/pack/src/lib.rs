//! A pack of rulesets: how a new version reaches whoever has the program already.
//!
//! It is a ZIP of the files of rulesets and of their approvals, by their paths, with a manifest of all of them and a
//! signature over it. [`write()`] makes one, the same bytes from the same files and key; [`read`] takes one only where every
//! byte of it is what was signed. Whose signature counts is asked elsewhere, and what approves a ruleset is its own
//! approval, which lies in the pack with it.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use resettle_signing::PrivateKey;
//!
//! let key = PrivateKey::from_seed(&[5; 32], "the rules desk")?;
//! let files = BTreeMap::from([("zz/cove/baccarat/2027-01-01/ruleset.yaml".to_owned(), b"schema: 1\n".to_vec())]);
//! let bytes = resettle_pack::write(&files, &key)?;
//!
//! let pack = resettle_pack::read(&bytes)?;
//! assert_eq!(pack.files, files);
//! assert_eq!(pack.signer, key.public_key()?);
//!
//! let mut altered = bytes.clone();
//! altered[60] ^= 1;
//! assert!(resettle_pack::read(&altered).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use std::collections::BTreeMap;

use resettle_sealed_log::PublicKey;

pub use read::{PackError, is_pack, read};
pub use write::{WriteError, write};

/// The namespace of the signature over a pack's manifest.
pub const PACK_NAMESPACE: &str = "resettle-pack";
/// The hashes of all files, as `sha256sum` writes them.
pub const MANIFEST: &str = "MANIFEST.sha256";
/// The signature over them, as `ssh-keygen -Y sign` writes it.
pub const MANIFEST_SIG: &str = "MANIFEST.sha256.sig";

/// A pack of which every byte is what its signer signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The files by their paths, with `/` between the names.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The key that signed.
    pub signer: PublicKey,
}
