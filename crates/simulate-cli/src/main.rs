//! The `resettle-simulate` command. All that it does is in the library, so that tests of `resettle` can be it, too.

use std::process::ExitCode;

fn main() -> ExitCode {
    resettle_simulate_cli::run(std::env::args_os())
}
