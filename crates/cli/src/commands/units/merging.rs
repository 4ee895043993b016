use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use rayon::prelude::*;
use resettle_report::print::neutral;
use resettle_run::{Store, TableResult, Unit};

use super::again::Again;
use super::judging::changed;
use super::outcome::{self, Unusable};
use super::plan::{PlanFile, UnitLine};
use crate::args::MergeArgs;
use crate::commands::batch::{Done, Judge, PlannedLog, Planning, Reporting, pool, report_progress};
use crate::commands::ground::Ground;
use crate::error::{Error, shown};
use crate::files::LogFile;
use crate::spelling::counted;

/// The most units that a message about missing results names.
const UNITS_SHOWN: usize = 20;

/// `resettle merge`
pub fn merge(args: &MergeArgs) -> Result<ExitCode, Error> {
    let plan = PlanFile::open(&args.plan)?;
    let chosen = plan.header.chosen();
    let ground = Ground::of(&args.by, &chosen)?;
    plan.header.require_same(&ground)?;
    let form = plan.header.form();
    if args.reporting.export.is_some() && form.is_none() {
        return Err(Error::new(format!("{} has no rows kept for --export", shown(&args.plan)))
            .help("plan with --export-format, and judge again"));
    }
    let recorded = ground.exporting(form);
    let exporting = recorded.as_ref().filter(|_| args.reporting.export.is_some());
    let reporting = Reporting::begin(&ground, &args.reporting, form)?;
    let (header, lines) = plan.units(None)?;
    let logs = args.logs.clone().map_or_else(|| header.folder(), Ok)?;
    let units = lines.iter().map(|line| line.to_unit(&header, &logs)).collect::<Result<Vec<Unit>, Error>>()?;
    let pool = pool(args.threads)?;
    if logs.is_dir() {
        let own = [&args.plan, &args.results].into_iter().map(|path| path.as_path());
        let own = own.chain(reporting.folders().into_iter().flatten()).collect();
        let planning = Planning { ground: &ground, dir: &logs, own, expects: true, verbose: false };
        let planned: Vec<PlannedLog<'_>> = lines
            .iter()
            .zip(&units)
            .flat_map(|(line, unit)| line.logs.iter().zip(&unit.table.logs))
            .map(|(line, log)| PlannedLog { path: &log.path, size: line.size, sha256: &line.sha256 })
            .collect();
        pool.install(|| planning.require_complete(&planned, &header.found, Path::new(&header.folder)))?;
    } else {
        anstream::eprintln!(
            "note: {} is no folder here, so it was not looked up whether the plan leaves out a log that is there",
            shown(&logs)
        );
    }
    let spill = reporting.spill();
    let judge = Judge { ground: &ground, heads: reporting.heads(), spill: &spill, exporting, with_steps: true };
    let merging = Merging { args, lines: &lines, units: &units, judge: &judge };
    let again = Again { args, ground: &ground, lines: &lines, units: &units };
    let (results, tournaments, used) = pool.install(|| {
        let results = merging.results(&spill)?;
        let used = again.judge(&results, &Judge { exporting: recorded.as_ref(), ..judge })?;
        let results = merging.finished(results)?;
        let mut results: Vec<Result<TableResult, Error>> = results.into_iter().map(Ok).collect();
        let tournaments = judge.tournaments(&units, &mut results)?;
        Ok((results.into_iter().collect::<Result<Vec<TableResult>, Error>>()?, tournaments, used))
    })?;
    if args.reporting.verbose {
        units.iter().zip(&results).for_each(|(unit, result)| report_progress(unit, result, "judged before"));
    }
    if used.is_none() {
        anstream::eprintln!(
            "note: nothing shows who made the results in {}; --judge-again N judges some of these units once more",
            shown(&args.results)
        );
    }
    let done =
        Done { results, units, found: header.found, checkpoint: None, unbound: Vec::new(), merged: used, tournaments };
    pool.install(|| reporting.finish(Path::new(&header.folder), done, &spill, exporting))
}

struct Merging<'m> {
    args: &'m MergeArgs,
    lines: &'m [UnitLine],
    units: &'m [Unit],
    judge: &'m Judge<'m>,
}

