use std::process::ExitCode;

use crate::args::{ManArgs, command};
use crate::error::{Error, not_in_a_page, shown};
use resettle_console::notice::Notice;
use resettle_console::say;

/// `resettle man`
pub fn run(args: &ManArgs) -> Result<ExitCode, Error> {
    if cfg!(target_family = "wasm") {
        return Err(not_in_a_page("man"));
    }
    std::fs::create_dir_all(&args.out)
        .and_then(|()| clap_mangen::generate_to(command(), &args.out))
        .map_err(|error| Error::write(&args.out, error))?;
    let out = shown(&args.out);
    let written = Notice::new(format!("manual pages written to {out}"));
    say!("{}", written.help(format!("`man -l {out}/resettle.1` shows the first")))?;
    Ok(ExitCode::SUCCESS)
}
