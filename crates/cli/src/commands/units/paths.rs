//! Paths in a plan, which is UTF-8 text while paths need not be.

use std::path::{Path, PathBuf};

/// A path as text, and its bytes in hexadecimal digits if the text does not represent them. `None` if this system does
/// not give the bytes.
pub fn written(path: &Path) -> Option<(String, Option<String>)> {
    match path.to_str() {
        Some(text) => Some((text.to_owned(), None)),
        None => bytes(path).map(|bytes| (path.display().to_string(), Some(resettle_sealed_log::hex(bytes)))),
    }
}

/// The path that was written in this form.
pub fn read(text: &str, bytes: Option<&str>) -> Option<PathBuf> {
    let Some(digits) = bytes else { return Some(PathBuf::from(text)) };
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
    of_bytes(bytes?)
}

#[cfg(unix)]
fn bytes(path: &Path) -> Option<&[u8]> {
    use std::os::unix::ffi::OsStrExt as _;
    Some(path.as_os_str().as_bytes())
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn bytes(_: &Path) -> Option<&[u8]> {
    None
}

#[cfg(not(unix))]
fn of_bytes(_: Vec<u8>) -> Option<PathBuf> {
    None
}
