//! The quick reader compared with the strict one.

use super::QuickReader;
use crate::decode::decode;
use resettle_sealed_log::Digest;
use resettle_sealed_log::strict::parse;

/// Whether the quick reader accepts a line; the strict reader must accept the same line, and read the same.
///
/// # Errors
/// If it does not: what each of them reads.
pub fn read_alike(line: &[u8], imported: bool) -> Result<bool, String> {
    let mut quick = QuickReader::default();
    if !quick.reads(line) {
        return Ok(false);
    }
    quick.coup.line_of().extend_from_slice(line);
    let read = format!("{:?}", quick.coup.decoded(imported));
    let strict = match parse(line).map_err(|what| vec![what]).and_then(|object| decode(&object, imported)) {
        Ok(decoded) => format!("{decoded:?}"),
        Err(faults) => format!("{faults:?}"),
    };
    let whole = quick.coup.record().sha256 == Digest::default();
    if read == strict && whole { Ok(true) } else { Err(format!("quickly {read}\nstrictly {strict}")) }
}
