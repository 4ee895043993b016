//! Sign-offs: people besides the one who made a report who put their names to it.
//!
//! Each is a file in the folder `signoff` of the report, with its signature beside it, and with the dispositions that its signer
//! decided where there are any. It names the report by the SHA-256 of its manifest, and the sign-offs that were there before
//! it, so that none of them can be changed or taken away unseen. Nothing of the report itself is touched.

mod answers;
mod check;
mod document;

use std::collections::BTreeMap;

pub use check::{SignedOff, check};
pub use document::{Answers, Role, SignOff};

/// The namespace of their signatures.
pub const SIGNOFF_NAMESPACE: &str = "resettle-signoff";
/// Their folder within that of the report.
pub const FOLDER: &str = "signoff";
/// What is put behind a name for the sign-off itself, for its signature, and for the dispositions signed with it.
pub const ENDING: &str = ".yaml";
/// See [`ENDING`].
pub const SIGNATURE_ENDING: &str = ".yaml.sig";
/// See [`ENDING`].
pub const DISPOSITIONS_ENDING: &str = ".dispositions.yaml";

/// See [`ENDING`]: a timestamp of the signature, which is checked by itself.
pub const STAMP_ENDING: &str = ".yaml.sig.tsr";

/// The files of the folder, by name.
pub type SignOffFiles = BTreeMap<String, Vec<u8>>;

/// The names of the sign-offs among these files.
pub fn names(files: &SignOffFiles) -> impl Iterator<Item = &str> {
    let own = files.keys().filter(|name| !name.ends_with(DISPOSITIONS_ENDING));
    own.filter_map(|name| name.strip_suffix(ENDING)).filter(|name| !name.is_empty())
}
