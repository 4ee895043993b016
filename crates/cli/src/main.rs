//! The `resettle` command: files, clock, keys, terminal, exit status. What it knows is in the crates below.

mod approvals;
mod args;
mod clock;
mod commands;
mod document;
mod error;
mod expectation;
mod export;
mod files;
mod judging;
mod progress;
mod rendering;
mod rules;
mod spelling;
mod spill;
mod survey;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refused(&error),
    };
    let outcome = match &args.command {
        Command::Replay(args) => commands::replay::run(args),
        Command::Batch(args) => commands::batch::run(args),
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
        Command::Digest(args) => commands::digest::run(args),
        Command::Dispositions(args) => commands::dispositions::run(args),
        Command::Report(args) => commands::report::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
        Command::PdfText => Ok(document::pdf_text()),
        Command::SimulateMonth(args) => commands::simulate_month::run(args),
        Command::Demo(args) => commands::demo::run(args),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            if !error.is_closed_pipe() {
                anstream::eprintln!("{error}");
            }
            ExitCode::from(2)
        }
    }
}

/// What was typed may be a file name of others: its bytes steer no terminal.
fn refused(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let harmless = resettle_report::print::neutral_lines(&text);
    if harmless == text {
        error.exit();
    }
    anstream::eprintln!("{harmless}");
    ExitCode::from(2)
}
