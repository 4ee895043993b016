//! The monthly run: every log below a folder, the logs of a table together, all tables on all processors.
//!
//! What is judged is planned first, unit by unit; each unit is judged by itself; all results are reported at the end.
//! `resettle plan`, `judge` and `merge` take the same three steps, each in a process of its own.

mod binding;
mod checkpoint;
pub mod given;
mod judge;
mod planning;
mod reporting;
mod work;

use std::process::ExitCode;

pub use self::judge::Judge;
pub use self::planning::{Planned, PlannedLog, Planning};
pub use self::reporting::Reporting;
pub use self::work::{Done, pool, report_progress};

use self::binding::Binding;
use self::checkpoint::{Checkpoint, results_folder};
use self::work::Work;
use super::ground::Ground;
use crate::args::BatchArgs;
use crate::error::Error;

/// `resettle batch`
pub fn run(args: &BatchArgs) -> Result<ExitCode, Error> {
    let ground = Ground::of(&args.by, &args.chosen)?;
    let form = args.reporting.export.as_ref().map(|_| args.export_format);
    let reporting = Reporting::begin(&ground, &args.reporting, form)?;
    let exporting = ground.exporting(form);
    let pool = pool(args.threads)?;
    let results = args.checkpoint.as_deref().map(results_folder);
    let own = [args.checkpoint.as_deref(), results.as_deref()];
    let own = own.into_iter().chain(reporting.folders()).flatten().collect();
    let expects = ground.roster.is_some() || args.reporting.digests.is_some();
    let planning = Planning { ground: &ground, dir: &args.dir, own, expects, verbose: args.reporting.verbose };
    let planned = pool.install(|| planning.run())?;
    // Only a run that can be done leaves something behind.
    let checkpoint = match &args.checkpoint {
        Some(path) => {
            let options = ground.options(&args.dir.display().to_string(), form)?.digest();
            Some(Checkpoint::open(path, options, reporting.key().map(Binding::of))?)
        }
        None => None,
    };
    let spill = reporting.spill();
    let with_steps = reporting.is_whole() || checkpoint.is_some();
    let exporting = exporting.as_ref();
    let judge = Judge { ground: &ground, heads: reporting.heads(), spill: &spill, exporting, with_steps };
    let work = Work { judge, checkpoint, verbose: args.reporting.verbose };
    let done = pool.install(|| work.run(planned))?;
    pool.install(|| reporting.finish(&args.dir, done, &spill, exporting))
}
