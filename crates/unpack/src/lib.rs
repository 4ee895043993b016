//! What gzip and zstd files hold, read as a stream in bounded memory.
//!
//! A packed file is somebody's bytes like any other. Every member of a gzip file and every frame of
//! a zstd file is read, one after the other; skippable frames are passed over. What follows them and
//! is neither is an error, and so is a file that unpacks to more than a log can ([`MOST_TO_ONE`]).

mod bound;
mod gzip;
mod zstd;

pub use bound::{AT_FIRST, LINES_AT_FIRST, MOST_TO_ONE};
pub use zstd::MOST_WINDOW;

use std::io::{self, BufRead, BufReader};

use bound::{Bounded, Counted};

/// How much is unpacked at once, in bytes.
const CHUNK: usize = 256 * 1024;

/// Whether a file that begins so is one of gzip or zstd.
#[must_use]
pub fn is_packed(start: &[u8]) -> bool {
    gzip::begins(start) || zstd::begins(start)
}

/// The content of `raw`, unpacked where its first bytes are those of gzip or zstd.
///
/// # Errors
/// What the input says. Reading the content fails on damaged or cut files, and on bombs.
pub fn unpacked<'r, R: BufRead + 'r>(mut raw: R) -> io::Result<Box<dyn BufRead + 'r>> {
    let start = raw.fill_buf()?;
    let gzip = gzip::begins(start);
    if !gzip && !zstd::begins(start) {
        return Ok(Box::new(raw));
    }
    let (raw, packed) = Counted::new(raw);
    Ok(if gzip {
        Box::new(BufReader::with_capacity(CHUNK, Bounded::new(gzip::Members::new(raw), packed)))
    } else {
        Box::new(BufReader::with_capacity(CHUNK, Bounded::new(zstd::Frames::new(raw), packed)))
    })
}
