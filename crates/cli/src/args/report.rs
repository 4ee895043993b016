use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct ReportArgs {
    #[command(subcommand)]
    pub command: ReportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReportCommand {
    /// Check a report's signatures and files
    Verify(ReportVerifyArgs),
}

#[derive(Debug, ClapArgs)]
pub struct ReportVerifyArgs {
    /// The report's folder
    pub dir: PathBuf,
    /// Who may sign: an allowed_signers file as ssh-keygen reads it
    #[arg(long, value_name = "FILE")]
    pub signers: Option<PathBuf>,
    /// Which keys seal logs: a trust store; a key in it signs no reports
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// As whom the signer must be known there
    #[arg(long, value_name = "NAME", requires = "signers")]
    pub identity: Option<String>,
    /// The time at which the signer must be allowed; left out, the clock's
    #[arg(long, value_name = "TIME", requires = "signers")]
    pub verify_time: Option<String>,
}
