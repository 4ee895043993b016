use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct DigestArgs {
    /// The folder with the venue's logs: every log below it, whatever its name, packed or not
    pub dir: PathBuf,
    /// The key that signs the digest: an OpenSSH Ed25519 private key
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// The trust store: a key that seals logs signs no digest
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// Where the digest goes; its signature goes next to it, with .sig after the name. Never overwritten. With --from a
    /// folder, in which each digest bears its day's name
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The venue's day: logs that begin on another one are left out. Without it all logs have to begin on one day
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub day: Option<String>,
    /// A digest for each day from this one to --to, also for those on which nothing was logged, each chained to the one before
    #[arg(long, value_name = "YYYY-MM-DD", requires = "to", conflicts_with = "day")]
    pub from: Option<String>,
    /// The last of these days
    #[arg(long, value_name = "YYYY-MM-DD", requires = "from")]
    pub to: Option<String>,
    /// The roster of expected tables: those that wrote nothing are listed as idle
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// The digest of the day before, which this one, or the first, names by its hash
    #[arg(long, value_name = "FILE")]
    pub previous: Option<PathBuf>,
    /// The time of the digest; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}
