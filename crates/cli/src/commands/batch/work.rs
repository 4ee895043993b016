//! Units judged side by side in one process, or taken from the checkpoint.

use std::io::{self, BufRead};
use std::path::Path;
use std::rc::Rc;

use rayon::prelude::*;
use resettle_report::document::{ResultsUsed, TournamentRow};
use resettle_report::print::neutral;
use resettle_run::{FoundLogs, TableResult, Unit};

use super::checkpoint::{Checkpoint, LogState};
use super::judge::Judge;
use super::planning::Planned;
use crate::error::{Error, shown};
use crate::files::LogFile;
use crate::judging::Tick;
use crate::progress;
use crate::spelling::counted;

/// The work to do, and what it is based on.
pub struct Work<'w> {
    pub judge: Judge<'w>,
    pub checkpoint: Option<Checkpoint>,
    pub verbose: bool,
}

/// The results, unit by unit in their order, whichever was done first.
pub struct Done {
    pub results: Vec<TableResult>,
    pub units: Vec<Unit>,
    pub found: FoundLogs,
    pub checkpoint: Option<Checkpoint>,
    /// Tables whose results were taken from a checkpoint that nothing binds.
    pub unbound: Vec<String>,
    /// Whose results they are, if other machines judged and some units were judged again.
    pub merged: Option<ResultsUsed>,
    /// The tournaments that the logs record.
    pub tournaments: Vec<TournamentRow>,
}

/// Threads to work with.
pub fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Error> {
    let builder = rayon::ThreadPoolBuilder::new();
    // WebAssembly starts no threads: the one that is there does all.
    let builder = if cfg!(target_family = "wasm") {
        builder.num_threads(1).use_current_thread()
    } else {
        builder.num_threads(threads.map_or(0, usize::from))
    };
    builder.build().map_err(|error| Error::new(format!("cannot start threads: {error}")).help("try --threads 1"))
}

impl Work<'_> {
    /// Does the work, with the threads of the pool in which it is called.
    pub fn run(self, planned: Planned) -> Result<Done, Error> {
        let Planned { units, found } = planned;
        let total = units.iter().flat_map(|unit| &unit.table.logs).map(|log| size(&log.path)).sum();
        let bar = progress::bar(total, &format!("{} tables", units.len()));
        self.say_what_was_done(units.len());
        let one = |unit: &Unit| {
            let ticking = bar.clone();
            self.unit(unit, &(Rc::new(move |bytes| ticking.inc(bytes)) as Tick))
        };
        let mut results: Vec<Result<TableResult, Error>> = units.par_iter().map(one).collect();
        bar.finish_and_clear();
        let tournaments = self.judge.tournaments(&units, &mut results)?;
        let bound = self.checkpoint.as_ref().is_none_or(Checkpoint::is_bound);
        let results = results.into_iter().collect::<Result<Vec<TableResult>, Error>>()?;
        let taken = units.iter().zip(&results).filter(|(_, result)| !bound && result.finished_before);
        let unbound = taken.map(|(unit, _)| unit.name()).collect();
        Ok(Done { results, units, found, checkpoint: self.checkpoint, unbound, merged: None, tournaments })
    }

    fn say_what_was_done(&self, tables: usize) {
        let Some(checkpoint) = &self.checkpoint else { return };
        let (path, done, aside) = (shown(checkpoint.path()), checkpoint.finished_before(), checkpoint.set_aside());
        if done > 0 {
            anstream::eprintln!("going on from {path}: {done} of {tables} tables were finished before");
        }
        if aside > 0 {
            anstream::eprintln!(
                "note: {aside} tables of {path} are judged again: their results are not bound to the key that signs"
            );
        }
    }

    fn unit(&self, unit: &Unit, tick: &Tick) -> Result<TableResult, Error> {
        if let Some(mut before) = self.checkpoint.as_ref().and_then(|checkpoint| self.before(checkpoint, unit, tick)) {
            before.reach(&unit.table, unit.window);
            self.report_progress(unit, &before, "finished before");
            return Ok(before);
        }
        let result = self.judge.unit(unit, tick)?;
        // What could not be read is read again by the next run.
        if let Some(checkpoint) =
            self.checkpoint.as_ref().filter(|_| result.unread.is_empty() && !result.lot.tournament)
        {
            let states = result.inputs.iter();
            let states = states.map(|input| LogState { path: input.path.clone(), sha256: input.sha256.clone() });
            checkpoint.keep(states.collect(), |out| result.save(out))?;
        }
        self.report_progress(unit, &result, "judged");
        Ok(result)
    }

    /// The results of a table that an interrupted run finished.
    fn before(&self, checkpoint: &Checkpoint, unit: &Unit, tick: &Tick) -> Option<TableResult> {
        let names: Vec<String> = unit.table.logs.iter().map(|log| log.name.clone()).collect();
        let hash = |path: &str| -> io::Result<String> {
            let tick = Rc::clone(tick);
            Ok(LogFile::open(Path::new(path), move |bytes| tick(bytes))?.finish_unchanged()?.file.to_string())
        };
        let load = |results: &mut dyn BufRead| TableResult::load(results, unit.table.opens(), self.judge.spill);
        let mut result = checkpoint.results(&names, hash, load)?;
        self.judge.against_heads(unit, &mut result).ok()?;
        Some(result)
    }

    fn report_progress(&self, unit: &Unit, result: &TableResult, how: &str) {
        if self.verbose {
            report_progress(unit, result, how);
        }
    }
}

/// Names a unit that is done.
pub fn report_progress(unit: &Unit, result: &TableResult, how: &str) {
    let findings: u64 = result.lot.counts.by_code.values().sum();
    anstream::eprintln!(
        "{}: {how}, {}, {}, {}",
        neutral(&unit.name()),
        counted(unit.table.logs.len(), "log"),
        counted(result.totals.coups, "coup"),
        counted(findings, "finding")
    );
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |about| about.len())
}
