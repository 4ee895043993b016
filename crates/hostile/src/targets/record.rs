//! What a shoe sends, recorded.

use std::collections::BTreeMap;
use std::convert::Infallible;

use ed25519_dalek::SigningKey;
use resettle_coup_log::LogReader;
use resettle_import::{CaptureMapping, ShoeStream};
use resettle_recorder::{Folder, Now, Recorder};
use resettle_sealed_log::FaultCode;

use crate::broken::{Broken, hold};
use crate::testbed;

const NOW: Now<'static> = Now { at: "2026-01-02T03:04:05Z", day: "2026-01-02" };

/// Files in memory.
#[derive(Default, Clone)]
struct Memory(BTreeMap<String, Vec<u8>>);

impl Folder for Memory {
    type Error = Infallible;

    fn names(&self) -> Result<Vec<String>, Infallible> {
        Ok(self.0.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, Infallible> {
        Ok(self.0.get(name).cloned().unwrap_or_default())
    }

    fn create(&mut self, name: &str, bytes: &[u8]) -> Result<(), Infallible> {
        self.extend(name, 0, bytes)
    }

    fn extend(&mut self, name: &str, keep: u64, bytes: &[u8]) -> Result<(), Infallible> {
        let file = self.0.entry(name.to_owned()).or_default();
        file.truncate(usize::try_from(keep).unwrap_or(usize::MAX));
        file.extend_from_slice(bytes);
        Ok(())
    }
}

/// Records a line that comes in pieces of `piece` bytes, and is then found with `cut` bytes of its log missing.
///
/// # Errors
/// A log that is none or is not sealed, or one that is not the same when it is taken up again.
pub(super) fn recorded(line: &[u8], mapping: &CaptureMapping, piece: usize, cut: usize) -> Result<(), Broken> {
    let Some(key) = testbed::log_key("mbs") else { return hold(false, || "there is no key".to_owned()) };
    let mut folder = Memory::default();
    record(line, mapping, &key, piece, &mut folder)?;
    let log = folder.0.get("2026-01-02.jsonl").cloned().unwrap_or_default();
    let mut reader = LogReader::new(&log[..], Some(testbed::trust()?));
    while reader.next_entry().is_ok_and(|entry| entry.is_some()) {}
    let verdict = reader.finish();
    // A day that is being recorded is open.
    let is_sound = verdict.faults.iter().all(|fault| fault.code == FaultCode::NotClosed);
    hold(is_sound && verdict.records == verdict.authenticated_records, || {
        format!("what was recorded is no sealed log: {verdict:?}")
    })?;
    if let Some(log) = folder.0.get_mut("2026-01-02.jsonl") {
        log.truncate(log.len().saturating_sub(cut));
    }
    let (mut again, _) = Recorder::resume(mapping, &key, &folder).map_err(|error| Broken(error.to_string()))?;
    again.idle(&mut folder, NOW).map_err(|error| Broken(error.to_string()))?;
    hold(folder.0.get("2026-01-02.jsonl") == Some(&log), || "the log is another when it is taken up again".to_owned())
}

fn record(
    line: &[u8],
    mapping: &CaptureMapping,
    key: &SigningKey,
    piece: usize,
    folder: &mut Memory,
) -> Result<(), Broken> {
    let failed = |error: resettle_recorder::RecordError<Infallible>| Broken(error.to_string());
    let (mut recorder, _) = Recorder::resume(mapping, key, folder).map_err(failed)?;
    recorder.connected(folder, NOW).map_err(failed)?;
    let mut stream = ShoeStream::default();
    let mut length = 0;
    for bytes in line.chunks(piece.max(1)) {
        stream.push(bytes);
        while let Some(segment) = stream.next_segment() {
            length += segment.bytes.len();
            recorder.take(folder, NOW, &segment).map_err(failed)?;
        }
    }
    if let Some(segment) = stream.rest() {
        length += segment.bytes.len();
        recorder.take(folder, NOW, &segment).map_err(failed)?;
    }
    hold(length == line.len(), || format!("{length} of {} bytes were taken", line.len()))
}
