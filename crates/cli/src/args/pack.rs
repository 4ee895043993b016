use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::ApprovalArgs;

#[derive(Debug, ClapArgs)]
pub struct PackArgs {
    /// The folder with the rulesets below it, and their approvals in `approvals`
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Pack this ruleset alone; may be given several times. Left out, all of them
    #[arg(long = "only", value_name = "ID")]
    pub only: Vec<String>,
    /// The key that signs the pack: an OpenSSH Ed25519 private key
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// The pack to write
    #[arg(long, value_name = "FILE", default_value = "rulesets.pack")]
    pub out: PathBuf,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// The keys that seal logs: none of them signs a pack
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// The time at which approvals are checked; left out, the clock's
    #[arg(long, value_name = "TIME", requires = "approvers")]
    pub at: Option<String>,
}
