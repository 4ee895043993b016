use std::collections::BTreeMap;

use resettle_sealed_log::Moment;

use super::ranges::Ranges;
use super::vouching::{Turn, Vouching};

/// What the vouched parts of a table's logs mention. There is one only if seals that count vouch for some records and
/// not for others: otherwise all are alike.
#[derive(Debug)]
pub(crate) struct VouchedRecords {
    /// For each log, as places number it; `None` for a log that could not be read before its turn.
    logs: Vec<Option<Vouching>>,
    /// How many of them seals vouch for, at least in part.
    vouched_logs: usize,
    shoes: BTreeMap<String, Vec<VouchedShoe>>,
    by_source: BTreeMap<(usize, String), Vec<VouchedShoe>>,
}

/// A shoe as vouched records describe it.
#[derive(Debug)]
struct VouchedShoe {
    first: Moment,
    last: Moment,
    starts: bool,
    /// The log that mentions it; `None` if several do.
    only: Option<usize>,
    coups: Ranges,
    /// Which log records which of them.
    by_log: Vec<(usize, Ranges)>,
}

impl VouchedRecords {
    /// `logs` are in the order of places, each with its source.
    pub(crate) fn of(logs: Vec<(usize, Option<Vouching>)>) -> Option<Self> {
        let vouched_logs = logs.iter().flat_map(|(_, log)| log).filter(|log| log.any()).count();
        let all = logs.iter().all(|(_, log)| log.as_ref().is_some_and(Vouching::is_whole));
        // In a single log, what comes after the last seal is judged like what comes before it.
        if vouched_logs == 0 || all || logs.len() < 2 {
            return None;
        }
        let mut shoes: BTreeMap<String, Vec<VouchedShoe>> = BTreeMap::new();
        let mut by_source: BTreeMap<(usize, String), Vec<VouchedShoe>> = BTreeMap::new();
        for (at, (source, log)) in logs.iter().enumerate() {
            for (shoe, turn) in log.iter().flat_map(Vouching::shoes).filter(|(_, turn)| turn.vouched) {
                shoes.entry(shoe.to_owned()).or_default().push(VouchedShoe::of(turn, at));
                by_source.entry((*source, shoe.to_owned())).or_default().push(VouchedShoe::of(turn, at));
            }
        }
        shoes.values_mut().chain(by_source.values_mut()).for_each(join);
        let logs = logs.into_iter().map(|(_, log)| log).collect();
        Some(Self { logs, vouched_logs, shoes, by_source })
    }

    /// Whether a seal that counts vouches for a line of a log, as places number it.
    pub(crate) fn vouched(&self, log: usize, line: u64) -> bool {
        self.log(log).is_some_and(|log| log.line(line))
    }

    /// Whether a seal that counts vouches for any of a log.
    pub(crate) fn any(&self, log: usize) -> bool {
        self.log(log).is_some_and(Vouching::any)
    }

    /// Whether another log mentions the table.
    pub(crate) fn table(&self, log: usize) -> bool {
        self.vouched_logs > usize::from(self.any(log))
    }

    /// Whether another log mentions a shoe that bears this name.
    pub(crate) fn shoe_named(&self, log: usize, shoe: &str) -> bool {
        self.shoes.get(shoe).is_some_and(|shoes| shoes.iter().any(|shoe| shoe.only != Some(log)))
    }

    /// Whether another log records a coup of a shoe that bears this name.
    pub(crate) fn coup_named(&self, log: usize, shoe: &str, coup: u64) -> bool {
        self.shoes.get(shoe).is_some_and(|shoes| shoes.iter().any(|shoe| shoe.coup(log, coup).is_some()))
    }

    /// Whether vouched records of this log include a coup of a shoe that bears this name.
    pub(crate) fn records_coup(&self, log: usize, shoe: &str, coup: u64) -> bool {
        self.log(log).is_some_and(|log| log.records_coup(shoe, coup))
    }

    /// When vouched records of other logs first mention the shoe of an unvouched line; `None` if they do not.
    pub(crate) fn shoe(&self, log: usize, shoe: &str, line: u64) -> Option<Moment> {
        let turn = self.log(log)?.turn(shoe, line)?;
        let shoes = self.shoes.get(shoe)?.iter();
        shoes.filter(|shoe| shoe.only != Some(log) && shoe.is(turn)).map(|shoe| shoe.first).max()
    }

    /// Whether the source's own vouched records mention the shoe of a vouched line of another source.
    pub(crate) fn own_shoe(&self, source: usize, shoe: &str, began: Option<Moment>) -> bool {
        let shoes = self.by_source.get(&(source, shoe.to_owned())).into_iter().flatten();
        let mut shoes = shoes.filter(|shoe| began.is_none_or(|began| shoe.last >= began));
        shoes.next().is_some()
    }

    /// The other log of this source whose vouched records include the coup of an unvouched line.
    pub(crate) fn counted(&self, source: usize, log: usize, shoe: &str, coup: u64, line: u64) -> Option<usize> {
        let turn = self.log(log)?.turn(shoe, line)?;
        let shoes = self.by_source.get(&(source, shoe.to_owned()))?.iter();
        shoes.filter(|shoe| shoe.is(turn)).find_map(|shoe| shoe.coup(log, coup))
    }

    fn log(&self, log: usize) -> Option<&Vouching> {
        self.logs.get(log)?.as_ref()
    }
}

impl VouchedShoe {
    fn of(turn: &Turn, log: usize) -> Self {
        Self {
            first: turn.first,
            last: turn.last,
            starts: turn.starts,
            only: Some(log),
            coups: turn.coups.clone(),
            by_log: vec![(log, turn.coups.clone())],
        }
    }

    /// Whether a stretch of another log is about this shoe. It is not if coups were dealt in both, and the later of the
    /// two begins a shoe anew after the other has ended.
    fn is(&self, turn: &Turn) -> bool {
        turn.coups.is_empty() || is_one((self.first, self.last, self.starts), (turn.first, turn.last, turn.starts))
    }

    /// A log other than this one that records a coup.
    fn coup(&self, log: usize, coup: u64) -> Option<usize> {
        if !self.coups.holds(coup) {
            return None;
        }
        self.by_log.iter().filter(|(own, _)| *own != log).find(|(_, coups)| coups.holds(coup)).map(|(own, _)| *own)
    }

    fn join(&mut self, other: Self) {
        self.last = self.last.max(other.last);
        if self.only != other.only {
            self.only = None;
        }
        self.coups.join(&other.coups);
        self.by_log.extend(other.by_log);
    }
}

/// From when to when a shoe is mentioned, and whether that begins with its start.
type Stretch = (Moment, Moment, bool);

fn is_one(one: Stretch, other: Stretch) -> bool {
    let (first, later) = if one.0 <= other.0 { (one, other) } else { (other, one) };
    later.0 <= first.1 || !later.2
}

/// Merges what several logs record of one shoe.
fn join(shoes: &mut Vec<VouchedShoe>) {
    shoes.sort_by_key(|shoe| (shoe.first, shoe.last));
    let mut out: Vec<VouchedShoe> = Vec::new();
    for next in shoes.drain(..) {
        match out.last_mut() {
            Some(last) if is_one((last.first, last.last, last.starts), (next.first, next.last, next.starts)) => {
                last.join(next);
            }
            _ => out.push(next),
        }
    }
    *shoes = out;
}
