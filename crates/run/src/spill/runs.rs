use std::cmp::Ordering;
use std::collections::VecDeque;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use resettle_report::document::{CoupRow, FindingRow, RegisterRow};
use resettle_report::tally::{PackedPart, RegisterSum, ShoeRow, SumItem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::store::{SpillSection, Store};

/// The most runs that are merged at a time.
const FAN_IN: usize = 64;
/// The most runs that later rows can go on.
const OPEN: usize = 16;
/// So many bytes before each row say how long it is.
const LENGTH: usize = size_of::<u32>();

/// A row that can be spilled, and has its place in an order.
pub trait SpillRow: Serialize + DeserializeOwned + 'static {
    /// Before or after.
    fn order(&self, other: &Self) -> Ordering;
    /// How much memory it takes, roughly.
    fn weight(&self) -> usize;
    /// Appends it to bytes.
    fn write(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        Ok(serde_json::to_writer(bytes, self)?)
    }
    /// Reads what [`SpillRow::write`] wrote.
    fn read(bytes: &[u8]) -> io::Result<Self> {
        Ok(serde_json::from_slice(bytes)?)
    }
}

impl SpillRow for FindingRow {
    fn order(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }

    fn weight(&self) -> usize {
        let texts = [&self.clause, &self.expected, &self.logged, &self.wager, &self.shoe];
        640 + self.message.len() + texts.into_iter().flatten().map(String::len).sum::<usize>()
    }
}

/// A finding with the source that its place names, until it is known whether its record is authentic.
impl SpillRow for (usize, FindingRow) {
    fn order(&self, other: &Self) -> Ordering {
        self.1.order(&other.1)
    }

    fn weight(&self) -> usize {
        self.1.weight()
    }
}

impl SpillRow for CoupRow {
    fn order(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }

    fn weight(&self) -> usize {
        let steps: usize = self.steps.iter().map(|step| 128 + step.text.len()).sum();
        1_024 + steps + self.wagers.len() * 320
    }
}

impl SpillRow for ShoeRow {
    fn order(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }

    fn weight(&self) -> usize {
        512 + self.results.len() + self.numbers.as_ref().map_or(0, |numbers| numbers.len() * 16)
    }
}

/// A part of a shoe: parts come by shoe, those of one shoe in the order played.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShoePart(pub ShoeRow);

impl SpillRow for ShoePart {
    fn order(&self, other: &Self) -> Ordering {
        self.0.shoe.cmp(&other.0.shoe)
    }

    fn weight(&self) -> usize {
        self.0.weight()
    }

    fn write(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        *bytes = postcard::to_extend(&PackedPart::of(&self.0), std::mem::take(bytes)).map_err(io::Error::other)?;
        Ok(())
    }

    fn read(bytes: &[u8]) -> io::Result<Self> {
        postcard::from_bytes::<PackedPart<'_>>(bytes).map(|part| Self(part.into())).map_err(io::Error::other)
    }
}

impl SpillRow for RegisterRow {
    fn order(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }

    fn weight(&self) -> usize {
        let facts = self.facts.iter().map(|fact| 48 + fact.name.len() + fact.value.len());
        let lists = self.terminals.iter().chain(&self.faults).map(|text| 24 + text.len());
        let texts = [&self.clause, &self.wager, &self.shoe, &self.ruleset, &self.record_sha256];
        let texts = texts.into_iter().flatten().map(String::len);
        768 + self.kind.len() + self.consequence.len() + facts.chain(lists).chain(texts).sum::<usize>()
    }
}

/// An entry with the source that its place names, until it is known whether its record is authentic.
impl SpillRow for (usize, RegisterRow) {
    fn order(&self, other: &Self) -> Ordering {
        self.1.order(&other.1)
    }

    fn weight(&self) -> usize {
        self.1.weight()
    }
}

impl SpillRow for SumItem {
    fn order(&self, other: &Self) -> Ordering {
        self.order(other)
    }

    fn weight(&self) -> usize {
        384 + self.letters()
    }

    fn write(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        *bytes = postcard::to_extend(self, std::mem::take(bytes)).map_err(io::Error::other)?;
        Ok(())
    }

    fn read(bytes: &[u8]) -> io::Result<Self> {
        postcard::from_bytes(bytes).map_err(io::Error::other)
    }
}

impl SpillRow for RegisterSum {
    fn order(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }

    fn weight(&self) -> usize {
        let texts = [&self.venue, &self.game, &self.name].into_iter().flatten().map(String::len);
        320 + self.currency.len() + texts.sum::<usize>()
    }
}

/// How a row is read.
type ReadAs<T> = Arc<dyn Fn(&[u8]) -> io::Result<T> + Send + Sync>;

