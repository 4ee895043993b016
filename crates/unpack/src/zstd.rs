use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use crate::PutAway;
use crate::bound::Bounded;

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
pub(crate) struct Frames<'r, R: BufRead> {
    raw: Option<ReadAhead<R>>,
    frame: Option<StreamingDecoder<ReadAhead<R>, FrameDecoder>>,
    /// The packed bytes taken so far.
    packed: Rc<Cell<u64>>,
    /// The largest window that is held, and where content goes that needs a larger one.
    away: Option<(u64, PutAway<'r>)>,
    /// The content from there on.
    put: Option<Box<dyn Read + 'r>>,
}

impl<'r, R: BufRead + 'r> Frames<'r, R> {
    pub(crate) fn new(raw: R, packed: Rc<Cell<u64>>, away: Option<(u64, PutAway<'r>)>) -> Self {
        Self::of(ReadAhead { before: io::Cursor::default(), raw }, packed, away)
    }

    fn of(raw: ReadAhead<R>, packed: Rc<Cell<u64>>, away: Option<(u64, PutAway<'r>)>) -> Self {
        Self { raw: Some(raw), frame: None, packed, away, put: None }
    }

    /// Begins the next frame; nothing more comes at the end of the file.
    fn next(&mut self, mut raw: ReadAhead<R>) -> io::Result<()> {
        loop {
            let mut magic = [0u8; 4];
            let read = read_up_to(&mut raw, &mut magic)?;
            if read == 0 {
                return Ok(());
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
            let (header, window) = header(&mut raw)?;
            let head = ReadAhead { before: io::Cursor::new([&MAGIC[..], &header].concat()), raw: raw.raw };
            if window <= MOST_WINDOW
                && let Some((_, put_away)) = self.away.take_if(|(most, _)| window > *most)
            {
                let rest = Self::of(head, Rc::clone(&self.packed), None);
                self.put = Some(put_away(&mut Bounded::new(rest, Rc::clone(&self.packed)))?);
                return Ok(());
            }
            return match StreamingDecoder::new_with_max_window_size(head, MOST_WINDOW) {
                Ok(frame) => {
                    self.frame = Some(frame);
                    Ok(())
                }
                Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, refused(&error))),
            };
        }
    }
}

/// The header of a frame behind its magic number, as far as the file goes, and the window that it asks for, in bytes.
fn header(raw: &mut impl Read) -> io::Result<(Vec<u8>, u64)> {
    let mut header = vec![0u8; 1];
    let read = read_up_to(raw, &mut header)?;
    header.truncate(read);
    let Some(descriptor) = header.first().copied() else { return Ok((header, 0)) };
    let single = descriptor & 0x20 != 0;
    let at = |of: [usize; 4], flag: u8| of.into_iter().nth(usize::from(flag)).unwrap_or_default();
    let content = at([usize::from(single), 2, 4, 8], descriptor >> 6);
    let before = usize::from(!single) + at([0, 1, 2, 4], descriptor & 3);
    let mut more = vec![0u8; before + content];
    let read = read_up_to(raw, &mut more)?;
    more.truncate(read);
    let window = if single {
        let mut length = [0u8; 8];
        for (to, from) in length.iter_mut().zip(more.iter().skip(before)) {
            *to = *from;
        }
        u64::from_le_bytes(length).saturating_add(if content == 2 { 256 } else { 0 })
    } else {
        let byte = u64::from(more.first().copied().unwrap_or_default());
        let base = 1u64 << (10 + (byte >> 3));
        base + base / 8 * (byte & 7)
    };
    header.extend(more);
    Ok((header, window))
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

/// A file from some bytes on that were read already.
struct ReadAhead<R> {
    before: io::Cursor<Vec<u8>>,
    raw: R,
}

impl<R: Read> Read for ReadAhead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.before.read(buffer)? {
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

/// Skips the rest of a skippable frame: length, this many bytes.
fn skip(raw: &mut impl Read) -> io::Result<()> {
    let mut length = [0u8; 4];
    raw.read_exact(&mut length)?;
    let length = u64::from(u32::from_le_bytes(length));
    let passed = io::copy(&mut raw.take(length), &mut io::sink())?;
    if passed == length { Ok(()) } else { Err(io::Error::from(io::ErrorKind::UnexpectedEof)) }
}

impl<'r, R: BufRead + 'r> Read for Frames<'r, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(put) = &mut self.put {
                return put.read(buffer);
            }
            if let Some(frame) = &mut self.frame {
                let read = frame.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                if let Some((head, frame)) = self.frame.take().map(StreamingDecoder::into_parts) {
                    checked(&frame)?;
                    self.raw = Some(head);
                }
            }
            let Some(raw) = self.raw.take() else { return Ok(0) };
            self.next(raw)?;
            if self.frame.is_none() && self.put.is_none() {
                return Ok(0);
            }
        }
    }
}

