//! The `resettle` command: files, clock, keys, terminal, exit status. All other knowledge is in the crates below.

mod approvals;
mod args;
mod clock;
mod commands;
mod config;
mod document;
mod error;
mod export;
mod files;
mod judging;
mod recording;
mod rendering;
mod staffing;
mod version;
mod words;

use std::process::ExitCode;

use anstream::ColorChoice;
use clap::FromArgMatches as _;
use resettle_console::{progress, rules, spelling};

use args::{Args, Color, Command};

fn main() -> ExitCode {
    let args = match parsed() {
        Ok(Ok(args)) => args,
        Ok(Err(error)) => return refused(&error),
        Err(error) => {
            anstream::eprintln!("{error}");
            return ExitCode::from(2);
        }
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
        Command::Replay(args) => commands::replay::run(args),
        Command::Batch(args) => commands::batch::run(args),
        Command::Plan(args) => commands::units::plan(args),
        Command::Judge(args) => commands::units::judge(args),
        Command::Merge(args) => commands::units::merge(args),
        Command::Export(args) => commands::export::run(args),
        Command::Sample(args) => commands::sample::run(args),
        Command::Promotions(args) => commands::promotions::run(args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Explain(args) => commands::explain::run(args),
        Command::ExplainCoup(args) => commands::explain_coup::run(args),
        Command::Evidence(args) => commands::evidence::run(args),
        Command::Ruleset(args) => commands::ruleset::run(args),
        Command::Odds(args) => commands::odds::run(args),
        Command::Diff(args) => commands::diff::run(args),
        Command::Key(args) => commands::key::run(args),
        Command::Seal(args) => commands::seal::run(args),
        Command::Import(args) => commands::import::run(args),
        Command::Record(args) => commands::record::run(args),
        Command::Digest(args) => commands::digest::run(args),
        Command::Profile(args) => commands::profile::run(args),
        Command::Dispositions(args) => commands::dispositions::run(args),
        Command::Timestamp(args) => commands::timestamp::run(args),
        Command::Witness(args) => commands::witness::run(args),
        Command::Report(args) => commands::report::run(args),
        Command::PdfText => Ok(document::pdf_text()),
        Command::Demo(args) => commands::demo::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    };
    files::remove_copy();
    match outcome {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn parsed() -> Result<Result<Args, clap::Error>, error::Error> {
    let mut command = args::command();
    // The digests are computed only where they are requested.
    if std::env::args_os().nth(1).is_some_and(|arg| arg == "--version") {
        let long: &'static str = Box::leak(version::long().into_boxed_str());
        command = command.long_version(long);
    }
    let typed = config::with_defaults(&command, std::env::args_os().collect())?;
    Ok(command
        .try_get_matches_from_mut(typed)
        .and_then(|mut matches| Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))))
}

/// What was typed may be a file name chosen by others: its bytes must not control the terminal.
fn refused(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let harmless = resettle_report::print::neutral_lines(&text);
    if harmless == text {
        error.exit();
    }
    anstream::eprintln!("{harmless}");
    ExitCode::from(2)
}
