//! Findings in their order, those of each severity apart: whoever lists them by severity reads each of them once.

use std::io;

use resettle_report::document::{FindingRow, GRAVITIES};

use super::runs::{Growing, Merge, SortedRun, few, merged};
use super::store::Store;

/// Runs of findings by [`FindingRow::gravity`].
#[derive(Clone, Default)]
pub struct FindingRuns([Vec<SortedRun<FindingRow>>; GRAVITIES]);

impl FindingRuns {
    /// Puts away findings that are in order.
    pub fn write(rows: impl Iterator<Item = io::Result<FindingRow>>, store: &Store) -> io::Result<Self> {
        let mut growing: [Growing<FindingRow>; GRAVITIES] = Default::default();
        for row in rows {
            let row = row?;
            if let Some(of_it) = growing.get_mut(row.gravity()) {
                of_it.push(&row, store)?;
            }
        }
        let mut out = Self::default();
        for (runs, growing) in out.0.iter_mut().zip(growing) {
            runs.push(growing.end(store)?);
        }
        Ok(out)
    }

    /// Takes others as well.
    pub fn extend(&mut self, others: Self) {
        self.0.iter_mut().zip(others.0).for_each(|(own, others)| own.extend(others));
    }

    /// The same in few runs.
    pub fn few(self, store: &Store) -> io::Result<Self> {
        let mut out = Self::default();
        for (few_runs, runs) in out.0.iter_mut().zip(self.0) {
            *few_runs = few(runs, store)?;
        }
        Ok(out)
    }

    /// All of them in order.
    pub fn rows(&self) -> Merge<FindingRow> {
        merged(self.0.iter().flatten())
    }

    /// Those of a severity in order.
    pub fn of(&self, gravity: usize) -> Merge<FindingRow> {
        merged(self.0.get(gravity).into_iter().flatten())
    }

    /// All of them, in no order.
    pub fn each(&self) -> impl Iterator<Item = io::Result<FindingRow>> {
        self.0.iter().flatten().flat_map(SortedRun::rows)
    }
}
