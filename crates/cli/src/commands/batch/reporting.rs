//! What is made of the results of all tables: the report, printed and signed, and the tables of coups.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use resettle_export::COUPS;
use resettle_oversight::date_of;
use resettle_report::document::{CheckpointUsed, FactsUsed, GivenRow, HeadsUsed, PreviousUsed, Run, ScopeUsed, Unread};
use resettle_report::print::{Detail, neutral};
use resettle_run::{Answered, Checks, Exporting, Stated, Store, TableLogs, Trouble, path_of};
use resettle_sealed_log::Heads;
use resettle_signing::PrivateKey;

use super::checkpoint::Checkpoint;
use super::given::{self, Signers};
use super::planning::no_log;
use super::work::Done;
use crate::args::{ExportFormat, ReportingArgs};
use crate::commands::ground::Ground;
use crate::commands::history::Remembering;
use crate::commands::judged_with::{GivenFiles, file_row, heads_row, option_row};
use crate::commands::report::{Signing, require_free};
use crate::commands::{named_logs, output};
use crate::error::{Error, shown, unread_row};
use crate::export::{self, Drawing, EXPORTED};
use crate::judging::LogFiles;

/// What the report is made with besides the results: read before anything is judged, so that a mistake is noticed early.
pub struct Reporting<'r> {
    ground: &'r Ground<'r>,
    args: &'r ReportingArgs,
    signing: Option<Signing<'r>>,
    checks: Checks<'r>,
    remembering: Remembering,
}

impl<'r> Reporting<'r> {
    pub fn begin(ground: &'r Ground<'r>, args: &'r ReportingArgs, form: Option<ExportFormat>) -> Result<Self, Error> {
        let generated_at = &ground.generated_at;
        let today = date_of(generated_at).ok_or_else(|| Error::new(format!("`{generated_at}` is of no day")))?;
        let (sealing, moment) = (ground.trust(), ground.moment);
        let signing = Signing::begin(&args.signed, sealing)?;
        let signers = Signers { file: args.digest_signers.as_deref(), sealing, moment };
        let digests =
            args.digests.as_deref().map(|dir| given::digests(dir, &signers, args.witnesses.as_deref())).transpose()?;
        let book = args.dispositions.as_deref().map(|path| given::dispositions(path, today)).transpose()?;
        let signers = Signers { file: args.previous_signers.as_deref(), sealing, moment };
        let previous =
            args.previous.as_deref().map(|path| given::previous(path, generated_at, today, &signers)).transpose()?;
        if let Some(dir) = &args.export {
            require_free(dir, "an export")?;
            require_apart(dir, args.signed.report.as_deref())?;
        }
        if args.sample.is_some() && form == Some(ExportFormat::Csv) {
            return Err(Error::new("a sample is drawn from tables in Parquet, and these are CSV")
                .help("leave --export-format out"));
        }
        let remembering = Remembering::begin(args.heads.as_deref(), sealing)?;
        let registry = &ground.settings.registry;
        let restored = ground.approvals.as_ref().map(|approvals| approvals.restored(registry)).unwrap_or_default();
        let (scope, roster) = (&ground.scope, ground.roster.as_ref());
        let signers = Signers { file: args.roster_signers.as_deref(), sealing, moment };
        let roster_signer = given::roster_signer(roster.map(|(_, used)| used), &signers)?;
        let drops = args.drop.as_deref().map(given::drops).transpose()?;
        let checks = Checks { scope, registry, restored, roster, roster_signer, digests, book, previous, drops };
        Ok(Self { ground, args, signing, checks, remembering })
    }

    /// The folders that are written.
    pub fn folders(&self) -> [Option<&'r Path>; 2] {
        [self.args.signed.report.as_deref(), self.args.export.as_deref()]
    }

    /// The key that signs the report.
    pub fn key(&self) -> Option<&PrivateKey> {
        self.signing.as_ref().map(Signing::key)
    }

    /// Whether all that a report holds is shown.
    pub fn is_whole(&self) -> bool {
        self.signing.is_some() || self.args.outcome.format.is_document()
    }

    /// What logs are compared with while they are read.
    pub fn heads(&self) -> Option<&Heads> {
        self.remembering.heads()
    }

