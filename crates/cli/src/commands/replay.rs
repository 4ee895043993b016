use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use rayon::prelude::*;
use resettle_audit::SourceSettings;
use resettle_report::document::{TournamentRow, Unread};
use resettle_report::print::{Detail, neutral};
use resettle_run::{Checks, Known, Stated, Store, TableLogs, TableResult, tables, tournament_rows};
use resettle_sealed_log::{Heads, Open, TrustStore};

use super::ground::Ground;
use super::history::{Remembering, file_named};
use super::judged_with::{GivenFiles, heads_row, option_row};
use super::report::Signing;
use super::{output, shown as only};
use crate::args::ReplayArgs;
use crate::error::{Error, shown, unread_row};
use crate::files::{self, usual_temporary_folder};
use crate::judging::{JudgingContext, LogFiles, Tick, known, with_tournaments};
use crate::progress;
use crate::spelling::counted;

/// `resettle replay`
pub fn run(args: &ReplayArgs) -> Result<ExitCode, Error> {
    only::check(&args.shown, args.format)?;
    let ground = Ground::of_logs(&args.by, &args.in_force, None)?;
    let (store, staff) = (ground.trust(), &ground.staff);
    let signing = Signing::begin(&args.signed, store)?;
    let spill = Store::new(&temporary_folder(args.signed.report.as_deref()));
    let mut remembering = Remembering::begin(args.heads.as_deref(), store)?;
    let context = JudgingContext {
        trust: store,
        settings: &ground.settings,
        about: &ground.about,
        roster: None,
        spill: &spill,
        hashing: args.format.names_file_hashes() || signing.is_some(),
        staff: staff.asked(),
        exporting: None,
    };
    let (tables, mut unread) = match context.needs_table() {
        true => known_tables(&args.logs, store),
        false => by_table(&args.logs, store),
    };
    staff.report_strange(tables.iter().flat_map(|table| &table.logs));
    staff.report_idle(&tables);
    let (all, tournaments) = judged(&context, &tables, remembering.heads())?;
    let results = each_judged(&tables, all, "judged", &mut unread)?;
    for (file, verdict) in results.iter().flat_map(|(_, result)| &result.verdicts) {
        remembering.add(file, verdict);
    }
    let results: Vec<TableResult> = results.into_iter().map(|(_, result)| result).collect();
    let failed = unread.len() + results.iter().map(|result| result.unread.len()).sum::<usize>();
    let stopped = results.iter().find_map(|result| result.stopped.clone());
    let mut checks = Checks::none(&ground.scope, &ground.settings.registry);
    let mut collected = checks.collect(results, &tables, unread, &LogFiles, &mut |trouble| trouble.unread());
    let facts = ground.facts_used();
    let remembered = remembering.used();
    let row_of_heads = remembered.as_ref().map(heads_row);
    let most = args.max_per_code.map(|most| option_row("--max-per-code", Some(most.to_string())));
    let given = GivenFiles {
        ground: &ground,
        facts: facts.as_ref(),
        heads: remembered,
        digests: BTreeSet::new(),
        previous: false,
        more: row_of_heads.into_iter().chain(most).collect(),
    };
    let judged_with = given.judged_with(std::mem::take(&mut collected.rulesets))?;
    let histories = remembering.findings(&file_named(&args.logs), store);
    checks.find(&mut collected, &judged_with.asked, histories, &spill).map_err(Error::spill)?;
    let stated = Stated {
        generated_at: ground.generated_at.clone(),
        judged_by: ground.in_force.ruleset.clone(),
        trust: ground.trusted.as_ref().map(|(_, used)| used.clone()),
        facts,
        heads: remembering.used(),
        tournaments,
        judged_with: Some(judged_with),
        max_per_code: args.max_per_code,
    };
    let (mut report, rows, _) = checks.seal(collected, stated, None, &spill).map_err(Error::spill)?;
    if let Some(approvals) = &ground.approvals {
        approvals.report(&mut report);
    }
    // If the reader of the output goes away, the requested report is still written.
    let printed = output::print_shown(&report, &rows, args.format, &args.shown, Detail::Whole);
    if let Some(signing) = signing {
        signing.write(&report, &rows, &[])?;
    }
    remembering.save()?;
    printed?;
    remembering.settled()?;
    if let Some(error) = stopped {
        let what = neutral(&error);
        return Err(Error::new(what).help("what could be joined before is judged above"));
    }
    if failed > 0 {
        return Err(Error::SomeUnread(failed, args.logs.len()));
    }
    Ok(output::status(&report, args.fail_on))
}

/// The tables that could be judged, with their results; what could not be read is reported, with what was `done` with what
/// was read, and where no result says so, it is added to `unread`.
pub(super) fn each_judged<'t>(
    tables: &'t [TableLogs],
    all: EachTable,
    done: &str,
    unread: &mut Vec<Unread>,
) -> Result<Vec<(&'t TableLogs, TableResult)>, Error> {
    let mut results = Vec::new();
    for (table, judged) in tables.iter().zip(all) {
        match judged {
            Ok(result) => {
                result.unread.iter().for_each(|(path, error)| output::report_cut(path, error, done));
                results.push((table, result));
            }
            Err(error @ Error::Spill { .. }) => return Err(error),
            Err(error) => {
                anstream::eprintln!("{error}");
                let path = table.logs.first().map_or(Path::new(""), |log| &log.path);
                unread.push(unread_row(&error, path));
            }
        }
    }
    Ok(results)
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

pub(super) type EachTable = Vec<Result<TableResult, Error>>;

/// Each table, judged; tables that mention a tournament are judged once more, with what all of them record of it. Also
/// returns the tournaments.
pub(super) fn judged(
    context: &JudgingContext<'_>,
    tables: &[TableLogs],
    heads: Option<&Heads>,
) -> Result<(EachTable, Vec<TournamentRow>), Error> {
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
    let mut all: EachTable = tables.par_iter().map(|table| one(context, table)).collect();
    let has_tournament =
        |judged: &Result<TableResult, Error>| judged.as_ref().is_ok_and(|judged| judged.lot.tournament);
    let mut tournaments = Vec::new();
    if all.iter().any(has_tournament) {
        let of_tournaments = tables.iter().zip(&all).filter(|(_, judged)| has_tournament(judged));
        let paths = of_tournaments.flat_map(|(table, _)| &table.logs).map(|log| log.path.as_path());
        let settings = with_tournaments(paths, context.trust, context.settings)?;
        let again = JudgingContext { settings: &settings, ..*context };
        tables.par_iter().zip(&mut all).filter(|(_, judged)| has_tournament(judged)).for_each(|(table, judged)| {
            *judged = one(&again, table);
        });
        tournaments = tournament_rows(&settings);
    }
    bar.finish_and_clear();
    Ok((all, tournaments))
}

/// Where what is found may be kept temporarily: beside the report, which needs room as well, else in the usual
/// temporary folder.
pub(super) fn temporary_folder(report: Option<&Path>) -> PathBuf {
    report.map(files::folder_of).filter(|folder| folder.is_dir()).map_or_else(usual_temporary_folder, Path::to_path_buf)
}
