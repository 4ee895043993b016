//! Files as the commands read and write them.

mod input;
mod output;
mod search;
mod secret;

pub use input::{Hashed, Hashes, LogFile, OpenedLog};
pub use output::{write_new, write_new_with};
pub use search::search;
pub use secret::{passphrase_from, private_key, write_private};

use std::fs;
use std::io;
use std::path::Path;

use crate::error::Error;

/// The largest configuration file that is read, in bytes.
const MAX_TEXT: u64 = 16 * 1024 * 1024;

/// A whole small file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let read = || -> io::Result<Vec<u8>> {
        let about = fs::metadata(path)?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if about.len() > MAX_TEXT {
            return Err(io::Error::other(format!("it has {} bytes; at most {MAX_TEXT} are read here", about.len())));
        }
        fs::read(path)
    };
    read().map_err(|error| Error::read(path, error))
}

/// A whole small text file.
pub fn text(path: &Path) -> Result<String, Error> {
    String::from_utf8(bytes(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::read(path, io::Error::other(format!("it is no text: invalid UTF-8 at byte {}", at + 1)))
    })
}

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    resettle_coup_log::Digest::of(bytes).to_string()
}
