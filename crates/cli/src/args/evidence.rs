use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::CoupArgs;

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
}
