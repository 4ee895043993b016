use resettle_run::{SpillSection, Store};
use std::fs::Metadata;
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::standard_input::open_log;

/// The most bytes that are read ahead of all files together.
const AHEAD: usize = 16 * 1024 * 1024;
/// For one file never more than the first, nor less than the second.
const CHUNKS: (usize, usize) = (8 * 1024, 256 * 1024);
/// The most bytes of windows that are held of all zstd files together.
const WINDOWS: u64 = 64 * 1024 * 1024;
/// The most for one of them: what `zstd -19` writes.
const WINDOW: u64 = 8 * 1024 * 1024;
/// This much of what is saved is read at once.
const SECTION: usize = 16 * 1024;

/// A large window is held only while the content that needs it is saved, by one thread at a time.
static LARGE_WINDOW: Mutex<()> = Mutex::new(());

/// What each of many files that are read side by side may hold, so that all together stay small: no file is held open
/// between two reads, and content that needs a large window is packed anew into the temporary file.
#[derive(Clone, Copy)]
pub struct Sharing<'s> {
    store: &'s Store,
    pub chunk: usize,
    pub window: u64,
}

impl<'s> Sharing<'s> {
    /// For this many files.
    pub fn among(files: usize, store: &'s Store) -> Self {
        let files = files.max(1);
        let (least, most) = CHUNKS;
        let window = (WINDOWS / files as u64).min(WINDOW);
        Self { store, chunk: (AHEAD / files).clamp(least, most), window }
    }

    /// Reads `rest` to its end and returns the same content again, with the error in which it ended.
    pub fn put_away(self, rest: &mut dyn Read) -> io::Result<Box<dyn Read + 's>> {
        let alone = LARGE_WINDOW.lock().unwrap_or_else(PoisonError::into_inner);
        let mut packed =
            GzEncoder::new(Sections { store: self.store, held: Vec::new(), put: Vec::new() }, Compression::fast());
        let mut chunk = vec![0u8; CHUNKS.1];
        let failed = loop {
            match rest.read(&mut chunk) {
                Ok(0) => break None,
                Ok(read) => packed.write_all(chunk.get(..read).unwrap_or_default())?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(error),
            }
        };
        let mut sections = packed.finish()?;
        sections.put_held()?;
        drop(alone);
        let from = Away { sections: sections.put.into_iter(), now: io::Cursor::default() };
        Ok(Box::new(Ending { content: GzDecoder::new(from), failed }))
    }
}

/// Bytes on their way into the temporary file.
struct Sections<'s> {
    store: &'s Store,
    held: Vec<u8>,
    put: Vec<SpillSection>,
}

impl Sections<'_> {
    fn put_held(&mut self) -> io::Result<()> {
        if !self.held.is_empty() {
            self.put.push(self.store.keep(&self.held)?);
            self.held.clear();
        }
        Ok(())
    }
}

impl io::Write for Sections<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = SECTION.saturating_sub(self.held.len()).min(bytes.len());
        self.held.extend_from_slice(bytes.get(..room).unwrap_or_default());
        if self.held.len() >= SECTION {
            self.put_held()?;
        }
        Ok(room)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes again.
struct Away {
    sections: std::vec::IntoIter<SpillSection>,
    now: io::Cursor<std::sync::Arc<[u8]>>,
}

impl Read for Away {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.now.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.sections.next() {
                Some(section) => self.now = io::Cursor::new(section.read()?),
                None => return Ok(0),
            }
        }
    }
}

/// Content that ends as it ended when it was saved.
struct Ending<R> {
    content: R,
    failed: Option<io::Error>,
}

impl<R: Read> Read for Ending<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.content.read(buffer)? {
            0 if !buffer.is_empty() => self.failed.take().map_or(Ok(0), Err),
            read => Ok(read),
        }
    }
}

/// A file that is open only during each read.
pub struct Turns {
    path: PathBuf,
    at: u64,
    about: Metadata,
}

impl Turns {
    pub fn new(path: &Path, about: Metadata) -> Self {
        Self { path: path.to_owned(), at: 0, about }
    }

    /// The file's current metadata.
    pub fn metadata(&self) -> io::Result<Metadata> {
        open_log(&self.path)?.metadata()
    }
}

impl Read for Turns {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = open_log(&self.path)?;
        if !same_file(&self.about, &file.metadata()?) {
            return Err(io::Error::other("another file took its place while it was read"));
        }
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(unix)]
fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_away_comes_back_with_its_end() {
        let folder = tempfile::tempdir().unwrap();
        for store in [Store::new(folder.path()), Store::tight(folder.path())] {
            let text: Vec<u8> = (0..3_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
            let sharing = Sharing::among(1, &store);
            let mut out = Vec::new();
            sharing.put_away(&mut &text[..]).unwrap().read_to_end(&mut out).unwrap();
            assert_eq!(out, text);
            struct Failing;
            impl Read for Failing {
                fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                    Err(io::Error::from(io::ErrorKind::UnexpectedEof))
                }
            }
            let mut out = Vec::new();
            let mut cut = text.chain(Failing);
            let error = sharing.put_away(&mut cut).unwrap().read_to_end(&mut out).unwrap_err();
            assert_eq!((error.kind(), out), (io::ErrorKind::UnexpectedEof, text));
        }
    }

    #[test]
    fn all_files_together_hold_little() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path());
        for files in [0, 1, 8, 40, 300, 2_000, 100_000] {
            let Sharing { chunk, window, .. } = Sharing::among(files, &store);
            assert!(window <= WINDOW && window * files as u64 <= WINDOWS, "{files}");
            assert!(chunk * files <= AHEAD || chunk == CHUNKS.0, "{files}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn another_file_in_its_place_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "one two").unwrap();
        let mut turns = Turns::new(&path, std::fs::metadata(&path).unwrap());
        let mut three = [0; 3];
        assert_eq!((turns.read(&mut three).unwrap(), &three), (3, b"one"));
        std::fs::write(folder.path().join("other"), "six ten").unwrap();
        std::fs::rename(folder.path().join("other"), &path).unwrap();
        assert_eq!(turns.read(&mut three).unwrap_err().to_string(), "another file took its place while it was read");
    }
}
