use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use sha2::{Digest as _, Sha256};

/// How much is read at once.
const CHUNK: usize = 256 * 1024;

/// A log file on disk: hashed as it stands there, read as what it holds.
pub struct LogFile {
    raw: BufReader<Hashing>,
    hash: Rc<RefCell<Sha256>>,
}

/// The content of a log file.
pub type OpenedLog<'f> = Box<dyn BufRead + 'f>;

impl LogFile {
    /// Opens a file; `progress` is told how many bytes were read.
    pub fn open(path: &Path, progress: impl Fn(u64) + 'static) -> io::Result<Self> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let hash = Rc::new(RefCell::new(Sha256::new()));
        let hashing = Hashing { file, hash: Rc::clone(&hash), progress: Box::new(progress) };
        Ok(Self { raw: BufReader::with_capacity(CHUNK, hashing), hash })
    }

    /// Whether the path can be read a second time: a pipe gives its bytes once.
    pub fn lasts(path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|about| about.is_file() || about.is_dir())
    }

    /// The content, unpacked where the first bytes are those of gzip or zstd.
    pub fn content(&mut self) -> io::Result<OpenedLog<'_>> {
        resettle_unpack::unpacked(&mut self.raw)
    }

    /// Reads what is left and gives the SHA-256 of the whole file, in lower-case hex.
    pub fn finish(mut self) -> io::Result<String> {
        io::copy(&mut self.raw, &mut io::sink())?;
        let digest = self.hash.borrow().clone().finalize();
        Ok(resettle_coup_log::hex(&digest))
    }
}

/// Hashes every byte that is read.
struct Hashing {
    file: File,
    hash: Rc<RefCell<Sha256>>,
    progress: Box<dyn Fn(u64)>,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.hash.borrow_mut().update(buffer.get(..read).unwrap_or_default());
        (self.progress)(read as u64);
        Ok(read)
    }
}
