//! The monthly run: every log below a folder, the logs of a table together, all tables on all processors.

mod binding;
mod checkpoint;
mod digests;
mod dispositions;
mod previous;
mod result;
mod scope;
mod signers;
mod text;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use resettle_audit::{Code, Place, Settings};
use resettle_oversight::carried::Now;
use resettle_oversight::disposition::Disposition;
use resettle_oversight::roster::{Completeness, Missing, Roster};
use resettle_oversight::{LogSeen, date_of};
use resettle_report::document::{CheckpointUsed, InputTable, RosterUsed, Run, ScopeUsed, Unread, VenueTotals};
use resettle_report::print::{is_uncertain, neutral};

use self::binding::Binding;
use self::checkpoint::Checkpoint;
use self::digests::{Digests, NOTHING, about_a_file, fingerprint_of_missing};
use self::dispositions::Answered;
use self::scope::Scope;
use self::signers::Signers;
use self::work::{Done, Work};
use super::history::Remembering;
use super::{output, replay, report, trust};
use crate::approvals;
use crate::args::{BatchArgs, Format};
use crate::clock;
use crate::error::{Error, shown};
use crate::expectation;
use crate::export::{self, Exporting};
use crate::files;
use crate::rules;
use crate::spelling::counted;
use crate::spill::{AboutTable, Gathered, Store};
use crate::staffing::StaffUse;

/// The file of a report that names the tables with their hashes.
const EXPORTED: &str = "export.sha256";

