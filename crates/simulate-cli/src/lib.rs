//! The `resettle-simulate` command: logs of play that never happened, with faults planted.
//!
//! It is a program of its own, so that whoever audits with `resettle` has none of it.
//!
//! ```
//! use std::process::ExitCode;
//!
//! let folder = tempfile::tempdir().expect("a folder");
//! let out = folder.path().join("played");
//! let typed = ["resettle-simulate", "log", "sg/mbs/7-up-baccarat/2017-02-17", "--coups", "5", "--out"];
//! let status = resettle_simulate_cli::run(typed.map(Into::into).into_iter().chain([out.clone().into_os_string()]));
//! assert_eq!(status, ExitCode::SUCCESS);
//! assert!(out.join("log.jsonl").is_file() && out.join("trust.yaml").is_file());
//! ```

mod by_data;
mod log;
mod log_args;
mod month;
mod month_args;
mod shoe;
mod shoe_args;

use std::ffi::OsString;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{Parser, Subcommand, ValueEnum};
use resettle_console::progress;
use resettle_report::print::neutral_lines;

/// Sealed logs of play that never happened, with faults planted, for tests and training.
///
/// Exit status: 0 done; 2 it could not be done.
#[derive(Debug, Parser)]
#[command(name = "resettle-simulate", version, max_term_width = 100)]
struct Args {
    /// When output is coloured; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", display_order = 900)]
    color: Color,
    /// Show no progress
    #[arg(short, long, global = true, display_order = 901)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a sealed log of one table, of its sources, or of a tournament
    Log(Box<log_args::LogArgs>),
    /// Make a month of several venues' tables, a log a day for each, with faults planted
    Month(month_args::MonthArgs),
    /// Play a log once more as an electronic shoe: the frames it would send, into a capture or to a host
    Shoe(shoe_args::ShoeArgs),
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// What was typed, done: the name of the program and its arguments.
pub fn run(typed: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(typed) {
        Ok(args) => args,
        Err(error) => return refused(&error),
    };
    match args.color {
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
    if args.quiet {
        progress::hide();
    }
    let outcome = match &args.command {
        Command::Log(args) => log::run(args),
        Command::Month(args) => month::run(args),
        Command::Shoe(args) => shoe::run(args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// What was typed may be a file name chosen by others: its bytes must not control the terminal.
fn refused(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if neutral_lines(&text) != text {
        anstream::eprintln!("{}", neutral_lines(&text));
        return ExitCode::from(2);
    }
    // Where it cannot be printed nobody can be asked.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
