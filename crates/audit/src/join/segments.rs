use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::BufRead;
use std::rc::Rc;

use resettle_coup_log::{Body, EntryBody, QuickCoup, Record, Seen, ShoeEvent};
use resettle_sealed_log::Moment;

use crate::finding::Severity;
use crate::replay::Stage;
use crate::stream::{Chained, Finished, Pulled, Turn};

/// What a source records, line by line, as far as joining is concerned.
#[derive(Debug)]
pub(super) struct Item {
    /// The log, as places number it.
    pub(super) log: usize,
    /// Which log of its source this is, counted from 0.
    pub(super) nth: usize,
    pub(super) line: u64,
    /// Whether a seal that counts vouches for it; true if all lines of the table are alike.
    pub(super) vouched: bool,
    pub(super) what: What,
}

/// What stands on a line.
#[derive(Debug)]
pub(super) enum What {
    /// With the gravest fault that was reported for its line.
    Record(Box<Record>, Option<Severity>),
    /// A line that is not a record, with the coup number that could be read.
    Seen(Seen),
    /// What the source holds of a coup, read quickly, with nothing to report about it.
    Quick(Box<QuickCoup>),
}

/// Room for coups that were read quickly, used again.
pub(super) type Pool = Rc<RefCell<Vec<Box<QuickCoup>>>>;

impl Item {
    /// The shoe whose turn this item begins or goes on; records that only mention a shoe have none.
    fn shoe(&self) -> Option<&str> {
        match &self.what {
            What::Seen(seen) => seen.shoe.as_deref(),
            What::Quick(coup) => Some(coup.text(coup.shoe)),
            What::Record(record, _) => match &record.body {
                Body::Coup(coup) => coup.shoe.as_deref(),
                Body::Shoe(shoe) if matches!(shoe.event, ShoeEvent::Start { .. }) => Some(&shoe.shoe),
                _ => None,
            },
        }
    }

    pub(super) fn is_coup(&self) -> bool {
        match &self.what {
            What::Record(record, _) => matches!(record.body, Body::Coup(_)),
            What::Quick(_) => true,
            What::Seen(_) => false,
        }
    }

    pub(super) fn at(&self) -> Option<Moment> {
        match &self.what {
            What::Record(record, _) => Some(record.at.moment()),
            What::Quick(coup) => Some(coup.at.moment()),
            What::Seen(_) => None,
        }
    }

    fn starts(&self) -> bool {
        matches!(&self.what, What::Record(record, _) if matches!(&record.body, Body::Shoe(_)))
    }

    fn coup(&self) -> Option<u64> {
        match &self.what {
            What::Seen(seen) => Some(seen.coup),
            What::Quick(coup) => Some(coup.coup),
            What::Record(record, _) => match &record.body {
                Body::Coup(coup) => coup.coup,
                _ => None,
            },
        }
    }
}

/// The shoe that comes next.
#[derive(Debug)]
pub(super) struct NextShoe {
    pub(super) shoe: String,
    /// When its first record was written.
    pub(super) began: Option<Moment>,
    /// Which log of its source holds that record, counted from 0.
    pub(super) nth: usize,
    /// That log, as places number it, and the line.
    pub(super) log: usize,
    pub(super) line: u64,
    /// Whether a seal that counts vouches for that record.
    pub(super) vouched: bool,
}

/// One source, read shoe by shoe: only the shoe in play and one further item are held.
pub(super) struct Segments<'t, R> {
    chain: Chained<'t, R>,
    ahead: VecDeque<Item>,
    done: bool,
    pool: Pool,
}

impl<'t, R: BufRead> Segments<'t, R> {
    pub(super) fn new(chain: Chained<'t, R>, pool: Pool) -> Self {
        Self { chain, ahead: VecDeque::new(), done: false, pool }
    }

    /// Whether one of its logs could not be read to its end so far.
    pub(super) fn is_cut(&self) -> bool {
        self.chain.failed
    }

