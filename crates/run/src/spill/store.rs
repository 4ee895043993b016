use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use resettle_report::print::neutral;

/// This much is held in memory before anything is written, in bytes.
const HELD: usize = 4 * 1024 * 1024;
/// Rows are sorted in lots of about this many bytes.
const SORTED: usize = 64 * 1024;
/// Rows are spilled and read back about this many bytes at a time.
const CHUNK: usize = 64 * 1024;

/// A temporary file that rows are put into, for any number of threads.
pub struct Store {
    folder: Arc<Path>,
    held: usize,
    /// How many bytes of rows are sorted at once.
    pub(super) sorted: usize,
    /// How many bytes of rows are spilled and read back at a time.
    pub(super) chunk: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    held: usize,
    file: Option<Arc<Mutex<File>>>,
    end: u64,
}

/// Bytes that were spilled.
#[derive(Clone)]
pub struct SpillSection(Kept);

#[derive(Clone)]
enum Kept {
    Held(Arc<[u8]>),
    Filed { file: Arc<Mutex<File>>, from: u64, len: usize, folder: Arc<Path> },
}

/// The temporary file failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot keep what was found in the temporary folder {}: {source}", neutral(&folder.display().to_string()))]
pub struct SpillError {
    folder: PathBuf,
    source: io::Error,
}

impl Store {
    /// A store whose file, once one is needed, is made in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self { folder: Arc::from(folder), held: HELD, sorted: SORTED, chunk: CHUNK, inner: Mutex::default() }
    }

    /// A store of its own in the same folder, whose file is removed with it.
    pub fn another(&self) -> Self {
        Self::new(&self.folder)
    }

    /// The same, holding nothing in memory.
    #[must_use]
    pub fn scratch(&self) -> Self {
        Self { held: 0, sorted: self.sorted, chunk: self.chunk, ..self.another() }
    }

    /// A store that writes what others hold in memory, so that a test need not put megabytes away.
    #[must_use]
    pub fn tight(folder: &Path) -> Self {
        Self { held: 0, sorted: 2_000, chunk: 500, ..Self::new(folder) }
    }

    /// Puts bytes away.
    pub fn keep(&self, bytes: &[u8]) -> io::Result<SpillSection> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.file.is_none() && inner.held + bytes.len() <= self.held {
            inner.held += bytes.len();
            return Ok(SpillSection(Kept::Held(bytes.into())));
        }
        let file = match &inner.file {
            Some(file) => Arc::clone(file),
            None => {
                let file = tempfile::tempfile_in(&self.folder).map_err(|error| fail(&self.folder, error))?;
                let file = Arc::new(Mutex::new(file));
                inner.file = Some(Arc::clone(&file));
                file
            }
        };
        let from = inner.end;
        let write = |file: &mut File| -> io::Result<()> {
            file.seek(SeekFrom::Start(from))?;
            file.write_all(bytes)
        };
        write(&mut file.lock().unwrap_or_else(PoisonError::into_inner)).map_err(|error| fail(&self.folder, error))?;
        inner.end += bytes.len() as u64;
        Ok(SpillSection(Kept::Filed { file, from, len: bytes.len(), folder: Arc::clone(&self.folder) }))
    }
}

impl SpillSection {
    /// Some of the bytes.
    pub fn part(&self, from: usize, len: usize) -> io::Result<Vec<u8>> {
        let end = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let until = from.checked_add(len).ok_or_else(end)?;
        match &self.0 {
            Kept::Held(bytes) => bytes.get(from..until).map(<[u8]>::to_vec).ok_or_else(end),
            Kept::Filed { len: all, .. } if until > *all => Err(end()),
            Kept::Filed { file, from: start, folder, .. } => {
                let mut bytes = vec![0; len];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let read = file.seek(SeekFrom::Start(start + from as u64)).and_then(|_| file.read_exact(&mut bytes));
                read.map_err(|error| fail(folder, error))?;
                Ok(bytes)
            }
        }
    }

    /// The bytes.
    pub fn read(&self) -> io::Result<Arc<[u8]>> {
        match &self.0 {
            Kept::Held(bytes) => Ok(Arc::clone(bytes)),
            Kept::Filed { file, from, len, folder } => {
                let mut bytes = vec![0; *len];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let read = file.seek(SeekFrom::Start(*from)).and_then(|_| file.read_exact(&mut bytes));
                read.map_err(|error| fail(folder, error))?;
                Ok(bytes.into())
            }
        }
    }
}

fn fail(folder: &Path, source: io::Error) -> io::Error {
    io::Error::new(source.kind(), SpillError { folder: folder.to_owned(), source })
}
