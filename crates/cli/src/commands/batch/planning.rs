//! The units of work: the logs below a folder, grouped by table, and the requested part of them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use resettle_report::print::neutral;
use resettle_run::{FoundLogs, Known, Unit, require_known, units};

use crate::commands::ground::Ground;
use crate::error::{self, Error, shown, unread_row};
use crate::files;
use crate::judging::{LogFiles, known};
use crate::spelling::{counted, counted_that, did_you_mean};

/// How many logs are named that a plan leaves out, or that are others.
const LOGS_SHOWN: usize = 20;

/// The units in the order of the report, and what was found besides.
pub struct Planned {
    pub units: Vec<Unit>,
    pub found: FoundLogs,
}

/// Looks for logs below a folder and puts them together.
pub struct Planning<'p> {
    pub ground: &'p Ground<'p>,
    pub dir: &'p Path,
    /// What the run writes itself, which is not part of what is judged.
    pub own: Vec<&'p Path>,
    /// Whether something besides the logs states what has to be there.
    pub expects: bool,
    pub verbose: bool,
}

impl Planning<'_> {
    pub fn run(&self) -> Result<Planned, Error> {
        let search = files::search(self.dir, &self.own)?;
        let found = search.logs.len() as u64;
        if found == 0 && search.unreadable.is_empty() && !self.expects {
            return Err(no_log(self.dir));
        }
        let mut failed: Vec<Error> = search.unreadable.into_iter().map(plain).collect();
        let opened: Vec<Result<Known, Error>> = search.logs.par_iter().map(|path| known(path)).collect();
        let mut logs = Vec::new();
        for log in opened {
            match log {
                Ok(log) => logs.push(log),
                Err(error) => failed.push(plain(error)),
            }
        }
        let scope = &self.ground.scope;
        require_known(scope, &logs, self.ground.roster()).map_err(|strange| {
            let near = did_you_mean(&strange.name, strange.known.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("{} ", neutral(&near)));
            Error::new(format!("no log below {} {strange}", shown(self.dir))).help(format!("{near}{}", strange.help))
        })?;
        let readable: Vec<String> = logs.iter().map(|log| self.below(&log.path)).collect();
        self.ground.staff.report_strange(&logs);
        let units =
            units(logs, scope, self.ground.roster(), self.ground.trust(), &self.ground.settings.registry, &LogFiles);
        self.ground.staff.report_idle(units.iter().map(|unit| &unit.table));
        for path in search.passed_over.iter().filter(|_| self.verbose) {
            anstream::eprintln!("passed over: {}, no log by its name or its first bytes", shown(path));
        }
        for error in &failed {
            anstream::eprintln!("{error}");
        }
        let kept: BTreeSet<String> =
            units.iter().flat_map(|unit| &unit.table.logs).map(|log| self.below(&log.path)).collect();
        let left_out_logs: Vec<String> = readable.into_iter().filter(|path| !kept.contains(path)).collect();
        let found = FoundLogs {
            logs: found,
            left_out: left_out_logs.len() as u64,
            left_out_logs,
            not_logs: search.passed_over.iter().map(|path| path.display().to_string()).collect(),
            unread: failed.iter().map(|error| unread_row(error, self.dir)).collect(),
        };
        Ok(Planned { units, found })
    }

    /// Looks at the folder once more, where results are put together: what is there of logs and is neither planned nor was
    /// left out by what was asked for, or could not be read then, is named. Nothing is reported about it.
    ///
    /// # Errors
    /// A log that the plan leaves out, or that stands in the place of one that was planned. What the plan left out for the
    /// days asked for is believed; what it left out for its table is opened.
    pub fn require_complete(&self, logs: &[PlannedLog<'_>], found: &FoundLogs, folder: &Path) -> Result<(), Error> {
        let search = files::search(self.dir, &self.own)?;
        let other = |log: &PlannedLog<'_>| Ok(log.other()?.map(|why| format!("\n  {}: {why}", shown(log.path))));
        let others: Vec<Option<String>> = logs.par_iter().map(other).collect::<Result<_, Error>>()?;
        let others: Vec<String> = others.into_iter().flatten().collect();
        if !others.is_empty() {
            let (number, verb) = (counted(others.len(), "log"), if others.len() == 1 { "is" } else { "are" });
            return Err(Error::new(format!(
                "{number} below {} {verb} not what was planned; nothing was reported{}",
                shown(self.dir),
                listed(others.into_iter())
            ))
            .help("bring the logs of the plan there, or plan anew, so that every log that is there is judged"));
        }
        let planned: BTreeSet<&Path> = logs.iter().map(|log| log.path).collect();
        let unread: BTreeSet<String> = found
            .unread
            .iter()
            .map(|one| Path::new(&one.path).strip_prefix(folder).unwrap_or(Path::new(&one.path)).display().to_string())
            .collect();
        let left_out: BTreeSet<&str> = found.left_out_logs.iter().map(String::as_str).collect();
        let scope = &self.ground.scope;
        let by_days = scope.from.is_some() || scope.to.is_some();
        let is_missing = |path: &&PathBuf| {
            let below = self.below(path);
            if planned.contains(path.as_path()) || unread.contains(&below) {
                return false;
            }
            !left_out.contains(below.as_str())
                || (!by_days && known(path).is_ok_and(|log| scope.asks(log.open.as_ref().map(|(open, _)| open))))
        };
        let missing: Vec<&PathBuf> = search.logs.par_iter().filter(is_missing).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let named = listed(missing.iter().map(|path| format!("\n  {}", shown(path))));
        Err(Error::new(format!(
            "{} below {} and not in the plan; nothing was reported{named}",
            counted_that(missing.len(), "log", ["lies", "lie"]),
            shown(self.dir)
        ))
        .help("plan anew, so that every log that is there is judged; units whose logs are the same keep their results"))
    }

    fn below(&self, path: &Path) -> String {
        path.strip_prefix(self.dir).unwrap_or(path).display().to_string()
    }
}

/// A log as the plan has it, and where it stands now.
pub struct PlannedLog<'p> {
    pub path: &'p Path,
    pub size: u64,
    pub sha256: &'p str,
}

impl PlannedLog<'_> {
    /// What shows that the file there is another one, if there is one and it is.
    fn other(&self) -> Result<Option<String>, Error> {
        let fail = |error| Error::read(self.path, error);
        let size = match std::fs::metadata(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            about => about.map_err(fail)?.len(),
        };
        if size != self.size {
            return Ok(Some(format!("{size} bytes, and {} were planned", self.size)));
        }
        let other = files::sha256_of(self.path).map_err(fail)?.to_string() != self.sha256;
        Ok(other.then(|| "its SHA-256 is another one".to_owned()))
    }
}

/// The first of what is named, and how many more there are.
fn listed(named: impl ExactSizeIterator<Item = String>) -> String {
    let more = named.len().saturating_sub(LOGS_SHOWN);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    named.take(LOGS_SHOWN).chain([more]).collect()
}

/// The same in words for people.
fn plain(error: Error) -> Error {
    match error {
        Error::Read { path, source } => Error::read(&path, std::io::Error::new(source.kind(), error::why(&source))),
        other => other,
    }
}

/// A folder without logs is the wrong one, or a disk that is not mounted.
pub fn no_log(dir: &Path) -> Error {
    Error::new(format!("no log was found below {}", shown(dir)))
        .help("a log begins with its opening record, plain or packed as .gz or .zst; check the folder")
}
