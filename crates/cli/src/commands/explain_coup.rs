use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use resettle_audit::{Audit, CoupName, CoupTrace, Finding, Replay, Settings, SourceLog, SourceSettings};
use resettle_console::output::{standard, width};
use resettle_coup_log::LogReader;
use resettle_report::document::FindingRow;
use resettle_report::print::{finding_text, neutral};
use resettle_run::{Store, vouching};
use resettle_sealed_log::{Open, TrustStore};

use super::{near, replay, trust};
use crate::args::ExplainCoupArgs;
use crate::error::{Error, shown};
use crate::files::{LogFile, Sharing};
use crate::judging::{LogFiles, with_tournaments};
use crate::rules;

/// The logs by name, what was judged of them, and the table that they belong to.
type Explained = (Vec<String>, Audit, Option<Open>);

/// What is printed beside a coup's steps.
struct About<'a> {
    name: &'a CoupName,
    files: &'a [String],
    open: Option<&'a Open>,
    stated: &'a [String],
    trusts: bool,
}

/// `resettle explain-coup`
pub fn run(args: &ExplainCoupArgs) -> Result<ExitCode, Error> {
    let (shoe, coup) = near::named("explain-coup", &args.log, &args.coup)?;
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let mut registry = rules::registry(&args.rules)?;
    let facts = rules::facts(args.facts.as_deref(), &mut registry)?;
    let named = rules::named(args.ruleset.as_deref(), &registry)?;
    let about = replay::sources(args.settings.as_deref())?;
    let mut settings = Settings { registry, named, slack: about.slack, tournaments: None, late: None };
    let name = CoupName { shoe, coup };
    let explained = |settings: &Settings| {
        if args.with.is_empty() {
            alone(&args.log, store, settings, &name)
        } else {
            joined(args, store, settings, &about, &name)
        }
    };
    let (mut files, mut audit, mut open) = explained(&settings)?;
    if audit.tournament {
        let all = std::iter::once(&args.log).chain(&args.with).chain(&args.tournament);
        settings = with_tournaments(all.map(PathBuf::as_path), store, &settings)?;
        (files, audit, open) = explained(&settings)?;
        if args.tournament.is_empty() {
            anstream::eprintln!(
                "note: {} records a tournament, and is judged by itself\n  help: name the logs of its other tables and of the desk with --tournament",
                shown(&args.log)
            );
        }
    }
    if !audit.late.is_empty() {
        (files, audit, open) = explained(&settings.knowing(&audit.late))?;
    }
    if audit.traces.is_empty() {
        return Err(near::not_found(&args.log, &name.shoe, coup));
    }
    let mut stated = Vec::new();
    for (id, fact) in facts.iter().flat_map(|(facts, _)| &facts.in_force) {
        let (from, by, source) = (neutral(&fact.from), neutral(&fact.by), neutral(&fact.source));
        stated.push(format!("stated: {} in force from {from}, by {by}, source: {source}", neutral(id)));
    }
    let mut out = standard();
    let about = About { name: &name, files: &files, open: open.as_ref(), stated: &stated, trusts: store.is_some() };
    print(&mut out, &about, &audit).map_err(Error::Output)?;
    let vouched = audit.traces.iter().all(|trace| trace.authenticated);
    Ok(if store.is_some() && !vouched { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn alone(path: &Path, store: Option<&TrustStore>, settings: &Settings, name: &CoupName) -> Result<Explained, Error> {
    let fail = |error| Error::read(path, error);
    let file = path.display().to_string();
    let mut opened = LogFile::open(path, |_| ()).map_err(fail)?;
    let audited =
        Replay::by(settings).explaining(name).audit_log(LogReader::new(opened.content().map_err(fail)?, store), &file);
    match audited.read_error {
        Some(error) => Err(unread(path, &error)),
        None => Ok((vec![file], audited.audit, audited.verdict.open)),
    }
}

fn joined(
    args: &ExplainCoupArgs,
    store: Option<&TrustStore>,
    settings: &Settings,
    about: &SourceSettings,
    name: &CoupName,
) -> Result<Explained, Error> {
    let paths: Vec<&Path> = std::iter::once(&args.log).chain(&args.with).map(|path| path.as_path()).collect();
    let spill = Store::new(&std::env::temp_dir());
    let sharing = Sharing::among(paths.len(), &spill);
    let mut opened = Vec::new();
    for path in &paths {
        opened.push(LogFile::beside(path, sharing, |_| ()).map_err(|error| Error::read(path, error))?);
    }
    let mut logs = Vec::new();
    let (mut table, mut whose) = (None, None);
    for (path, file) in paths.iter().zip(&mut opened) {
        let open = replay::opening(path)?.map(|open| (open.jurisdiction, open.venue, open.game, open.table));
        if let (Some(own), Some(first)) = (&open, &table)
            && own != first
        {
            let what = format!("{} is a log of another table than {}", shown(path), shown(&args.log));
            return Err(Error::new(what).help("name the logs of one table only"));
        }
        table = table.or(open);
        whose = whose.or(replay::opening(path)?);
        let content = file.content().map_err(|error| Error::read(path, error))?;
        let log = SourceLog::new(path.display().to_string(), LogReader::new(content, store));
        logs.push(log.vouched_by(vouching(path, store, &LogFiles)));
    }
    let explained = Replay::by(settings).joining(about).explaining(name).audit_logs(logs);
    if let Some(stopped) = explained.stopped {
        return Err(Error::new(neutral(&stopped.to_string())));
    }
    for (path, error) in paths.iter().zip(&explained.read_errors) {
        if let Some(error) = error {
            return Err(unread(path, error));
        }
    }
    Ok((explained.files, explained.audit, whose))
}

/// A coup is also judged by what follows, so an incomplete log explains none.
fn unread(path: &Path, error: &io::Error) -> Error {
    Error::new(format!("{} could not be read to its end: {error}", shown(path)))
        .help("what follows a coup may decide about it; get the whole file from its source, unpacked")
}

fn print(out: &mut impl Write, about: &About<'_>, audit: &Audit) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    for trace in &audit.traces {
        one(&mut out, about, trace, &audit.findings)?;
    }
    out.flush()
}

fn one(out: &mut impl Write, about: &About<'_>, trace: &CoupTrace, findings: &[Finding]) -> io::Result<()> {
    let About { name, files, open, stated, trusts } = *about;
    writeln!(out, "Coup {} of shoe {}", name.coup, neutral(&name.shoe))?;
    let file = |source: usize| neutral(files.get(source).map_or("", String::as_str));
    for section in &trace.sections {
        writeln!(out, "\n{}", section.title)?;
        if section.title == "Record" {
            writeln!(out, "  file {}", file(trace.place.source))?;
            for (source, line) in &trace.records {
                if Some(*line) != trace.place.line || *source != trace.place.source {
                    writeln!(out, "  also recorded by {}:{line}", file(*source))?;
                }
            }
        }
        for step in &section.steps {
            let indent = if step.inner { "    " } else { "  " };
            let clause = step.clause.as_ref().map_or_else(String::new, |clause| format!("  [{}]", neutral(clause)));
            let reading = if step.reading { " †" } else { "" };
            writeln!(out, "{indent}{}{clause}{reading}", neutral(&step.text))?;
        }
        if section.title == "Record" {
            let vouched = match (trace.authenticated, trusts) {
                (true, _) => "a seal that counts vouches for this line",
                (false, true) => "no seal that counts vouches for this line",
                (false, false) => "no seal vouches for this line, as nothing is trusted without --trust",
            };
            writeln!(out, "  {vouched}; `resettle evidence` writes down what vouches for it")?;
        }
        if section.title == "Ruleset" {
            for line in stated {
                writeln!(out, "    {line}")?;
            }
        }
    }
    writeln!(out, "\nFindings")?;
    let mut any = false;
    for finding in findings.iter().filter(|finding| belongs(trace, finding)) {
        any = true;
        let mut row = FindingRow::from(finding);
        open.into_iter().for_each(|open| row.of(open));
        writeln!(out, "{}", finding_text(&row, width()))?;
    }
    match (any, trace.authenticated, trusts) {
        (true, true, _) => {}
        (false, true, _) => writeln!(out, "  none\n")?,
        (_, false, true) => writeln!(
            out,
            "{}  NO SEAL THAT COUNTS VOUCHES FOR THIS RECORD: it may have been altered.\n  help: `resettle verify` says where the log is broken\n",
            if any { "" } else { "  none in what the record says\n" }
        )?,
        (_, false, false) => writeln!(
            out,
            "{}  not authenticated: nothing is trusted without --trust\n",
            if any { "" } else { "  none in what the record says\n" }
        )?,
    }
    Ok(())
}

/// Whether a finding is reported at one of the coup's records.
fn belongs(trace: &CoupTrace, finding: &Finding) -> bool {
    finding.place.line.is_some_and(|line| trace.records.contains(&(finding.place.source, line)))
}
