use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use resettle_sealed_log::{Digest, Hasher};

/// Bytes that are hashed on their way to a file or from one.
pub struct Hashing<F> {
    file: F,
    hash: Hasher,
}

impl<F> Hashing<F> {
    /// Nothing is hashed yet.
    pub fn new(file: F) -> Self {
        Self { file, hash: Hasher::default() }
    }

    /// SHA-256 of everything that passed, and the file.
    pub fn into_parts(self) -> (Digest, F) {
        (self.hash.finish(), self.file)
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.hash.update(bytes.get(..read).unwrap_or_default());
        Ok(read)
    }
}

/// SHA-256 of a file.
pub fn sha256_of(path: &Path) -> io::Result<Digest> {
    sha256_of_rest(&mut File::open(path)?)
}

/// SHA-256 of what is left to read.
pub fn sha256_of_rest(file: &mut impl Read) -> io::Result<Digest> {
    let mut hash = Hasher::default();
    io::copy(file, &mut hash)?;
    Ok(hash.finish())
}
