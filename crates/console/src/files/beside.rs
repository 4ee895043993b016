//! Anything incomplete has a temporary name in the folder where it will be, so that a rename completes it.

use std::io;
use std::path::Path;

/// How temporary names begin. A killed run may leave some behind; no file named this way is read as a log.
pub const TEMPORARY: &str = ".resettle-";

/// The folder that a path lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file that only its owner can read; it is removed unless it is renamed.
pub fn temporary_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)
}

/// A new folder that only its owner can read; it is removed with everything in it.
pub fn temporary_folder(folder: &Path) -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(folder)
}
