use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{CoupArgs, RulesArgs};

#[derive(Debug, ClapArgs)]
pub struct EvidenceArgs {
    /// The log: plain, .gz or .zst
    pub log: PathBuf,
    #[command(flatten)]
    pub coup: CoupArgs,
    /// A new or empty folder for the record, the lines up to the seal, the seal, the key and a README
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Which keys may seal for whom, and when; without it the key is not known, and the seal not checked
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// With the fingerprint of a finding: by this ruleset every coup was judged, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// With the fingerprint of a finding: what is stated where documents leave a date open
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
}
