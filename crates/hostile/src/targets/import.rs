use resettle_audit::Replay;
use resettle_coup_log::LogReader;
use resettle_import::{CaptureMapping, Mapping, import_capture, import_csv, import_json};

use super::printed;
use super::record::recorded;
use super::yaml::{read_twice, shown, text};
use crate::broken::{Broken, hold};
use crate::testbed;

/// What is between the mapping and the CSV in one input.
const BETWEEN: &[u8] = b"\n%%\n";

/// A mapping and the CSV or JSON that is read with it, a line `%%` between them.
///
/// # Errors
/// Faults that cannot be shown, or an import that is not a log: with a broken chain, or lines that are
/// no records.
pub fn csv_mapping(data: &[u8]) -> Result<(), Broken> {
    let at = data.windows(BETWEEN.len()).position(|window| window == BETWEEN).unwrap_or(data.len());
    let (mapping, csv) = data.split_at_checked(at).unwrap_or((data, &[]));
    let csv = csv.get(BETWEEN.len()..).unwrap_or_default();
    let Some(mapping_text) = text(mapping) else { return Ok(()) };
    let Some(mapping) = read_twice(mapping_text, Mapping::from_yaml)? else { return Ok(()) };
    let mut log = Vec::new();
    let at = "2026-01-02T03:04:05Z";
    let imported = match mapping.is_of_json() {
        true => import_json(csv, &mapping, at, "some.json", &mut log),
        false => import_csv(csv, &mapping, at, "some.csv", &mut log),
    };
    match imported {
        Ok(summary) => {
            let judged = Replay::by(testbed::in_force()?).audit_log(LogReader::new(&log[..], None), "log");
            printed::is_harmless(&judged.audit)?;
            let mut findings = judged.audit.findings.iter();
            let fault = findings.find(|finding| finding.code.as_str().starts_with("integrity/"));
            hold(fault.is_none(), || format!("what was imported is no log: {fault:?}"))?;
            hold(judged.verdict.unsealed_import && judged.verdict.coups == summary.coups, || {
                format!("the import says {summary:?}, and the log {:?}", judged.verdict)
            })?;
            hold(summary.rows >= summary.coups + summary.skipped, || format!("rows are lost: {summary:?}"))
        }
        Err(resettle_import::ImportError::Columns(faults)) => shown(mapping_text, &faults),
        Err(_) => Ok(()),
    }
}

/// How a capture is dealt, by the first byte of an input; the rest is the capture.
const CAPTURES: [&str; 2] = [
    "format: angel-eye-capture/1\nopen: {log: x, source: {kind: shoe, id: S}, jurisdiction: SG, venue: mbs, game: baccarat, table: T, currency: SGD}\ndealt: baccarat\nshoe: T\ndecks: 8\nzone: Asia/Singapore\n",
    "format: angel-eye-capture/1\nopen: {log: x, source: {kind: shoe, id: S}, jurisdiction: SG, venue: mbs, game: electronic-7-up-baccarat, table: T, currency: SGD}\ndealt: 7-up\nshoe: T\n",
];

/// So many bytes of a capture are recorded as well: each frame costs a signature.
const RECORDED: usize = 2_000;

/// A capture of the line of an electronic shoe, imported, and recorded as if it came byte by byte.
///
/// # Errors
/// An import that is not a log, or coups that are counted and not written; a recorded log that is not sealed, or is another when it
/// is taken up again.
pub fn shoe_capture(data: &[u8]) -> Result<(), Broken> {
    let (first, capture) = data.split_first().unwrap_or((&0, &[]));
    let text = CAPTURES.get(usize::from(first & 1)).copied().unwrap_or_default();
    let Ok(mapping) = CaptureMapping::from_yaml(text) else {
        return hold(false, || "the mapping of the target is none".to_owned());
    };
    let pieces = usize::from(first >> 1 & 0b111) + 1;
    recorded(capture.get(..RECORDED).unwrap_or(capture), &mapping, pieces, usize::from(first >> 4) * 40)?;
    let mut log = Vec::new();
    let Ok(summary) = import_capture(capture, &mapping, "2026-01-02T03:04:05Z", "some.bin", &mut log) else {
        return Ok(());
    };
    let judged = Replay::by(testbed::in_force()?).audit_log(LogReader::new(&log[..], None), "log");
    printed::is_harmless(&judged.audit)?;
    let fault = judged.audit.findings.iter().find(|finding| finding.code.as_str().starts_with("integrity/"));
    hold(fault.is_none(), || format!("what was imported is no log: {fault:?}"))?;
    hold(judged.verdict.unsealed_import && judged.verdict.coups == summary.coups, || {
        format!("the import says {summary:?}, and the log {:?}", judged.verdict)
    })?;
    hold(summary.damaged >= summary.sent_again, || format!("more came again than was damaged: {summary:?}"))
}
