//! Where logs are read from.

use std::io::{self, BufRead};
use std::path::Path;

use resettle_audit::Vouching;
use resettle_coup_log::LogReader;
use resettle_sealed_log::{Digest, SoundSeals, TrustStore};

/// The hashes of a log, once it has been read to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogHashes {
    /// SHA-256 of the file as it is stored.
    pub file: Digest,
    /// SHA-256 of what it contains, unpacked.
    pub content: Digest,
    /// How many bytes it contains, unpacked.
    pub bytes: u64,
}

/// Opens logs, as often as they have to be read: files on a disk, or anything else that holds logs.
pub trait LogSource {
    /// The log's bytes as they were written, unpacked if they were packed.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn BufRead>>;

    /// Passes the same bytes to `read`, which may leave some unread, and returns the hashes of the whole log.
    ///
    /// # Errors
    /// Those of `read`; why the log cannot be read; and that it changed meanwhile.
    fn read(&self, path: &Path, read: &mut dyn FnMut(&mut dyn BufRead) -> io::Result<()>) -> io::Result<LogHashes>;
}

/// What seals vouch for in a log. For a log that cannot be read that is nothing; why is reported when it is judged.
pub fn vouching(path: &Path, trust: Option<&TrustStore>, sound: &SoundSeals, source: &impl LogSource) -> Vouching {
    let Ok(content) = source.open(path) else { return Vouching::default() };
    Vouching::of(LogReader::new(content, trust).remembering(sound))
}
