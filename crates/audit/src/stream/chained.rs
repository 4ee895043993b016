use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead};
use std::rc::Rc;

use resettle_coup_log::{Body, Entry, EntryBody, LogReader, Record, ShoeEvent};
use resettle_sealed_log::LogVerdict;

use super::known_coups::KnownCoups;
use super::overlap::{Held, Overlap, named};
use super::source_log::{Again, Begun, SourceLog, Stepped, Supply};
use super::vouched_records::VouchedRecords;
use crate::finding::Severity;
use crate::replay::{Stage, place_of};
use crate::results::LogSpan;

/// The logs of one source, read one after the other.
pub(crate) struct Chained<'t, R> {
    /// Those whose turn has not come, each as places number it.
    waiting: VecDeque<(usize, SourceLog<'t, R>)>,
    current: Option<Current<'t, R>>,
    /// Logs that wait until a log that counts before them has been read.
    suspended: Vec<Current<'t, R>>,
    /// The coups recorded in logs whose turn has not come, if that was looked up.
    held: BTreeMap<usize, Held>,
    /// How each log is read again, if it can be.
    again: BTreeMap<usize, Again<'t, R>>,
    /// How many logs of the source were begun.
    begun: usize,
    /// The coups in vouched records, or in all records where they are alike; and those in other records, which hide
    /// none of the former.
    known: [KnownCoups; 2],
    /// Which source it is, among those that are joined.
    place: usize,
    /// Whether its logs look for incidents before their turn.
    foresees: bool,
    vouched_records: Option<Rc<VouchedRecords>>,
    finished: Vec<Finished>,
    /// Whether a log could not be read to its end: then nobody can say what the source lacks.
    pub(crate) failed: bool,
    stopped: bool,
}

struct Current<'t, R> {
    source: usize,
    /// Which log of this source it is, counted from 0.
    nth: usize,
    /// The log's id.
    log: Option<String>,
    begun: Begun<'t, R>,
    span: Option<LogSpan>,
    overlap: Option<Overlap<'t, R>>,
}

/// A log of the source that has been read.
pub(crate) struct Finished {
    /// As places number it.
    pub(crate) source: usize,
    pub(crate) verdict: LogVerdict,
    pub(crate) span: Option<LogSpan>,
    pub(crate) failed: Option<io::Error>,
}

/// The logs that have been read, as places number them, part by part.
pub(crate) struct Parted {
    pub(crate) verdicts: Vec<LogVerdict>,
    pub(crate) spans: Vec<Option<LogSpan>>,
    pub(crate) failed: Vec<Option<io::Error>>,
}

impl Parted {
    pub(crate) fn of(mut logs: Vec<Finished>) -> Self {
        logs.sort_by_key(|log| log.source);
        let mut parted = Self { verdicts: Vec::new(), spans: Vec::new(), failed: Vec::new() };
        for Finished { verdict, span, failed, .. } in logs {
            parted.verdicts.push(verdict);
            parted.spans.push(span);
            parted.failed.push(failed);
        }
        parted
    }
}

/// One line of the stream.
pub(crate) struct Pulled {
    /// Its log, as places number it.
    pub(crate) source: usize,
    /// Which log of this source it is, counted from 0.
    pub(crate) nth: usize,
    pub(crate) line: u64,
    /// Whether a seal that counts vouches for it; true if all lines of the table are alike.
    pub(crate) vouched: bool,
    pub(crate) body: EntryBody,
    /// The gravest fault that was reported for the line.
    pub(crate) worst: Option<Severity>,
}

/// What comes next of a source.
#[expect(clippy::large_enum_variant, reason = "one is held at a time")]
pub(crate) enum Turn {
    Line(Pulled),
    /// A coup of the usual shape, which [`Chained::quick`] has; a seal that counts vouches for it, or every line of the table is
    /// alike.
    Quick {
        source: usize,
        nth: usize,
    },
}

fn current_vouched(vouched_records: Option<&VouchedRecords>, log: usize, line: u64) -> bool {
    vouched_records.is_none_or(|vouched_records| vouched_records.vouched(log, line))
}

