use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct TimestampArgs {
    #[command(subcommand)]
    pub command: TimestampCommand,
}

/// What is stamped is the signature: of a report's folder that over its manifest, of a digest, an approval or a sign-off the
/// `.sig` beside it; a file without one is stamped itself.
#[derive(Debug, Subcommand)]
pub enum TimestampCommand {
    /// Write what is sent to a timestamp authority, by whoever has the network
    Request(TimestampRequestArgs),
    /// Keep what the authority answered beside what it is of
    Add(TimestampAddArgs),
    /// Check the timestamps of reports, digests, approvals, sign-offs
    Check(TimestampCheckArgs),
}

#[derive(Debug, ClapArgs)]
pub struct TimestampRequestArgs {
    /// A report's folder, a digest, an approval, a sign-off, or any file
    #[arg(value_name = "WHAT")]
    pub what: PathBuf,
    /// The request to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct TimestampAddArgs {
    /// A report's folder, a digest, an approval, a sign-off, or any file
    #[arg(value_name = "WHAT")]
    pub what: PathBuf,
    /// What the authority answered
    #[arg(long, value_name = "FILE")]
    pub timestamp: PathBuf,
    /// Whose timestamps count: certificates in PEM; then only such a one is kept
    #[arg(long, value_name = "FILE")]
    pub tsa: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct TimestampCheckArgs {
    /// Reports' folders, digests, approvals, sign-offs, or any files
    #[arg(value_name = "WHAT", required = true)]
    pub what: Vec<PathBuf>,
    /// Whose timestamps count: certificates in PEM, got from elsewhere than the timestamps
    #[arg(long, value_name = "FILE")]
    pub tsa: PathBuf,
}
