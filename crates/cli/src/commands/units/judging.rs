use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use resettle_report::print::neutral;
use resettle_run::{Store, TableResult, Unit};

use super::outcome;
use super::plan::{PlanFile, UnitLine};
use crate::args::JudgeArgs;
use crate::commands::batch::Judge;
use crate::commands::ground::Ground;
use crate::commands::named_logs::temporary_folder;
use crate::error::{Error, shown};
use crate::judging::Tick;
use crate::progress;
use resettle_console::say;

/// `resettle judge`
pub fn judge(args: &JudgeArgs) -> Result<ExitCode, Error> {
    let plan = PlanFile::open(&args.plan)?;
    let chosen = plan.header.chosen();
    let ground = Ground::of(&args.by, &chosen)?;
    plan.header.require_same(&ground)?;
    let exporting = ground.exporting(plan.header.form());
    let (header, units) = plan.units(Some(&args.unit))?;
    let logs = args.logs.clone().map_or_else(|| header.folder(), Ok)?;
    std::fs::create_dir_all(&args.out).map_err(|error| Error::write(&args.out, error))?;
    for line in &units {
        let path = outcome::path_of(&args.out, &line.key);
        if outcome::is_there(&path, &line.key) {
            anstream::eprintln!("unit {}: its result is there already", line.unit);
        } else {
            let unit = line.to_unit(&header, &logs)?;
            let spill = Store::new(&temporary_folder(None));
            let judge =
                Judge { ground: &ground, heads: None, spill: &spill, exporting: exporting.as_ref(), with_steps: true };
            let result = judged(&judge, line, &unit)?;
            outcome::write(&path, &line.key, &result)?;
        }
        say!("{} {}", line.unit, shown(&path))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Judges a unit. Its logs have to be those of the plan.
pub fn judged(judge: &Judge<'_>, line: &UnitLine, unit: &Unit) -> Result<TableResult, Error> {
    for (planned, log) in line.logs.iter().zip(&unit.table.logs) {
        let now = std::fs::metadata(&log.path).map_err(|error| Error::read(&log.path, error))?.len();
        if now != planned.size {
            return Err(changed(&log.path));
        }
    }
    let bar = progress::bar(line.bytes, &neutral(&line.name));
    let ticking = bar.clone();
    let result = judge.unit(unit, &(Rc::new(move |bytes| ticking.inc(bytes)) as Tick))?;
    bar.finish_and_clear();
    // They were hashed while they were read.
    for ((planned, log), read) in line.logs.iter().zip(&unit.table.logs).zip(&result.inputs) {
        if read.sha256 != planned.sha256 {
            return Err(changed(&log.path));
        }
    }
    Ok(result)
}

/// A log is not the one that was planned.
pub fn changed(path: &Path) -> Error {
    Error::new(format!("{} is not the log that was planned: its SHA-256 is another one", shown(path)))
        .help("bring the log of the plan there, or plan anew; no result was written")
}