impl<'t, R: BufRead> Chained<'t, R> {
    /// The logs in their order, each as places number it; `place` is their source's among those that are joined.
    pub(crate) fn new(
        logs: Vec<(usize, SourceLog<'t, R>)>,
        place: usize,
        vouched_records: Option<Rc<VouchedRecords>>,
    ) -> Self {
        let again = logs.iter().filter_map(|(source, log)| Some((*source, Rc::clone(log.again.as_ref()?))));
        Self {
            again: again.collect(),
            waiting: logs.into(),
            current: None,
            suspended: Vec::new(),
            held: BTreeMap::new(),
            begun: 0,
            known: <[KnownCoups; 2]>::default(),
            place,
            foresees: false,
            vouched_records,
            finished: Vec::new(),
            failed: false,
            stopped: false,
        }
    }

    /// Looks for incidents before their turn.
    pub(crate) fn foreseeing(self) -> Self {
        Self { foresees: true, ..self }
    }

    /// The next line that counts; its faults are reported, and so are those of the logs that end before it.
    pub(crate) fn next(&mut self, stage: &mut Stage<'_>) -> Option<Pulled> {
        match self.pull(stage, None)? {
            Turn::Line(pulled) => Some(pulled),
            Turn::Quick { source, nth } => Some(self.slow(source, nth)),
        }
    }

    /// The same; what the source holds of a coup, with nothing to report about it, is only lent.
    pub(crate) fn part(&mut self, stage: &mut Stage<'_>) -> Option<Turn> {
        self.pull(stage, Some(true))
    }

    /// The same; a coup of the usual shape, with nothing to report about it, is only lent.
    pub(crate) fn turn(&mut self, stage: &mut Stage<'_>) -> Option<Turn> {
        self.pull(stage, Some(false))
    }

    /// The reader that has the coup which the last turn returned, if that was [`Turn::Quick`].
    pub(crate) fn quick(&mut self) -> Option<&mut LogReader<'t, R>> {
        self.current.as_mut().map(|current| &mut current.begun.reader)
    }

    /// The incidents that the log which is read holds before their turn, and that log as places number it.
    pub(crate) fn incidents_ahead(&mut self) -> Option<(usize, Vec<Record>)> {
        let current = self.current.as_mut()?;
        let found = current.begun.reader.take_incidents_ahead();
        (!found.is_empty()).then_some((current.source, found))
    }

    /// That coup as the line that it stands on.
    pub(crate) fn slow(&mut self, source: usize, nth: usize) -> Pulled {
        let record = self.current.as_ref().map(|current| current.begun.reader.quick().record());
        let line = record.as_ref().map_or(0, |record| record.line);
        let body = record.map_or(EntryBody::Malformed { seen: None, start: None }, EntryBody::Record);
        Pulled { source, nth, line, vouched: true, body, worst: None }
    }

    /// Whether the lent coup comes out the same whichever log of the source goes first: it was not recorded before, and
    /// no log that waits has begun. It is then noted.
    fn alone(&mut self) -> bool {
        let Some(current) = self.current.as_mut().filter(|_| self.suspended.is_empty()) else { return false };
        let coup = current.begun.reader.quick();
        if !current_vouched(self.vouched_records.as_deref(), current.source, coup.line) {
            return false;
        }
        let (at, shoe) = (coup.at.moment(), coup.text(coup.shoe));
        let begun = self.waiting.front().and_then(|(_, log)| log.began).is_some_and(|began| began <= at);
        let (Some(span), [counting, _]) = (&mut current.span, &mut self.known) else { return false };
        // The days of an import are those of its coups, which the long way notes.
        let imported = current.begun.reader.open().is_some_and(|open| open.imported);
        if begun || imported || counting.before(shoe, coup.coup, at, current.source).is_some() {
            return false;
        }
        counting.note(shoe, Some(coup.coup), false, at, current.source);
        span.last = at;
        span.earliest = span.earliest.min(at);
        span.latest = span.latest.max(at);
        span.contents.note_quick(coup);
        true
    }

