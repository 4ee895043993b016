use std::io::Read as _;

use resettle_coup_log::LineReader;

use crate::broken::{Broken, hold, same};

/// So much of what is unpacked is looked at.
const MOST: u64 = 1 << 20;

/// A file that may be gzip or zstd.
///
/// # Errors
/// Content that comes out otherwise when it is read in other pieces.
pub fn archive(data: &[u8]) -> Result<(), Broken> {
    let (whole, whole_ended) = read(data, 1 << 16);
    let (pieces, pieces_ended) = read(data, 13);
    same(&pieces_ended, &whole_ended, "a file unpacks in large pieces, and fails in small ones")?;
    // Where it fails, how much came out before depends on how much was asked for.
    let agree = if whole_ended { whole == pieces } else { whole.starts_with(&pieces) || pieces.starts_with(&whole) };
    hold(agree, || "the same file unpacks otherwise when it is read in small pieces".to_owned())?;
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
