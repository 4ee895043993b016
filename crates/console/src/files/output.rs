use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::beside::{folder_of, temporary_file};
use crate::error::Error;

/// This much is written at once.
const BLOCK: usize = 1 << 17;

/// Writes a new file: to a temporary name beside it, flushed, then renamed; nothing is overwritten.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_new_with(path, |out| out.write_all(bytes).map_err(|error| Error::write(path, error)))
}

/// Writes a secret into a new file that only its owner can read: whole, or not at all.
pub fn write_private(path: &Path, text: &str) -> Result<(), Error> {
    // A temporary file is its owner's alone from the first.
    write(path, |_| Ok(()), |out| out.write_all(text.as_bytes()).map_err(|error| Error::write(path, error)))
}

/// Writes a new file through `fill`; nothing is left behind if that fails.
pub fn write_new_with<T>(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
    write(path, make_readable, fill)
}

/// Writes a file through `fill`, replacing one that may exist: whole or not at all.
pub fn replace_with<T>(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
    let (temporary, filled) = filled(path, make_readable, fill)?;
    temporary.persist(path).map_err(|error| Error::write(path, error.error))?;
    Ok(filled)
}

fn write<T>(
    path: &Path,
    give_rights: impl FnOnce(&Path) -> io::Result<()>,
    fill: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Error> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(Error::write(path, io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    let (temporary, filled) = filled(path, give_rights, fill)?;
    temporary.persist_noclobber(path).map_err(|error| Error::write(path, error.error))?;
    Ok(filled)
}

/// A file under a temporary name beside `path`, filled and on disk.
fn filled<T>(
    path: &Path,
    give_rights: impl FnOnce(&Path) -> io::Result<()>,
    fill: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<(NamedTempFile, T), Error> {
    let fail = |error: io::Error| Error::write(path, error);
    // Without the temporary name, which means nothing to the user.
    let bare = |error: io::Error| fail(io::Error::from(error.kind()));
    let mut temporary = temporary_file(folder_of(path)).map_err(bare)?;
    let filled = {
        let mut out = io::BufWriter::with_capacity(BLOCK, temporary.as_file_mut());
        let filled = fill(&mut out)?;
        out.flush().map_err(fail)?;
        filled
    };
    temporary.as_file().sync_all().map_err(fail)?;
    give_rights(temporary.path()).map_err(fail)?;
    Ok((temporary, filled))
}

/// Gives a file that is to replace another the permissions of that one, or else those of a new file.
pub fn permissions(temporary: &Path, replaced: &Path) -> io::Result<()> {
    match fs::metadata(replaced) {
        Ok(about) => fs::set_permissions(temporary, about.permissions()),
        Err(_) => make_readable(temporary),
    }
}

/// Temporary files are readable by their owner only; what we write is for others to read.
#[cfg(unix)]
fn make_readable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &Path) -> io::Result<()> {
    Ok(())
}
