use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::args::{Args, CompletionsArgs};
use crate::error::Error;
use resettle_console::output::plain;

/// `resettle completions`
pub fn run(args: &CompletionsArgs) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "resettle", &mut script);
    plain(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
