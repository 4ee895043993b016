use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct ProfileArgs {
    #[command(subcommand)]
    pub command: ProfileCommand,
}

#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// A roster with the profile that the logs of a good month keep to, to be read over and signed
    Draft {
        /// The folder with the logs: every log below it, whatever its name, packed or not
        dir: PathBuf,
        /// The time zone by which a day is a day: a name of the IANA list
        #[arg(long, value_name = "ZONE")]
        zone: String,
        /// When a day of play begins
        #[arg(long, value_name = "HH:MM", default_value = "00:00")]
        day_starts: String,
        /// Where the roster goes; left out, to standard output. Never overwritten
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}
