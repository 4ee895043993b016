pub mod accepted;
mod past;
pub mod wording;

use std::process::ExitCode;

use resettle_diff::{Version, compare, print};
use resettle_report::print::neutral_lines;

use super::output;
use crate::args::{DiffArgs, DiffFormat};
use crate::document::CutAt;
use crate::error::{Error, shown};
use crate::files;
use crate::rules;
use resettle_console::output::plain;
use wording::Given;

/// `resettle diff`
pub fn run(args: &DiffArgs) -> Result<ExitCode, Error> {
    let mut old = rules::chosen(&args.old, &args.rules)?;
    let mut new = rules::chosen(&args.new, &args.rules)?;
    (old.ruleset, new.ruleset) = rules::both_under(&old.ruleset, &new.ruleset, &args.elect)?;
    let (old_file, new_file) = (old.path.display().to_string(), new.path.display().to_string());
    let mut diff = compare(
        &Version { ruleset: &old.ruleset, yaml: &old.yaml, notes: &old.notes, file: &old_file },
        &Version { ruleset: &new.ruleset, yaml: &new.yaml, notes: &new.notes, file: &new_file },
    )
    .map_err(|error| Error::new(error.to_string()))?;
    wording::add_words(
        &mut diff,
        &Given {
            ruleset: &old.ruleset,
            document: args.old_document.as_deref(),
            cut: CutAt { named: args.old_cut_file.as_deref(), beside: old.path.parent() },
        },
        &Given {
            ruleset: &new.ruleset,
            document: args.new_document.as_deref(),
            cut: CutAt { named: args.new_cut_file.as_deref(), beside: new.path.parent() },
        },
    )?;
    diff.accepted = accepted::of(args, &diff)?;
    let past = match args.replay.as_slice() {
        [] => None,
        logs => Some(past::under_both(logs, args.trust.as_deref(), &old.ruleset, &new.ruleset)?),
    };
    let past = past.as_ref();
    let text = match args.format {
        DiffFormat::Text => neutral_lines(&print::text(&diff, past)),
        DiffFormat::Json => output::json(&print::json(&diff, past))?,
        DiffFormat::Html => neutral_lines(&print::html(&diff, past).map_err(|error| Error::new(error.to_string()))?),
    };
    match &args.out {
        None => plain(&text)?,
        Some(path) => {
            files::write_new(path, text.as_bytes())?;
            anstream::eprintln!("the diff was written to {}", shown(path));
        }
    }
    Ok(ExitCode::from(u8::from(accepted::is_left(args, &diff, past))))
}