    /// Where results are kept until they are reported: beside what is written.
    pub fn spill(&self) -> Store {
        Store::new(&named_logs::temporary_folder(self.args.signed.report.as_deref().or(self.args.export.as_deref())))
    }

    /// Puts the results together in the order of the units, reports and signs.
    pub fn finish(
        self,
        dir: &Path,
        done: Done,
        spill: &Store,
        exporting: Option<&Exporting<'_>>,
    ) -> Result<ExitCode, Error> {
        let Reporting { ground, args, signing, mut checks, mut remembering } = self;
        let Done { results, units, found, checkpoint, unbound, merged, tournaments } = done;
        let tables: Vec<TableLogs> = units.into_iter().map(|unit| unit.table).collect();
        for (file, verdict) in results.iter().flat_map(|result| &result.verdicts) {
            remembering.add(file, verdict);
        }
        let mut collected = checks.collect(results, &tables, found.unread, &LogFiles, &mut trouble);
        if found.logs > 0 && checks.is_outside(&collected) {
            return Err(outside(dir, found.logs, checkpoint));
        }
        let facts = ground.facts_used();
        let previous = checks.previous.as_ref().map(|previous| &previous.used);
        let digests = checks.digests.iter().flat_map(|digests| &digests.used).map(|used| used.sha256.clone()).collect();
        let judged_with = given(ground, args, facts.as_ref(), (remembering.used(), digests), previous)?
            .judged_with(std::mem::take(&mut collected.rulesets))?;
        let histories = remembering.findings(&|name: &str| path_of(&tables, name), ground.trust());
        checks.find(&mut collected, &judged_with.asked, histories, spill).map_err(Error::spill)?;
        let unread = collected.unread.len();
        let (heads, max_per_code) = (remembering.used(), args.outcome.max_per_code);
        let stated = Stated { heads, tournaments, max_per_code, ..ground.stated(facts, judged_with) };
        let run = Run {
            scope: ScopeUsed {
                folder: dir.display().to_string(),
                logs_found: found.logs,
                logs_left_out: found.left_out,
                other_files: found.not_logs.len() as u64,
                not_logs: found.not_logs,
                ..ScopeUsed::default()
            },
            checkpoint: checkpoint
                .as_ref()
                .filter(|_| !unbound.is_empty())
                .map(|used| CheckpointUsed { path: used.path().display().to_string(), tables: unbound }),
            results: merged,
            licensee: args.licensee.clone(),
            auditor: args.auditor.clone(),
            ..Run::default()
        };
        let (mut report, rows, book) = checks.seal(collected, stated, Some(run), spill).map_err(Error::spill)?;
        if let Some(approvals) = &ground.approvals {
            approvals.report(&mut report);
        }
        let signer = signing.as_ref().map(Signing::fingerprint).transpose()?;
        report.note_custody(signer.as_deref());
        let book = book.as_ref();
        let exported = match (&args.export, exporting) {
            (Some(dir), Some(exporting)) => {
                let whole = Answered { rows: &rows.whole(), book };
                let exported = export::write(dir, exporting, (&report, &whole), &tables, &rows)?;
                if let Some(run) = &mut report.run {
                    let drawing = args.sample.zip(args.sample_seed).map(|(n, seed)| Drawing { n, seed });
                    let coups = dir.join(exporting.form().file(&COUPS));
                    run.sample = drawing.map(|by| export::draw(&coups, by)).transpose()?;
                }
                anstream::eprintln!("tables written to {}", shown(dir));
                Some((EXPORTED, export::sums(&exported)))
            }
            _ => None,
        };
        let rows = Answered { rows: &rows, book };
        let detail = match (args.quiet, args.verbose) {
            (true, _) => Detail::Counted,
            (false, true) => Detail::Whole,
            (false, false) => Detail::of(&report),
        };
        let printed = output::print(&report, &rows, args.outcome.format, detail);
        if let Some(signing) = signing {
            signing.write(&report, &rows, exported.as_slice())?;
        }
        remembering.save()?;
        printed?;
        remembering.settled()?;
        if unread > 0 {
            return Err(Error::new(format!(
                "{} could not be read, or not to the end; everything else is judged",
                if unread == 1 { "one log or folder".to_owned() } else { format!("{unread} logs or folders") }
            ))
            .help(format!(
                "they stand in the report under `scope`{}",
                match (&args.signed.report, &checkpoint) {
                    (Some(_), Some(_)) =>
                        "; when they can be read, run again with another folder as --report: what is done is kept",
                    (Some(_), None) => "; when they can be read, run again with another folder as --report",
                    _ => "",
                }
            )));
        }
        if found.logs == 0 {
            return Err(no_log(dir));
        }
        if let Some(checkpoint) = checkpoint {
            checkpoint.remove();
        }
        Ok(output::status(&report, args.outcome.fail_on))
    }
}

