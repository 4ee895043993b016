//! What gzip and zstd files hold, read as a stream in bounded memory.
//!
//! A packed file is somebody's bytes like any other. Every member of a gzip file and every frame of
//! a zstd file is read, one after the other; skippable frames are skipped. What follows them and
//! is neither is an error, and so is a file that unpacks to more than a log can ([`MOST_TO_ONE`]).
//!
//! ```
//! use std::io::BufRead;
//!
//! // What is not packed is read as it is.
//! let log = &b"{\"seq\":0}\n"[..];
//! assert!(!resettle_unpack::is_packed(log));
//! let mut line = String::new();
//! resettle_unpack::unpacked(log)?.read_line(&mut line)?;
//! assert_eq!(line, "{\"seq\":0}\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod bound;
mod gzip;
mod zstd;

pub use bound::{AT_FIRST, LINES_AT_FIRST, MOST_TO_ONE};
pub use zstd::MOST_WINDOW;

/// Takes content whose window is too large to be held for long, reads it to its end at once, and gives the same content
/// again from where it was put.
pub type PutAway<'r> = Box<dyn FnOnce(&mut dyn Read) -> io::Result<Box<dyn Read + 'r>> + 'r>;

/// How much of a file that is read next to others is held.
pub struct Within<'r> {
    /// How much is unpacked at once, in bytes.
    pub chunk: usize,
    /// The largest window of a zstd frame that is held while the file is read, in bytes.
    pub window: u64,
    /// Where the content goes from the first frame on that needs a larger one, up to [`MOST_WINDOW`].
    pub put_away: PutAway<'r>,
}

use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

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
pub fn unpacked<'r, R: BufRead + 'r>(raw: R) -> io::Result<Box<dyn BufRead + 'r>> {
    open(raw, CHUNK, None)
}

/// The same where many files are read side by side, so that what each of them holds adds up.
///
/// # Errors
/// As of [`unpacked`].
pub fn unpacked_within<'r, R: BufRead + 'r>(raw: R, within: Within<'r>) -> io::Result<Box<dyn BufRead + 'r>> {
    open(raw, within.chunk, Some((within.window, within.put_away)))
}

fn open<'r, R: BufRead + 'r>(
    mut raw: R,
    chunk: usize,
    away: Option<(u64, PutAway<'r>)>,
) -> io::Result<Box<dyn BufRead + 'r>> {
    let start = raw.fill_buf()?;
    let gzip = gzip::begins(start);
    if !gzip && !zstd::begins(start) {
        return Ok(Box::new(raw));
    }
    let (raw, packed) = Counted::new(raw);
    Ok(if gzip {
        Box::new(BufReader::with_capacity(chunk, Bounded::new(gzip::Members::new(raw), packed)))
    } else {
        let frames = zstd::Frames::new(raw, Rc::clone(&packed), away);
        Box::new(BufReader::with_capacity(chunk, Bounded::new(frames, packed)))
    })
}
