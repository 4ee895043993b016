use resettle_audit::Replay;
use resettle_coup_log::LogReader;
use resettle_import::{Mapping, import_csv};

use super::printed;
use super::yaml::{read_twice, shown, text};
use crate::broken::{Broken, hold};
use crate::testbed;

/// What is between the mapping and the CSV in one input.
const BETWEEN: &[u8] = b"\n%%\n";

/// A mapping and the CSV that is read with it, a line `%%` between them.
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
    match import_csv(csv, &mapping, "2026-01-02T03:04:05Z", "some.csv", &mut log) {
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
