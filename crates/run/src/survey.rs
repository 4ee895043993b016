//! What is gathered of a log besides its coups: when it begins and ends, its last seal.

use resettle_coup_log::{Body, LogContents, Record};
use resettle_oversight::digest::DigestHead;
use resettle_oversight::roster::Roster;
use resettle_oversight::{Date, LogSeen, SealedParts, date_of, day_as_written};
use resettle_sealed_log::{Moment, Open, Time};

use crate::source::LogHashes;

/// What is gathered of a log while it is read.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The first record's time.
    pub first: Option<Time>,
    /// The last record's moment.
    pub last: Option<Moment>,
    /// When the earliest and the latest of all records were written.
    pub within: Option<(Moment, Moment)>,
    /// The last seal.
    pub head: Option<DigestHead>,
    /// What it wrote and what it left out.
    pub contents: LogContents,
}

impl Survey {
    /// Notes a record.
    pub fn note(&mut self, record: &Record) {
        if self.first.is_none() {
            self.first = Some(record.at.clone());
        }
        self.contents.note(record);
        let at = record.at.moment();
        self.last = Some(at);
        let (earliest, latest) = self.within.unwrap_or((at, at));
        self.within = Some((earliest.min(at), latest.max(at)));
        if let Body::Seal(seal) = &record.body {
            self.head = Some(DigestHead { seq: record.seq, sha256: seal.says, is_final: seal.is_final });
        }
    }

    /// An import is of the days on which its coups were played, not of the day of the import; what seals vouch for of it they
    /// vouch for on these days where they vouch for all of it.
    pub fn by_play(&mut self, played: Option<(Time, Time)>, sealed: &mut SealedParts) {
        let (Some((earliest, latest)), Some(written)) = (played, self.within) else { return };
        let (first, last) = (earliest.moment(), latest.moment());
        if let SealedParts::Parts(parts) = sealed
            && let [whole] = parts.as_mut_slice()
            && (whole.first, whole.last) == written
        {
            (whole.first, whole.last) = (first, last);
        }
        self.first = Some(earliest);
        self.within = Some((first, last));
        self.last = Some(last);
    }

    /// The log as the check of completeness sees it; `None` without a readable `open`.
    /// `sealed` is what trusted seals vouch for in it.
    pub fn seen(
        &self,
        path: &str,
        open: Option<&Open>,
        hashes: LogHashes,
        roster: Option<&Roster>,
        sealed: SealedParts,
    ) -> Option<LogSeen> {
        let (open, first) = open.zip(self.first.as_ref())?;
        Some(LogSeen {
            file: path.to_owned(),
            log: open.log.clone(),
            venue: open.venue.clone(),
            game: open.game.clone(),
            table: open.table.clone(),
            kind: open.source.kind,
            source: open.source.id.clone(),
            first: first.moment(),
            last: self.last.unwrap_or(first.moment()),
            day: day(first, open, roster),
            touches: self.within.and_then(|(earliest, latest)| {
                let day = |at| day_at(at, first, open, roster);
                day(earliest).zip(day(latest))
            }),
            sealed,
            content: hashes.content,
            contents: self.contents.clone(),
        })
    }
}

/// The day on which a log begins: by the roster's clock if the table is listed, else the date that it writes.
fn day(first: &Time, open: &Open, roster: Option<&Roster>) -> Option<Date> {
    match roster.and_then(|roster| roster.days_of(&open.venue, &open.game, &open.table)) {
        Some(rule) => rule.day(first.moment()),
        None => date_of(first.as_str()),
    }
}

/// The day of a moment, by the roster's clock if the table is listed, else by the offset that its first record writes.
fn day_at(at: Moment, first: &Time, open: &Open, roster: Option<&Roster>) -> Option<Date> {
    match roster.and_then(|roster| roster.days_of(&open.venue, &open.game, &open.table)) {
        Some(rule) => rule.day(at),
        None => day_as_written(at, first.as_str()),
    }
}
