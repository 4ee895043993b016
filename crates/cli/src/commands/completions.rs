use std::process::ExitCode;

use crate::args::{CompletionsArgs, command};
use crate::error::{Error, not_in_a_page};
use resettle_console::output::plain;

/// `resettle completions`
pub fn run(args: &CompletionsArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("completions"));
    }
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "resettle", &mut script);
    plain(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
