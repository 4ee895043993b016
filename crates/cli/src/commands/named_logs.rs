//! Logs that were named one by one: grouped by table, judged and reported on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rayon::prelude::*;
use resettle_audit::SourceSettings;
use resettle_report::document::{Report, TournamentRow, Unread};
use resettle_report::print::neutral;
use resettle_run::{Checks, Known, ReportRows, Stated, Store, TableLogs, TableResult, tables};
use resettle_sealed_log::{Heads, Open, TrustStore};

use super::ground::Ground;
use super::history::{Remembering, file_named};
use super::judged_with::{GivenFiles, heads_row, option_row};
use super::output;
use crate::error::{Error, shown, unread_row};
use crate::files::{self, usual_temporary_folder};
use crate::judging::{Judged, JudgingContext, LogFiles, Tick, join_tournaments, known};
use crate::progress;
use crate::spelling::counted;

/// Named logs with their results, one for each table that could be judged.
pub(super) struct NamedLogs<'l> {
    logs: &'l [PathBuf],
    tables: Vec<TableLogs>,
    results: Vec<TableResult>,
    /// What no result says of what could not be read.
    unread: Vec<Unread>,
    tournaments: Vec<TournamentRow>,
}

impl<'l> NamedLogs<'l> {
    /// Judges them; what could not be read is reported, with what was `done` with what was read.
    pub(super) fn judge(
        logs: &'l [PathBuf],
        ground: &Ground<'_>,
        context: &JudgingContext<'_>,
        heads: Option<&Heads>,
        done: &str,
    ) -> Result<Self, Error> {
        let (tables, mut unread) = match context.needs_table() {
            true => known_tables(logs, ground.trust()),
            false => by_table(logs, ground.trust()),
        };
        ground.staff.report_strange(tables.iter().flat_map(|table| &table.logs));
        ground.staff.report_idle(&tables);
        let (all, tournaments) = judged(context, &tables, heads)?;
        let mut results = Vec::new();
        for (table, judged) in tables.iter().zip(all) {
            match judged {
                Ok(result) => {
                    result.unread.iter().for_each(|(path, error)| output::report_cut(path, error, done));
                    results.push(result);
                }
                Err(error @ Error::Spill { .. }) => return Err(error),
                Err(error) => {
                    anstream::eprintln!("{error}");
                    let path = table.logs.first().map_or(Path::new(""), |log| &log.path);
                    unread.push(unread_row(&error, path));
                }
            }
        }
        Ok(Self { logs, tables, results, unread, tournaments })
    }

    /// An error where not all of it was read; `done` says what became of the rest.
    pub(super) fn whole(&self, done: &str) -> Result<(), Error> {
        if let Some(error) = self.results.iter().find_map(|result| result.stopped.as_deref()) {
            return Err(Error::new(neutral(error)).help(format!("what could be joined before is {done}")));
        }
        match self.unread.len() + self.results.iter().map(|result| result.unread.len()).sum::<usize>() {
            0 => Ok(()),
            failed => Err(Error::SomeUnread(failed, self.logs.len())),
        }
    }

    /// The report on them with its rows, and the tables. They are compared with each other and what is remembered.
    pub(super) fn report(
        self,
        ground: &Ground<'_>,
        remembering: &mut Remembering,
        max_per_code: Option<u64>,
        spill: &Store,
    ) -> Result<(Report, ReportRows, Vec<TableLogs>), Error> {
        let Self { logs, tables, results, unread, tournaments } = self;
        for (file, verdict) in results.iter().flat_map(|result| &result.verdicts) {
            remembering.add(file, verdict);
        }
        let mut checks = Checks::none(&ground.scope, &ground.settings.registry);
        let mut collected = checks.collect(results, &tables, unread, &LogFiles, &mut |trouble| trouble.unread());
        let facts = ground.facts_used();
        let heads = remembering.used();
        let most = max_per_code.map(|most| option_row("--max-per-code", Some(most.to_string())));
        let given = GivenFiles {
            ground,
            facts: facts.as_ref(),
            digests: BTreeSet::new(),
            previous: false,
            more: heads.as_ref().map(heads_row).into_iter().chain(most).collect(),
            heads,
        };
        let judged_with = given.judged_with(std::mem::take(&mut collected.rulesets))?;
        let histories = remembering.findings(&file_named(logs), ground.trust());
        checks.find(&mut collected, &judged_with.asked, histories, spill).map_err(Error::spill)?;
        let heads = remembering.used();
        let stated = Stated { heads, tournaments, max_per_code, ..ground.stated(facts, judged_with) };
        let (mut report, rows, _) = checks.seal(collected, stated, None, spill).map_err(Error::spill)?;
        if let Some(approvals) = &ground.approvals {
            approvals.report(&mut report);
        }
        Ok((report, rows, tables))
    }
}

