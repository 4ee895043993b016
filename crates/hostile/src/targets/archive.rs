use std::io::{self, Read};

use resettle_sealed_log::LineReader;

use crate::broken::{Broken, hold, same};

/// So much of what is unpacked is looked at.
const MOST: u64 = 1 << 20;

/// A file that may be gzip or zstd.
///
/// # Errors
/// Content that comes out otherwise when it is read in other pieces, or saved meanwhile.
pub fn archive(data: &[u8]) -> Result<(), Broken> {
    let (whole, whole_ended) = read(data, 1 << 16);
    let (pieces, pieces_ended) = read(data, 13);
    same(&pieces_ended, &whole_ended, "a file unpacks in large pieces, and fails in small ones")?;
    // Where it fails, how much came out before depends on how much was asked for.
    let agree = if whole_ended { whole == pieces } else { whole.starts_with(&pieces) || pieces.starts_with(&whole) };
    hold(agree, || "the same file unpacks otherwise when it is read in small pieces".to_owned())?;
    let (away, away_ended) = put_away(data);
    same(&away_ended, &whole_ended, "a file unpacks by itself, and not where it is kept in a file")?;
    let agree = if whole_ended { whole == away } else { whole.starts_with(&away) || away.starts_with(&whole) };
    hold(agree, || "the same file unpacks otherwise when it is kept in a file".to_owned())?;
    if let Ok(content) = resettle_unpack::unpacked(data) {
        let mut lines = LineReader::new(content.take(MOST));
        let mut read = 0u64;
        while let Ok(Some(line)) = lines.next_line() {
            read = read.saturating_add(line.len);
        }
        hold(read <= MOST, || "more lines than bytes".to_owned())?;
    }
    Ok(())
}

/// What comes out where no window is held, and whether it ended well.
fn put_away(data: &[u8]) -> (Vec<u8>, bool) {
    let put_away = Box::new(|rest: &mut dyn Read| -> io::Result<Box<dyn Read>> {
        let mut kept = Vec::new();
        let failed = rest.take(MOST).read_to_end(&mut kept).err();
        Ok(Box::new(io::Cursor::new(kept).chain(Failing(failed))))
    });
    let mut out = Vec::new();
    let within = resettle_unpack::Within { chunk: 64, window: 0, put_away };
    let ended = match resettle_unpack::unpacked_within(data, within) {
        Ok(content) => content.take(MOST).read_to_end(&mut out).is_ok(),
        Err(_) => false,
    };
    (out, ended)
}

/// Ends as what was saved ended.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// What comes out, and whether it ended well.
fn read(data: &[u8], piece: usize) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    let input = std::io::BufReader::with_capacity(piece.max(4), data);
    let ended = match resettle_unpack::unpacked(input) {
        Ok(content) => content.take(MOST).read_to_end(&mut out).is_ok(),
        Err(_) => false,
    };
    (out, ended)
}
