use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{CoupArgs, RulesArgs};

#[derive(Debug, ClapArgs)]
pub struct ExplainCoupArgs {
    /// The log: plain, .gz or .zst
    pub log: PathBuf,
    #[command(flatten)]
    pub coup: CoupArgs,
    /// A log of another source of the same table, joined as `replay` joins them; may be given several times
    #[arg(long, value_name = "LOG")]
    pub with: Vec<PathBuf>,
    /// Another log of the coup's tournament, of another table or of the desk; may be given several times
    #[arg(long, value_name = "LOG")]
    pub tournament: Vec<PathBuf>,
    /// Which keys may seal for whom, and when; without it nothing is trusted
    #[arg(long, value_name = "FILE", env = "RESETTLE_TRUST", hide_env_values = true)]
    pub trust: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Judge every coup by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// What is stated where documents leave a date open
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// How far the clocks of sources may be off, and which sources there have to be
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}
