use std::process::ExitCode;

use super::render::read;
use crate::args::{Format, ReportShowArgs};
use crate::commands::output;
use crate::error::{Error, shown};

/// `resettle report show`
pub fn run(args: &ReportShowArgs) -> Result<ExitCode, Error> {
    let (path, _, written) = read(&args.report)?;
    anstream::eprintln!(
        "{}: not checked here\n  help: `resettle report verify DIR` checks a report's signatures and files",
        shown(&path)
    );
    let (report, rows) = written.into_rows();
    output::print(&report, &rows, Format::Text)?;
    Ok(ExitCode::SUCCESS)
}