/// A signed report lists every file of its folder, so the tables are written beside it.
fn require_apart(tables: &Path, report: Option<&Path>) -> Result<(), Error> {
    let whole = |dir: &Path| std::path::absolute(dir).map_err(|error| Error::read(dir, error));
    let Some(report) = report else { return Ok(()) };
    let (tables, report) = (whole(tables)?, whole(report)?);
    if tables.starts_with(&report) || report.starts_with(&tables) {
        return Err(Error::new(format!(
            "the tables of --export and the signed report of --report cannot lie in one folder: {} and {}",
            shown(&tables),
            shown(&report)
        ))
        .help("name two folders beside each other"));
    }
    Ok(())
}

/// The files and options of a monthly run.
fn given<'g>(
    ground: &'g Ground<'g>,
    args: &'g ReportingArgs,
    facts: Option<&'g FactsUsed>,
    (heads, digests): (Option<HeadsUsed>, BTreeSet<String>),
    previous: Option<&PreviousUsed>,
) -> Result<GivenFiles<'g>, Error> {
    let mut more = Vec::new();
    let scope = &ground.scope;
    more.extend(scope.from.map(|day| option_row("--from", Some(day.to_string()))));
    more.extend(scope.to.map(|day| option_row("--to", Some(day.to_string()))));
    more.extend(scope.tables.iter().map(|table| option_row("--table", Some(table.clone()))));
    more.extend(scope.venues.iter().map(|venue| option_row("--venue", Some(venue.clone()))));
    more.extend(heads.as_ref().map(heads_row));
    more.extend(args.digests.as_ref().map(|path| option_row("--digests", Some(path.display().to_string()))));
    for (option, path) in [
        ("--digest-signers", &args.digest_signers),
        ("--witnesses", &args.witnesses),
        ("--roster-signers", &args.roster_signers),
        ("--dispositions", &args.dispositions),
        ("--drop", &args.drop),
        ("--previous-signers", &args.previous_signers),
    ] {
        more.extend(path.as_deref().map(|path| file_row(option, path)).transpose()?);
    }
    more.extend(previous.map(|used| GivenRow {
        option: "--previous".to_owned(),
        value: Some(used.path.clone()),
        sha256: Some(used.sha256.clone()),
    }));
    more.extend(args.outcome.max_per_code.map(|most| option_row("--max-per-code", Some(most.to_string()))));
    Ok(GivenFiles { ground, facts, heads, digests, previous: args.previous.is_some(), more })
}

/// No record lies in the requested days, and no roster confirms that there is none: most likely a mistake.
fn outside(dir: &Path, found: u64, checkpoint: Option<Checkpoint>) -> Error {
    if let Some(checkpoint) = checkpoint {
        checkpoint.remove();
    }
    Error::new(format!(
        "no record of the {found} logs below {} lies in the days asked for; nothing was judged",
        shown(dir)
    ))
    .help("check --from and --to; for days without play pass the --roster that says so")
}

/// Reports what hinders the collection of results, and returns what the report states about it.
fn trouble(trouble: Trouble<'_>) -> Unread {
    match trouble {
        Trouble::NotCompared(path, name, error) => {
            let error = given::not_compared(path, error);
            anstream::eprintln!("{error}");
            unread_row(&error, Path::new(name))
        }
        Trouble::Stopped(why) => {
            anstream::eprintln!("{}", Error::new(neutral(why)).help("what could be joined before is judged"));
            trouble.unread()
        }
    }
}
