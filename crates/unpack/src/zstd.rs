use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// The largest window of a zstd frame that is read, in bytes: what `zstd --long=27` writes, and the
/// most that `zstd -d` takes by itself.
pub const MOST_WINDOW: u64 = 128 * 1024 * 1024;

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Whether a zstd file begins here.
pub(crate) fn begins(start: &[u8]) -> bool {
    start.starts_with(&MAGIC) || is_skippable(start)
}

/// Whether a zstd frame begins here that holds no content of the file (`pzstd` writes such).
fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// The frames of a zstd file, one after the other.
pub(crate) struct Frames<R: BufRead> {
    raw: Option<R>,
    frame: Option<StreamingDecoder<Head<R>, FrameDecoder>>,
}

impl<R: BufRead> Frames<R> {
    pub(crate) fn new(raw: R) -> Self {
        Self { raw: Some(raw), frame: None }
    }

    /// Begins the next frame; none at the end of the file.
    fn next(mut raw: R) -> io::Result<Option<StreamingDecoder<Head<R>, FrameDecoder>>> {
        loop {
            let mut magic = [0u8; 4];
            let read = read_up_to(&mut raw, &mut magic)?;
            if read == 0 {
                return Ok(None);
            }
            let start = magic.get(..read).unwrap_or_default();
            if is_skippable(start) {
                skip(&mut raw)?;
                continue;
            }
            if start != MAGIC {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "bytes follow the zstd data that belong to no zstd file",
                ));
            }
            let head = Head { magic: io::Cursor::new(MAGIC), raw };
            return match StreamingDecoder::new_with_max_window_size(head, MOST_WINDOW) {
                Ok(frame) => Ok(Some(frame)),
                Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, refused(&error))),
            };
        }
    }
}

/// Why a frame cannot be begun.
fn refused(error: &FrameDecoderError) -> String {
    match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => format!(
            "a zstd frame wants a window of {requested} bytes, and at most {MOST_WINDOW} are held: pack it with `zstd --long=27` or less"
        ),
        other => format!("what comes next is no zstd frame that can be read: {other}"),
    }
}

/// A frame from its magic number on, which was read already.
struct Head<R> {
    magic: io::Cursor<[u8; 4]>,
    raw: R,
}

impl<R: Read> Read for Head<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.magic.read(buffer)? {
            0 => self.raw.read(buffer),
            read => Ok(read),
        }
    }
}

/// Fills `buffer` as far as the input goes.
fn read_up_to(raw: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match raw.read(rest) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Passes over the rest of a skippable frame: length, so many bytes.
fn skip(raw: &mut impl Read) -> io::Result<()> {
    let mut length = [0u8; 4];
    raw.read_exact(&mut length)?;
    let length = u64::from(u32::from_le_bytes(length));
    let passed = io::copy(&mut raw.take(length), &mut io::sink())?;
    if passed == length { Ok(()) } else { Err(io::Error::from(io::ErrorKind::UnexpectedEof)) }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                if let Some((head, frame)) = self.frame.take().map(StreamingDecoder::into_parts) {
                    checked(&frame)?;
                    self.raw = Some(head.raw);
                }
            }
            let Some(raw) = self.raw.take() else { return Ok(0) };
            match Self::next(raw)? {
                Some(frame) => self.frame = Some(frame),
                None => return Ok(0),
            }
        }
    }
}

/// A frame that bears a checksum held what was packed into it.
fn checked(frame: &FrameDecoder) -> io::Result<()> {
    match (frame.get_checksum_from_data(), frame.get_calculated_checksum()) {
        (Some(said), Some(found)) if said != found => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "corrupt zstd frame does not have a matching checksum"))
        }
        _ => Ok(()),
    }
}
