use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
use resettle_coup_log::Digest;
use ruzstd::decoding::StreamingDecoder;
use sha2::{Digest as _, Sha256};

/// How much is read at once.
const CHUNK: usize = 256 * 1024;

/// A log file on disk: hashed as it stands there, read as what it holds.
pub struct LogFile {
    raw: BufReader<Hashing>,
    hash: Rc<RefCell<Sha256>>,
    /// Of what a packed file holds.
    unpacked: Option<Rc<RefCell<Sha256>>>,
}

/// What a log file was, once it has been read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashes {
    /// SHA-256 of the file as it stands on disk.
    pub file: Digest,
    /// SHA-256 of what it holds, unpacked.
    pub content: Digest,
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
        Ok(Self { raw: BufReader::with_capacity(CHUNK, hashing), hash, unpacked: None })
    }

    /// Whether the path can be read a second time: a pipe gives its bytes once.
    pub fn lasts(path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|about| about.is_file() || about.is_dir())
    }

    /// The content, unpacked where the first bytes are those of gzip or zstd.
    pub fn content(&mut self) -> io::Result<OpenedLog<'_>> {
        let start = self.raw.fill_buf()?;
        if start.starts_with(&[0x1f, 0x8b]) {
            let hash = Rc::clone(self.unpacked.insert(Rc::default()));
            let inner = BufReader::with_capacity(CHUNK, MultiGzDecoder::new(&mut self.raw));
            return Ok(Box::new(Unpacked { inner, hash }));
        }
        if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || is_skippable(start) {
            let hash = Rc::clone(self.unpacked.insert(Rc::default()));
            let inner = BufReader::with_capacity(CHUNK, Frames { raw: Some(&mut self.raw), frame: None });
            return Ok(Box::new(Unpacked { inner, hash }));
        }
        Ok(Box::new(&mut self.raw))
    }

    /// Reads what is left and gives the SHA-256 of the whole file, in lower-case hex.
    pub fn finish(self) -> io::Result<String> {
        Ok(self.finish_both()?.file.to_string())
    }

    /// The same, and the SHA-256 of what was read of its content.
    pub fn finish_both(mut self) -> io::Result<Hashes> {
        io::copy(&mut self.raw, &mut io::sink())?;
        let digest = |hash: &Rc<RefCell<Sha256>>| Digest(hash.borrow().clone().finalize().into());
        let file = digest(&self.hash);
        Ok(Hashes { file, content: self.unpacked.as_ref().map_or(file, digest) })
    }
}

/// Hashes what was unpacked, as it is read on.
struct Unpacked<R> {
    inner: R,
    hash: Rc<RefCell<Sha256>>,
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.borrow_mut().update(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Unpacked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What was shown by the last `fill_buf` is there still, and is shown again without reading.
        if let Ok(shown) = self.inner.fill_buf() {
            self.hash.borrow_mut().update(shown.get(..amount).unwrap_or_default());
        }
        self.inner.consume(amount);
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

/// The frames of a zstd file, one after the other.
struct Frames<'f, R: BufRead> {
    raw: Option<&'f mut R>,
    frame: Option<StreamingDecoder<&'f mut R, ruzstd::decoding::FrameDecoder>>,
}

/// Whether a zstd frame begins here that holds no content of the file (`pzstd` writes such).
fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Passes over a skippable frame: magic number, length, so many bytes.
fn skip(raw: &mut impl Read) -> io::Result<()> {
    let mut header = [0u8; 8];
    raw.read_exact(&mut header)?;
    let [_, _, _, _, a, b, c, d] = header;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    let passed = io::copy(&mut raw.take(length), &mut io::sink())?;
    if passed == length { Ok(()) } else { Err(io::Error::from(io::ErrorKind::UnexpectedEof)) }
}

impl<R: BufRead> Read for Frames<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.raw = match self.frame.take().map(StreamingDecoder::into_parts) {
                    Some((raw, frame)) => {
                        checked(&frame)?;
                        Some(raw)
                    }
                    None => None,
                };
            }
            let Some(raw) = self.raw.take() else { return Ok(0) };
            let start = raw.fill_buf()?;
            if start.is_empty() {
                return Ok(0);
            }
            if is_skippable(start) {
                skip(raw)?;
                self.raw = Some(raw);
                continue;
            }
            let frame = StreamingDecoder::new(raw)
                .map_err(|error| io::Error::other(format!("what comes next is no zstd frame: {error}")))?;
            self.frame = Some(frame);
        }
    }
}

/// A frame that bears a checksum held what was packed into it.
fn checked(frame: &ruzstd::decoding::FrameDecoder) -> io::Result<()> {
    match (frame.get_checksum_from_data(), frame.get_calculated_checksum()) {
        (Some(said), Some(found)) if said != found => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "corrupt zstd frame does not have a matching checksum"))
        }
        _ => Ok(()),
    }
}
