use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct KeyArgs {
    #[command(subcommand)]
    pub command: KeyCommand,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Make a key: the private half into FILE, the public half into FILE.pub
    New {
        /// Where the private key goes; never overwritten
        file: PathBuf,
        /// A comment for people
        #[arg(long, default_value = "")]
        comment: String,
        /// Encrypt the private key with the passphrase in this file
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
        /// Ask for a passphrase to encrypt the private key with
        #[arg(long, conflicts_with = "passphrase_file")]
        ask_passphrase: bool,
    },
    /// Show a key's public half: the OpenSSH line, the key id of coup logs, the fingerprint, SPKI PEM
    Show {
        /// A private key in OpenSSH's format, or a public one: OpenSSH line, PEM or base64
        file: PathBuf,
        /// A file that holds the passphrase of a private key
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
    },
}
