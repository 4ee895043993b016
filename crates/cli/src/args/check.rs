use clap::{Args as ClapArgs, ValueEnum};

use super::{ApprovalArgs, RulesetPlace};

#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Folders with rulesets below them, or packs, checked together; left out, the built-in rulesets
    #[arg(value_name = "DIR|PACK", value_hint = clap::ValueHint::AnyPath)]
    pub places: Vec<RulesetPlace>,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// How remarks are printed
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// The time at which approvals are checked; left out, the clock's
    #[arg(long, value_name = "TIME", requires = "approvers")]
    pub at: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    Text,
    /// One document
    Json,
}
