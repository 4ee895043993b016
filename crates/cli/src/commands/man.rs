use std::process::ExitCode;

use crate::args::{ManArgs, command};
use crate::error::{Error, not_in_a_page, shown};
use resettle_console::say;

/// `resettle man`
pub fn run(args: &ManArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("man"));
    }
    std::fs::create_dir_all(&args.out)
        .and_then(|()| clap_mangen::generate_to(command(), &args.out))
        .map_err(|error| Error::write(&args.out, error))?;
    say!("manual pages written to {0}\n  help: `man -l {0}/resettle.1` shows the first", shown(&args.out))?;
    Ok(ExitCode::SUCCESS)
}