    fn pull(&mut self, stage: &mut Stage<'_>, lend: Option<bool>) -> Option<Turn> {
        loop {
            if self.stopped || stage.out().sink.is_full() {
                self.stop();
                return None;
            }
            let Some(current) = &mut self.current else {
                self.begin(0, stage)?;
                continue;
            };
            let stepped = match lend {
                Some(parts) => current.begun.step(parts),
                None => current.begun.next().map(Stepped::of),
            };
            let (entry, faults) = match stepped {
                Some(Stepped::Line(entry, faults)) => (entry, faults),
                Some(Stepped::Quick) => {
                    let (source, nth) = (current.source, current.nth);
                    if self.alone() {
                        return Some(Turn::Quick { source, nth });
                    }
                    let Some(record) = self.current.as_ref().map(|current| current.begun.reader.quick().record())
                    else {
                        continue;
                    };
                    let (line, sha256) = (record.line, record.sha256);
                    (Entry { line, sha256, body: EntryBody::Record(record) }, Vec::new())
                }
                None => {
                    self.end_log(stage);
                    continue;
                }
            };
            let Some(source) = self.current.as_ref().map(|current| current.source) else { continue };
            let vouched = current_vouched(self.vouched_records.as_deref(), source, entry.line);
            let counted = self.counted_elsewhere(&entry, vouched);
            if counted.is_none()
                && let Some(place) = self.goes_before(&entry, vouched)
            {
                if let Some(mut current) = self.current.take() {
                    current.begun.ahead = Some((entry, faults));
                    self.suspended.push(current);
                }
                self.begin(place, stage)?;
                continue;
            }
            let Some(current) = &mut self.current else { continue };
            let (source, nth) = (current.source, current.nth);
            let near = current.span.as_ref().map(|span| span.last);
            let worst = stage.faults(faults, source, Some(entry.line), near);
            if let EntryBody::Record(record) = &entry.body {
                let imported = current.begun.reader.open().is_some_and(|open| open.imported);
                current.span.get_or_insert_with(|| LogSpan::beginning(record)).note(record, imported);
            }
            if let EntryBody::Record(record) = &entry.body {
                let repeats = match counted {
                    Some(with) => {
                        self.overlaps(record, source, with, true);
                        true
                    }
                    None => self.repeats(record, source, vouched),
                };
                if repeats {
                    continue;
                }
            }
            return Some(Turn::Line(Pulled { source, nth, line: entry.line, vouched, body: entry.body, worst }));
        }
    }

    /// The log whose vouched record holds the coup of an unvouched one.
    fn counted_elsewhere(&self, entry: &Entry, vouched: bool) -> Option<usize> {
        let vouched_records = self.vouched_records.as_deref().filter(|_| !vouched)?;
        let EntryBody::Record(record) = &entry.body else { return None };
        let (shoe, number, _) = named(record)?;
        vouched_records.counted(self.place, self.current.as_ref()?.source, shoe, number, entry.line)
    }

    /// Which of the waiting logs also records this coup, and counts: its id goes before that of the current log.
    fn goes_before(&mut self, entry: &Entry, vouched: bool) -> Option<usize> {
        let current = self.current.as_ref()?;
        let own = current.log.as_deref()?;
        let EntryBody::Record(record) = &entry.body else { return None };
        let (shoe, number, _) = named(record)?;
        let at = record.at.moment();
        let known = if vouched { &self.known[0] } else { &self.known[1] };
        if known.before(shoe, number, at, current.source).is_some() {
            return None;
        }
        let mut first: Option<(&str, usize)> = None;
        for (place, (source, log)) in self.waiting.iter().enumerate() {
            // They wait in the order in which they begin.
            if log.began.is_none_or(|began| began > at) {
                break;
            }
            let (Some(open), Some(again)) = (&log.open, &log.again) else { continue };
            if open.log.as_str() >= first.map_or(own, |(id, _)| id) {
                continue;
            }
            // What nobody vouches for never goes before what a seal vouches for.
            if self
                .vouched_records
                .as_ref()
                .is_some_and(|vouched_records| vouched && !vouched_records.records_coup(*source, shoe, number))
            {
                continue;
            }
            if self.held.entry(*source).or_insert_with(|| Held::of(again)).holds(shoe, number, at) {
                first = Some((&open.log, place));
            }
        }
        first.map(|(_, place)| place)
    }

