use std::collections::VecDeque;
use std::io::{self, BufRead};

use resettle_coup_log::{Body, EntryBody, LogReader, Moment, Open, Record, Seen, ShoeEvent};

/// What a source says, line by line, as far as joining is concerned.
#[derive(Debug)]
pub(super) enum Item {
    Record(Box<Record>),
    /// A line that is no record, with the coup number that could be read.
    Seen(Seen),
}

impl Item {
    /// The shoe whose turn this item begins or goes on; records that only mention a shoe have none.
    fn shoe(&self) -> Option<&str> {
        match self {
            Self::Seen(seen) => seen.shoe.as_deref(),
            Self::Record(record) => match &record.body {
                Body::Coup(coup) => coup.shoe.as_deref(),
                Body::Shoe(shoe) if matches!(shoe.event, ShoeEvent::Start { .. }) => Some(&shoe.shoe),
                _ => None,
            },
        }
    }

    pub(super) fn at(&self) -> Option<Moment> {
        match self {
            Self::Record(record) => Some(record.at.moment()),
            Self::Seen(_) => None,
        }
    }
}

/// One source, read shoe by shoe: only the shoe in play and one item more are held.
pub(super) struct Segments<'t, R> {
    reader: LogReader<'t, R>,
    ahead: VecDeque<Item>,
    done: bool,
    /// Why the input could not be read to its end.
    pub(super) failed: Option<io::Error>,
}

impl<'t, R: BufRead> Segments<'t, R> {
    pub(super) fn new(reader: LogReader<'t, R>) -> Self {
        Self { reader, ahead: VecDeque::new(), done: false, failed: None }
    }

    pub(super) fn open(&self) -> Option<&Open> {
        self.reader.open()
    }

    /// Reads until the opening record has been seen, so that it can be told what source this is.
    pub(super) fn begin(&mut self) {
        while self.reader.open().is_none() && !self.done {
            self.pull();
        }
    }

    fn pull(&mut self) {
        match self.reader.next_entry() {
            Ok(Some(entry)) => match entry.body {
                EntryBody::Record(record) => self.ahead.push_back(Item::Record(Box::new(record))),
                EntryBody::Malformed { seen: Some(seen) } => self.ahead.push_back(Item::Seen(seen)),
                EntryBody::Malformed { seen: None } => {}
            },
            Ok(None) => self.done = true,
            Err(error) => {
                self.reader.cut_short();
                self.failed = Some(error);
                self.done = true;
            }
        }
    }

    /// The shoe that comes next, and when its first record was written.
    pub(super) fn next_shoe(&mut self) -> Option<(String, Option<Moment>)> {
        loop {
            if let Some(item) = self.ahead.iter().find(|item| item.shoe().is_some()) {
                return item.shoe().map(|shoe| (shoe.to_owned(), item.at()));
            }
            if self.done {
                return None;
            }
            self.pull();
        }
    }

    /// Takes everything up to the end of that shoe's turn.
    pub(super) fn take_shoe(&mut self) -> Vec<Item> {
        let Some((shoe, _)) = self.next_shoe() else { return self.rest() };
        let mut taken = Vec::new();
        loop {
            while let Some(item) = self.ahead.pop_front() {
                if item.shoe().is_some_and(|other| other != shoe) {
                    self.ahead.push_front(item);
                    return taken;
                }
                taken.push(item);
            }
            if self.done {
                return taken;
            }
            self.pull();
        }
    }

    /// What is left of a source without any further shoe.
    pub(super) fn rest(&mut self) -> Vec<Item> {
        while !self.done {
            self.pull();
        }
        self.ahead.drain(..).collect()
    }

    pub(super) fn finish(self) -> resettle_coup_log::LogVerdict {
        self.reader.finish()
    }
}