/// A frame that has a checksum held what was packed into it.
fn checked(frame: &FrameDecoder) -> io::Result<()> {
    match (frame.get_checksum_from_data(), frame.get_calculated_checksum()) {
        (Some(said), Some(found)) if said != found => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "corrupt zstd frame does not have a matching checksum"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Within, unpacked, unpacked_within};

    /// A frame of one raw block, with this window descriptor.
    fn frame(window: u8, content: &[u8]) -> Vec<u8> {
        let mut frame = [&MAGIC[..], &[0, window]].concat();
        let block = (content.len() as u32) << 3 | 1;
        frame.extend(&block.to_le_bytes()[..3]);
        frame.extend(content);
        frame
    }

    /// What is read, and what of it was saved.
    fn read(packed: &[u8], window: u64) -> (io::Result<String>, Option<String>) {
        let away = Rc::new(std::cell::RefCell::new(None));
        let kept = Rc::clone(&away);
        let put_away = Box::new(move |rest: &mut dyn Read| -> io::Result<Box<dyn Read>> {
            let mut text = String::new();
            rest.read_to_string(&mut text)?;
            *kept.borrow_mut() = Some(text.clone());
            Ok(Box::new(io::Cursor::new(text)))
        });
        let mut out = String::new();
        let read = unpacked_within(packed, Within { chunk: 16, window, put_away })
            .and_then(|mut content| content.read_to_string(&mut out));
        let away = away.borrow().clone();
        (read.map(|_| out), away)
    }

    #[test]
    fn the_window_is_that_of_the_header() {
        for (bytes, window) in [
            (vec![0x00, 0x00], 1 << 10),
            (vec![0x00, 0x58], 2 << 20),
            (vec![0x03, 0x59, 1, 2, 3, 4], (2 << 20) + (2 << 20) / 8),
            (vec![0x20, 0xff], 0xff),
            (vec![0x60, 0x00, 0x01], 0x100 + 256),
            (vec![0xa1, 0x07, 0, 0, 0, 4], 64 << 20),
            (vec![0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], u64::MAX),
        ] {
            let more = [&bytes[..], b"more"].concat();
            assert_eq!(header(&mut &more[..]).unwrap(), (bytes, window));
        }
        assert_eq!(header(&mut &b""[..]).unwrap(), (vec![], 0));
        assert_eq!(header(&mut &[0xa0, 0x01][..]).unwrap(), (vec![0xa0, 0x01], 1));
    }

    #[test]
    fn what_needs_a_larger_window_is_put_away_from_there_on() {
        let (small, large) = (0x00, 0x58);
        let packed = [frame(small, b"one "), frame(large, b"two "), frame(small, b"three")].concat();
        for (window, away) in [(1 << 10, Some("two three")), ((2 << 20) - 1, Some("two three")), (2 << 20, None)] {
            let (read, put) = read(&packed, window);
            assert_eq!((read.unwrap().as_str(), put.as_deref()), ("one two three", away), "{window}");
        }
        assert_eq!(read(&packed, 0).1.as_deref(), Some("one two three"));
        // What nobody holds is refused in the same words.
        let beyond = [frame(small, b"one "), frame(0xa0, b"two")].concat();
        let mut out = String::new();
        let alone = unpacked(&beyond[..]).unwrap().read_to_string(&mut out).unwrap_err();
        let (beside, put) = read(&beyond, 1 << 10);
        assert_eq!((beside.unwrap_err().to_string(), put), (alone.to_string(), None));
    }
}
