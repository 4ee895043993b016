use std::io::BufRead;
use std::sync::Arc;

use resettle_coup_log::{EntryBody, LogReader, Step};

use super::stage::Stage;
use crate::results::{AuditedLog, ReplayedLog, whole};
use crate::settings::Settings;
use crate::sink::{Out, Plain, Sink};
use crate::trace::CoupName;

/// Reads a log to its end, authenticates it, re-deals and re-settles every coup, and hands what is found to `sink`.
/// `file` names it in findings.
///
/// Everything that is wrong with the log itself is a finding; an input that fails is reported in
/// [`ReplayedLog::read_error`].
pub fn audit_log_to<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    sink: &mut dyn Sink,
) -> ReplayedLog {
    replay(reader, file, Some(settings), sink)
}

/// Only authenticates a log, and hands its integrity findings to `sink`. No coup is judged.
pub fn authenticate_log<R: BufRead>(reader: LogReader<'_, R>, file: &str, sink: &mut dyn Sink) -> ReplayedLog {
    replay(reader, file, None, sink)
}

/// Audits a log and holds everything that is found, in the order of reports. `file` names the log in findings.
///
/// Everything that is wrong with the log is a finding, and says whether its record is authentic. Two things have to be looked at
/// before what was found is used: [`AuditedLog::read_error`], with which only what came before is judged, and [`Audit::tournament`],
/// with which nothing of it holds.
pub fn audit_log<R: BufRead>(reader: LogReader<'_, R>, file: &str, settings: &Settings) -> AuditedLog {
    held(reader, file, settings, None)
}

/// The same, and the steps by which one coup was judged: [`Audit::traces`].
pub fn explain_in_log<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    coup: &CoupName,
) -> AuditedLog {
    held(reader, file, settings, Some(coup))
}

fn held<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: &Settings,
    explain: Option<&CoupName>,
) -> AuditedLog {
    let mut sink = Plain { explain, ..Plain::default() };
    let ReplayedLog { verdict, totals, rulesets, read_error } = replay(reader, file, Some(settings), &mut sink);
    let audit = whole(sink, totals, rulesets, |_| Some(&verdict));
    AuditedLog { verdict, audit, read_error }
}

fn replay<R: BufRead>(
    mut reader: LogReader<'_, R>,
    file: &str,
    settings: Option<&Settings>,
    sink: &mut dyn Sink,
) -> ReplayedLog {
    let mut stage = Stage::Before(Out::new(sink, &[Arc::from(file)]));
    let mut named = false;
    let mut read_error = None;
    while !stage.out().sink.is_full() {
        let entry = match reader.next_step() {
            Ok(Some(Step::Entry(entry))) => entry,
            Ok(Some(Step::Quick)) => {
                let Some(table) = stage.table() else { continue };
                if table.takes(reader.quick(), 0) {
                    table.hold(|held| reader.take_quick(held));
                } else {
                    table.record(reader.quick().record(), 0);
                }
                continue;
            }
            Ok(None) => break,
            Err(error) => {
                reader.cut_short();
                read_error = Some(error);
                break;
            }
        };
        if !named && let Some(open) = reader.open() {
            named = true;
            stage.out().name(0, &open.log);
            if let Some(settings) = settings {
                stage = stage.open(settings, open.clone(), false);
                // Whether a seal vouches for an import shows at its end; one that names a key is taken for sealed.
                let asks = !open.imported || (open.key.is_some() && reader.has_trust());
                stage.table().into_iter().for_each(|table| table.asks_claims = asks);
            }
        }
        let worst = stage.faults(reader.take_faults(), 0, Some(entry.line), None);
        let Some(table) = stage.table() else { continue };
        match entry.body {
            EntryBody::Record(record) => {
                table.flag(worst);
                table.record(record, 0);
            }
            EntryBody::Malformed { seen: Some(seen) } => table.seen(&seen),
            EntryBody::Malformed { seen: None } => {}
        }
    }
    let mut verdict = reader.finish();
    let (totals, rulesets) = stage.finish(std::iter::once(&mut verdict));
    ReplayedLog { verdict, totals, rulesets, read_error }
}
