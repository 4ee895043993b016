use std::process::ExitCode;

use resettle_equivalence::{Statement, Verdict, print};
use resettle_report::print::neutral_lines;

use crate::args::{EquivalentArgs, EquivalentFormat};
use crate::commands::diff::accepted;
use crate::commands::output;
use crate::error::Error;
use crate::rules;
use resettle_console::output::plain;

/// `resettle ruleset equivalent`
pub fn run(args: &EquivalentArgs) -> Result<ExitCode, Error> {
    let (old, new) = (rules::chosen(&args.old, &args.rules)?, rules::chosen(&args.new, &args.rules)?);
    let statement = Statement::of(&old.ruleset, &new.ruleset);
    let known: Vec<String> = statement.differences().map(|difference| difference.fingerprint()).collect();
    let accepted = args.accepted.as_deref().map(|path| accepted::among(path, &known, "difference")).transpose()?;
    match args.format {
        EquivalentFormat::Text => plain(&neutral_lines(&print::text(&statement)))?,
        EquivalentFormat::Json => plain(&output::json(&print::json(&statement))?)?,
    }
    let left = known.iter().any(|own| accepted.as_ref().is_none_or(|accepted| !accepted.contains(own)));
    Ok(ExitCode::from(u8::from(left || statement.verdict() == Verdict::NotProven)))
}
