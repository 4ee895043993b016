use std::io::{self, Write};
use std::process::ExitCode;

use resettle_audit::Severity;
use resettle_console::output::{standard, width};
use resettle_report::columns::FINDINGS;
use resettle_report::document::{Report, Rows, to_json, write_json};
use resettle_report::print::{Detail, neutral, report_text, rows_to_csv};
use serde::Serialize;

use super::shown::{Shown, require_known};
use crate::args::{FailOn, Format, ShownArgs};
use crate::error::{Error, of_rows};

/// Prints the requested findings of a report.
pub fn print_shown(
    report: &Report,
    rows: &dyn Rows,
    format: Format,
    args: &ShownArgs,
    detail: Detail,
) -> Result<(), Error> {
    if !args.is_given() {
        return print(report, rows, format, detail);
    }
    require_known(report, rows, args)?;
    let shown = Shown::of(rows, args).map_err(Error::spill)?;
    print(report, &shown, format, Detail::Whole)?;
    if let Some(note) = shown.left_out() {
        anstream::eprintln!("{note}");
    }
    Ok(())
}

/// Prints a report's findings in the requested format, as text in so much detail.
pub fn print(report: &Report, rows: &dyn Rows, format: Format, detail: Detail) -> Result<(), Error> {
    let mut out = standard();
    let write = |out: &mut dyn Write| -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        match format {
            Format::Text => report_text(report, rows, detail, width(), &mut out)?,
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

/// Reports on standard error that a log could not be read to its end; what was read of it was "judged" or "checked".
pub fn report_cut(path: &str, error: &str, done: &str) {
    let error = Error::new(format!("{} could not be read to its end: {}", neutral(path), neutral(error)));
    anstream::eprintln!(
        "{}",
        error.help(format!(
            "what was read is {done}; get the whole file from its source, unpacked, as a copy that no program writes to"
        ))
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