/// Rows in order, spilled.
#[derive(Clone)]
pub struct SortedRun<T> {
    sections: Vec<SpillSection>,
    /// How its rows are read, where they were put away as rows of another kind.
    read_as: Option<ReadAs<T>>,
    rows: PhantomData<T>,
}

impl<T> Default for SortedRun<T> {
    fn default() -> Self {
        Self { sections: Vec::new(), read_as: None, rows: PhantomData }
    }
}

impl<T: SpillRow> SortedRun<T> {
    /// Puts away rows that are in order.
    pub fn write(rows: impl Iterator<Item = io::Result<T>>, store: &Store) -> io::Result<Self> {
        let mut growing = Growing::default();
        for row in rows {
            growing.push(&row?, store)?;
        }
        growing.end(store)
    }

    /// Reads the rows back from the first one on, as often as it is asked; each may fail by itself.
    pub fn rows(&self) -> RunRows<T> {
        let read_as = self.read_as.clone();
        RunRows { sections: self.sections.clone().into(), read_as, chunk: Arc::new([]), at: 0, rows: PhantomData }
    }

    /// The same rows, each made another whenever it is read, which leaves their order as it is.
    pub fn made<U: 'static>(self, make: Arc<dyn Fn(T) -> U + Send + Sync>) -> SortedRun<U> {
        let read_as: ReadAs<U> = Arc::new(move |bytes| Ok(make(T::read(bytes)?)));
        SortedRun { sections: self.sections, read_as: Some(read_as), rows: PhantomData }
    }
}

/// The rows of a run, read back.
pub struct RunRows<T> {
    sections: VecDeque<SpillSection>,
    read_as: Option<ReadAs<T>>,
    chunk: Arc<[u8]>,
    at: usize,
    rows: PhantomData<T>,
}

impl<T: SpillRow> Iterator for RunRows<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at >= self.chunk.len() {
            self.at = 0;
            match self.sections.pop_front()?.read() {
                Ok(chunk) => self.chunk = chunk,
                Err(error) => {
                    self.sections.clear();
                    self.chunk = Arc::new([]);
                    return Some(Err(error));
                }
            }
        }
        let rest = self.chunk.get(self.at..).and_then(<[u8]>::split_first_chunk);
        let (length, rest) = rest.map_or((0, &[][..]), |(length, rest)| (u32::from_le_bytes(*length), rest));
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        self.at = self.at.saturating_add(LENGTH).saturating_add(length);
        let row = rest.get(..length).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof));
        Some(row.and_then(|row| self.read_as.as_ref().map_or_else(|| T::read(row), |read| read(row))))
    }
}

/// A run that rows can still go on.
pub struct Growing<T> {
    run: SortedRun<T>,
    /// The rows written last, with their lengths.
    chunk: Vec<u8>,
}

impl<T> Default for Growing<T> {
    fn default() -> Self {
        Self { run: SortedRun::default(), chunk: Vec::new() }
    }
}

impl<T: SpillRow> Growing<T> {
    /// Writes a row behind those before.
    pub fn push(&mut self, row: &T, store: &Store) -> io::Result<()> {
        let from = self.chunk.len();
        self.chunk.extend_from_slice(&[0; LENGTH]);
        row.write(&mut self.chunk)?;
        let length = u32::try_from(self.chunk.len() - from - LENGTH).map_err(io::Error::other)?;
        if let Some(place) = self.chunk.get_mut(from..from + LENGTH) {
            place.copy_from_slice(&length.to_le_bytes());
        }
        if self.chunk.len() >= store.chunk {
            self.put_away(store)?;
        }
        Ok(())
    }

    fn put_away(&mut self, store: &Store) -> io::Result<()> {
        self.run.sections.push(store.keep(&self.chunk)?);
        self.chunk.clear();
        Ok(())
    }

    /// No row follows.
    pub fn end(mut self, store: &Store) -> io::Result<SortedRun<T>> {
        if !self.chunk.is_empty() {
            self.put_away(store)?;
        }
        Ok(self.run)
    }
}

/// Sorts any number of rows; rows with the same place in the order keep the order in which they came.
///
/// Rows of a log come nearly in order, those of coups that waited for what follows among the others. What goes on where a run
/// ended becomes part of it, so that the runs are as many as what comes among each other, however long the log is, and each row
/// is compared with few others. Rows are many allocations each, so that few are held as rows, and the others as bytes.
pub struct Sorter<T> {
    buffer: Vec<T>,
    weight: usize,
    /// The runs that later rows can go on, with the last row of each, which lies before that of the run before it. A row that goes
    /// on one of them goes on the first that it can, and so never comes before its equals.
    open: Vec<(Growing<T>, T)>,
    /// The runs behind these.
    ended: Vec<SortedRun<T>>,
}

