use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ApprovalArgs, FailOn, Format, RulesArgs, ShownArgs, SignedArgs, StaffArgs};

#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// The logs: plain, .gz or .zst; those of several sources of one table are joined; - is standard input
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Which keys may seal for whom, and when; without it nothing is trusted; may be given several times
    #[arg(long, value_name = "FILE", env = "RESETTLE_TRUST", hide_env_values = true)]
    pub trust: Vec<PathBuf>,
    /// Remember the last verified seal of each log here, and report which logs were rolled back since
    #[arg(long, value_name = "FILE", requires = "trust")]
    pub heads: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Judge every coup by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// What is stated where documents leave a date open; printed and hashed into the report
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// Report every ruleset used that was not approved by anybody entitled; without --approvers that is every one
    #[arg(long)]
    pub require_approved: bool,
    /// How far the clocks of sources may be off, and which sources there have to be
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    #[command(flatten)]
    pub staff: StaffArgs,
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    #[command(flatten)]
    pub shown: ShownArgs,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Keep at most this many findings of one code, and entries of the register of one kind; the rest is counted, and the
    /// report says so
    #[arg(long, value_name = "N")]
    pub max_per_code: Option<u64>,
    /// The time of the report; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    #[command(flatten)]
    pub signed: SignedArgs,
}
