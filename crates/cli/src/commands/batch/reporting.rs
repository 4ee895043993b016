//! What is made of the results of all tables: the report, printed and signed, and the tables of coups.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_audit::Code;
use resettle_export::COUPS;
use resettle_oversight::carried::Now;
use resettle_oversight::disposition::Disposition;
use resettle_oversight::roster::Completeness;
use resettle_oversight::{LogSeen, date_of};
use resettle_report::document::{
    CheckpointUsed, FactsUsed, GivenRow, HeadsUsed, PreviousUsed, Run, ScopeUsed, Unread, VenueTotals,
};
use resettle_report::print::{Detail, neutral};
use resettle_run::{AboutTable, Exporting, Gathered, Store, Table};
use resettle_sealed_log::Heads;
use resettle_signing::PrivateKey;

use super::checkpoint::Checkpoint;
use super::digests::{self, Digests, fingerprint_of_missing};
use super::dispositions::{self, Answered};
use super::expected::{expected_log, missed_by_both, missing_logs, roster_used};
use super::ground::Ground;
use super::planning::no_log;
use super::previous::{self, Previous};
use super::signers::Signers;
use super::work::Done;
use crate::approvals::{self, Approvals};
use crate::args::{ExportFormat, ReportingArgs};
use crate::commands::history::Remembering;
use crate::commands::judged_with::{GivenFiles, file_row, heads_row, option_row};
use crate::commands::{custody, output, replay, report};
use crate::error::{Error, shown};
use crate::expectation;
use crate::export::{self, Drawing, EXPORTED};

/// What the report is made with besides the results: read before anything is judged, so that a mistake is noticed early.
pub struct Reporting<'r> {
    ground: &'r Ground<'r>,
    args: &'r ReportingArgs,
    signing: Option<(&'r PathBuf, PrivateKey)>,
    digests: Option<Digests>,
    book: Option<BookInUse>,
    previous: Option<Previous>,
    remembering: Remembering,
}

impl<'r> Reporting<'r> {
    pub fn begin(ground: &'r Ground<'r>, args: &'r ReportingArgs, form: Option<ExportFormat>) -> Result<Self, Error> {
        let generated_at = &ground.generated_at;
        let today = date_of(generated_at).ok_or_else(|| Error::new(format!("`{generated_at}` is of no day")))?;
        let (sealing, moment) = (ground.trust(), ground.moment);
        let signing = match (&args.report, &args.key) {
            (Some(dir), Some(key)) => Some((dir, replay::signing_key(key, args.passphrase_file.as_deref(), sealing)?)),
            _ => None,
        };
        if let Some((dir, _)) = &signing {
            report::require_free(dir, "a report")?;
        }
        let signers = Signers { file: args.digest_signers.as_deref(), sealing, moment };
        let digests = args.digests.as_deref().map(|dir| digests::digests(dir, &signers)).transpose()?;
        let book = args.dispositions.as_deref().map(|path| dispositions::read(path, today)).transpose()?;
        let signers = Signers { file: args.previous_signers.as_deref(), sealing, moment };
        let previous =
            args.previous.as_deref().map(|path| previous::read(path, generated_at, today, &signers)).transpose()?;
        if let Some(dir) = &args.export {
            report::require_free(dir, "an export")?;
            require_apart(dir, args.report.as_deref())?;
        }
        if args.sample.is_some() && form == Some(ExportFormat::Csv) {
            return Err(Error::new("a sample is drawn from tables in Parquet, and these are CSV")
                .help("leave --export-format out"));
        }
        let remembering = Remembering::begin(args.heads.as_deref(), sealing)?;
        Ok(Self { ground, args, signing, digests, book, previous, remembering })
    }

    /// The folders that are written.
    pub fn folders(&self) -> [Option<&'r Path>; 2] {
        [self.args.report.as_deref(), self.args.export.as_deref()]
    }

    /// The key that signs the report.
    pub fn key(&self) -> Option<&PrivateKey> {
        self.signing.as_ref().map(|(_, key)| key)
    }

    /// What logs are compared with while they are read.
    pub fn heads(&self) -> Option<&Heads> {
        self.remembering.heads()
    }

    /// Where results are kept until they are reported: beside what is written.
    pub fn spill(&self) -> Store {
        Store::new(&replay::temporary_folder(self.args.report.as_deref().or(self.args.export.as_deref())))
    }

