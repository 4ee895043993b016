use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Rendering;

/// The signed report.
#[derive(Clone, Debug, ClapArgs)]
pub struct SignedArgs {
    /// Write the signed report into this folder, which must be new or empty
    #[arg(long, value_name = "DIR", requires = "key")]
    pub report: Option<PathBuf>,
    /// What the report's folder holds besides report.json
    #[arg(long, value_name = "KIND,…", value_enum, value_delimiter = ',', default_values_t = Rendering::ALL, requires = "report")]
    pub with: Vec<Rendering>,
    /// The key that signs the report: an OpenSSH Ed25519 private key
    #[arg(long, value_name = "FILE", requires = "report")]
    pub key: Option<PathBuf>,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE", requires = "key")]
    pub passphrase_file: Option<PathBuf>,
}