impl Merging<'_> {
    /// The results of all units in their order; all that are missing are reported at once.
    fn results(&self, store: &Store) -> Result<Vec<TableResult>, Error> {
        let read = |(line, unit): (&UnitLine, &Unit)| {
            let path = outcome::path_of(&self.args.results, &line.key);
            let result = outcome::read(&path, &line.key, unit.table.opens(), store)?;
            let planned = line.logs.iter().map(|log| &log.sha256);
            let fits = planned.eq(result.inputs.iter().map(|input| &input.sha256));
            if fits { Ok(result) } else { Err(Unusable::OfAnother) }
        };
        let read: Vec<Result<TableResult, Unusable>> = self.lines.par_iter().zip(self.units).map(read).collect();
        self.require_all(&read)?;
        Ok(read.into_iter().flatten().collect())
    }

    /// The same with what is determined here.
    fn finished(&self, mut results: Vec<TableResult>) -> Result<Vec<TableResult>, Error> {
        self.require_logs(&results)?;
        let finish = |(unit, result): (&Unit, &mut TableResult)| -> Result<(), Error> {
            self.judge.against_heads(unit, result)?;
            result.reach(&unit.table, unit.window);
            Ok(())
        };
        self.units.par_iter().zip(&mut results).try_for_each(finish)?;
        Ok(results)
    }

    fn require_all(&self, results: &[Result<TableResult, Unusable>]) -> Result<(), Error> {
        let lacking: Vec<(&UnitLine, Unusable)> =
            self.lines.iter().zip(results).filter_map(|(line, result)| Some((line, *result.as_ref().err()?))).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        let named = lacking.iter().take(UNITS_SHOWN).map(|(line, why)| {
            let why = match why {
                Unusable::Missing => "no result",
                Unusable::Damaged => "its result is damaged",
                Unusable::OfAnother => "its result is of another unit, or by other options",
            };
            format!("  unit {} ({}): {why}", line.unit, neutral(&line.name))
        });
        let more = lacking.len().saturating_sub(UNITS_SHOWN);
        let more = (more > 0).then(|| format!("  and {more} more"));
        let numbers: String = lacking.iter().map(|(line, _)| format!(" --unit {}", line.unit)).collect();
        Err(Error::new(format!(
            "{} of {} lack a usable result in {}; nothing was reported",
            lacking.len(),
            counted(self.lines.len(), "unit"),
            shown(&self.args.results)
        ))
        .listing(named.chain(more))
        .help(format!(
            "resettle judge {} --out {}{numbers}, with the files that the plan was made with",
            shown(&self.args.plan),
            shown(&self.args.results)
        )))
    }

    /// Logs are read here if several tables record one tournament, if two have the same id, and to compare them with
    /// what was remembered of them. Then they have to be those of the plan.
    fn require_logs(&self, results: &[TableResult]) -> Result<(), Error> {
        let mut by_id: BTreeMap<&str, usize> = BTreeMap::new();
        for log in self.units.iter().flat_map(|unit| &unit.table.logs) {
            if let Some((open, _)) = &log.open {
                *by_id.entry(&open.log).or_default() += 1;
            }
        }
        let mut read = Vec::new();
        for ((line, unit), result) in self.lines.iter().zip(self.units).zip(results) {
            for (planned, log) in line.logs.iter().zip(&unit.table.logs) {
                let shared = log.open.as_ref().and_then(|(open, _)| by_id.get(open.log.as_str()));
                if self.judge.heads.is_some() || result.lot.tournament || shared.is_some_and(|logs| *logs > 1) {
                    read.push((planned, log));
                }
            }
        }
        read.par_iter().try_for_each(|(planned, log)| {
            let file = LogFile::open(&log.path, |_| ()).map_err(|error| Error::read(&log.path, error))?;
            let hashes = file.finish_unchanged().map_err(|error| Error::read(&log.path, error))?;
            if hashes.file.to_string() == planned.sha256 { Ok(()) } else { Err(changed(&log.path)) }
        })
    }
}
