use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ApprovalArgs, RulesArgs, StaffArgs};

/// The files by which logs are judged.
#[derive(Clone, Debug, ClapArgs)]
pub struct ByArgs {
    /// Which keys may seal for whom, and when; without it nothing is trusted; may be given several times
    #[arg(long, value_name = "FILE", env = "RESETTLE_TRUST", hide_env_values = true)]
    pub trust: Vec<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// What is stated where documents leave a date open; printed and hashed into the report
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// How far the clocks of sources may be off, and which sources there have to be
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    #[command(flatten)]
    pub staff: StaffArgs,
}
