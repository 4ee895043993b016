use std::io::BufRead;
use std::sync::Arc;

use resettle_coup_log::{EntryBody, LogReader, Step};

use super::stage::Stage;
use crate::results::ReplayedLog;
use crate::settings::{Settings, Window};
use crate::sink::{Out, Sink};

/// Reads a log to its end; without settings it is only authenticated.
pub(crate) fn log<R: BufRead>(
    reader: LogReader<'_, R>,
    file: &str,
    settings: Option<(&Settings, Option<Window>)>,
    sink: &mut dyn Sink,
) -> ReplayedLog {
    let foresees = settings.is_some_and(|(settings, _)| settings.foresees());
    let mut reader = if foresees { reader.foreseeing() } else { reader };
    let mut stage = Stage::Before(Out::new(sink, &[Arc::from(file)]));
    let mut named = false;
    let mut read_error = None;
    while !stage.out().sink.is_full() {
        let step = reader.next_step();
        if let Some(table) = stage.table() {
            reader.take_incidents_ahead().iter().for_each(|incident| table.foresee(incident, 0));
        }
        let entry = match step {
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
            if let Some((settings, window)) = settings {
                stage = stage.open(settings, open.clone(), false).within(window);
                // Whether a seal vouches for an import shows at its end; an import that names a key is assumed to be sealed.
                let asks = !open.imported || (open.key.is_some() && reader.has_trust());
                stage.table().into_iter().for_each(|table| table.asks_claims = asks);
            }
        }
        let worst = stage.faults(reader.take_faults(), 0, Some(entry.line), None);
        let Some(table) = stage.table() else { continue };
        table.reaches(0, entry.line);
        match entry.body {
            EntryBody::Record(record) => {
                table.flag(worst);
                table.record(record, 0);
            }
            EntryBody::Malformed { seen: Some(seen), .. } => table.seen(&seen),
            EntryBody::Malformed { start: Some(shoe), .. } => table.start_unread(&shoe, entry.line, 0),
            EntryBody::Malformed { .. } => {}
        }
    }
    let mut verdict = reader.finish();
    let (totals, rulesets) = stage.finish(std::iter::once(&mut verdict));
    ReplayedLog { verdict, totals, rulesets, read_error }
}