impl<T> Default for Sorter<T> {
    fn default() -> Self {
        Self { buffer: Vec::new(), weight: 0, open: Vec::new(), ended: Vec::new() }
    }
}

impl<T: SpillRow> Sorter<T> {
    /// Takes a row.
    pub fn push(&mut self, row: T, store: &Store) -> io::Result<()> {
        self.weight += row.weight();
        self.buffer.push(row);
        if self.weight < store.sorted {
            return Ok(());
        }
        self.put_away(store)
    }

    /// Writes what is held as rows.
    fn put_away(&mut self, store: &Store) -> io::Result<()> {
        self.weight = 0;
        let mut rows = std::mem::take(&mut self.buffer);
        rows.sort_by(T::order);
        while let Some(first) = rows.first() {
            let nth = self.open.partition_point(|(_, last)| last.order(first).is_gt());
            let before = nth.checked_sub(1).and_then(|before| self.open.get(before));
            let rest = before.map(|(_, last)| rows.split_off(rows.partition_point(|row| last.order(row).is_gt())));
            let part = std::mem::replace(&mut rows, rest.unwrap_or_default());
            self.put(nth, part, store)?;
        }
        Ok(())
    }

    /// Writes rows behind a run that ends before them, or as another.
    fn put(&mut self, nth: usize, mut rows: Vec<T>, store: &Store) -> io::Result<()> {
        let mut fresh = Growing::default();
        let growing = self.open.get_mut(nth).map_or(&mut fresh, |(growing, _)| growing);
        rows.iter().try_for_each(|row| growing.push(row, store))?;
        let Some(end) = rows.pop() else { return Ok(()) };
        match self.open.get_mut(nth) {
            Some((_, last)) => *last = end,
            None if nth < OPEN => self.open.push((fresh, end)),
            None => self.ended.push(fresh.end(store)?),
        }
        Ok(())
    }

    /// All rows as few runs, for whoever reads them as [`merged`]: none is read and written again.
    pub fn runs(mut self, store: &Store) -> io::Result<Vec<SortedRun<T>>> {
        self.put_away(store)?;
        let open = self.open.into_iter().map(|(growing, _)| growing.end(store));
        // Nearly all rows are in the open ones: they are not written once more because others came among each other.
        let ended = at_most(FAN_IN - OPEN, self.ended, store)?;
        open.chain(ended.into_iter().map(Ok)).collect()
    }

    /// All rows in order.
    pub fn finish(self, store: &Store) -> io::Result<Merge<T>> {
        Ok(merged(&self.runs(store)?))
    }
}

/// Merges neighbouring runs until few are left.
pub fn few<T: SpillRow>(runs: Vec<SortedRun<T>>, store: &Store) -> io::Result<Vec<SortedRun<T>>> {
    at_most(FAN_IN, runs, store)
}

fn at_most<T: SpillRow>(most: usize, mut runs: Vec<SortedRun<T>>, store: &Store) -> io::Result<Vec<SortedRun<T>>> {
    while runs.len() > most {
        let mut fewer = Vec::new();
        for some in runs.chunks(FAN_IN) {
            fewer.push(SortedRun::write(merged(some), store)?);
        }
        runs = fewer;
    }
    Ok(runs)
}

/// The rows of all runs in order.
pub fn merged<'r, T: SpillRow>(runs: impl IntoIterator<Item = &'r SortedRun<T>>) -> Merge<T> {
    Merge::new(runs.into_iter().map(|run| Box::new(run.rows()) as RowSource<T>).collect())
}

type RowSource<T> = Box<dyn Iterator<Item = io::Result<T>>>;

/// Merges the rows of several sorted sources; of equal rows, those of the earlier source come first.
pub struct Merge<T> {
    /// Each source that has another row, and that row.
    sources: Vec<(RowSource<T>, Option<T>)>,
    /// The sources in reverse of the order of their next rows, so that the last one is the first in order. Rows are large:
    /// they stay where they are.
    order: Vec<usize>,
    begun: bool,
    failed: Option<io::Error>,
}

impl<T: SpillRow> Merge<T> {
    fn new(sources: Vec<RowSource<T>>) -> Self {
        let sources: Vec<_> = sources.into_iter().map(|source| (source, None)).collect();
        Self { order: Vec::with_capacity(sources.len()), sources, begun: false, failed: None }
    }