    /// Puts the results together in the order of the units, reports and signs.
    pub fn finish(
        self,
        dir: &Path,
        done: Done,
        spill: &Store,
        exporting: Option<&Exporting<'_>>,
    ) -> Result<ExitCode, Error> {
        let Reporting { ground, args, signing, mut digests, mut book, previous, mut remembering } = self;
        let Done { results, units, found, checkpoint, unbound, merged, tournaments } = done;
        let mut unread = found.unread.clone();
        let store = ground.trust();
        let tables: Vec<Table> = units.into_iter().map(|unit| unit.table).collect();
        let path_of = |name: &str| {
            let mut logs = tables.iter().flat_map(|table| &table.logs);
            logs.find(|log| log.name == name).map_or_else(|| PathBuf::from(name), |log| log.path.clone())
        };

        let mut gathered = Gathered::default();
        let mut seen: Vec<LogSeen> = Vec::new();
        let mut now = previous.as_ref().map(previous::Previous::now);
        let mut tables_of: BTreeMap<String, usize> = BTreeMap::new();
        let mut in_days = false;
        let mut rulesets: BTreeMap<String, String> = BTreeMap::new();
        let mut replaced: Vec<AboutTable> = Vec::new();
        let mut sealing: BTreeSet<String> = BTreeSet::new();
        for (at, result) in results.into_iter().enumerate() {
            for (file, verdict) in &result.verdicts {
                remembering.add(file, verdict);
            }
            in_days |= result.in_days;
            rulesets.extend(result.rulesets.iter().map(|used| (used.id.clone(), used.digest.clone())));
            if let Some((previous, now)) = previous.as_ref().zip(now.as_mut()) {
                for (input, mut reach) in result.inputs.iter().zip(result.reaches) {
                    match previous.compare(&path_of(&input.path), input, &mut reach) {
                        Ok(found) => replaced.extend(found),
                        Err(error) => {
                            anstream::eprintln!("{error}");
                            unread.push(custody::unread(&error, Path::new(&input.path)));
                        }
                    }
                    if !input.log.is_empty() {
                        now.judged(&input.log, reach);
                    }
                }
            }
            for input in result.inputs {
                tables_of.insert(input.log.clone(), at);
                sealing.extend(input.keys.iter().cloned());
                gathered.input(input);
            }
            unread.extend(result.unread.into_iter().map(|(path, error)| Unread { path, error }));
            if let Some(why) = result.stopped {
                anstream::eprintln!("error: {}\n  help: what could be joined before is judged", neutral(&why));
                unread.push(Unread { path: String::new(), error: why });
            }
            seen.extend(result.seen);
            gathered.table(result.lot, &result.totals, result.rulesets);
        }
        unread.sort();
        let completeness = ground.roster.as_ref().map(|(roster, _)| roster.compare(&seen, &ground.scope.for_roster()));
        let expected = completeness.as_ref().zip(ground.by.roster.as_deref());
        let expected = expected.map(|(completeness, path)| missing_logs(completeness, path)).unwrap_or_default();
        let mut more: Vec<AboutTable> = Vec::new();
        if let Some(digests) = &mut digests {
            digests.refuse_sealing_keys(&sealing);
            more.extend(digests.findings(&seen, ground.roster(), &ground.scope));
        }
        let expected = missed_by_both(expected, &mut more);
        more.extend(expected);
        let expects = completeness.as_ref().is_some_and(|completeness| completeness.expected > 0) || !more.is_empty();
        more.extend(replaced);
        if !in_days
            && !expects
            && found.logs > 0
            && unread.is_empty()
            && (ground.scope.from.is_some() || ground.scope.to.is_some())
        {
            return Err(outside(dir, found.logs, checkpoint));
        }
        let facts = ground.facts.clone().zip(ground.by.facts.as_ref());
        let facts = facts.map(|(facts, path)| replay::facts_used(facts, path));
        let judged_with = given(
            ground,
            args,
            facts.as_ref(),
            digests.as_ref(),
            remembering.used().as_ref(),
            previous.as_ref().map(|previous| &previous.used),
        )?;
        let judged_with = judged_with.judged_with(rulesets)?;
        if let Some((previous, now)) = previous.as_ref().zip(now.as_mut()) {
            previous.judged_by(now, judged_with.asked.clone());
            asked(now, ground, args, completeness.as_ref(), digests.as_ref(), &seen);
            let restored = ground.approvals.as_ref().map(|approvals| approvals.restored(&ground.settings.registry));
            restored.into_iter().flatten().for_each(|absent| now.cleared(absent));
        }
        more.extend(previous.as_ref().and_then(previous::Previous::finding).map(AboutTable::from));
        gathered.findings(more, spill).map_err(Error::spill)?;
        gathered.findings(remembering.findings(&path_of, store), spill).map_err(Error::spill)?;
        let absent = approvals::absent_unreported(&ground.settings.registry, |see| gathered.each_finding(see));
        gathered.findings(absent.map_err(Error::spill)?, spill).map_err(Error::spill)?;
        note_findings(&gathered, now.as_mut(), book.as_mut())?;
        let carried = previous
            .as_ref()
            .zip(now.as_mut())
            .map(|(previous, now)| previous.carried(now, book.as_mut().map(|(book, _)| book)));
        if let Some(((book, _), path)) = book.as_ref().zip(args.dispositions.as_deref()) {
            let asked = |one: &Disposition| ground.scope.answers(&one.about, |log| tables_of.contains_key(log));
            gathered.findings(dispositions::findings(book, path, asked), spill).map_err(Error::spill)?;
        }
        let (mut report, rows) =
            gathered.seal(spill, ground.generated_at.clone(), true, args.max_per_code).map_err(Error::spill)?;
        report.heads = remembering.used();
        report.tournaments = tournaments;
        if let Some(played) = &mut report.played {
            expectation::put(played, &ground.settings.registry);
        }
        report.judged_by.clone_from(&ground.chosen.ruleset);
        report.trust = ground.trusted.as_ref().map(|(_, used)| used.clone());
        report.facts = facts;
        report.judged_with = Some(judged_with);
        if let Some(approvals) = &ground.approvals {
            approvals.report(&mut report);
        }
        let (dispositions_book, dispositions_used) = match book {
            Some((book, used)) => (Some(book), Some(used)),
            None => (None, None),
        };
        report.run = Some(Run {
            scope: ScopeUsed {
                folder: dir.display().to_string(),
                from: ground.scope.from.map(|day| day.to_string()),
                to: ground.scope.to.map(|day| day.to_string()),
                tables: ground.scope.tables.clone(),
                venues: ground.scope.venues.clone(),
                logs_found: found.logs,
                logs_left_out: found.left_out,
                other_files: found.not_logs.len() as u64,
                not_logs: found.not_logs,
                unread: unread.clone(),
            },
            venues: VenueTotals::of(report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice())),
            roster: ground
                .roster
                .as_ref()
                .zip(completeness)
                .map(|((_, used), completeness)| roster_used(used.clone(), &completeness)),
            undigested: digests.as_ref().map(|digests| digests.undigested(&seen, &ground.scope)).unwrap_or_default(),
            digests: digests.map(|digests| digests.used).unwrap_or_default(),
            dispositions: dispositions_used,
            before: previous
                .as_ref()
                .zip(carried.as_ref())
                .map(|(previous, rows)| previous.kept(rows))
                .unwrap_or_default(),
            trend: previous.as_ref().map(|previous| previous.trend.clone()).unwrap_or_default(),
            previous: previous.map(|previous| previous.used),
            checkpoint: checkpoint
                .as_ref()
                .filter(|_| !unbound.is_empty())
                .map(|used| CheckpointUsed { path: used.path().display().to_string(), tables: unbound }),
            results: merged,
            carried,
            sample: None,
        });
        let book = dispositions_book.as_ref();
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
        let printed = output::print(&report, &rows, args.format, detail);
        if let Some((dir, key)) = signing {
            report::write_report(dir, &key, &report, &rows, &args.with, exported.as_slice())?;
            anstream::eprintln!("signed report written to {}", shown(dir));
        }
        remembering.save()?;
        printed?;
        remembering.settled()?;
        if !unread.is_empty() {
            return Err(Error::new(format!(
                "{} could not be read, or not to the end; everything else is judged",
                if unread.len() == 1 {
                    "one log or folder".to_owned()
                } else {
                    format!("{} logs or folders", unread.len())
                }
            ))
            .help(format!(
                "they stand in the report under `scope`{}",
                match (&args.report, &checkpoint) {
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
        Ok(output::status(&report, args.fail_on))
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
    ground: &'g Ground<'_>,
    args: &'g ReportingArgs,
    facts: Option<&'g FactsUsed>,
    digests: Option<&Digests>,
    heads: Option<&HeadsUsed>,
    previous: Option<&PreviousUsed>,
) -> Result<GivenFiles<'g>, Error> {
    let mut more = Vec::new();
    let value = |option: &str, value: &Option<String>| value.clone().map(|value| option_row(option, Some(value)));
    more.extend(value("--from", &ground.chosen.from));
    more.extend(value("--to", &ground.chosen.to));
    more.extend(ground.chosen.table.iter().map(|table| option_row("--table", Some(table.clone()))));
    more.extend(ground.chosen.venue.iter().map(|venue| option_row("--venue", Some(venue.clone()))));
    more.extend(heads.map(heads_row));
    more.extend(args.digests.as_ref().map(|path| option_row("--digests", Some(path.display().to_string()))));
    for (option, path) in [
        ("--digest-signers", &args.digest_signers),
        ("--dispositions", &args.dispositions),
        ("--previous-signers", &args.previous_signers),
    ] {
        more.extend(path.as_deref().map(|path| file_row(option, path)).transpose()?);
    }
    more.extend(previous.map(|used| GivenRow {
        option: "--previous".to_owned(),
        value: Some(used.path.clone()),
        sha256: Some(used.sha256.clone()),
    }));
    more.extend(args.max_per_code.map(|most| option_row("--max-per-code", Some(most.to_string()))));
    Ok(GivenFiles {
        trust: ground.trusted.as_ref().map(|(_, used)| used),
        rules: &ground.by.rules,
        ruleset: ground.chosen.ruleset.as_deref(),
        facts,
        approval: &ground.by.approval,
        approvers: ground.approvals.as_ref().map(Approvals::used),
        require_approved: ground.chosen.require_approved,
        settings: ground.by.settings.as_deref(),
        about: &ground.about,
        roster: ground.roster.as_ref().map(|(_, used)| used),
        staff: &ground.staff,
        heads: args.heads.is_some(),
        digests: digests.is_some(),
        previous: args.previous.is_some(),
        more,
    })
}

/// Notes what this run did not check, and what it checked and found in order, for the exceptions of the period before.
fn asked(
    now: &mut Now,
    ground: &Ground<'_>,
    args: &ReportingArgs,
    completeness: Option<&Completeness>,
    digests: Option<&Digests>,
    seen: &[LogSeen],
) {
    // Handing over only one of them does not undo two histories of a log.
    now.not_asked(Code::Fork.as_str(), None, "both files of the log, and one history of it");
    now.not_asked(Code::LogReplaced.as_str(), None, "the log as it was judged before");
    for (code, asked, missing) in [
        (Code::RolledBack, args.heads.is_some(), "--heads"),
        (Code::BadSignature, !ground.by.trust.is_empty(), "--trust"),
        (Code::Unapproved, ground.chosen.require_approved, "--require-approved"),
        (Code::Altered, ground.by.approval.approvers.is_some(), "--approvers"),
    ] {
        if !asked {
            now.not_asked(code.as_str(), None, missing);
        }
    }
    for log in seen.iter().filter(|log| digests.is_none_or(|digests| !digests.vouches(log))) {
        now.not_asked(Code::DigestMismatch.as_str(), Some(&log.log), "--digests that list the log");
    }
    if completeness.is_none() && digests.is_none() {
        now.not_asked(Code::MissingLog.as_str(), Some(""), "--roster or --digests");
    }
    let there = completeness.into_iter().flat_map(|completeness| &completeness.present);
    there.for_each(|present| now.cleared(fingerprint_of_missing(&expected_log(present))));
    digests.into_iter().flat_map(Digests::there).for_each(|digest| now.cleared(digest));
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

type BookInUse = (resettle_oversight::disposition::Book, resettle_report::document::DispositionsUsed);

/// Goes through all findings once: which dispositions fit, what became of earlier ones.
fn note_findings(
    gathered: &Gathered,
    mut now: Option<&mut Now>,
    mut book: Option<&mut BookInUse>,
) -> Result<(), Error> {
    let note = |row: &resettle_report::document::FindingRow| {
        let fingerprint = dispositions::fingerprint(row);
        if let Some(now) = now.as_deref_mut() {
            now.found(fingerprint, &row.code, &row.log);
            // A missing log is reported for its table, and no file of it was given.
            if let Some((venue, table)) = row.venue.as_ref().zip(row.table.as_ref()) {
                now.found_at(&row.code, venue, table);
            }
        }
        if let Some((book, used)) = book.as_deref_mut() {
            let answer = book.answer(fingerprint, &row.exception());
            used.answered += u64::from(answer.is_some_and(|answer| answer.settles()));
        }
    };
    gathered.each_finding(note).map_err(Error::spill)
}
