use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
#[command(group = clap::ArgGroup::new("line").required(true))]
pub struct RecordArgs {
    /// Where the shoe's serial server listens
    #[arg(long, value_name = "HOST:PORT", group = "line")]
    pub tcp: Option<String>,
    /// Wait here for a serial server that connects by itself
    #[arg(long, value_name = "HOST:PORT", group = "line")]
    pub listen: Option<String>,
    /// What no frame says: table, shoe, decks, how it is dealt
    #[arg(long, value_name = "MAPPING.yaml")]
    pub map: PathBuf,
    /// The key that seals
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// The folder for each day's log, capture and mapping; only one recorder writes there
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// When the venue's day begins, in the zone of the mapping, or of the machine where it names none
    #[arg(long, value_name = "HH:MM", default_value = "00:00")]
    pub day_begins: String,
    /// Make the connection anew where nothing came for so many seconds, since the other side may be gone unnoticed; 0: never
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub idle: u64,
}
