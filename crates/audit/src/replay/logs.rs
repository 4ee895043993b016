use std::collections::{BTreeMap, BTreeSet};

use resettle_sealed_log::{Moment, Open, SourceKind, Time};

use crate::case::CoupBefore;

/// The logs of a table, as places number them.
#[derive(Debug, Default)]
pub(super) struct Logs {
    /// Which log of the source is read, counted from 0.
    nth: usize,
    /// The logs that were imported.
    imports: BTreeSet<usize>,
    /// Those imports whose seal counts for nothing.
    refused: BTreeSet<usize>,
    /// Those that hold a coup which no time of its own shows to have been dealt before the log was opened.
    played: BTreeSet<usize>,
    /// The time that the `open` of each states.
    opened: BTreeMap<usize, Time>,
    /// Which source wrote each, by its kind and its id.
    sources: BTreeMap<usize, (SourceKind, String)>,
    /// The last coup and its log.
    before: Option<(usize, CoupBefore)>,
}

impl Logs {
    /// Whether a log of the source that leads, counted from 0, is later than the log that is read.
    pub(super) fn is_later(&self, nth: usize) -> bool {
        nth > self.nth
    }

    pub(super) fn read(&mut self, nth: usize) {
        self.nth = nth;
    }

    /// The opening record of a log.
    pub(super) fn open(&mut self, log: usize, open: &Open, at: Time) {
        if open.imported {
            self.imports.insert(log);
        }
        self.opened.insert(log, at);
        self.sources.insert(log, (open.source.kind, open.source.id.clone()));
    }

    /// The source that wrote a log, by its kind and its id.
    pub(super) fn source(&self, log: usize) -> Option<(SourceKind, &str)> {
        self.sources.get(&log).map(|(kind, id)| (*kind, id.as_str()))
    }

    pub(super) fn is_import(&self, log: usize) -> bool {
        self.imports.contains(&log)
    }

    /// A seal of the log counts for nothing, as the log says that it is an import. Whether all of its coups so far were
    /// dealt before it was opened.
    pub(super) fn refuse_import(&mut self, log: usize) -> bool {
        self.refused.insert(log);
        !self.played.contains(&log)
    }

    /// A coup of a log, and the moment that its own times state. Whether it is the first one that shows a log under a seal
    /// that counts for nothing to be no import.
    pub(super) fn dealt(&mut self, log: usize, stated: Option<Moment>) -> bool {
        let before = |opened: &Time| stated.is_some_and(|stated| stated <= opened.moment());
        let earlier = self.opened.get(&log).is_some_and(before);
        !earlier && self.is_import(log) && self.played.insert(log) && self.refused.contains(&log)
    }

    pub(super) fn opened(&self, log: usize) -> Option<&Time> {
        self.opened.get(&log)
    }

    /// When a log was opened before which none of its play can lie; `None` of an import, which was opened after it.
    pub(super) fn opened_before_play(&self, log: usize) -> Option<&Time> {
        self.opened(log).filter(|_| !self.is_import(log))
    }

    /// The last coup of the table, if it is in this log.
    pub(super) fn coup_before(&self, log: usize) -> Option<&CoupBefore> {
        self.before.as_ref().filter(|(its, _)| *its == log).map(|(_, before)| before)
    }

    /// Makes a coup of a log the last one; returns the previous one in the same log.
    pub(super) fn next_coup(&mut self, log: usize, coup: CoupBefore) -> Option<CoupBefore> {
        let before = self.before.replace((log, coup));
        before.filter(|(its, _)| *its == log).map(|(_, before)| before)
    }

    /// The moment that determines whether a coup lies in the span of days that is judged: when play commenced, but
    /// within its log (an import is opened long afterwards) and not after its own record. A coup whose times contradict
    /// that is judged all the same.
    pub(super) fn played(&self, commenced: Moment, written: Moment, log: usize) -> Moment {
        let opened = self.opened.get(&log).filter(|_| !self.is_import(log)).map_or(commenced, Time::moment);
        commenced.max(opened).min(written)
    }
}
