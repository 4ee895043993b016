use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::ByArgs;

/// The files by which tables of several days are judged.
#[derive(Clone, Debug, ClapArgs)]
pub struct JudgingArgs {
    #[command(flatten)]
    pub logs: ByArgs,
    /// The roster of expected tables and days: what is missing is a finding
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
}
