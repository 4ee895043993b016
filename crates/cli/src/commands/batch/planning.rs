//! The units of work: the logs below a folder, grouped by table, and the requested part of them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use resettle_audit::Window;
use resettle_report::document::Unread;
use resettle_report::print::neutral;
use resettle_run::{Known, Table, tables};
use serde::{Deserialize, Serialize};

use super::ground::Ground;
use super::scope::Scope;
use crate::commands::custody;
use crate::error::{Error, shown};
use crate::files;
use crate::judging::{LogFiles, known};
use crate::spelling::counted;

/// How many logs are named that a plan leaves out, or that are others.
const LOGS_SHOWN: usize = 20;
/// How many tables are named in the message about a missing one.
const TABLES_SHOWN: usize = 12;

/// What is judged by itself: the logs of a table. Shoes straddle logs and sources are joined, so no smaller unit is possible.
#[derive(Clone, Debug)]
pub struct Unit {
    pub table: Table,
    pub window: Option<Window>,
}

impl Unit {
    /// Venue, game and table; for a log without a readable opening record, its file.
    pub fn name(&self) -> String {
        self.table.open().map_or_else(
            || self.table.logs.first().map_or_else(String::new, |log| log.name.clone()),
            |open| format!("{} {} {}", open.venue, open.game, open.table),
        )
    }
}

/// What was found below the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundLogs {
    /// Logs below the folder.
    pub logs: u64,
    /// Logs left out because of days or tables.
    pub left_out: u64,
    /// Those, below the folder.
    #[serde(default)]
    pub left_out_logs: Vec<String>,
    /// Files that are no logs by their names nor by their first bytes.
    pub not_logs: Vec<String>,
    /// What could not be read.
    pub unread: Vec<Unread>,
}

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
        self.require_tables(&logs)?;
        let readable: Vec<String> = logs.iter().map(|log| self.below(&log.path)).collect();
        self.ground.staff.report_strange(&logs);
        let scope = &self.ground.scope;
        logs.retain(|log| scope.asks(log.open.as_ref().map(|(open, _)| open)));
        let mut units = Vec::new();
        for mut table in tables(logs, self.ground.trust(), &LogFiles) {
            let window = scope.window(&table, &self.ground.settings.registry);
            Scope::narrow(&mut table, window);
            if !table.logs.is_empty() {
                units.push(Unit { table, window });
            }
        }
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
            unread: failed.iter().map(|error| custody::unread(error, self.dir)).collect(),
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
        let verb = if missing.len() == 1 { "lies" } else { "lie" };
        Err(Error::new(format!(
            "{} {verb} below {} and not in the plan; nothing was reported{named}",
            counted(missing.len(), "log"),
            shown(self.dir)
        ))
        .help("plan anew, so that every log that is there is judged; units whose logs are the same keep their results"))
    }

    fn below(&self, path: &Path) -> String {
        path.strip_prefix(self.dir).unwrap_or(path).display().to_string()
    }

    /// A requested table that is not known anywhere is a mistake, and would give a report without findings.
    fn require_tables(&self, logs: &[Known]) -> Result<(), Error> {
        let opens = logs.iter().filter_map(|log| log.open.as_ref());
        let known: BTreeSet<&str> = opens.map(|(open, _)| open.table.as_str()).collect();
        let listed = |table: &str| {
            let tables = self.ground.roster().map_or(&[][..], |roster| roster.tables.as_slice());
            tables.iter().any(|one| one.table == table)
        };
        let venues: BTreeSet<&str> =
            logs.iter().filter_map(|log| log.open.as_ref()).map(|(open, _)| open.venue.as_str()).collect();
        let roster_venues = || self.ground.roster().map_or(&[][..], |roster| roster.tables.as_slice()).iter();
        let strange =
            |venue: &&String| !venues.contains(venue.as_str()) && roster_venues().all(|table| table.venue != **venue);
        if let Some(venue) = self.ground.scope.venues.iter().find(strange) {
            return Err(Error::new(format!("no log below {} is of venue {}", shown(self.dir), neutral(venue))).help(
                format!(
                    "nothing was judged; there are logs of {}",
                    neutral(&venues.into_iter().take(TABLES_SHOWN).collect::<Vec<_>>().join(", "))
                ),
            ));
        }
        let asked = self.ground.scope.tables.iter().map(String::as_str);
        let strange: Vec<&str> = asked.filter(|table| !known.contains(table) && !listed(table)).collect();
        if strange.is_empty() {
            return self.require_both(logs);
        }
        let names = |names: &mut dyn Iterator<Item = &str>| neutral(&names.collect::<Vec<_>>().join(", "));
        let more = if known.len() > TABLES_SHOWN { ", …" } else { "" };
        Err(Error::new(format!("no log below {} is of table {}", shown(self.dir), names(&mut strange.into_iter())))
            .help(format!(
                "nothing was judged; there are logs of {}{more}",
                if known.is_empty() { "no table".to_owned() } else { names(&mut known.into_iter().take(TABLES_SHOWN)) }
            )))
    }

    /// A venue and a table that are both known but do not belong together are a mistake as well.
    fn require_both(&self, logs: &[Known]) -> Result<(), Error> {
        let (venues, tables) = (&self.ground.scope.venues, &self.ground.scope.tables);
        if venues.is_empty() || tables.is_empty() {
            return Ok(());
        }
        let listed = self.ground.roster().map_or(&[][..], |roster| roster.tables.as_slice()).iter();
        let opens = logs.iter().filter_map(|log| log.open.as_ref());
        let known: BTreeSet<(&str, &str)> = opens
            .map(|(open, _)| (open.venue.as_str(), open.table.as_str()))
            .chain(listed.map(|one| (one.venue.as_str(), one.table.as_str())))
            .collect();
        let asked = |table: &String| venues.iter().any(|venue| known.contains(&(venue.as_str(), table.as_str())));
        let Some(strange) = tables.iter().find(|table| !asked(table)) else { return Ok(()) };
        let of: Vec<&str> = known.iter().filter(|(_, table)| table == strange).map(|(venue, _)| *venue).collect();
        Err(Error::new(format!(
            "no log below {} is of table {} of venue {}",
            shown(self.dir),
            neutral(strange),
            neutral(&venues.join(", "))
        ))
        .help(format!("nothing was judged; {} is a table of {}", neutral(strange), neutral(&of.join(", ")))))
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
        Error::Read { path, source } => Error::read(&path, std::io::Error::new(source.kind(), files::why(&source))),
        other => other,
    }
}

/// A folder without logs is the wrong one, or a disk that is not mounted.
pub fn no_log(dir: &Path) -> Error {
    Error::new(format!("no log was found below {}", shown(dir)))
        .help("a log begins with its opening record, plain or packed as .gz or .zst; check the folder")
}
