use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};

use resettle_signing::manifest::NameError;
use resettle_signing::sshsig::{self, SignError};
use resettle_signing::{Manifest, PrivateKey};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::{MANIFEST, MANIFEST_SIG, PACK_NAMESPACE};

/// Why a pack could not be made.
#[derive(Debug, Error)]
pub enum WriteError {
    /// There is nothing to pack.
    #[error("there is no file to pack")]
    Nothing,
    /// A path that not every system could unpack.
    #[error("{0}")]
    Name(#[from] NameError),
    /// The signature failed.
    #[error("{0}")]
    Sign(#[from] SignError),
    /// The archive failed.
    #[error("the pack cannot be put together: {0}")]
    Zip(String),
}

/// A pack of files by their paths: the manifest, its signature, then the files in the order of their paths. The same files
/// and key give the same bytes.
///
/// # Errors
/// No file; a path of more than six names, or with a character that is not safe everywhere; a key that does not sign.
pub fn write(files: &BTreeMap<String, Vec<u8>>, key: &PrivateKey) -> Result<Vec<u8>, WriteError> {
    if files.is_empty() {
        return Err(WriteError::Nothing);
    }
    let mut manifest = Manifest::of_paths();
    for (name, bytes) in files {
        manifest.add(name, bytes)?;
    }
    let manifest = manifest.to_text();
    let signature = sshsig::sign(key, PACK_NAMESPACE, manifest.as_bytes())?;
    let failed = |error: &dyn std::fmt::Display| WriteError::Zip(error.to_string());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let own = [(MANIFEST, manifest.as_bytes()), (MANIFEST_SIG, signature.as_bytes())];
    for (name, bytes) in own.into_iter().chain(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))) {
        zip.start_file(name, options).map_err(|error| failed(&error))?;
        zip.write_all(bytes).map_err(|error| failed(&error))?;
    }
    Ok(zip.finish().map_err(|error| failed(&error))?.into_inner())
}
