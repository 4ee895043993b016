//! Standard input as a log, named `-`. A log may be read twice, so it is copied into a temporary file first.

use std::fs::File;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use resettle_console::files::{temporary_file, usual_temporary_folder};
use tempfile::NamedTempFile;

static COPY: Mutex<Option<NamedTempFile>> = Mutex::new(None);

/// Whether a log is standard input; a file of that name is `./-`.
pub fn is(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a log: a file, or the copy of standard input, which the first call makes.
///
/// # Errors
/// The file cannot be opened; standard input is a terminal, or cannot be copied.
pub fn open_log(path: &Path) -> io::Result<File> {
    if !is(path) {
        return resettle_console::files::open(path);
    }
    let mut copy = COPY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(copy) = &*copy {
        return copy.reopen();
    }
    let input = io::stdin();
    if input.is_terminal() {
        return Err(io::Error::other("standard input is a terminal: lead a log into it, as `zcat LOG | resettle …`"));
    }
    let mut made = temporary_file(&usual_temporary_folder())?;
    io::copy(&mut input.lock(), &mut made)?;
    copy.insert(made).reopen()
}

/// Removes the copy. Called once, at the end of the program.
pub fn remove_copy() {
    *COPY.lock().unwrap_or_else(PoisonError::into_inner) = None;
}
