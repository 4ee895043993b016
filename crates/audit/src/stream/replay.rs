use std::io::BufRead;
use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::EntryBody;

use super::chained::{Chained, Parted, Pulled, Turn};
use super::source_log::SourceLog;
use super::stray::{leading, sorted_out};
use super::unvouched::{Unvouched, Use};
use super::vouched_records::VouchedRecords;
use crate::replay::Stage;
use crate::results::{JoinedReplay, as_passed};
use crate::settings::{Settings, Window};
use crate::sink::{Out, Sink};

/// Replays the logs of one source of a table as one stream, and hands what is found to `sink`. All are of one
/// jurisdiction, venue, game, table and source; their order changes nothing.
///
/// A shoe whose coups stand in two of them goes on; coups that a later one repeats are reported once and not judged again.
pub(crate) fn replay<R: BufRead>(
    logs: Vec<SourceLog<'_, R>>,
    settings: &Settings,
    window: Option<Window>,
    sink: &mut dyn Sink,
) -> JoinedReplay {
    let mut logs: Vec<(usize, SourceLog<'_, R>)> = logs.into_iter().enumerate().collect();
    logs.sort_by(|(_, one), (_, other)| one.order(other));
    let open = leading(logs.iter().map(|(_, log)| log));
    let (mut sources, mut own, mut strays) = (Vec::new(), Vec::new(), Vec::new());
    for (at, log) in logs {
        match sorted_out(log, open.as_ref()) {
            Ok(log) => {
                sources.push(at);
                own.push(log);
            }
            Err(stray) => strays.push((at, stray)),
        }
    }
    sources.extend(strays.iter().map(|(at, _)| *at));
    let vouched_records = VouchedRecords::of(own.iter().map(|log| (0, log.vouching())).collect()).map(Rc::new);
    let claims: Vec<bool> = own.iter().map(SourceLog::asks_claims).collect();
    let all = own.iter().chain(strays.iter().map(|(_, stray)| &stray.log));
    let files: Vec<Arc<str>> = all.clone().map(|log| Arc::clone(log.file())).collect();
    let mut out = Out::new(sink, &files);
    for (at, log) in all.enumerate() {
        log.open().into_iter().for_each(|open| out.name(at, &open.log));
    }
    let mut unvouched = Unvouched::new(vouched_records.clone());
    let many = own.len();
    let mut chain = Chained::new(own.into_iter().enumerate().collect(), 0, vouched_records);
    if settings.foresees() {
        chain = chain.foreseeing();
    }
    let mut stage = Stage::Before(out);
    if let Some(open) = &open {
        stage = stage.open(settings, open.clone(), false).within(window);
        stage.table().into_iter().for_each(|table| table.of_logs(many));
    }
    while let Some(turn) = chain.turn(&mut stage) {
        let Some(table) = stage.table() else { continue };
        let (Turn::Line(Pulled { source, nth, .. }) | Turn::Quick { source, nth }) = turn;
        table.reading(nth);
        if let Some((log, incidents)) = chain.incidents_ahead() {
            incidents.iter().for_each(|incident| table.foresee(incident, log));
        }
        table.vouched = unvouched.counts(source);
        table.asks(claims.get(source).copied().unwrap_or(true));
        let Pulled { line, body, worst, .. } = match turn {
            Turn::Line(pulled) => pulled,
            Turn::Quick { source, nth } => {
                if let Some(reader) = chain.quick()
                    && table.takes(reader.quick(), source)
                {
                    table.hold(|held| reader.take_quick(held));
                    continue;
                }
                chain.slow(source, nth)
            }
        };
        table.reaches(source, line);
        match body {
            EntryBody::Record(record) => {
                if let Use::LeftOut(findings) = unvouched.judge(&record, 0, source) {
                    findings.into_iter().for_each(|finding| table.report_beside(*finding));
                    table.left_out(&record, source, 0);
                    continue;
                }
                table.flag(worst);
                table.record(record, source);
            }
            EntryBody::Malformed { seen: Some(seen), .. } => table.seen(&seen),
            EntryBody::Malformed { start: Some(shoe), .. } => table.start_unread(&shoe, line, source),
            EntryBody::Malformed { .. } => {}
        }
    }
    let mut finished = chain.finish();
    for ((_, stray), source) in strays.into_iter().zip(claims.len()..) {
        finished.extend(stray.leave_out(source, &mut stage));
    }
    let Parted { mut verdicts, spans, failed } = Parted::of(finished);
    let (totals, rulesets) = stage.finish(verdicts.iter_mut());
    let verdicts = as_passed(verdicts, &sources);
    let spans = as_passed(spans, &sources);
    let read_errors = as_passed(failed, &sources);
    JoinedReplay { sources, open, verdicts, spans, read_errors, totals, rulesets, stopped: None }
}
