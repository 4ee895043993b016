//! What is done with a report's folder: one command, one file.

mod countersign;
mod diff;
mod render;
mod show;
mod trend;
mod verify;
mod write;

use std::path::Path;
use std::process::ExitCode;

use resettle_console::notice::Notice;
use resettle_report::Files;

use crate::args::{ReportArgs, ReportCommand};
use crate::error::Error;

pub use render::read as read_report;
pub use verify::{MOST, one_key_one_use};
pub use write::{Signing, require_free};

/// `resettle report`
pub fn run(args: &ReportArgs) -> Result<ExitCode, Error> {
    match &args.command {
        ReportCommand::Verify(args) => verify::run(args),
        ReportCommand::Countersign(args) => countersign::run(args),
        ReportCommand::Render(args) => render::run(args),
        ReportCommand::Show(args) => show::run(args),
        ReportCommand::Diff(args) => diff::run(args),
        ReportCommand::Trend(args) => trend::run(args),
    }
}

/// Says of a report that is read that nobody looked whether it is the one that was signed.
fn not_checked(what: impl Into<String>) {
    Notice::new(what).help("`resettle report verify DIR` checks a report's signatures and files").say();
}

/// Every file of a report's folder.
pub fn files_of(dir: &Path) -> Result<Files, Error> {
    verify::read(dir).map(|(files, _)| files)
}
