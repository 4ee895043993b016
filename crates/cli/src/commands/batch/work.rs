//! The logs found, put together by table, judged or taken from the checkpoint.

use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::path::Path;
use std::rc::Rc;

use rayon::prelude::*;
use resettle_audit::{Settings, SourceSettings};
use resettle_coup_log::{Digest, Heads, LogReader, LogVerdict, TrustStore};
use resettle_oversight::roster::Roster;
use resettle_report::document::{TournamentRow, Unread};
use resettle_report::print::neutral;

use super::binding::Binding;
use super::checkpoint::{Checkpoint, LogState, results_folder};
use super::result::TableResult;
use super::scope::Scope;
use crate::args::BatchArgs;
use crate::commands::{custody, output};
use crate::error::{Error, shown};
use crate::export::Exporting;
use crate::files::{self, LogFile, Sharing};
use crate::judging::{Bench, Known, Table, Tick, known, tables, told_of, with_tournaments};
use crate::progress;
use crate::spill::Store;
use crate::staffing::StaffUse;

/// How many tables are named where one is not there.
const TABLES_TOLD: usize = 12;

/// What there is to do, and by what.
pub struct Work<'w> {
    pub args: &'w BatchArgs,
    pub scope: &'w Scope,
    pub trust: Option<&'w TrustStore>,
    pub trust_sha256: Option<&'w str>,
    pub facts_sha256: Option<String>,
    pub settings: &'w Settings,
    pub about: &'w SourceSettings,
    pub roster: Option<&'w Roster>,
    pub staff: &'w StaffUse,
    pub heads: Option<&'w Heads>,
    pub spill: &'w Store,
    /// What binds results that are kept to the key that signs; none where nothing is signed.
    pub binding: Option<Binding>,
    /// How rows are made of the coups, where they are asked for.
    pub exporting: Option<&'w Exporting<'w>>,
}

/// What came of it, table by table in their order, whichever was done first.
pub struct Done {
    pub results: Vec<TableResult>,
    /// The logs of each of them.
    pub tables: Vec<Table>,
    pub checkpoint: Option<Checkpoint>,
    /// Logs below the folder.
    pub found: u64,
    /// Logs left out because of days or tables.
    pub left_out: u64,
    /// Files that are no logs by their names.
    pub other_files: u64,
    pub unread: Vec<Unread>,
    /// Tables whose results were taken from a checkpoint that nothing binds.
    pub unbound: Vec<String>,
    /// The tournaments that the logs tell of.
    pub tournaments: Vec<TournamentRow>,
}

