use std::fmt::Write as _;
use std::process::ExitCode;

use resettle_audit::Severity;
use resettle_oversight::carried::is_exception;
use resettle_report::document::{CarriedRow, FindingRow};
use resettle_report::print::{each_listed, neutral};

use super::report::read_report;
use crate::args::{DispositionsArgs, DispositionsCommand, DraftArgs};
use crate::error::{Error, of_rows};
use crate::files;
use resettle_console::output::plain;

/// `resettle dispositions`
pub fn run(args: &DispositionsArgs) -> Result<ExitCode, Error> {
    match &args.command {
        DispositionsCommand::Draft(args) => draft(args),
    }
}

/// `resettle dispositions draft`
fn draft(args: &DraftArgs) -> Result<ExitCode, Error> {
    let (_, _, written) = read_report(&args.report)?;
    let (report, rows) = written.into_rows();
    let mut entries = Vec::new();
    each_listed(&rows, &mut |finding, _| {
        if is_open(finding) {
            entries.push(entry(&finding_in_words(finding), &finding.fingerprint));
        }
        Ok(())
    })
    .map_err(|error| of_rows(error, Error::Output))?;
    let carried = report.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default();
    let open = carried.iter().filter(|row| row.standing == "open" && row.answer.is_none());
    entries.extend(open.map(|row| entry(&carried_in_words(row), &row.fingerprint)));
    let text = yaml(&neutral(&report.generated_at), &entries);
    match &args.out {
        Some(path) => {
            files::write_new(path, text.as_bytes())?;
            anstream::eprintln!("{} to fill in written to {}", counted(entries.len()), crate::error::shown(path));
        }
        None => plain(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Nobody has answered it yet, or the answer is out of date.
fn is_open(finding: &FindingRow) -> bool {
    let answered = finding.disposition.as_ref().is_some_and(|note| !note.expired);
    let noted = Severity::parse(&finding.severity) == Some(Severity::Info);
    !answered && !noted && is_exception(&finding.code, &finding.severity)
}

fn counted(entries: usize) -> String {
    if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") }
}

fn finding_in_words(finding: &FindingRow) -> String {
    let mut text = format!("{} {}", finding.severity, finding.code);
    for part in [&finding.venue, &finding.table].into_iter().flatten() {
        let _ = write!(text, " {part}");
    }
    place(&mut text, finding.shoe.as_deref(), finding.coup, finding.wager.as_deref());
    if let Some(difference) = finding.difference() {
        let _ = write!(text, ": {difference}");
    }
    let _ = write!(text, "; {}", finding.message);
    neutral(&text)
}

fn carried_in_words(row: &CarriedRow) -> String {
    let mut text = format!("of an earlier report: {} {}", row.severity, row.code);
    for part in [&row.venue, &row.table].into_iter().flatten() {
        let _ = write!(text, " {part}");
    }
    place(&mut text, row.shoe.as_deref(), row.coup, row.wager.as_deref());
    let _ = write!(text, "; {}", row.message);
    neutral(&text)
}

fn place(text: &mut String, shoe: Option<&str>, coup: Option<u64>, wager: Option<&str>) {
    if let Some(shoe) = shoe {
        let _ = write!(text, " shoe {shoe}");
    }
    if let Some(coup) = coup {
        let _ = write!(text, " coup {coup}");
    }
    if let Some(wager) = wager {
        let _ = write!(text, " wager {wager}");
    }
}

/// The comment is one line: neutralised text contains no line end.
fn entry(comment: &str, fingerprint: &str) -> String {
    let fingerprint = neutral(fingerprint);
    format!("  # {comment}\n  - finding: \"{fingerprint}\"\n    kind: \n    reason: \n    by: \n")
}

fn yaml(made: &str, entries: &[String]) -> String {
    let head = format!(
        "# Findings of the report made {made} that nobody has answered.\n\
         # Fill in each entry, and take out those that you leave open:\n\
         #   kind    waiver (add `until`), ruling, or action (add `owner` and `due`)\n\
         #   reason  why, in words\n\
         #   by      who decided; `on` may say when\n"
    );
    if entries.is_empty() {
        return head + "dispositions: []\n";
    }
    head + "dispositions:\n" + &entries.concat()
}
