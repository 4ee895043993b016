use std::collections::BTreeMap;
use std::io::BufRead;

use resettle_coup_log::{Body, Coup, EntryBody, Record};
use resettle_sealed_log::Moment;

use super::differences::Differences;
use super::ranges::Ranges;
use super::source_log::{Again, Begun};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

/// Which coups a log records, as far as was looked up before its turn.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// By shoe: when the log first mentions it, and its coups.
    shoes: BTreeMap<String, (Moment, Ranges)>,
}

impl Held {
    /// Reads a log through. What cannot be read is not held; that is reported when it is judged.
    pub(super) fn of<R: BufRead>(again: &Again<'_, R>) -> Self {
        let mut held = Self::default();
        let Ok(reader) = again() else { return held };
        let mut begun = Begun::new(reader);
        while let Some((entry, _)) = begun.next() {
            let EntryBody::Record(record) = entry.body else { continue };
            if let Some((shoe, number, _)) = named(&record) {
                held.note(shoe, number, record.at.moment());
            }
        }
        held
    }

    fn note(&mut self, shoe: &str, number: u64, at: Moment) {
        if !self.shoes.contains_key(shoe) {
            self.shoes.insert(shoe.to_owned(), (at, Ranges::default()));
        }
        let Some((first, coups)) = self.shoes.get_mut(shoe) else { return };
        *first = at.min(*first);
        coups.add(number);
    }

    /// Whether it records this coup of a shoe that it already mentions at that time. A shoe that it begins later under
    /// the same name is another shoe.
    pub(super) fn holds(&self, shoe: &str, coup: u64, at: Moment) -> bool {
        self.shoes.get(shoe).is_some_and(|(first, coups)| *first <= at && coups.holds(coup))
    }
}

/// The coup of a record that names its shoe and number.
pub(super) fn named(record: &Record) -> Option<(&str, u64, &Coup)> {
    match &record.body {
        Body::Coup(coup) => Some((coup.shoe.as_deref()?, coup.coup?, coup)),
        _ => None,
    }
}

/// Coups of a log that another log of its source recorded.
pub(super) struct Overlap<'t, R> {
    first: Place,
    /// The log that counts, as places number it.
    pub(super) with: usize,
    /// Whether it counts because a seal vouches for it but not for the repeated coups.
    sealed: bool,
    coups: u64,
    /// That log, read again beside this one as far as they were compared.
    other: Option<Begun<'t, R>>,
    /// How many could not be compared.
    alone: u64,
    differences: Differences,
}

impl<'t, R: BufRead> Overlap<'t, R> {
    pub(super) fn new(first: Place, with: usize, sealed: bool, again: Option<&Again<'t, R>>) -> Self {
        let other = again.and_then(|again| again().ok()).map(Begun::new);
        Self { first, with, sealed, coups: 0, other, alone: 0, differences: Differences::default() }
    }

    /// Counts a coup that is repeated, and compares it with the coup that counts, if that is in the log `with`.
    pub(super) fn add(&mut self, record: &Record, with: usize) {
        self.coups += 1;
        let Some((shoe, number, coup)) = named(record) else { return };
        let counted = if with == self.with { self.counted(shoe, number, record.at.moment()) } else { None };
        match counted {
            None => self.alone += 1,
            Some(counted) => self.differences.add(shoe, number, coup, &counted),
        }
    }

    /// The coup that counts. Both logs record their coups in the same order, so that each is read once.
    fn counted(&mut self, shoe: &str, number: u64, at: Moment) -> Option<Coup> {
        let (other, sealed) = (self.other.as_mut()?, self.sealed);
        while let Some((entry, _)) = other.next() {
            let EntryBody::Record(record) = entry.body else { continue };
            let same = named(&record).is_some_and(|(own, coup, _)| own == shoe && coup == number);
            // An earlier coup with that name and number is of another shoe. A record that nobody vouches for may state
            // any time.
            if same && (sealed || record.at.moment() >= at) {
                let Body::Coup(coup) = record.body else { return None };
                return Some(*coup);
            }
        }
        None
    }

    /// The finding about it; `log` and `file` are those of the log that counts.
    pub(super) fn finding(self, log: &str, file: &str) -> Finding {
        let coups = |count: u64| if count == 1 { "a coup".to_owned() } else { format!("{count} coups") };
        let what = coups(self.coups);
        let why = if self.sealed { ", for which a seal vouches that counts" } else { "" };
        let what_counts = match (self.differences.in_words(), self.alone) {
            (Some(differences), _) => format!("{differences}; what that log says counts{why}"),
            (None, 0) => "they say the same, and are not counted again".to_owned(),
            (None, _) => "they are not counted again".to_owned(),
        };
        let message = format!("this log repeats {what} of {file}, another log of the same source: {what_counts}");
        let differ = self.differences.coups();
        let otherwise = if differ == 0 { String::new() } else { format!(", {differ} of them otherwise") };
        Finding::new(Code::Overlap, &self.first, message)
            .compared("each coup in one log of a source", format!("{what} of log {log} again{otherwise}"))
    }
}
