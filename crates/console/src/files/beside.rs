//! Anything incomplete has a temporary name in the folder where it will be, so that a rename completes it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

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
    if cfg!(target_family = "wasm") { PathBuf::from("/tmp") } else { env::temp_dir() }
}

/// The path from the root, with every link followed. What it names has to exist.
///
/// # Errors
/// Why it cannot be found.
pub fn whole_path(path: &Path) -> io::Result<PathBuf> {
    if cfg!(not(target_family = "wasm")) {
        return fs::canonicalize(path);
    }
    // WebAssembly follows no links, and a page has none.
    fs::metadata(path)?;
    Ok(Path::new("/").join(path).components().collect())
}

/// A new file that only its owner can read; it is removed unless it is renamed.
pub fn temporary_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)
}

/// A new folder that only its owner can read; it is removed with everything in it.
pub fn temporary_folder(folder: &Path) -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(folder)
}
