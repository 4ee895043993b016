use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use resettle_report::signoff::Role;

#[derive(Debug, ClapArgs)]
pub struct CountersignArgs {
    /// The report's folder; the sign-off goes into its folder `signoff`, and nothing else is touched
    pub dir: PathBuf,
    /// The key that signs it off: an OpenSSH Ed25519 private key
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// As what you sign
    #[arg(long, value_enum, value_name = "ROLE")]
    pub role: RoleArg,
    /// The name of the sign-off's files: letters, digits, `-` and `_`; left out, the first digits of the key's id
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Waivers, rulings and actions that you decided about its findings: the file is kept and signed with it
    #[arg(long, value_name = "FILE")]
    pub dispositions: Option<PathBuf>,
    /// What you have to say, in one line
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Who may sign: an allowed_signers file; then only what they signed is signed off
    #[arg(long, value_name = "FILE")]
    pub signers: Option<PathBuf>,
    /// The keys that seal logs: none of them signs a report off
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// The time of the sign-off; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}

/// As what somebody signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RoleArg {
    /// Of the casino
    Auditor,
    /// Of the regulator
    Inspector,
}

impl From<RoleArg> for Role {
    fn from(role: RoleArg) -> Self {
        match role {
            RoleArg::Auditor => Self::Auditor,
            RoleArg::Inspector => Self::Inspector,
        }
    }
}