    /// Opens the log whose turn it is: the one at this place among those that wait.
    fn begin(&mut self, place: usize, stage: &mut Stage<'_>) -> Option<()> {
        let (source, log) = self.waiting.remove(place)?;
        self.held.remove(&source);
        let SourceLog { open, supply, .. } = log;
        let id = open.as_ref().map(|open| open.log.clone());
        if let Some(open) = &open {
            stage.out().name(source, &open.log);
        }
        let nth = self.begun;
        self.begun += 1;
        match supply {
            Supply::Begun(begun) => {
                let begun = if self.foresees { begun.foreseeing() } else { *begun };
                self.current = Some(Current { source, nth, log: id, begun, span: None, overlap: None });
            }
            Supply::Later(reader) => match reader() {
                Ok(reader) => {
                    let begun = Begun::new(if self.foresees { reader.foreseeing() } else { reader });
                    self.current = Some(Current { source, nth, log: id, begun, span: None, overlap: None });
                }
                Err(error) => {
                    self.failed = true;
                    let verdict = LogVerdict::unread(open);
                    self.finished.push(Finished { source, verdict, span: None, failed: Some(error) });
                    self.current = self.suspended.pop();
                }
            },
        }
        Some(())
    }

    fn end_log(&mut self, stage: &mut Stage<'_>) {
        let Some(current) = self.current.take() else { return };
        let Current { source, begun, span, overlap, .. } = current;
        let (mut verdict, failed) = begun.finish();
        let faults = std::mem::take(&mut verdict.faults);
        stage.faults(faults, source, None, span.as_ref().map(|span| span.last));
        if let Some(overlap) = overlap {
            let (log, file) = stage.out().named(overlap.with);
            stage.report_beside(overlap.finding(&log, &file));
        }
        self.current = self.suspended.pop();
        self.failed |= failed.is_some();
        self.finished.push(Finished { source, verdict, span, failed });
    }

    /// Whether an earlier log of the source recorded this; if not, it is noted.
    fn repeats(&mut self, record: &Record, source: usize, vouched: bool) -> bool {
        let at = record.at.moment();
        let (shoe, coup, starts) = match &record.body {
            Body::Coup(coup) => match &coup.shoe {
                Some(shoe) => (shoe, coup.coup, false),
                None => return false,
            },
            Body::Shoe(shoe) => (&shoe.shoe, None, matches!(shoe.event, ShoeEvent::Start { .. })),
            _ => return false,
        };
        let [counting, others] = &mut self.known;
        let known = if vouched { counting } else { others };
        if let Some(with) = coup.and_then(|coup| known.before(shoe, coup, at, source)) {
            self.overlaps(record, source, with, false);
            return true;
        }
        if coup.is_none() && known.goes_back(shoe, at, source) {
            return true;
        }
        known.note(shoe, coup, starts, at, source);
        false
    }

    /// Notes a coup that another log, which counts, also records.
    fn overlaps(&mut self, record: &Record, source: usize, with: usize, sealed: bool) {
        let again = self.again.get(&with);
        if let Some(current) = &mut self.current {
            let begin = || Overlap::new(place_of(record, source), with, sealed, again);
            current.overlap.get_or_insert_with(begin).add(record, with);
        }
    }

    /// Reads nothing more.
    fn stop(&mut self) {
        self.stopped = true;
        for current in self.current.iter_mut().chain(&mut self.suspended) {
            current.begun.reader.cut_short();
        }
    }

    /// Reads on to the end and authenticates what is left, without judging any of it.
    pub(crate) fn pass_over(&mut self, stage: &mut Stage<'_>) {
        while self.next(stage).is_some() {}
    }

    /// The logs as they were found, including those that were not read.
    pub(crate) fn finish(mut self) -> Vec<Finished> {
        for current in self.current.take().into_iter().chain(self.suspended) {
            let (verdict, failed) = current.begun.finish();
            self.finished.push(Finished { source: current.source, verdict, span: current.span, failed });
        }
        for (source, log) in self.waiting {
            let verdict = LogVerdict::unread(log.open);
            self.finished.push(Finished { source, verdict, span: None, failed: None });
        }
        self.finished
    }
}
