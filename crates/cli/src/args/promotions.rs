use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ApprovalArgs, InForceArgs, OutcomeArgs, RulesArgs, SignedArgs};

#[derive(Debug, ClapArgs)]
pub struct PromotionsArgs {
    /// The register: a folder of CSV files, with register.csv
    #[arg(value_name = "REGISTER")]
    pub register: PathBuf,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// What is stated where documents leave a date open; printed and hashed into the report
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    #[command(flatten)]
    pub in_force: InForceArgs,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    #[command(flatten)]
    pub signed: SignedArgs,
}
