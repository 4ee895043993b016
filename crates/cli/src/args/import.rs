use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::RulesArgs;

#[derive(Debug, ClapArgs)]
pub struct ImportArgs {
    #[command(subcommand)]
    pub command: ImportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// A CSV file into an unsealed coup log
    Csv {
        /// The CSV file
        file: PathBuf,
        /// Which column is which field
        #[arg(long, value_name = "MAPPING.yaml")]
        map: PathBuf,
        /// Where the log goes; never overwritten
        #[arg(long, value_name = "LOG")]
        out: PathBuf,
        /// The time of the import; left out, the clock's
        #[arg(long, value_name = "TIME")]
        at: Option<String>,
        #[command(flatten)]
        rules: RulesArgs,
    },
}