/// `resettle batch`
pub fn run(args: &BatchArgs) -> Result<ExitCode, Error> {
    let generated_at = clock::stamp(args.at.as_deref())?;
    let today = date_of(&generated_at).ok_or_else(|| Error::Plain(format!("`{generated_at}` is of no day")))?;
    let scope = Scope::of(args)?;
    let trusted = trust::load_all(&args.trust)?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let mut registry = rules::registry(&args.rules)?;
    let facts = rules::facts(args.facts.as_deref(), &mut registry)?;
    let named = match &args.ruleset {
        None => None,
        Some(id) => Some(Arc::clone(registry.get(id).ok_or_else(|| rules::unknown(id, &registry))?)),
    };
    let moment = clock::moment(args.at.as_deref())?;
    let approvals = approvals::of_rules(&args.approval, &args.rules, &registry, store, moment)?;
    approvals::object(approvals.as_ref(), args.require_approved, &mut registry);
    let about = replay::sources(args.settings.as_deref())?;
    let signing = match (&args.report, &args.key) {
        (Some(dir), Some(key)) => Some((dir, replay::signing_key(key, args.passphrase_file.as_deref(), store)?)),
        _ => None,
    };
    if let Some((dir, _)) = &signing {
        report::require_free(dir)?;
    }
    let roster = args.roster.as_deref().map(roster).transpose()?;
    let signers = Signers { file: args.digest_signers.as_deref(), sealing: store, moment };
    let mut digests = args.digests.as_deref().map(|dir| digests::digests(dir, &signers)).transpose()?;
    let mut book = args.dispositions.as_deref().map(|path| dispositions::read(path, today)).transpose()?;
    let signers = Signers { file: args.previous_signers.as_deref(), sealing: store, moment };
    let previous =
        args.previous.as_deref().map(|path| previous::read(path, &generated_at, today, &signers)).transpose()?;
    let settings = Settings { registry, named, slack: about.slack, tournaments: None };
    if let Some(dir) = &args.export {
        report::require_free(dir)?;
        require_apart(dir, args.report.as_deref())?;
    }
    let listed = roster.as_ref().map(|(roster, _)| roster);
    let staff = StaffUse::of(&args.staff)?;
    let exporting =
        |_| Exporting::new(args.export_format.form(), &settings.registry, listed).with_staff(staff.is_reported());
    let exporting = args.export.as_ref().map(exporting);
    let spill = Store::new(&replay::temporary_folder(args.report.as_deref().or(args.export.as_deref())));
    let mut remembering = Remembering::begin(args.heads.as_deref(), store)?;
    let work = Work {
        args,
        scope: &scope,
        trust: store,
        trust_sha256: trusted.as_ref().map(|(_, used)| used.sha256.as_str()),
        facts_sha256: facts.as_ref().map(|(_, bytes)| files::sha256(bytes)),
        settings: &settings,
        about: &about,
        roster: roster.as_ref().map(|(roster, _)| roster),
        staff: &staff,
        heads: remembering.heads(),
        spill: &spill,
        binding: signing.as_ref().map(|(_, key)| Binding::of(key)),
        exporting: exporting.as_ref(),
    };
    let Done { results, tables, checkpoint, found, left_out, other_files, mut unread, unbound, tournaments } =
        work.run()?;

    let mut gathered = Gathered::default();
    let mut seen: Vec<LogSeen> = Vec::new();
    let mut now = previous.as_ref().map(previous::Previous::now);
    let mut tables_of: BTreeMap<String, usize> = BTreeMap::new();
    let mut in_days = false;
    let mut sealing: BTreeSet<String> = BTreeSet::new();
    for (at, result) in results.into_iter().enumerate() {
        for (file, verdict) in &result.verdicts {
            remembering.add(file, verdict);
        }
        in_days |= result.in_days;
        if let Some(now) = &mut now {
            for (input, reach) in result.inputs.iter().zip(result.reaches) {
                now.judged(&input.log, reach);
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
    let completeness = roster.as_ref().map(|(roster, _)| roster.compare(&seen, &scope.for_roster()));
    let expected = completeness.as_ref().zip(args.roster.as_deref());
    let expected = expected.map(|(completeness, path)| missing_logs(completeness, path)).unwrap_or_default();
    let mut more: Vec<AboutTable> = Vec::new();
    if let Some(digests) = &mut digests {
        digests.refuse_sealing_keys(&sealing);
        more.extend(digests.findings(&seen, roster.as_ref().map(|(roster, _)| roster), &scope));
    }
    let expected = missed_by_both(expected, &mut more);
    more.extend(expected);
    let expects = completeness.as_ref().is_some_and(|completeness| completeness.expected > 0) || !more.is_empty();
    if !in_days && !expects && found > 0 && unread.is_empty() && (scope.from.is_some() || scope.to.is_some()) {
        return Err(outside(&args.dir, found, checkpoint));
    }
    if let Some(now) = &mut now {
        asked(now, args, completeness.as_ref(), digests.as_ref(), &seen);
        let restored = approvals.as_ref().map(|approvals| approvals.restored(&settings.registry));
        restored.into_iter().flatten().for_each(|absent| now.cleared(absent));
    }
    more.extend(previous.as_ref().and_then(previous::Previous::finding).map(AboutTable::from));
    gathered.findings(more, &spill).map_err(Error::spill)?;
    gathered.findings(remembering.findings(&[], store), &spill).map_err(Error::spill)?;
    let absent = approvals::absent_untold(&settings.registry, |see| gathered.each_finding(see));
    gathered.findings(absent.map_err(Error::spill)?, &spill).map_err(Error::spill)?;
    let mut by_table: BTreeMap<(String, String, String), u64> = BTreeMap::new();
    note_findings(&gathered, &mut by_table, now.as_mut(), book.as_mut())?;
    let carried = previous
        .as_ref()
        .zip(now.as_mut())
        .map(|(previous, now)| previous.carried(now, book.as_mut().map(|(book, _)| book)));
    if let Some(((book, _), path)) = book.as_ref().zip(args.dispositions.as_deref()) {
        let asked = |one: &Disposition| scope.answers(&one.about, |log| tables_of.contains_key(log));
        gathered.findings(dispositions::findings(book, path, asked), &spill).map_err(Error::spill)?;
    }
    let (mut report, rows) = gathered.seal(&spill, generated_at, true, args.max_per_code).map_err(Error::spill)?;
    report.heads = remembering.used();
    report.tournaments = tournaments;
    if let Some(played) = &mut report.played {
        expectation::put(played, &settings.registry);
    }
    report.judged_by.clone_from(&args.ruleset);
    report.trust = trusted.map(|(_, used)| used);
    report.facts = facts.zip(args.facts.as_ref()).map(|(facts, path)| replay::facts_used(facts, path));
    if let Some(approvals) = &approvals {
        approvals.report(&mut report);
    }
    let (dispositions_book, dispositions_used) = match book {
        Some((book, used)) => (Some(book), Some(used)),
        None => (None, None),
    };
    report.run = Some(Run {
        scope: ScopeUsed {
            folder: args.dir.display().to_string(),
            from: scope.from.map(|day| day.to_string()),
            to: scope.to.map(|day| day.to_string()),
            tables: scope.tables.clone(),
            venues: scope.venues.clone(),
            logs_found: found,
            logs_left_out: left_out,
            other_files,
            unread: unread.clone(),
        },
        venues: VenueTotals::of(report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice())),
        roster: roster
            .as_ref()
            .zip(completeness)
            .map(|((_, used), completeness)| roster_used(used.clone(), &completeness)),
        undigested: digests.as_ref().map(|digests| digests.undigested(&seen, &scope)).unwrap_or_default(),
        digests: digests.map(|digests| digests.used).unwrap_or_default(),
        dispositions: dispositions_used,
        trend: previous.as_ref().map(|previous| previous.trend.clone()).unwrap_or_default(),
        previous: previous.map(|previous| previous.used),
        checkpoint: args
            .checkpoint
            .as_ref()
            .filter(|_| !unbound.is_empty())
            .map(|path| CheckpointUsed { path: path.display().to_string(), tables: unbound }),
        carried,
    });
    let book = dispositions_book.as_ref();
    let exported = match (&args.export, &exporting) {
        (Some(dir), Some(exporting)) => {
            let whole = Answered { rows: &rows.whole(), book };
            let exported = export::write(dir, exporting, (&report, &whole), &tables, &rows)?;
            anstream::eprintln!("tables written to {}", shown(dir));
            Some((EXPORTED, export::sums(&exported)))
        }
        _ => None,
    };
    let rows = Answered { rows: &rows, book };
    let printed = match args.format {
        Format::Text => text::print(&report, &rows, &by_table, args),
        other => output::print(&report, &rows, other),
    };
    if let Some((dir, key)) = signing {
        report::write_report(dir, &key, &report, &rows, &args.with, exported.as_slice())?;
        anstream::eprintln!("signed report written to {}", shown(dir));
    }
    remembering.save()?;
    printed?;
    remembering.settled()?;
    if !unread.is_empty() {
        return Err(Error::Plain(format!(
            "{} could not be read, or not to the end; everything else is judged\n  help: they stand in the report under `scope`{}",
            if unread.len() == 1 {
                "one log or folder".to_owned()
            } else {
                format!("{} logs or folders", unread.len())
            },
            match (&args.report, &args.checkpoint) {
                (Some(_), Some(_)) =>
                    "; when they can be read, run again with another folder as --report: what is done is kept",
                (Some(_), None) => "; when they can be read, run again with another folder as --report",
                _ => "",
            }
        )));
    }
    if found == 0 {
        return Err(work::no_log(&args.dir));
    }
    if let Some(checkpoint) = checkpoint {
        checkpoint.remove();
    }
    Ok(output::status(&report, args.fail_on))
}

/// A signed report lists every file of its folder, so tables lie beside it.
fn require_apart(tables: &Path, report: Option<&Path>) -> Result<(), Error> {
    let whole = |dir: &Path| std::path::absolute(dir).map_err(|error| Error::read(dir, error));
    let Some(report) = report else { return Ok(()) };
    let (tables, report) = (whole(tables)?, whole(report)?);
    if tables.starts_with(&report) || report.starts_with(&tables) {
        return Err(Error::Plain(format!(
            "the tables of --export and the signed report of --report cannot lie in one folder: {} and {}\n  help: name two folders beside each other",
            shown(&tables),
            shown(&report)
        )));
    }
    Ok(())
}

/// A roster with its path and hash.
fn roster(path: &Path) -> Result<(Roster, (String, String)), Error> {
    let roster = super::digest::roster(path)?;
    let sha256 = files::sha256(&files::bytes(path)?);
    Ok((roster, (path.display().to_string(), sha256)))
}

fn roster_used((path, sha256): (String, String), completeness: &Completeness) -> RosterUsed {
    RosterUsed {
        path,
        sha256,
        expected: completeness.expected,
        missing: completeness.missing.len() as u64,
        unlisted: unlisted(completeness),
    }
}

/// Tables that the roster does not list, and days of those listed that lie outside the days it gives them.
fn unlisted(completeness: &Completeness) -> Vec<String> {
    let tables = completeness.unlisted.iter().map(|(venue, game, table)| format!("{venue} {game} {table}"));
    let days = completeness.beyond.iter().map(|((venue, game, table), days)| {
        let (first, last) = (days.first, days.last);
        format!("{venue} {game} {table} on {} between {first} and {last}", counted(days.count, "day"))
    });
    tables.chain(days).collect()
}

/// What is expected where a log is missing: with the venue and the game, since tables of several may bear one name.
fn expected_log(asked: &Missing) -> String {
    format!("a {} log of {} on {} ({}, {})", asked.source, asked.table, asked.day, asked.venue, asked.game)
}

/// Notes what this run did not ask, and what it asked and found in order, for the exceptions of the period before.
fn asked(
    now: &mut Now,
    args: &BatchArgs,
    completeness: Option<&Completeness>,
    digests: Option<&Digests>,
    seen: &[LogSeen],
) {
    // Two histories of one log are not undone by handing over one of them.
    now.not_asked(Code::Fork.as_str(), None);
    for (code, asked) in [
        (Code::RolledBack, args.heads.is_some()),
        (Code::BadSignature, !args.trust.is_empty()),
        (Code::Unapproved, args.require_approved),
        (Code::Altered, args.approval.approvers.is_some()),
    ] {
        if !asked {
            now.not_asked(code.as_str(), None);
        }
    }
    for log in seen.iter().filter(|log| digests.is_none_or(|digests| !digests.vouches(log))) {
        now.not_asked(Code::DigestMismatch.as_str(), Some(&log.log));
    }
    let there = completeness.into_iter().flat_map(|completeness| &completeness.present);
    there.for_each(|present| now.cleared(fingerprint_of_missing(&expected_log(present))));
    digests.into_iter().flat_map(Digests::there).for_each(|digest| now.cleared(digest));
}

/// No record lies in the days asked for, and no roster vouches that there is none: a slip of the pen, most likely.
fn outside(dir: &Path, found: u64, checkpoint: Option<Checkpoint>) -> Error {
    if let Some(checkpoint) = checkpoint {
        checkpoint.remove();
    }
    Error::Plain(format!(
        "no record of the {found} logs below {} lies in the days asked for; nothing was judged\n  help: check --from and --to; for days without play pass the --roster that says so",
        shown(dir)
    ))
}

/// Logs that the roster expects; each stands at the roster's line.
fn missing_logs(completeness: &Completeness, path: &Path) -> Vec<AboutTable> {
    let finding = |missing: &Missing| {
        let there = match missing.unvouched.as_slice() {
            [] => "there is none".to_owned(),
            files => format!("no trusted seal vouches for what is there of it: {}", files.join(", ")),
        };
        let message = format!(
            "table {} ({}, {}) had to write a log on {} ({}), and {there}",
            missing.table, missing.venue, missing.game, missing.day, missing.source
        );
        let expected = expected_log(missing);
        let file = path.display().to_string();
        let mut finding = about_a_file(Code::MissingLog, &file, "", &message, &expected, NOTHING);
        finding.place = Place { line: Some(u64::from(missing.line)), ..Place::default() };
        let (venue, game, table) = (missing.venue.clone(), missing.game.clone(), missing.table.clone());
        let day = Some(missing.day.to_string());
        let of = InputTable { jurisdiction: String::new(), currency: String::new(), venue, game, table };
        AboutTable { finding, table: Some(of), day }
    };
    completeness.missing.iter().map(finding).collect()
}

/// A log that the roster expects and a digest lists is missing once: as the digest tells it, which names the log. What of
/// the roster's is left is returned.
fn missed_by_both(expected: Vec<AboutTable>, listed: &mut [AboutTable]) -> Vec<AboutTable> {
    let same = |one: &AboutTable, other: &AboutTable| {
        let names = |about: &AboutTable| about.table.as_ref().map(|of| (of.venue.clone(), of.table.clone()));
        one.finding.code == other.finding.code && one.day == other.day && names(one) == names(other)
    };
    let mut free: Vec<&mut AboutTable> = listed.iter_mut().collect();
    let mut left = Vec::new();
    for one in expected {
        let Some(at) = free.iter().position(|other| same(&one, other)) else {
            left.push(one);
            continue;
        };
        let both = free.swap_remove(at);
        both.table.clone_from(&one.table);
        both.finding.message.push_str("; the roster expects it too");
    }
    left
}

type BookInUse = (resettle_oversight::disposition::Book, resettle_report::document::DispositionsUsed);

/// Goes through all findings once: how many at least minor ones each table has, by venue, game and table, which dispositions fit, what became of earlier ones.
fn note_findings(
    gathered: &Gathered,
    by_table: &mut BTreeMap<(String, String, String), u64>,
    mut now: Option<&mut Now>,
    mut book: Option<&mut BookInUse>,
) -> Result<(), Error> {
    let note = |row: &resettle_report::document::FindingRow| {
        let table = row.venue.as_ref().zip(row.game.as_ref()).zip(row.table.as_ref());
        if let Some(((venue, game), table)) = table.filter(|_| !is_uncertain(row) && row.severity != "info") {
            *by_table.entry((venue.clone(), game.clone(), table.clone())).or_default() += 1;
        }
        let fingerprint = dispositions::fingerprint(row);
        if let Some(now) = now.as_deref_mut() {
            now.found(fingerprint, &row.code, &row.log);
            // A log that is missing is told of its table, and no file of it was handed over.
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
