use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::{ApprovalArgs, ApproveArgs, CheckArgs, RulesArgs};

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
        #[command(flatten)]
        approval: ApprovalArgs,
        /// The time at which approvals are checked; left out, the clock's
        #[arg(long, value_name = "TIME", requires = "approvers")]
        at: Option<String>,
    },
    /// One ruleset, readable
    Show {
        /// The ruleset's id: jurisdiction/venue/game/date
        id: String,
        #[command(flatten)]
        rules: RulesArgs,
    },
    /// Check rulesets before they are approved: format, citations, dates, notes, and side by side
    Check(CheckArgs),
    /// Sign that a ruleset says what its document says
    Approve(ApproveArgs),
    /// Print the JSON Schema of ruleset.yaml, by which editors complete and check
    Schema,
}
