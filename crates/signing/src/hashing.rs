use std::io;

use resettle_sealed_log::{Digest, Hasher};
use sha2::{Digest as _, Sha512};

/// The hashes of a file: one for a manifest, one for a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashes {
    /// SHA-256.
    pub sha256: [u8; 32],
    /// SHA-512.
    pub sha512: [u8; 64],
}

impl Hashes {
    /// Of bytes in memory.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self { sha256: Digest::of(bytes).0, sha512: Sha512::digest(bytes).into() }
    }
}

/// Passes bytes on and hashes them, so that a long file need not be held to be signed.
pub struct Hashing<W> {
    out: W,
    sha256: Hasher,
    sha512: Sha512,
}

impl<W: io::Write> Hashing<W> {
    /// Passes on to `out`.
    pub fn new(out: W) -> Self {
        Self { out, sha256: Hasher::default(), sha512: Sha512::new() }
    }

    /// The hashes of all that was passed on, and what it was passed on to.
    #[must_use]
    pub fn into_parts(self) -> (Hashes, W) {
        let hashes = Hashes { sha256: self.sha256.finish().0, sha512: self.sha512.finalize().into() };
        (hashes, self.out)
    }

    /// The hashes of all that was passed on.
    #[must_use]
    pub fn hashes(self) -> Hashes {
        self.into_parts().0
    }
}

impl<W: io::Write> io::Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.out.write(bytes)?;
        let passed = bytes.get(..taken).unwrap_or_default();
        self.sha256.update(passed);
        self.sha512.update(passed);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
