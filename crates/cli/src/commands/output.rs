use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use resettle_audit::Severity;
use resettle_report::columns::FINDINGS;
use resettle_report::document::{Input, Report, Rows, to_json, write_json};
use resettle_report::print::{
    WIDTH, finding_text, is_uncertain, neutral, register_text, rows_to_csv, summary_text, wrapped,
};
use serde::Serialize;

use super::shown::{Shown, require_known};
use crate::args::{FailOn, Format, ShownArgs};
use crate::error::{Error, of_rows};

/// Prints the requested findings of a report.
pub fn print_shown(report: &Report, rows: &dyn Rows, format: Format, args: &ShownArgs) -> Result<(), Error> {
    if !args.is_given() {
        return print(report, rows, format);
    }
    require_known(report, rows, args)?;
    let shown = Shown::of(rows, args).map_err(Error::spill)?;
    print(report, &shown, format)?;
    if let Some(note) = shown.left_out() {
        anstream::eprintln!("{note}");
    }
    Ok(())
}

/// Prints a report's findings in the requested format.
pub fn print(report: &Report, rows: &dyn Rows, format: Format) -> Result<(), Error> {
    let mut out = anstream::AutoStream::auto(io::stdout()).lock();
    let write = |out: &mut dyn Write| -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        match format {
            Format::Text => text(report, rows, &mut out)?,
            Format::Json => write_json(report, rows, &mut out)?,
            Format::Jsonl => {
                for finding in rows.findings() {
                    to_json(&finding?, false, &mut out)?;
                }
            }
            Format::Csv => rows_to_csv(&FINDINGS, rows.findings(), report.has_staff(), &mut out)?,
        }
        out.flush()
    };
    note_truncated(report);
    write(&mut out).map_err(|error| of_rows(error, Error::Output))
}

/// What is left out is reported even if the findings are printed elsewhere.
fn note_truncated(report: &Report) {
    for (code, dropped) in &report.summary.truncated {
        anstream::eprintln!("note: {dropped} findings {code} are left out, by --max-per-code; they are counted");
    }
    for (kind, dropped) in &report.summary.register_truncated {
        anstream::eprintln!(
            "note: {dropped} entries {} of the register are left out, by --max-per-code; its sums count them",
            neutral(kind)
        );
    }
}

/// The message if the requested ruleset is for another game than the logs.
pub fn of_another_game(report: &Report) -> Option<String> {
    let id = report.judged_by.as_deref()?;
    let game = id.rsplit('/').nth(1)?;
    let other = |input: &&Input| input.table.as_ref().is_some_and(|table| table.game != game);
    let (count, first) = (report.inputs.iter().filter(other).count(), report.inputs.iter().find(other)?);
    let of = neutral(&first.table.as_ref()?.game);
    Some(match count {
        1 => format!("WARNING: a log is of another game, {of}; what is found there says nothing of that game's rules."),
        _ => format!(
            "WARNING: {count} logs are of another game, the first of {of}; what is found there says nothing of that game's rules."
        ),
    })
}

fn text(report: &Report, rows: &dyn Rows, out: &mut impl Write) -> io::Result<()> {
    if let Some(id) = &report.judged_by {
        let what = if report.promotions.is_some() { "promotion" } else { "coup" };
        indented(&format!("Every {what} is judged by {id}, whatever was in force."), out)?;
        if let Some(other) = of_another_game(report) {
            indented(&other, out)?;
        }
        writeln!(out)?;
    }
    if let Some(facts) = &report.facts {
        indented(&format!("Facts stated in {} (sha256 {}):", neutral(&facts.path), facts.sha256), out)?;
        for (id, fact) in &facts.in_force {
            let (from, by, source) = (neutral(&fact.from), neutral(&fact.by), neutral(&fact.source));
            indented(&format!("  {} in force from {from}, stated by {by}, source: {source}", neutral(id)), out)?;
        }
        writeln!(out)?;
    }
    let mut uncertain: BTreeMap<(Option<String>, Option<String>), u64> = BTreeMap::new();
    for finding in rows.findings() {
        let finding = finding?;
        if is_uncertain(&finding) {
            let again = uncertain.entry((finding.table.clone(), finding.logged.clone())).or_default();
            *again += 1;
            if *again > 1 {
                continue;
            }
        }
        writeln!(out, "{}", finding_text(&finding))?;
    }
    for ((table, ruleset), logs) in uncertain.iter().filter(|(_, logs)| **logs > 1) {
        let name = |name: &Option<String>| neutral(name.as_deref().unwrap_or("unknown"));
        let (table, ruleset) = (name(table), name(ruleset));
        indented(&format!("That {ruleset} is uncertain is said of {logs} logs of table {table}: shown once."), out)?;
        writeln!(out)?;
    }
    let register = register_text(report, rows, true)?;
    if !register.is_empty() {
        writeln!(out, "{register}")?;
    }
    write!(out, "{}", summary_text(report))
}

/// Text in lines of the common width; each but the first is indented.
fn indented(text: &str, out: &mut impl Write) -> io::Result<()> {
    if text.chars().count() <= WIDTH {
        return writeln!(out, "{text}");
    }
    let mut lines = wrapped(text, WIDTH - 4).into_iter();
    lines.next().map_or(Ok(()), |line| writeln!(out, "{line}"))?;
    lines.try_for_each(|line| writeln!(out, "    {line}"))
}

/// Reports on standard error that a log could not be read to its end; what was read of it was "judged" or "checked".
pub fn report_cut(path: &str, error: &str, done: &str) {
    anstream::eprintln!(
        "error: {} could not be read to its end: {}\n  help: what was read is {done}; get the whole file from its source, unpacked, as a copy that nobody writes to",
        neutral(path),
        neutral(error)
    );
}

/// JSON for people to read, without characters that control a terminal.
pub fn json(what: &impl Serialize) -> Result<String, Error> {
    let mut text = Vec::new();
    to_json(what, true, &mut text).map_err(|error| Error::new(error.to_string()))?;
    String::from_utf8(text).map_err(|error| Error::new(error.to_string()))
}

/// 1 if a finding has at least the requested severity, else 0.
pub fn status(report: &Report, fail_on: FailOn) -> ExitCode {
    let failed = Severity::ALL.into_iter().any(|severity| fail_on.fails(severity) && report.summary.of(severity) > 0);
    ExitCode::from(u8::from(failed))
}