impl Work<'_> {
    pub fn run(&self) -> Result<Done, Error> {
        let dir = &self.args.dir;
        let threads = self.args.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| Error::Plain(format!("cannot start threads: {error}\n  help: try --threads 1")))?;
        let results = self.args.checkpoint.as_deref().map(results_folder);
        let own = [self.args.checkpoint.as_deref(), results.as_deref(), self.args.report.as_deref()];
        let own = own.into_iter().chain([self.args.export.as_deref()]);
        let search = files::search(dir, &own.flatten().collect::<Vec<_>>())?;
        let found = search.logs.len() as u64;
        if found == 0 && search.unreadable.is_empty() && self.roster.is_none() && self.args.digests.is_none() {
            return Err(no_log(dir));
        }
        let mut failed: Vec<Error> = search.unreadable.into_iter().map(plain).collect();
        let opened: Vec<Result<Known, Error>> =
            pool.install(|| search.logs.par_iter().map(|path| known(path)).collect());
        let mut logs = Vec::new();
        for log in opened {
            match log {
                Ok(log) => logs.push(log),
                Err(error) => failed.push(plain(error)),
            }
        }
        self.require_tables(&logs)?;
        // Only a run that can be done leaves something behind.
        let checkpoint = match &self.args.checkpoint {
            Some(path) => Some(Checkpoint::open(path, self.options()?, self.binding.clone())?),
            None => None,
        };
        let readable = logs.len();
        logs.retain(|log| self.scope.asks(log.open.as_ref().map(|(open, _)| open)));
        let mut left_out = readable - logs.len();
        let mut tables = tables(logs, self.trust);
        let windows: Vec<_> = tables
            .iter_mut()
            .map(|table| {
                let window = self.scope.window(table, &self.settings.registry);
                left_out += Scope::narrow(table, window);
                window
            })
            .collect();
        let mut todo: Vec<_> = tables.into_iter().zip(windows).collect();
        todo.retain(|(table, _)| !table.logs.is_empty());
        for path in search.passed_over.iter().filter(|_| self.args.verbose) {
            anstream::eprintln!("passed over: {}, no log by its name", shown(path));
        }
        for error in &failed {
            anstream::eprintln!("{error}");
        }
        let total = todo.iter().flat_map(|(table, _)| &table.logs).map(|log| size(&log.path)).sum();
        let bar = progress::bar(total, &format!("{} tables", todo.len()));
        if let Some(checkpoint) = checkpoint.as_ref().filter(|checkpoint| checkpoint.finished_before() > 0) {
            anstream::eprintln!(
                "going on from {}: {} of {} tables were finished before",
                shown(self.args.checkpoint.as_deref().unwrap_or(dir)),
                checkpoint.finished_before(),
                todo.len()
            );
        }
        if let Some(aside) = checkpoint.as_ref().map(Checkpoint::set_aside).filter(|aside| *aside > 0) {
            anstream::eprintln!(
                "note: {aside} tables of {} are judged again: their results are not bound to the key that signs",
                shown(self.args.checkpoint.as_deref().unwrap_or(dir))
            );
        }
        let bench = |settings| Bench {
            trust: self.trust,
            settings,
            about: self.about,
            roster: self.roster,
            spill: self.spill,
            staff: self.staff.asked(),
            exporting: self.exporting,
        };
        let one = |(table, window): &(Table, Option<resettle_audit::Window>)| -> Result<TableResult, Error> {
            let ticking = bar.clone();
            let tick: Tick = Rc::new(move |bytes| ticking.inc(bytes));
            let names: Vec<String> = table.logs.iter().map(|log| log.path.display().to_string()).collect();
            if let Some(before) =
                checkpoint.as_ref().and_then(|checkpoint| self.before(checkpoint, table, &names, &tick))
            {
                let mut before = before;
                before.reach(table, *window);
                self.tell(table, &before, "finished before");
                return Ok(before);
            }
            let mut result = TableResult::from(bench(self.settings).table(table, *window, self.heads, &tick)?);
            result.reach(table, *window);
            for (path, error) in &result.unread {
                output::tell_cut(path, error, "judged");
            }
            // What could not be read is read again by the next run.
            if let Some(checkpoint) = checkpoint.as_ref().filter(|_| result.unread.is_empty() && !result.lot.tournament)
            {
                let states = result.inputs.iter();
                let states = states.map(|input| LogState { path: input.path.clone(), sha256: input.sha256.clone() });
                checkpoint.keep(states.collect(), |out| result.save(out))?;
            }
            self.tell(table, &result, "judged");
            Ok(result)
        };
        let mut results: Vec<Result<TableResult, Error>> = pool.install(|| todo.par_iter().map(one).collect());
        bar.finish_and_clear();
        let tells = |result: &Result<TableResult, Error>| result.as_ref().is_ok_and(|result| result.lot.tournament);
        let mut tournaments = Vec::new();
        if results.iter().any(tells) {
            let of_tournaments = todo.iter().zip(&results).filter(|(_, result)| tells(result));
            let paths = of_tournaments.flat_map(|((table, _), _)| &table.logs).map(|log| log.path.as_path());
            let settings = with_tournaments(paths, self.trust, self.settings)?;
            tournaments = told_of(&settings);
            let again = |((table, window), result): (
                &(Table, Option<resettle_audit::Window>),
                &mut Result<TableResult, Error>,
            )| {
                if tells(result) {
                    let tick: Tick = Rc::new(|_| ());
                    *result = bench(&settings).table(table, *window, self.heads, &tick).map(|judged| {
                        let mut judged = TableResult::from(judged);
                        judged.reach(table, *window);
                        judged
                    });
                }
            };
            pool.install(|| todo.par_iter().zip(&mut results).for_each(again));
        }
        let bound = checkpoint.as_ref().is_none_or(Checkpoint::is_bound);
        let taken = todo
            .iter()
            .zip(&results)
            .filter(|(_, result)| !bound && result.as_ref().is_ok_and(|result| result.finished_before));
        let mut done = Done {
            results: Vec::new(),
            tables: Vec::new(),
            unbound: taken.map(|((table, _), _)| name(table)).collect(),
            checkpoint,
            found,
            left_out: left_out as u64,
            other_files: search.passed_over.len() as u64,
            unread: failed.iter().map(|error| custody::unread(error, dir)).collect(),
            tournaments,
        };
        for ((table, _), result) in todo.into_iter().zip(results) {
            done.results.push(result?);
            done.tables.push(table);
        }
        Ok(done)
    }

    /// A table that was asked for and that nobody knows is a slip of the pen, and would be a report without findings.
    fn require_tables(&self, logs: &[Known]) -> Result<(), Error> {
        let opens = logs.iter().filter_map(|log| log.open.as_ref());
        let known: BTreeSet<&str> = opens.map(|(open, _)| open.table.as_str()).collect();
        let listed = |table: &str| {
            let tables = self.roster.map_or(&[][..], |roster| roster.tables.as_slice());
            tables.iter().any(|one| one.table == table)
        };
        let venues: BTreeSet<&str> =
            logs.iter().filter_map(|log| log.open.as_ref()).map(|(open, _)| open.venue.as_str()).collect();
        let roster_venues = || self.roster.map_or(&[][..], |roster| roster.tables.as_slice()).iter();
        let strange =
            |venue: &&String| !venues.contains(venue.as_str()) && roster_venues().all(|table| table.venue != **venue);
        if let Some(venue) = self.scope.venues.iter().find(strange) {
            return Err(Error::Plain(format!(
                "no log below {} is of venue {}\n  help: nothing was judged; there are logs of {}",
                shown(&self.args.dir),
                neutral(venue),
                neutral(&venues.into_iter().take(TABLES_TOLD).collect::<Vec<_>>().join(", "))
            )));
        }
        let asked = self.scope.tables.iter().map(String::as_str);
        let strange: Vec<&str> = asked.filter(|table| !known.contains(table) && !listed(table)).collect();
        if strange.is_empty() {
            return self.require_both(logs);
        }
        let names = |names: &mut dyn Iterator<Item = &str>| neutral(&names.collect::<Vec<_>>().join(", "));
        let more = if known.len() > TABLES_TOLD { ", …" } else { "" };
        Err(Error::Plain(format!(
            "no log below {} is of table {}\n  help: nothing was judged; there are logs of {}{more}",
            shown(&self.args.dir),
            names(&mut strange.into_iter()),
            if known.is_empty() { "no table".to_owned() } else { names(&mut known.into_iter().take(TABLES_TOLD)) }
        )))
    }

    /// A venue and a table that are both known, and do not belong together, are a slip of the pen as well.
    fn require_both(&self, logs: &[Known]) -> Result<(), Error> {
        let (venues, tables) = (&self.scope.venues, &self.scope.tables);
        if venues.is_empty() || tables.is_empty() {
            return Ok(());
        }
        let listed = self.roster.map_or(&[][..], |roster| roster.tables.as_slice()).iter();
        let opens = logs.iter().filter_map(|log| log.open.as_ref());
        let known: BTreeSet<(&str, &str)> = opens
            .map(|(open, _)| (open.venue.as_str(), open.table.as_str()))
            .chain(listed.map(|one| (one.venue.as_str(), one.table.as_str())))
            .collect();
        let asked = |table: &String| venues.iter().any(|venue| known.contains(&(venue.as_str(), table.as_str())));
        let Some(strange) = tables.iter().find(|table| !asked(table)) else { return Ok(()) };
        let of: Vec<&str> = known.iter().filter(|(_, table)| table == strange).map(|(venue, _)| *venue).collect();
        Err(Error::Plain(format!(
            "no log below {} is of table {} of venue {}\n  help: nothing was judged; {} is a table of {}",
            shown(&self.args.dir),
            neutral(strange),
            neutral(&venues.join(", ")),
            neutral(strange),
            neutral(&of.join(", "))
        )))
    }

    /// The results of a table that an interrupted run finished.
    fn before(&self, checkpoint: &Checkpoint, table: &Table, names: &[String], tick: &Tick) -> Option<TableResult> {
        let hash = |path: &str| -> io::Result<String> {
            let tick = Rc::clone(tick);
            Ok(LogFile::open(Path::new(path), move |bytes| tick(bytes))?.finish_unchanged()?.file.to_string())
        };
        let opens = table.logs.iter().map(|log| log.open.as_ref().map(|(open, _)| open.clone())).collect();
        let load = |results: &mut dyn BufRead| TableResult::load(results, opens, self.spill);
        let mut result = checkpoint.results(names, hash, load)?;
        // What was remembered may have moved on meanwhile, and no checkpoint holds it: each log is read for it again.
        if self.heads.is_some() {
            for (path, verdict) in &mut result.verdicts {
                *verdict = self.authenticated(Path::new(path)).ok()?;
            }
        }
        Some(result)
    }

    fn authenticated(&self, path: &Path) -> io::Result<LogVerdict> {
        let away = self.spill.another();
        let mut file = LogFile::beside(path, Sharing::among(1, &away), |_| ())?;
        let mut reader = LogReader::new(file.content()?, self.trust).against(self.heads);
        while reader.next_entry()?.is_some() {
            reader.take_faults();
        }
        Ok(reader.finish())
    }

    fn tell(&self, table: &Table, result: &TableResult, how: &str) {
        if !self.args.verbose {
            return;
        }
        let findings: u64 = result.lot.counts.by_code.values().sum();
        anstream::eprintln!(
            "{}: {how}, {} logs, {} coups, {findings} findings",
            neutral(&name(table)),
            table.logs.len(),
            result.totals.coups
        );
    }

    /// The hash of everything that decides what a table's results are, but for its logs.
    fn options(&self) -> Result<Digest, Error> {
        let mut text = String::from("resettle-batch-options/1\n");
        let mut add = |name: &str, value: &str| text.push_str(&format!("{name} {}:{value}\n", value.len()));
        for ruleset in self.settings.registry.iter() {
            add("ruleset", &format!("{} {}", ruleset.id, ruleset.digest));
            if let Some(objection) = self.settings.registry.objection(&ruleset.id) {
                add("objection", &format!("{objection:?}"));
            }
        }
        for absent in self.settings.registry.absent() {
            add("absent", &format!("{absent:?}"));
        }
        add("named", self.args.ruleset.as_deref().unwrap_or("-"));
        add("trust", self.trust_sha256.unwrap_or("-"));
        add("facts", self.facts_sha256.as_deref().unwrap_or("-"));
        add("staff", self.staff.state());
        for (name, path) in [("settings", &self.args.settings), ("roster", &self.args.roster)] {
            let hash = match path {
                Some(path) => files::sha256(&files::bytes(path)?),
                None => "-".to_owned(),
            };
            add(name, &hash);
        }
        add("from", self.args.from.as_deref().unwrap_or("-"));
        add("to", self.args.to.as_deref().unwrap_or("-"));
        add("folder", &self.args.dir.display().to_string());
        if self.exporting.is_some() {
            add("export", &format!("{:?}", self.args.export_format));
        }
        self.scope.tables.iter().for_each(|table| add("table", table));
        self.scope.venues.iter().for_each(|venue| add("venue", venue));
        Ok(Digest::of(text.as_bytes()))
    }
}

/// Venue, game and table; of a log without a readable opening record its file.
fn name(table: &Table) -> String {
    table.open().map_or_else(
        || table.logs.first().map_or_else(String::new, |log| log.path.display().to_string()),
        |open| format!("{} {} {}", open.venue, open.game, open.table),
    )
}

/// The same in words for people.
fn plain(error: Error) -> Error {
    match error {
        Error::Read { path, source } => Error::read(&path, io::Error::new(source.kind(), files::why(&source))),
        other => other,
    }
}

/// A folder without logs is a wrong one, or a disk that is not there.
pub fn no_log(dir: &Path) -> Error {
    Error::Plain(format!(
        "no log was found below {}\n  help: a log's name ends in .jsonl, .ndjson or .log, alone or with .gz or .zst; check the folder",
        shown(dir)
    ))
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |about| about.len())
}
