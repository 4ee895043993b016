use std::io::{self, BufRead as _, Read as _};
use std::path::Path;
use std::process::ExitCode;

use rayon::prelude::*;
use resettle_report::print::neutral;
use resettle_run::{Known, Unit, opening};

use super::plan::{LogLine, PlanHeader, UnitLine};
use crate::args::PlanArgs;
use crate::commands::batch::{Planned, Planning, pool};
use crate::commands::ground::Ground;
use crate::error::{Error, shown};
use crate::files::{self, LogFile};
use crate::spelling::counted;
use resettle_console::say;

/// The longest first line that is read: longer than any that a log may have.
const MOST: u64 = 16 * 1024 * 1024;

/// `resettle plan`
pub fn plan(args: &PlanArgs) -> Result<ExitCode, Error> {
    let ground = Ground::of(&args.by, &args.chosen)?;
    let pool = pool(args.threads)?;
    let planning = Planning {
        ground: &ground,
        dir: &args.dir,
        own: vec![&args.out],
        expects: ground.roster.is_some(),
        verbose: args.verbose,
    };
    let Planned { units, found } = pool.install(|| planning.run())?;
    let mut header = PlanHeader::new(&ground, &args.dir, args.export_format, found)?;
    header.units = units.len();
    let line = |(at, unit): (usize, &Unit)| -> Result<UnitLine, Error> {
        let logs: Result<Vec<LogLine>, Error> = unit.table.logs.par_iter().map(|log| of_log(log, &args.dir)).collect();
        Ok(UnitLine::new(&header, at + 1, unit, logs?))
    };
    let lines: Vec<UnitLine> = pool.install(|| units.par_iter().enumerate().map(line).collect::<Result<_, Error>>())?;
    files::write_new_with(&args.out, |out| {
        let mut write = || -> io::Result<()> {
            serde_json::to_writer(&mut *out, &header)?;
            for line in &lines {
                out.write_all(b"\n")?;
                serde_json::to_writer(&mut *out, line)?;
            }
            out.write_all(b"\n")
        };
        write().map_err(|error| Error::write(&args.out, error))
    })?;
    for line in lines.iter().filter(|_| args.verbose) {
        let logs = counted(line.logs.len(), "log");
        anstream::eprintln!("unit {}: {}, {logs}, {} bytes", line.unit, neutral(&line.name), line.bytes);
    }
    let logs = counted(lines.iter().map(|line| line.logs.len()).sum::<usize>(), "log");
    say!("{}: {} of {logs}", shown(&args.out), counted(lines.len(), "unit"))?;
    Ok(ExitCode::SUCCESS)
}

fn of_log(log: &Known, dir: &Path) -> Result<LogLine, Error> {
    let fail = |error| Error::read(&log.path, error);
    let size = std::fs::metadata(&log.path).map_err(fail)?.len();
    let file = LogFile::open(&log.path, |_| ()).map_err(fail)?;
    let sha256 = file.finish_unchanged().map_err(fail)?.file.to_string();
    let open = match &log.open {
        Some(_) => first_line(&log.path).map_err(fail)?,
        None => None,
    };
    LogLine::new(log, dir, size, sha256, open)
}

/// The first line of a log, if it is an opening record.
fn first_line(path: &Path) -> io::Result<Option<String>> {
    let mut file = LogFile::open(path, |_| ())?;
    let mut line = Vec::new();
    file.content()?.take(MOST).read_until(b'\n', &mut line)?;
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = String::from_utf8(line.to_vec()).ok();
    Ok(line.filter(|line| opening(format!("{line}\n").as_bytes()).is_some()))
}
