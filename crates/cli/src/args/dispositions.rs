use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct DispositionsArgs {
    #[command(subcommand)]
    pub command: DispositionsCommand,
}

#[derive(Debug, Subcommand)]
pub enum DispositionsCommand {
    /// Write the file to fill in: an entry for each finding of a report that is not answered yet, except ruleset/uncertain
    Draft(DraftArgs),
}

#[derive(Debug, ClapArgs)]
pub struct DraftArgs {
    /// The report: its folder, or its report.json
    pub report: PathBuf,
    /// Write it here; left out, to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
