use std::io::{self, BufRead, Write};

use resettle_audit::{CoupSeen, Finding, Severity, Sink, Steps};
use resettle_coup_log::{LogVerdict, Open};
use resettle_report::document::{CoupRow, FindingRow};
use resettle_report::tally::{Counts, ShoeRow, Shoes, Tally};
use serde::{Deserialize, Serialize};

use super::runs::{Merge, Row, Run, Sorter};
use super::store::Store;

/// Takes what the replay of one table finds. Each thread has its own, all of one store.
pub struct Lot<'s> {
    store: &'s Store,
    findings: Sorter<(usize, FindingRow)>,
    coups: Sorter<CoupRow>,
    shoes: Shoes,
    counts: Counts,
    tally: Tally,
    failed: Option<io::Error>,
}

impl<'s> Lot<'s> {
    pub fn new(store: &'s Store) -> Self {
        Self {
            store,
            findings: Sorter::default(),
            coups: Sorter::default(),
            shoes: Shoes::default(),
            counts: Counts::default(),
            tally: Tally::default(),
            failed: None,
        }
    }

    /// Says of every finding whether its record is authentic, and puts all in order. `verdicts` are those on the logs
    /// as places number them; `open` is the table's opening record, where there was one.
    pub fn finish(self, verdicts: &[&LogVerdict], open: Option<&Open>) -> io::Result<Finished> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let mut tally = self.tally;
        if let Some(open) = open {
            tally.of(open);
        }
        let stamped = self.findings.finish(self.store)?.map(|row| {
            let (source, mut row) = row?;
            row.authenticated = verdicts.get(source).zip(row.line).is_some_and(|(log, line)| log.vouched(line));
            Ok(row)
        });
        let findings = Run::write(stamped, self.store)?;
        let coups = Run::write(self.coups.finish(self.store)?, self.store)?;
        let shoes = sorted(self.shoes.into_rows(open), self.store)?;
        let shoes = Run::write(shoes, self.store)?;
        Ok(Finished { findings, coups, shoes, counts: self.counts, tally })
    }

    fn note(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.failed = self.failed.take().or(Some(error));
        }
    }
}

impl Sink for Lot<'_> {
    fn finding(&mut self, finding: Finding) {
        self.counts.finding(&finding);
        let row = (finding.place.source, FindingRow::from(&finding));
        let done = self.findings.push(row, self.store);
        self.note(done);
    }

    fn coup(&mut self, coup: CoupSeen) {
        self.tally.coup(&coup);
        self.shoes.coup(&coup);
        if coup.worst >= Some(Severity::Minor) {
            let done = self.coups.push(CoupRow::from(&coup), self.store);
            self.note(done);
        }
    }

    fn steps(&self) -> Steps<'_> {
        Steps::From(Severity::Minor)
    }

    fn is_full(&self) -> bool {
        self.failed.is_some()
    }
}

fn sorted<T: Row>(rows: impl Iterator<Item = T>, store: &Store) -> io::Result<Merge<T>> {
    let mut sorter = Sorter::default();
    for row in rows {
        sorter.push(row, store)?;
    }
    sorter.finish(store)
}

/// What one table came to.
#[derive(Clone, Default)]
pub struct Finished {
    pub(super) findings: Run<FindingRow>,
    pub(super) coups: Run<CoupRow>,
    pub(super) shoes: Run<ShoeRow>,
    /// How many findings there are.
    pub counts: Counts,
    /// The sums of the table.
    pub tally: Tally,
}

/// The first line of a table's results in a file.
#[derive(Serialize, Deserialize)]
struct Head {
    counts: Counts,
    tally: Tally,
    findings: u64,
    coups: u64,
    shoes: u64,
}

impl Finished {
    /// Writes it all, one JSON object a line, so that [`Finished::load`] can read it in another run.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = Head {
            counts: self.counts.clone(),
            tally: self.tally.clone(),
            findings: count(&self.findings)?,
            coups: count(&self.coups)?,
            shoes: count(&self.shoes)?,
        };
        line(&head, out)?;
        self.findings.rows().try_for_each(|row| line(&row?, out))?;
        self.coups.rows().try_for_each(|row| line(&row?, out))?;
        self.shoes.rows().try_for_each(|row| line(&row?, out))
    }

    /// Reads what [`Finished::save`] wrote. What is not whole is an error.
    pub fn load(input: &mut dyn BufRead, store: &Store) -> io::Result<Self> {
        let mut lines = input.lines();
        let head: Head = next(&mut lines)?;
        let findings = Run::write((0..head.findings).map(|_| next(&mut lines)), store)?;
        let coups = Run::write((0..head.coups).map(|_| next(&mut lines)), store)?;
        let shoes = Run::write((0..head.shoes).map(|_| next(&mut lines)), store)?;
        Ok(Self { findings, coups, shoes, counts: head.counts, tally: head.tally })
    }
}

fn count<T: Row>(run: &Run<T>) -> io::Result<u64> {
    run.rows().try_fold(0, |count, row| row.map(|_| count + 1))
}

fn line<T: Serialize>(row: &T, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.write_all(b"\n")
}

fn next<T: serde::de::DeserializeOwned>(lines: &mut dyn Iterator<Item = io::Result<String>>) -> io::Result<T> {
    let line = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
    Ok(serde_json::from_str(&line)?)
}