    /// Reads one more line, and reports its faults.
    fn read(&mut self, stage: &mut Stage<'_>) {
        let Pulled { source: log, nth, line, vouched, body, worst } = match self.chain.part(stage) {
            Some(Turn::Line(pulled)) => pulled,
            Some(Turn::Quick { source: log, nth }) => {
                let mut coup = self.pool.borrow_mut().pop().unwrap_or_default();
                if let Some(reader) = self.chain.quick() {
                    reader.take_quick(&mut coup);
                }
                self.ahead.push_back(Item { log, nth, line: coup.line, vouched: true, what: What::Quick(coup) });
                return;
            }
            None => {
                self.done = true;
                return;
            }
        };
        let what = match body {
            EntryBody::Record(record) => What::Record(Box::new(record), worst),
            EntryBody::Malformed { seen: Some(seen), .. } => What::Seen(seen),
            EntryBody::Malformed { .. } => return,
        };
        self.ahead.push_back(Item { log, nth, line, vouched, what });
    }

    /// The shoe that comes next.
    pub(super) fn next_shoe(&mut self, stage: &mut Stage<'_>) -> Option<NextShoe> {
        loop {
            if let Some(item) = self.ahead.iter().find(|item| item.shoe().is_some()) {
                let Item { log, nth, line, vouched, .. } = *item;
                return item.shoe().map(|shoe| NextShoe {
                    shoe: shoe.to_owned(),
                    began: item.at(),
                    nth,
                    log,
                    line,
                    vouched,
                });
            }
            if self.done {
                return None;
            }
            self.read(stage);
        }
    }

    /// Takes everything up to the end of that shoe's turn.
    pub(super) fn take_shoe(&mut self, stage: &mut Stage<'_>) -> Vec<Item> {
        let Some(NextShoe { shoe, nth, .. }) = self.next_shoe(stage) else { return self.rest(stage) };
        let mut taken = Vec::new();
        let mut last = 0;
        loop {
            while let Some(item) = self.ahead.pop_front() {
                let other = item.shoe().is_some_and(|other| other != shoe);
                // A later log may begin another shoe under the same name.
                let anew = item.nth > nth
                    && item.shoe().is_some()
                    && (item.starts() || item.coup().is_some_and(|coup| coup <= last));
                if other || anew {
                    self.ahead.push_front(item);
                    return taken;
                }
                last = item.coup().unwrap_or(0).max(last);
                taken.push(item);
            }
            if self.done {
                return taken;
            }
            self.read(stage);
        }
    }

    /// Drops the shoe that comes next, as far as no seal vouches for it, and returns the first of what is left out.
    /// What a seal vouches for stays.
    pub(super) fn give_up(&mut self, stage: &mut Stage<'_>) -> Option<Item> {
        let mut first = None;
        for item in self.take_shoe(stage).into_iter().rev() {
            if item.vouched || item.shoe().is_none() {
                self.ahead.push_front(item);
            } else {
                first = Some(item);
            }
        }
        first
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
        self.chain.pass_over(stage);
        self.done = true;
        self.ahead.clear();
    }

    /// Its logs as they were found.
    pub(super) fn finish(self) -> Vec<Finished> {
        self.chain.finish()
    }
}

#[cfg(test)]
mod tests {
    use resettle_coup_log::LogReader;

    use super::*;
    use crate::sink::{Memory, Out};
    use crate::stream::SourceLog;

    /// Three shoes of fifty coups: only the shoe in play and the record that ends its turn are held.
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
        let log = SourceLog::new("l", LogReader::new(log.as_bytes(), None));
        let mut segments = Segments::new(Chained::new(vec![(0, log)], 0, None), Pool::default());
        for shoe in 0..3 {
            assert_eq!(segments.next_shoe(&mut stage).unwrap().shoe, format!("S{shoe}"));
            assert!(segments.ahead.len() <= 2, "{}", segments.ahead.len());
            let held = segments.take_shoe(&mut stage).len();
            // The opening record stands with the first shoe.
            assert_eq!(held, if shoe == 0 { 51 } else { 50 });
            assert!(segments.ahead.len() <= 1, "{}", segments.ahead.len());
        }
        assert!(segments.next_shoe(&mut stage).is_none() && segments.rest(&mut stage).is_empty());
    }
}
