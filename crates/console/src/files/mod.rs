//! Files as commands read and write them.

mod beside;
pub mod foreign;
mod levels;
mod output;

pub use beside::{TEMPORARY, folder_of, temporary_file, temporary_folder, usual_temporary_folder, whole_path};
pub use levels::{FOLDERS, folders_below, sorted, too_many_folders};
pub use output::{permissions, replace_with, write_new, write_new_with, write_private};

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use crate::error::Error;

/// The largest configuration file that is read, in bytes.
const MAX_TEXT: u64 = 16 * 1024 * 1024;

/// Opens a file. `-` is not a file: what is read may be read twice.
pub fn open(path: &Path) -> io::Result<fs::File> {
    if path.as_os_str() == "-" {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "standard input is not read: a file may be read twice"));
    }
    fs::File::open(path)
}

/// A whole small file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    bytes_up_to(path, MAX_TEXT)
}

/// A whole file of at most this many bytes.
pub fn bytes_up_to(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let read = || -> io::Result<Vec<u8>> {
        let file = open(path)?;
        let about = fs::metadata(path)?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let too_long = |length: u64| io::Error::other(format!("it has {length} bytes; at most {most} are read here"));
        if about.len() > most {
            return Err(too_long(about.len()));
        }
        // Anything but a regular file has no length to go by.
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        let length = bytes.len() as u64;
        if length > most { Err(too_long(length)) } else { Ok(bytes) }
    };
    read().map_err(|error| Error::read(path, error))
}

/// A whole small text file.
pub fn text(path: &Path) -> Result<String, Error> {
    let refused = |why| Error::read(path, io::Error::other(why));
    let bytes = bytes(path)?;
    if is_utf_16(&bytes) {
        return Err(refused("it is text in UTF-16: save it as UTF-8".to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        refused(format!("it is no text: invalid UTF-8 at byte {}", at + 1))
    })
}

/// Whether this is text in UTF-16, by its mark, or by every other byte of its beginning, most of which is ASCII.
fn is_utf_16(bytes: &[u8]) -> bool {
    let (pairs, _) = bytes.get(..200).unwrap_or(bytes).as_chunks::<2>();
    let zeros = |at: fn(&[u8; 2]) -> u8| pairs.iter().filter(|pair| at(pair) == 0).count();
    let (even, odd) = (zeros(|[even, _]| *even), zeros(|[_, odd]| *odd));
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
        || (even.min(odd) == 0 && even.max(odd) > pairs.len() / 2 && pairs.len() > 1)
}

/// A whole small text file of a kind, such as `a trust store`; another kind is refused by name.
pub fn text_of(path: &Path, wanted: &str) -> Result<String, Error> {
    let text = text(path)?;
    let unmarked = text.trim_start_matches('\u{feff}');
    match foreign::instead_of(wanted, unmarked) {
        None if unmarked.len() < text.len() => Err(Error::new(format!(
            "{}: {wanted} begins with a byte order mark, which no file here has",
            crate::error::shown(path)
        ))
        .help("save it as UTF-8 without a byte order mark (BOM)")),
        None => Ok(text),
        Some((what, help)) => {
            Err(Error::new(format!("{}: it is {what}, not {wanted}", crate::error::shown(path))).help(help))
        }
    }
}
