//! What is done with a report's folder: one command, one file.

mod render;
mod show;
mod verify;

use std::process::ExitCode;

use crate::args::{ReportArgs, ReportCommand};
use crate::error::Error;

/// `resettle report`
pub fn run(args: &ReportArgs) -> Result<ExitCode, Error> {
    match &args.command {
        ReportCommand::Verify(args) => verify::run(args),
        ReportCommand::Render(args) => render::run(args),
        ReportCommand::Show(args) => show::run(args),
    }
}
