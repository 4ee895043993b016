use std::cmp::Ordering;
use std::io::{self, BufRead};
use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::{Entry, EntryBody, LogReader, Step};
use resettle_sealed_log::{IntegrityFault, LogVerdict, Moment, Open};

use super::vouching::Vouching;

/// One log of a table.
pub struct SourceLog<'t, R> {
    pub(super) file: Arc<str>,
    pub(super) open: Option<Open>,
    pub(super) began: Option<Moment>,
    pub(super) supply: Supply<'t, R>,
    pub(super) again: Option<Again<'t, R>>,
    pub(super) vouching: Option<Vouching>,
}

/// How a log is read once more, beside its first reading.
pub(super) type Again<'t, R> = Rc<dyn Fn() -> io::Result<LogReader<'t, R>> + 't>;

pub(super) enum Supply<'t, R> {
    Begun(Box<Begun<'t, R>>),
    Later(Box<dyn FnOnce() -> io::Result<LogReader<'t, R>> + 't>),
}

/// A log that is being read, with what was read ahead.
pub(super) struct Begun<'t, R> {
    pub(super) reader: LogReader<'t, R>,
    pub(super) ahead: Option<(Entry, Vec<IntegrityFault>)>,
    pub(super) failed: Option<io::Error>,
}

/// What a log returned next.
#[expect(clippy::large_enum_variant, reason = "one is held at a time")]
pub(super) enum Stepped {
    Line(Entry, Vec<IntegrityFault>),
    /// A coup of the usual shape, which its reader has.
    Quick,
}

impl Stepped {
    pub(super) fn of((entry, faults): (Entry, Vec<IntegrityFault>)) -> Self {
        Self::Line(entry, faults)
    }
}

impl<'t, R: BufRead> Begun<'t, R> {
    pub(super) fn new(reader: LogReader<'t, R>) -> Self {
        Self { reader, ahead: None, failed: None }
    }

    /// Looks for incidents before their turn.
    pub(super) fn foreseeing(self) -> Self {
        Self { reader: self.reader.foreseeing(), ..self }
    }

    /// The next line with the faults reported for it; `None` at the end, or if the input fails.
    pub(super) fn next(&mut self) -> Option<(Entry, Vec<IntegrityFault>)> {
        if let Some(ahead) = self.ahead.take() {
            return Some(ahead);
        }
        if self.failed.is_some() {
            return None;
        }
        let read = self.reader.next_entry();
        let entry = self.read(read)?;
        Some((entry, self.reader.take_faults()))
    }

    /// The same; a coup of the usual shape, with nothing to report about it, stays in the reader.
    pub(super) fn step(&mut self, parts: bool) -> Option<Stepped> {
        if let Some((entry, faults)) = self.ahead.take() {
            return Some(Stepped::Line(entry, faults));
        }
        if self.failed.is_some() {
            return None;
        }
        let read = if parts { self.reader.next_part() } else { self.reader.next_step() };
        Some(match self.read(read)? {
            Step::Entry(entry) => Stepped::Line(entry, self.reader.take_faults()),
            Step::Quick => Stepped::Quick,
        })
    }

    fn read<T>(&mut self, read: io::Result<Option<T>>) -> Option<T> {
        read.unwrap_or_else(|error| {
            self.reader.cut_short();
            self.failed = Some(error);
            None
        })
    }

    /// The verdict, with the faults that were not taken out.
    pub(super) fn finish(self) -> (LogVerdict, Option<io::Error>) {
        let mut verdict = self.reader.finish();
        if let Some((_, faults)) = self.ahead {
            verdict.faults.splice(0..0, faults);
        }
        (verdict, self.failed)
    }
}

impl<'t, R: BufRead> SourceLog<'t, R> {
    /// A log that is open; its first line is read at once. `file` names it in findings.
    #[must_use]
    pub fn new(file: impl Into<Arc<str>>, reader: LogReader<'t, R>) -> Self {
        let mut begun = Begun::new(reader);
        begun.ahead = begun.next();
        let began = begun.ahead.as_ref().and_then(|(entry, _)| match &entry.body {
            EntryBody::Record(record) => Some(record.at.moment()),
            EntryBody::Malformed { .. } => None,
        });
        let open = begun.reader.open().cloned();
        Self { file: file.into(), open, began, supply: Supply::Begun(Box::new(begun)), again: None, vouching: None }
    }

    /// A log whose first record is known, and which is opened when its turn comes, so that a month of logs needs one
    /// open file for each source.
    pub fn later(
        file: impl Into<Arc<str>>,
        open: Open,
        began: Moment,
        reader: impl FnOnce() -> io::Result<LogReader<'t, R>> + 't,
    ) -> Self {
        let supply = Supply::Later(Box::new(reader));
        Self { file: file.into(), open: Some(open), began: Some(began), supply, again: None, vouching: None }
    }

    /// A log that can be read a second time. If it overlaps another log of its source, that shows which of the two
    /// records a coup first by its id, and whether they record the same; otherwise the log that begins first counts.
    #[must_use]
    pub fn again(mut self, reader: impl Fn() -> io::Result<LogReader<'t, R>> + 't) -> Self {
        self.again = Some(Rc::new(reader));
        self
    }

    /// What seals vouch for in it, determined before it is read. If that is given for the logs of a table, what nobody
    /// vouches for overrides and excuses nothing that a seal vouches for; if it is given for none, all are alike.
    #[must_use]
    pub fn vouched_by(mut self, vouching: Vouching) -> Self {
        self.vouching = Some(vouching);
        self
    }

    /// The opening record, where there is one.
    #[must_use]
    pub fn open(&self) -> Option<&Open> {
        self.open.as_ref()
    }

    /// The order of the logs of one source: by their first record, then by id and file.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let key = |log: &Self| (log.began, log.open.as_ref().map(|open| open.log.clone()), Arc::clone(&log.file));
        key(self).cmp(&key(other))
    }

    pub(crate) fn vouching(&self) -> Option<Vouching> {
        self.vouching.clone()
    }

    /// Whether a seal that counts vouches for any of it, as far as that is known.
    pub(crate) fn is_vouched(&self) -> bool {
        self.vouching.as_ref().is_some_and(Vouching::any)
    }

    /// Whether "What a claim can carry" applies to it: an import has to be vouched for. If nobody determined whether it
    /// is, an import that names a key is assumed to be.
    pub(crate) fn asks_claims(&self) -> bool {
        let Some(open) = self.open.as_ref().filter(|open| open.imported) else { return true };
        let trusts = match &self.supply {
            Supply::Begun(begun) => begun.reader.has_trust(),
            Supply::Later(_) => true,
        };
        self.vouching.as_ref().map_or(open.key.is_some() && trusts, Vouching::any)
    }

    pub(crate) fn file(&self) -> &Arc<str> {
        &self.file
    }
}
