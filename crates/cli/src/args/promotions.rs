use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ApprovalArgs, FailOn, Format, RulesArgs, SignedArgs};

#[derive(Debug, ClapArgs)]
pub struct PromotionsArgs {
    /// The register: a folder of CSV files, with register.csv
    #[arg(value_name = "REGISTER")]
    pub register: PathBuf,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Judge every promotion by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// What is stated where documents leave a date open; printed and hashed into the report
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// Report every ruleset used that no entitled person approved; without --approvers that is every one
    #[arg(long)]
    pub require_approved: bool,
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Keep at most this many findings of one code; the rest is counted, and the report says so
    #[arg(long, value_name = "N")]
    pub max_per_code: Option<u64>,
    /// The time of the report; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    #[command(flatten)]
    pub signed: SignedArgs,
}