/// What a settings file states about the sources of a table.
pub(super) fn sources(path: Option<&Path>) -> Result<SourceSettings, Error> {
    let Some(path) = path else { return Ok(SourceSettings::default()) };
    let text = files::text_of(path, "a settings file")?;
    SourceSettings::from_yaml(&text).map_err(|faults| Error::Faults {
        path: path.to_owned(),
        count: faults.len(),
        rendered: faults.render(&shown(path), &text, resettle_console::output::colour()),
    })
}

/// The logs of each table together, and those that could not be read, each reported.
pub(super) fn by_table(logs: &[PathBuf], trust: Option<&TrustStore>) -> (Vec<TableLogs>, Vec<Unread>) {
    if let [path] = logs {
        let log = Known { path: path.clone(), name: path.display().to_string(), open: None, context: false };
        return (vec![TableLogs { logs: vec![log] }], Vec::new());
    }
    known_tables(logs, trust)
}

/// The same, with the table of each log known.
pub(super) fn known_tables(logs: &[PathBuf], trust: Option<&TrustStore>) -> (Vec<TableLogs>, Vec<Unread>) {
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for path in logs {
        match known(path) {
            Ok(log) => read.push(log),
            Err(error) => {
                anstream::eprintln!("{error}");
                unread.push(unread_row(&error, path));
            }
        }
    }
    (tables(read, trust, &LogFiles), unread)
}

/// The opening record of a log, if it has one.
pub(super) fn opening(path: &Path) -> Result<Option<Open>, Error> {
    Ok(known(path)?.open.map(|(open, _)| open))
}

/// Each table, judged; tables that mention a tournament are judged once more, with what all of them record of it. Also
/// returns the tournaments.
fn judged(
    context: &JudgingContext<'_>,
    tables: &[TableLogs],
    heads: Option<&Heads>,
) -> Result<(Vec<Judged>, Vec<TournamentRow>), Error> {
    let alone = tables.iter().filter_map(|table| match table.logs.as_slice() {
        [log] => Some(&log.path),
        _ => None,
    });
    let length = alone.clone().filter_map(|path| std::fs::metadata(path).ok()).map(|about| about.len()).sum();
    let bar = match (tables.len(), alone.clone().next()) {
        (1, Some(path)) => progress::bar(length, &shown(path)),
        _ => progress::bar(length, &counted(alone.count(), "log")),
    };
    let one = |context: &JudgingContext<'_>, table: &TableLogs| match table.logs.as_slice() {
        [log] if !context.needs_table() => {
            let ticking = bar.clone();
            context.one(log, heads, Rc::new(move |bytes| ticking.inc(bytes)))
        }
        _ => context.table(table, None, heads, &(Rc::new(|_| ()) as Tick)),
    };
    // Tables are judged in parallel; the messages about them keep their order.
    let mut all: Vec<Judged> = tables.par_iter().map(|table| one(context, table)).collect();
    let tournaments = join_tournaments(context, tables, &mut all, |table| &table.logs, one)?;
    bar.finish_and_clear();
    Ok((all, tournaments))
}

/// Where what is found may be kept temporarily: beside the report, which needs room as well, else in the usual
/// temporary folder.
pub(super) fn temporary_folder(report: Option<&Path>) -> PathBuf {
    report.map(files::folder_of).filter(|folder| folder.is_dir()).map_or_else(usual_temporary_folder, Path::to_path_buf)
}
