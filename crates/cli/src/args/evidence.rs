use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct EvidenceArgs {
    /// The log: plain, .gz or .zst
    pub log: PathBuf,
    /// The coup's shoe, as the log names it
    pub shoe: String,
    /// The coup's number
    pub coup: String,
    /// A new or empty folder for the record, the lines up to the seal, the seal, the key and a README
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Which keys may seal for whom, and when; without it the key is not known, and the seal not checked
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
}
