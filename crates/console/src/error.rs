//! Why a job could not be done, in words.

use std::io;
use std::path::{Path, PathBuf};

use resettle_report::print::neutral;

use crate::spelling::did_you_mean;

/// Why the job could not be done. Each message states what, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read.
    #[error("error: cannot read {}: {}{}", shown(path), in_words(source), helped(hint_of_reading(path, source).as_deref()))]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("error: cannot write {}: {}{}", shown(path), in_words(source), helped(hint_of_writing(source)))]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Standard output failed.
    #[error("error: cannot write to standard output: {}", in_words(.0))]
    Output(io::Error),
    /// A file has faults, already rendered with places and excerpts.
    #[error("{rendered}error: {} has {} and is not used", shown(path), faults(*count))]
    Faults {
        /// Which file.
        path: PathBuf,
        /// How many.
        count: usize,
        /// All of them, each on lines of its own that end with a line feed.
        rendered: String,
    },
    /// The temporary file failed.
    #[error("error: {source}{}", helped(Some(hint_of_spilling(source))))]
    Spill {
        /// Why.
        source: io::Error,
    },
    /// Anything else: what, where, and what to do.
    #[error("error: {}{what}{}{}", at(place.as_deref()), listed(list), helped(help.as_deref()))]
    Other {
        /// What is wrong, in words; it may name its place itself.
        what: String,
        /// The file that is wrong, where `what` does not name it.
        place: Option<PathBuf>,
        /// Each fault, on a line of its own below `what`.
        list: Vec<String>,
        /// What to do.
        help: Option<String>,
    },
    /// Several files failed; each was reported where it happened.
    #[error("error: {}", some_unread(*.0, *.1))]
    SomeUnread(usize, usize),
}

impl Error {
    /// What is wrong, in words. [`at`](Self::at), [`listing`](Self::listing) and [`help`](Self::help) add to it.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self::Other { what: what.into(), place: None, list: Vec::new(), help: None }
    }

    /// Names the file before what is wrong with it.
    #[must_use]
    pub fn at(self, path: &Path) -> Self {
        match self {
            Self::Other { what, list, help, .. } => Self::Other { what, place: Some(path.to_owned()), list, help },
            other => other,
        }
    }

    /// Lists faults below what is wrong, each on a line of its own.
    #[must_use]
    pub fn listing(self, lines: impl IntoIterator<Item = String>) -> Self {
        match self {
            Self::Other { what, place, help, .. } => {
                Self::Other { what, place, list: lines.into_iter().collect(), help }
            }
            other => other,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        match self {
            Self::Other { what, place, list, .. } => Self::Other { what, place, list, help: Some(help.into()) },
            other => other,
        }
    }

    /// The same where there may be nothing to do.
    #[must_use]
    pub fn help_if(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// That a file cannot be read, and why.
    #[must_use]
    pub fn read(path: &Path, source: io::Error) -> Self {
        Self::Read { path: path.to_owned(), source }
    }

    /// That a file cannot be written, and why.
    #[must_use]
    pub fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }

    /// The same about the file's place in `to`, where it would finally go from `from`.
    pub fn moved(self, from: &Path, to: &Path) -> Self {
        let there = |path: PathBuf| path.strip_prefix(from).map(|name| to.join(name)).unwrap_or(path);
        match self {
            Self::Read { path, source } => Self::Read { path: there(path), source },
            Self::Write { path, source } => Self::Write { path: there(path), source },
            other => other,
        }
    }

    /// That the temporary file failed, and why.
    #[must_use]
    pub fn spill(source: io::Error) -> Self {
        Self::Spill { source }
    }
}

/// Why a file cannot be used, in words where the system gave a number and its own.
#[must_use]
pub fn in_words(error: &io::Error) -> String {
    let words = match error.kind() {
        // A library's own words say more.
        _ if error.get_ref().is_some() => return error.to_string(),
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "the system does not permit it",
        io::ErrorKind::AlreadyExists => "it is there already",
        io::ErrorKind::NotADirectory => "a part of its path is a file",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "this user's share of the disk is full",
        io::ErrorKind::FileTooLarge => "the file would be larger than the system permits",
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        io::ErrorKind::InvalidFilename => "the system permits no such name",
        _ => return error.to_string(),
    };
    words.to_owned()
}

/// A path made harmless for a terminal.
pub fn shown(path: &Path) -> String {
    neutral(&path.display().to_string())
}

fn at(place: Option<&Path>) -> String {
    place.map_or(String::new(), |path| format!("{}: ", shown(path)))
}

pub(crate) fn listed(lines: &[String]) -> String {
    lines.iter().map(|line| format!("\n{line}")).collect()
}

/// What to do, on a line of its own below what is said.
pub(crate) fn helped(help: Option<&str>) -> String {
    help.map_or(String::new(), |help| format!("\n  help: {help}"))
}

fn some_unread(failed: usize, all: usize) -> String {
    match (failed, all) {
        (1, 1) => "the log could not be read, or not to its end".to_owned(),
        _ if failed >= all => format!("none of {all} logs could be read, or not to their ends"),
        _ => format!("{failed} of {all} logs could not be read, or not to their ends; the others are judged above"),
    }
}

fn faults(count: usize) -> String {
    if count == 1 { "one fault".to_owned() } else { format!("{count} faults") }
}

fn hint_of_reading(path: &Path, error: &io::Error) -> Option<String> {
    if error.kind() != io::ErrorKind::NotFound {
        return hint(error).map(str::to_owned);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(none) if none.kind() == io::ErrorKind::NotFound => {
            return Some(format!("check the path: there is no folder {}; nothing was read", shown(folder)));
        }
        Err(_) => return hint(error).map(str::to_owned),
    };
    let names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).map(|name| neutral(&name)).collect();
    let typed = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    match did_you_mean(&typed, names.iter().map(String::as_str)) {
        Some(near) => Some(format!("{near} nothing was read")),
        None => hint(error).map(str::to_owned),
    }
}

fn hint_of_writing(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::NotFound => Some("the folder it goes into has to be there; nothing was written"),
        _ => hint(error),
    }
}

fn hint_of_spilling(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            "make room there, or name a folder with more room in TMPDIR, and run again; no report was written"
        }
        _ => "name a folder in TMPDIR that can be written to, and run again; no report was written",
    }
}

fn hint(error: &io::Error) -> Option<&'static str> {
    Some(match error.kind() {
        io::ErrorKind::NotFound => "check the path; nothing was read",
        io::ErrorKind::PermissionDenied => "ask for the right to read or write it",
        io::ErrorKind::IsADirectory => "this is a folder; name a file in it",
        io::ErrorKind::NotADirectory => "this is a file, and a folder is wanted",
        io::ErrorKind::Unsupported => "save it to a file first, and name that; a file that is called - is named ./-",
        io::ErrorKind::AlreadyExists => "nothing is overwritten; choose another name or move the old one away",
        io::ErrorKind::UnexpectedEof => "the compressed file was cut off; what could be read is judged",
        io::ErrorKind::StorageFull => "make room and run again; nothing half-written was left",
        _ => return None,
    })
}
