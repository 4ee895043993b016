use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::RulesArgs;

#[derive(Debug, ClapArgs)]
pub struct ImportArgs {
    #[command(subcommand)]
    pub command: ImportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// A CSV file into an unsealed coup log
    Csv {
        #[command(flatten)]
        mapped: MappedArgs,
        /// The zone of times that name none, for --draft
        #[arg(long, value_name = "ZONE", default_value = "UTC", requires = "draft")]
        zone: String,
    },
    /// What an Angel Eye electronic shoe sent (raw bytes, or lines of a time and hexadecimal figures) into an unsealed coup log
    AngelEye {
        /// The capture
        capture: PathBuf,
        /// What no frame says: table, shoe, decks, how it is dealt; docs/spec/capture.md shows one
        #[arg(long, value_name = "MAPPING.yaml", required_unless_present = "draft")]
        map: Option<PathBuf>,
        /// Where the log goes; never overwritten
        #[arg(long, value_name = "LOG", required_unless_present = "draft", conflicts_with = "draft")]
        out: Option<PathBuf>,
        /// Write a mapping, to --map or to standard output, and show what it reads: baccarat or 7 Up by what the frames hold
        #[arg(long)]
        draft: bool,
        /// The zone of times that name none, for --draft
        #[arg(long, value_name = "ZONE", default_value = "UTC", requires = "draft")]
        zone: String,
        /// The time of the import; left out, the clock's. What a capture without times holds counts as of it
        #[arg(long, value_name = "TIME")]
        at: Option<String>,
    },
    /// Rounds in JSON (lines, an array, or what stands at a path) into an unsealed coup log
    Json(MappedArgs),
}

/// What is read by a mapping, or what one is drafted from.
#[derive(Debug, ClapArgs)]
pub struct MappedArgs {
    /// The file
    pub file: PathBuf,
    /// Which column or path is which field
    #[arg(long, value_name = "MAPPING.yaml", required_unless_present = "draft")]
    pub map: Option<PathBuf>,
    /// Where the log goes; never overwritten
    #[arg(long, value_name = "LOG", required_unless_present = "draft", conflicts_with = "draft")]
    pub out: Option<PathBuf>,
    /// Write a mapping, to --map or to standard output, and show what it reads: of a CSV one made from its header and rows, of
    /// JSON from its members
    #[arg(long)]
    pub draft: bool,
    /// The time of the import; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    /// List every row that could not be read, and not only the first ones of each column and kind
    #[arg(long)]
    pub verbose: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
}
