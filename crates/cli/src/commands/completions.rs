use std::process::ExitCode;

use crate::args::{CompletionsArgs, command};
use crate::error::Error;
use resettle_console::output::plain;

/// `resettle completions`
pub fn run(args: &CompletionsArgs) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "resettle", &mut script);
    plain(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
