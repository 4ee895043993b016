use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::RulesArgs;

#[derive(Debug, ClapArgs)]
pub struct SealArgs {
    /// Records, one JSON object a line, the first an `open`; seq, prev and key are filled in
    pub records: PathBuf,
    /// The key that seals
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Where the log goes; never overwritten
    #[arg(long, value_name = "LOG")]
    pub out: PathBuf,
    /// Write a seal after each run of this many records, in addition to the last one
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub every: u64,
    /// Leave the log open: its last seal is not final
    #[arg(long)]
    pub open: bool,
    /// Seal a log that is sealed already once more: its own seals are left out
    #[arg(long)]
    pub again: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
}
