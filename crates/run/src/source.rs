//! Where logs are read from.

use std::io::{self, BufRead};
use std::path::Path;

use resettle_audit::Vouching;
use resettle_coup_log::LogReader;
use resettle_sealed_log::TrustStore;

/// Opens logs, as often as they have to be read: files on a disk, or anything else that holds logs.
pub trait LogSource {
    /// The log's bytes as they were written, unpacked if they were packed.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn BufRead>>;
}

/// What seals vouch for in a log. For a log that cannot be read that is nothing; why is reported when it is judged.
pub fn vouching(path: &Path, trust: Option<&TrustStore>, source: &impl LogSource) -> Vouching {
    source.open(path).map_or_else(|_| Vouching::default(), |content| Vouching::of(LogReader::new(content, trust)))
}
