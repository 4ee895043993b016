use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::RulesArgs;

#[derive(Debug, ClapArgs)]
pub struct RulesetArgs {
    #[command(subcommand)]
    pub command: RulesetCommand,
}

#[derive(Debug, Subcommand)]
pub enum RulesetCommand {
    /// Every ruleset, since when it is in force, its digest
    List {
        #[command(flatten)]
        rules: RulesArgs,
        /// What is stated where documents leave a date open
        #[arg(long, value_name = "FILE")]
        facts: Option<PathBuf>,
    },
    /// One ruleset, readable
    Show {
        /// The ruleset's id: jurisdiction/venue/game/date
        id: String,
        #[command(flatten)]
        rules: RulesArgs,
    },
}
