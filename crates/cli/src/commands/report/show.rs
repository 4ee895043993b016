use std::process::ExitCode;

use resettle_report::print::Detail;

use super::not_checked;
use super::render::read;
use crate::args::{Format, ReportShowArgs};
use crate::commands::output;
use crate::commands::shown as only;
use crate::error::{Error, shown};

/// `resettle report show`
pub fn run(args: &ReportShowArgs) -> Result<ExitCode, Error> {
    only::check(&args.shown, Format::Text)?;
    let (path, _, written) = read(&args.report)?;
    not_checked(format!("{}: not checked here", shown(&path)));
    let (report, rows) = written.into_rows();
    let detail = if args.verbose { Detail::Whole } else { Detail::of(&report) };
    output::print_shown(&report, &rows, Format::Text, &args.shown, detail)?;
    Ok(ExitCode::SUCCESS)
}
