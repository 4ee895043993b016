use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use rayon::prelude::*;
use resettle_audit::{Settings, SourceSettings};
use resettle_report::document::{FactsUsed, StatedFact, TournamentRow, Unread};
use resettle_report::print::{Detail, neutral};
use resettle_run::{Gathered, Known, Store, Table, tables, tournament_rows};
use resettle_sealed_log::{Heads, Open, TrustStore};
use resettle_signing::PrivateKey;

use super::history::{Remembering, file_named};
use super::judged_with::{GivenFiles, heads_row, option_row};
use super::report::{require_free, write_report};
use super::{custody, output, shown as only, trust};
use crate::approvals;
use crate::args::ReplayArgs;
use crate::clock;
use crate::error::{Error, shown};
use crate::expectation;
use crate::files;
use crate::judging::{Judged, JudgingContext, LogFiles, Tick, known, with_tournaments};
use crate::progress;
use crate::rules;
use crate::spelling::counted;
use crate::staffing::StaffUse;

/// `resettle replay`
pub fn run(args: &ReplayArgs) -> Result<ExitCode, Error> {
    only::check(&args.shown, args.format)?;
    let generated_at = clock::stamp(args.at.as_deref())?;
    let trusted = trust::load_all(&args.trust)?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let mut registry = rules::registry(&args.rules)?;
    let facts = rules::facts(args.facts.as_deref(), &mut registry)?;
    let named = match &args.ruleset {
        None => None,
        Some(id) => Some(Arc::clone(registry.get(id).ok_or_else(|| rules::unknown(id, &registry))?)),
    };
    let signing = match (&args.report, &args.key) {
        (Some(dir), Some(key)) => Some((dir, signing_key(key, args.passphrase_file.as_deref(), store)?)),
        _ => None,
    };
    if let Some((dir, _)) = &signing {
        require_free(dir, "a report")?;
    }
    let moment = clock::moment(args.at.as_deref())?;
    let approvals = approvals::of_rules(&args.approval, &args.rules, &registry, store, moment)?;
    approvals::object(approvals.as_ref(), args.require_approved, &mut registry);
    let about = sources(args.settings.as_deref())?;
    let settings = Settings { registry, named, slack: about.slack, tournaments: None, late: None };
    let spill = Store::new(&temporary_folder(args.report.as_deref()));
    let mut remembering = Remembering::begin(args.heads.as_deref(), store)?;
    let staff = StaffUse::of(&args.staff)?;
    let context = JudgingContext {
        trust: store,
        settings: &settings,
        about: &about,
        roster: None,
        spill: &spill,
        hashing: args.format.names_file_hashes() || signing.is_some(),
        staff: staff.asked(),
        exporting: None,
    };
    let mut gathered = Gathered::default();
    let (tables, mut unread) = match context.needs_table() {
        true => known_tables(&args.logs, store),
        false => by_table(&args.logs, store),
    };
    staff.report_strange(tables.iter().flat_map(|table| &table.logs));
    staff.report_idle(&tables);
    let mut stopped = None;
    let (all, tournaments) = judged(&context, &tables, remembering.heads())?;
    for (table, judged) in tables.iter().zip(all) {
        match judged {
            Ok(table) => {
                for log in table.logs {
                    if let Some(error) = log.read_error {
                        output::report_cut(&log.input.path, &error, "judged");
                        unread.push(Unread { path: log.input.path.clone(), error });
                    }
                    remembering.add(&log.input.path, &log.verdict);
                    gathered.input(log.input);
                }
                gathered.table(table.lot, &table.totals, table.rulesets);
                stopped = stopped.or(table.stopped);
            }
            Err(error @ Error::Spill { .. }) => return Err(error),
            Err(error) => {
                anstream::eprintln!("{error}");
                let path = table.logs.first().map_or(Path::new(""), |log| &log.path);
                unread.push(custody::unread(&error, path));
            }
        }
    }
    let failed = unread.len();
    gathered.unread(unread);
    gathered.unread(stopped.iter().map(|error| Unread { path: String::new(), error: error.clone() }));
    gathered.findings(remembering.findings(&file_named(&args.logs), store), &spill).map_err(Error::spill)?;
    let absent = approvals::absent_unreported(&settings.registry, |see| gathered.each_finding(see));
    gathered.findings(absent.map_err(Error::spill)?, &spill).map_err(Error::spill)?;
    let (mut report, rows) = gathered.seal(&spill, generated_at, true, args.max_per_code).map_err(Error::spill)?;
    report.heads = remembering.used();
    report.tournaments = tournaments;
    if let Some(played) = &mut report.played {
        expectation::put(played, &settings.registry);
    }
    report.judged_by.clone_from(&args.ruleset);
    report.trust = trusted.map(|(_, used)| used);
    report.facts = facts.zip(args.facts.as_ref()).map(|(facts, path)| facts_used(facts, path));
    if let Some(approvals) = &approvals {
        approvals.report(&mut report);
    }
    let rulesets = report.rulesets.iter().map(|used| (used.id.clone(), used.sha256.clone())).collect();
    let heads = report.heads.as_ref().map(heads_row);
    let most = args.max_per_code.map(|most| option_row("--max-per-code", Some(most.to_string())));
    let given = GivenFiles {
        trust: report.trust.as_ref(),
        rules: &args.rules,
        ruleset: args.ruleset.as_deref(),
        facts: report.facts.as_ref(),
        approval: &args.approval,
        approvers: approvals.as_ref().map(approvals::Approvals::used),
        require_approved: args.require_approved,
        settings: args.settings.as_deref(),
        about: &about,
        roster: None,
        staff: &staff,
        heads: args.heads.is_some(),
        digests: false,
        previous: false,
        more: heads.into_iter().chain(most).collect(),
    };
    report.judged_with = Some(given.judged_with(rulesets)?);
    // If the reader of the output goes away, the requested report is still written.
    let printed = output::print_shown(&report, &rows, args.format, &args.shown, Detail::Whole);
    if let Some((dir, key)) = signing {
        write_report(dir, &key, &report, &rows, &args.with, &[])?;
        anstream::eprintln!("signed report written to {}", shown(dir));
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

/// The facts of a file with its hash, as reports list them.
pub(super) fn facts_used((facts, bytes): (resettle_ruleset::StatedFacts, Vec<u8>), path: &Path) -> FactsUsed {
    FactsUsed {
        path: path.display().to_string(),
        sha256: files::sha256(&bytes),
        in_force: facts
            .in_force
            .into_iter()
            .map(|(id, stated)| (id, StatedFact { from: stated.from, source: stated.source, by: stated.by }))
            .collect(),
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
pub(super) fn by_table(logs: &[PathBuf], trust: Option<&TrustStore>) -> (Vec<Table>, Vec<Unread>) {
    if let [path] = logs {
        let log = Known { path: path.clone(), name: path.display().to_string(), open: None, context: false };
        return (vec![Table { logs: vec![log] }], Vec::new());
    }
    known_tables(logs, trust)
}

/// The same, with the table of each log known.
pub(super) fn known_tables(logs: &[PathBuf], trust: Option<&TrustStore>) -> (Vec<Table>, Vec<Unread>) {
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for path in logs {
        match known(path) {
            Ok(log) => read.push(log),
            Err(error) => {
                anstream::eprintln!("{error}");
                unread.push(custody::unread(&error, path));
            }
        }
    }
    (tables(read, trust, &LogFiles), unread)
}

/// The opening record of a log, if it has one.
pub(super) fn opening(path: &Path) -> Result<Option<Open>, Error> {
    Ok(known(path)?.open.map(|(open, _)| open))
}

pub(super) type EachTable = Vec<Result<Judged, Error>>;

/// Each table, judged; tables that mention a tournament are judged once more, with what all of them record of it. Also
/// returns the tournaments.
pub(super) fn judged(
    context: &JudgingContext<'_>,
    tables: &[Table],
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
    let one = |context: &JudgingContext<'_>, table: &Table| match table.logs.as_slice() {
        [log] if !context.needs_table() => {
            let ticking = bar.clone();
            context.one(log, heads, Rc::new(move |bytes| ticking.inc(bytes)))
        }
        _ => context.table(table, None, heads, &(Rc::new(|_| ()) as Tick)),
    };
    // Tables are judged in parallel; the messages about them keep their order.
    let mut all: EachTable = tables.par_iter().map(|table| one(context, table)).collect();
    let has_tournament = |judged: &Result<Judged, Error>| judged.as_ref().is_ok_and(|judged| judged.lot.tournament);
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
    report.map(files::folder_of).filter(|folder| folder.is_dir()).map_or_else(std::env::temp_dir, Path::to_path_buf)
}

/// The key that is to sign a report.
pub(super) fn signing_key(
    path: &Path,
    passphrase: Option<&Path>,
    store: Option<&TrustStore>,
) -> Result<PrivateKey, Error> {
    trust::signing_key(path, passphrase, store, "signs no reports").map(|(key, _)| key)
}
