//! Anything incomplete has a temporary name in the folder where it will be, so that a rename completes it.

use std::io;
use std::path::{Path, PathBuf};

/// How temporary names begin. A killed run may leave some behind; no file named this way is read as a log.
pub const TEMPORARY: &str = ".resettle-";

/// The folder that a path lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where what has no better place is kept for a while: where the environment says, in a browser in a folder in memory.
#[must_use]
pub fn usual_temporary_folder() -> PathBuf {
    // WebAssembly's standard library panics when it is asked.
    if cfg!(target_family = "wasm") { PathBuf::from("/tmp") } else { std::env::temp_dir() }
}

/// A new file that only its owner can read; it is removed unless it is renamed.
pub fn temporary_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)
}

/// A new folder that only its owner can read; it is removed with everything in it.
pub fn temporary_folder(folder: &Path) -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(folder)
}
