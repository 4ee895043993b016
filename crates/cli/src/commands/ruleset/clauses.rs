use std::fmt::Write as _;
use std::process::ExitCode;

use resettle_document::proposed;
use resettle_report::print::{neutral, neutral_lines};
use resettle_ruleset::CutFile;
use resettle_ruleset::check::UNNAMED;

use crate::args::ClausesArgs;
use crate::document::{self, Source};
use crate::error::{Error, shown};
use crate::spelling::counted;
use resettle_console::say_all;

/// `resettle ruleset clauses`
pub fn run(args: &ClausesArgs) -> Result<ExitCode, Error> {
    let source = Source::read(&args.document)?;
    if args.cut {
        return propose(args, &source);
    }
    let read = match &args.cut_file {
        Some(cut) => source.cut_by(cut)?,
        None => source.parsed(args.numbering.map(Into::into))?,
    };
    document::name_overlooked(&read.document, &args.document);
    document::name_running(&read.document, &args.document);
    document::name_gaps(&read.document, &args.document);
    if args.cut_file.is_some() {
        document::name_outside(&read.document, &args.document);
        document::name_relabelled(&read.document, &args.document);
    }
    let name = args.document.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let half = &read.document.main;
    let mut out = format!(
        "source:\n  document: {}\n  files:\n    - {{name: {}, sha256: {}}}\n\nclauses:\n",
        quoted(UNNAMED),
        quoted(&name),
        read.sha256
    );
    for (at, clause) in half.clauses().iter().enumerate() {
        let _ = writeln!(
            out,
            "  {}: {{text: {}, kind: recorded, why: \"not read yet\"}}",
            quoted(&clause.number),
            half.fingerprint(at)
        );
    }
    say_all!("{out}")?;
    anstream::eprintln!(
        "{} of {}; read each, and say what becomes of it: enforced, recorded and why, definition, heading",
        counted(half.clauses().len(), "clause"),
        shown(&args.document)
    );
    Ok(ExitCode::SUCCESS)
}

/// A cut file of what was read, to be corrected. Where no clause was found all lines are outside.
fn propose(args: &ClausesArgs, source: &Source<'_>) -> Result<ExitCode, Error> {
    let read = match source.parsed(args.numbering.map(Into::into)) {
        Ok(read) => Some(read),
        Err(error) => {
            // Nothing is refused here: what was found amiss is a reason to cut by hand.
            let said = error.to_string();
            let amiss = said.split("\nerror: ").next().unwrap_or(&said);
            anstream::eprintln!("warning: {}", amiss.strip_prefix("error: ").unwrap_or(amiss));
            None
        }
    };
    if let Some(read) = &read {
        document::name_overlooked(&read.document, &args.document);
        document::name_running(&read.document, &args.document);
        document::name_gaps(&read.document, &args.document);
    }
    let cut = proposed(&source.text, read.as_ref().map(|read| &read.document));
    let (clauses, outside) = (cut.clauses.len(), cut.outside.len());
    say_all!("{}", neutral_lines(&CutFile { document: source.sha256.clone(), cut }.to_yaml()))?;
    anstream::eprintln!(
        "{} where a clause of {} begins or goes on, {} of lines in none: correct them beside the document, then \
         keep the file as cut.yaml beside the ruleset",
        counted(clauses as u64, "place"),
        shown(&args.document),
        counted(outside as u64, "span")
    );
    Ok(ExitCode::SUCCESS)
}

/// Text of a document as YAML accepts it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", neutral(text).replace('\\', "\\\\").replace('"', "\\\""))
}
