use std::io::{self, Write};
use std::process::ExitCode;

use resettle_audit::{Audit, CoupTrace, Finding, Place};
use resettle_console::notice::Notice;
use resettle_console::output::{standard, width};
use resettle_oversight::staffing::Duties;
use resettle_report::document::FindingRow;
use resettle_report::print::{finding_text, in_words, neutral};
use resettle_sealed_log::Open;

use super::coup_logs::{CoupLogs, JudgedLogs};
use super::{coup_logs, duty, named, named_logs, near, trust};
use crate::args::ExplainCoupArgs;
use crate::error::Error;

/// What is printed beside a coup's steps.
struct About<'a> {
    files: &'a [String],
    open: Option<&'a Open>,
    stated: &'a [String],
    trusts: bool,
    duties: &'a Duties,
}

/// `resettle explain-coup`
pub fn run(args: &ExplainCoupArgs) -> Result<ExitCode, Error> {
    let trusted = trust::load(args.trust.as_deref())?;
    let store = trusted.as_ref().map(|(store, _)| store);
    let about = named_logs::sources(args.settings.as_deref())?;
    let (settings, facts) =
        coup_logs::settings(&args.rules, args.ruleset.as_deref(), args.facts.as_deref(), about.clock_slack)?;
    let mut logs = CoupLogs { log: &args.log, with: &args.with, tournament: &args.tournament, store, settings, about };
    let name = named::coup("explain-coup", &args.coup, &mut logs)?;
    let JudgedLogs { files, audit, open } = logs.judged(Some(&name))?;
    if audit.traces.is_empty() {
        return Err(near::not_found(&args.log, &name));
    }
    let mut stated = Vec::new();
    for (id, fact) in facts.iter().flat_map(|facts| &facts.in_force) {
        let (from, by, source) = (neutral(&fact.from), neutral(&fact.by), neutral(&fact.source));
        stated.push(format!("stated: {} in force from {from}, by {by}, source: {source}", neutral(id)));
    }
    let duties = duty::of_logs(&logs.paths())?;
    let mut out = standard();
    let about = About { duties: &duties, files: &files, open: open.as_ref(), stated: &stated, trusts: store.is_some() };
    print(&mut out, &about, &audit).map_err(Error::Output)?;
    let vouched = audit.traces.iter().all(|trace| trace.authenticated);
    Ok(if store.is_some() && !vouched { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn print(out: &mut impl Write, about: &About<'_>, audit: &Audit) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    if audit.traces.len() > 1 {
        writeln!(out, "{} coups bear this name, one behind the other:\n", audit.traces.len())?;
    }
    for trace in &audit.traces {
        one(&mut out, about, trace, &audit.findings)?;
    }
    out.flush()
}

fn one(out: &mut impl Write, about: &About<'_>, trace: &CoupTrace, findings: &[Finding]) -> io::Result<()> {
    let About { files, open, stated, trusts, duties } = *about;
    writeln!(out, "{}", title(&trace.place))?;
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
            let on_duty = trace.place.at.as_ref().map(|at| duties.until(at.moment())).and_then(|duty| in_words(&duty));
            if let Some(on_duty) = on_duty {
                writeln!(out, "  on duty: {on_duty}")?;
            }
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
        row.duty = finding.place.at.as_ref().map(|at| duties.until(at.moment())).filter(|duty| !duty.is_empty());
        writeln!(out, "{}", finding_text(&row, width()))?;
    }
    match (any, trace.authenticated, trusts) {
        (true, true, _) => {}
        (false, true, _) => writeln!(out, "  none\n")?,
        (_, false, true) => {
            let none = if any { "" } else { "  none in what the record says\n" };
            let what = "  NO SEAL THAT COUNTS VOUCHES FOR THIS RECORD: it may have been altered.";
            let unvouched = Notice::new(what).help("`resettle verify` says where the log is broken");
            writeln!(out, "{none}{unvouched}\n")?;
        }
        (_, false, false) => writeln!(
            out,
            "{}  not authenticated: nothing is trusted without --trust\n",
            if any { "" } else { "  none in what the record says\n" }
        )?,
    }
    Ok(())
}

/// What the coup is called: one that lacks shoe or number by its line and by its source's id.
fn title(place: &Place) -> String {
    let called = match (&place.shoe, place.coup) {
        (Some(shoe), Some(coup)) => return format!("Coup {coup} of shoe {}", neutral(shoe)),
        (None, Some(coup)) => format!("Coup {coup} of a shoe that is not known"),
        (Some(shoe), None) => format!("Coup of shoe {} without a number", neutral(shoe)),
        (None, None) => "Coup without shoe and number".to_owned(),
    };
    let line = place.line.map_or_else(String::new, |line| format!(", on line {line}"));
    let id = place.source_id.as_deref().map_or_else(String::new, |id| format!(", id `{}` of its source", neutral(id)));
    called + &line + &id
}

/// Whether a finding is reported at one of the coup's records.
fn belongs(trace: &CoupTrace, finding: &Finding) -> bool {
    finding.place.line.is_some_and(|line| trace.records.contains(&(finding.place.source, line)))
}
