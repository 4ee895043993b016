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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three shoes of fifty coups: no more is held than the shoe in play and the record that ends its turn.
    #[test]
    fn only_the_open_shoe_is_held() {
        let (zeros, at) = ("0".repeat(64), "2023-06-01T12:00:00Z");
        let mut log = format!(
            "{{\"seq\":0,\"prev\":\"{zeros}\",\"at\":\"{at}\",\"type\":\"open\",\"format\":\"coup-log/1\",\"log\":\"l\",\
             \"source\":{{\"kind\":\"terminal\",\"id\":\"T1\"}},\"jurisdiction\":\"SG\",\"venue\":\"mbs\",\
             \"game\":\"baccarat\",\"table\":\"B\",\"currency\":\"SGD\",\"key\":\"{zeros}\"}}\n"
        );
        for seq in 0..150 {
            let (shoe, coup) = (seq / 50, seq % 50 + 1);
            log.push_str(&format!(
                "{{\"seq\":{},\"prev\":\"{zeros}\",\"at\":\"{at}\",\"type\":\"coup\",\"shoe\":\"S{shoe}\",\"coup\":{coup}}}\n",
                seq + 1
            ));
        }
        let mut segments = Segments::new(LogReader::new(log.as_bytes(), None));
        segments.begin();
        for shoe in 0..3 {
            assert_eq!(segments.next_shoe().unwrap().0, format!("S{shoe}"));
            assert!(segments.ahead.len() <= 2, "{}", segments.ahead.len());
            let held = segments.take_shoe().len();
            // The opening record stands with the first shoe.
            assert_eq!(held, if shoe == 0 { 51 } else { 50 });
            assert!(segments.ahead.len() <= 1, "{}", segments.ahead.len());
        }
        assert!(segments.next_shoe().is_none() && segments.rest().is_empty());
    }
}
