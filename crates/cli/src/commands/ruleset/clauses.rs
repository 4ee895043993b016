use std::fmt::Write as _;
use std::process::ExitCode;

use resettle_document::fingerprint;
use resettle_report::print::neutral;

use crate::args::ClausesArgs;
use crate::document;
use crate::error::{Error, shown};
use resettle_console::say_all;

/// `resettle ruleset clauses`
pub fn run(args: &ClausesArgs) -> Result<ExitCode, Error> {
    let read = document::read(&args.document, args.numbering.map(Into::into))?;
    document::name_overlooked(&read.document, &args.document);
    let name = args.document.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let half = &read.document.main;
    let mut out = format!(
        "source:\n  document: {}\n  files:\n    - {{name: {}, sha256: {}}}\n\nclauses:\n",
        quoted("name it as it names itself"),
        quoted(&name),
        read.sha256
    );
    for (at, clause) in half.clauses().iter().enumerate() {
        let _ = writeln!(
            out,
            "  {}: {{text: {}, kind: recorded, why: \"not read yet\"}}",
            quoted(&clause.number),
            fingerprint(&half.text(at))
        );
    }
    say_all!("{out}")?;
    anstream::eprintln!(
        "{} clauses of {}; read each, and say what becomes of it: enforced, recorded and why, definition, heading",
        half.clauses().len(),
        shown(&args.document)
    );
    Ok(ExitCode::SUCCESS)
}

/// Text of a document as YAML accepts it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", neutral(text).replace('\\', "\\\\").replace('"', "\\\""))
}
