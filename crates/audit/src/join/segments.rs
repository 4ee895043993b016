use std::collections::VecDeque;
use std::io::{self, BufRead};

use resettle_coup_log::{
    Body, EntryBody, IntegrityFault, LogReader, LogVerdict, Moment, Open, Record, Seen, ShoeEvent,
};

use crate::finding::Severity;
use crate::replay::Stage;

/// What a source says, line by line, as far as joining is concerned.
#[derive(Debug)]
pub(super) enum Item {
    /// With the gravest fault that was told of its line.
    Record(Box<Record>, Option<Severity>),
    /// A line that is no record, with the coup number that could be read.
    Seen(Seen),
}

impl Item {
    /// The shoe whose turn this item begins or goes on; records that only mention a shoe have none.
    fn shoe(&self) -> Option<&str> {
        match self {
            Self::Seen(seen) => seen.shoe.as_deref(),
            Self::Record(record, _) => match &record.body {
                Body::Coup(coup) => coup.shoe.as_deref(),
                Body::Shoe(shoe) if matches!(shoe.event, ShoeEvent::Start { .. }) => Some(&shoe.shoe),
                _ => None,
            },
        }
    }

    pub(super) fn at(&self) -> Option<Moment> {
        match self {
            Self::Record(record, _) => Some(record.at.moment()),
            Self::Seen(_) => None,
        }
    }
}

/// One source, read shoe by shoe: only the shoe in play and one item more are held.
pub(super) struct Segments<'t, R> {
    reader: LogReader<'t, R>,
    /// How places number it.
    pub(super) source: usize,
    /// Faults of the lines that were read before it had a number.
    faults: Vec<IntegrityFault>,
    ahead: VecDeque<Item>,
    done: bool,
    /// Why the input could not be read to its end.
    pub(super) failed: Option<io::Error>,
}

impl<'t, R: BufRead> Segments<'t, R> {
    pub(super) fn new(reader: LogReader<'t, R>) -> Self {
        Self { reader, source: 0, faults: Vec::new(), ahead: VecDeque::new(), done: false, failed: None }
    }

    pub(super) fn open(&self) -> Option<&Open> {
        self.reader.open()
    }

    /// Reads until the opening record has been seen, so that it can be told what source this is. Only the first line can
    /// be that.
    pub(super) fn begin(&mut self) {
        while self.reader.open().is_none() && !self.done {
            let mut faults = std::mem::take(&mut self.faults);
            self.pull(&mut |_, more| {
                faults.extend(more);
                None
            });
            self.faults = faults;
        }
    }

    fn pull(&mut self, tell: &mut dyn FnMut(Option<u64>, Vec<IntegrityFault>) -> Option<Severity>) {
        match self.reader.next_entry() {
            Ok(Some(entry)) => {
                let worst = tell(Some(entry.line), self.reader.take_faults());
                match entry.body {
                    EntryBody::Record(record) => self.ahead.push_back(Item::Record(Box::new(record), worst)),
                    EntryBody::Malformed { seen: Some(seen) } => self.ahead.push_back(Item::Seen(seen)),
                    EntryBody::Malformed { seen: None } => {}
                }
            }
            Ok(None) => self.done = true,
            Err(error) => {
                self.reader.cut_short();
                self.failed = Some(error);
                self.done = true;
            }
        }
    }

    /// Reads one line more, and tells its faults.
    fn read(&mut self, stage: &mut Stage<'_>) {
        let source = self.source;
        stage.faults(std::mem::take(&mut self.faults), source, None);
        if stage.out().sink.is_full() {
            self.reader.cut_short();
            self.done = true;
            return;
        }
        self.pull(&mut |line, faults| stage.faults(faults, source, line));
    }

    /// The shoe that comes next, and when its first record was written.
    pub(super) fn next_shoe(&mut self, stage: &mut Stage<'_>) -> Option<(String, Option<Moment>)> {
        loop {
            if let Some(item) = self.ahead.iter().find(|item| item.shoe().is_some()) {
                return item.shoe().map(|shoe| (shoe.to_owned(), item.at()));
            }
            if self.done {
                return None;
            }
            self.read(stage);
        }
    }

    /// Takes everything up to the end of that shoe's turn.
    pub(super) fn take_shoe(&mut self, stage: &mut Stage<'_>) -> Vec<Item> {
        let Some((shoe, _)) = self.next_shoe(stage) else { return self.rest(stage) };
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
            self.read(stage);
        }
    }

    /// What is left of a source without any further shoe.
    pub(super) fn rest(&mut self, stage: &mut Stage<'_>) -> Vec<Item> {
        while !self.done {
            self.read(stage);
        }
        self.ahead.drain(..).collect()
    }

    /// Reads on to the end and authenticates what is left; nothing of it is judged.
    pub(super) fn pass_over(&mut self, stage: &mut Stage<'_>) {
        while !self.done {
            self.read(stage);
            self.ahead.clear();
        }
        self.ahead.clear();
    }

    /// The verdict on the log, with the faults that were not told yet.
    pub(super) fn finish(self) -> LogVerdict {
        let mut verdict = self.reader.finish();
        verdict.faults.splice(0..0, self.faults);
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::{Memory, Out};

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
        let mut sink = Memory::default();
        let mut stage = Stage::Before(Out::new(&mut sink, &["l".into()]));
        let mut segments = Segments::new(LogReader::new(log.as_bytes(), None));
        segments.begin();
        for shoe in 0..3 {
            assert_eq!(segments.next_shoe(&mut stage).unwrap().0, format!("S{shoe}"));
            assert!(segments.ahead.len() <= 2, "{}", segments.ahead.len());
            let held = segments.take_shoe(&mut stage).len();
            // The opening record stands with the first shoe.
            assert_eq!(held, if shoe == 0 { 51 } else { 50 });
            assert!(segments.ahead.len() <= 1, "{}", segments.ahead.len());
        }
        assert!(segments.next_shoe(&mut stage).is_none() && segments.rest(&mut stage).is_empty());
    }
}
