use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Whether a gzip member begins here.
pub(crate) fn begins(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// The members of a gzip file, one after the other.
pub(crate) struct Members<R> {
    raw: Option<R>,
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    pub(crate) fn new(raw: R) -> Self {
        Self { raw: Some(raw), member: None }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(member) = &mut self.member {
                let read = member.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.raw = self.member.take().map(GzDecoder::into_inner);
            }
            let Some(mut raw) = self.raw.take() else { return Ok(0) };
            let start = raw.fill_buf()?;
            if start.is_empty() {
                return Ok(0);
            }
            // One byte may be all that a slow input has at hand; the decoder looks at the second.
            if start.first() != MAGIC.first() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "bytes follow the gzip data that belong to no gzip file",
                ));
            }
            self.member = Some(GzDecoder::new(raw));
        }
    }
}