    fn advance(&mut self, nth: usize) {
        let Some((source, next)) = self.sources.get_mut(nth) else { return };
        match source.next().transpose() {
            Ok(row) => *next = row,
            Err(error) => self.failed = Some(error),
        }
        let row_of = |nth: usize| self.sources.get(nth).and_then(|(_, next)| next.as_ref());
        let Some(row) = row_of(nth) else { return };
        let is_later = |other: &usize| row_of(*other).is_some_and(|head| head.order(row).then(other.cmp(&nth)).is_gt());
        let at = self.order.partition_point(is_later);
        self.order.insert(at, nth);
    }
}

impl<T: SpillRow> Iterator for Merge<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.begun {
            self.begun = true;
            (0..self.sources.len()).for_each(|nth| self.advance(nth));
        }
        if let Some(error) = self.failed.take() {
            // Rows after a gap must not become a report.
            self.order.clear();
            self.sources.clear();
            return Some(Err(error));
        }
        let nth = self.order.pop()?;
        let row = self.sources.get_mut(nth)?.1.take()?;
        self.advance(nth);
        Some(Ok(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl SpillRow for (u64, u64) {
        fn order(&self, other: &Self) -> Ordering {
            self.0.cmp(&other.0)
        }

        fn weight(&self) -> usize {
            100
        }
    }

    fn sorter(keys: impl Iterator<Item = u64>, store: &Store) -> Sorter<(u64, u64)> {
        let mut sorter = Sorter::default();
        (0..).zip(keys).for_each(|(nth, key)| sorter.push((key, nth), store).unwrap());
        sorter
    }

    #[test]
    fn rows_in_order_make_one_run_and_others_keep_theirs() {
        let folder = std::env::temp_dir();
        let store = Store::tight(&folder);
        let ordered = sorter((0..1_000).map(|nth| nth / 7), &store);
        let runs = |sorter: &Sorter<_>| (sorter.open.len(), sorter.ended.len());
        assert_eq!(runs(&ordered), (1, 0), "no run is merged with another");
        let late = |nth: u64| if nth.is_multiple_of(5) { nth / 2 } else { 10_000 + nth };
        let waited = sorter((0..1_000).map(late), &store);
        assert_eq!(runs(&waited), (2, 0), "one of what waited, one of the others");
        let (open, ended) = runs(&sorter((0..1_000).rev(), &store));
        assert!(open == OPEN && ended > 30, "{open}, {ended}");
        let mixed = |nth: u64| nth * nth * 37 % 101 / 3;
        let falling = |nth: u64| (2_000 - nth) / 40 + nth % 3;
        let orders: [Vec<u64>; 6] = [
            vec![5, 5, 5, 1, 1, 9],
            (0..1_000).map(|nth| nth * 37 % 101).collect(),
            (0..1_000).rev().collect(),
            (0..1_000).map(late).collect(),
            (0..2_000).map(mixed).collect(),
            (0..2_000).map(falling).collect(),
        ];
        for keys in orders {
            let mut wanted: Vec<(u64, u64)> = keys.iter().copied().zip(0..).collect();
            wanted.sort_by_key(|(key, _)| *key);
            let sorted = sorter(keys.iter().copied(), &store).finish(&store).unwrap();
            assert_eq!(sorted.map(Result::unwrap).collect::<Vec<_>>(), wanted);
            let runs = sorter(keys.into_iter(), &store).runs(&store).unwrap();
            assert_eq!(merged(&runs).map(Result::unwrap).collect::<Vec<_>>(), wanted);
        }
    }

    #[test]
    fn a_part_of_a_shoe_is_read_as_it_was_put_away() {
        let mut routine = resettle_report::tally::Routines::default();
        routine.once(resettle_audit::Routine::Burned, 3, -7);
        let part = ShoeRow {
            log: "log".into(),
            file: "file".into(),
            line: Some(4),
            shoe: Some("S".into()),
            ruleset: Some("ruleset".into()),
            decks: Some(8),
            from: "2023".into(),
            coups: (Some(1), None),
            results: "PB?".into(),
            money: resettle_report::tally::Money {
                wagers: 3,
                staked: 5,
                returned: i128::MAX,
                due: -1,
                ..Default::default()
            },
            numbers: Some(vec![Some(1), None, Some(u64::MAX)]),
            routine,
            ..ShoeRow::default()
        };
        for part in [part, ShoeRow::default()] {
            let mut bytes = Vec::new();
            ShoePart(part.clone()).write(&mut bytes).unwrap();
            assert_eq!(ShoePart::read(&bytes).unwrap().0, part);
            let as_reported: ShoeRow = serde_json::from_str(&serde_json::to_string(&part).unwrap()).unwrap();
            assert_eq!(as_reported, part, "nothing else is reported of it");
        }
    }
}
