use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use resettle_export::Form;

use super::{ByArgs, InForceArgs};

#[derive(Debug, ClapArgs)]
pub struct ExportArgs {
    /// The logs: plain, .gz or .zst; those of one table are judged together
    #[arg(required_unless_present = "views", value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// The folder that the tables go into, which must be new or empty
    #[arg(long, value_name = "DIR", required_unless_present = "views")]
    pub out: Option<PathBuf>,
    /// How the tables are written
    #[arg(long, value_enum, default_value_t = ExportFormat::Parquet, value_name = "FORMAT")]
    pub export_format: ExportFormat,
    /// Print views.sql, which is also written next to the tables, and do nothing else
    #[arg(long, conflicts_with_all = ["logs", "out"])]
    pub views: bool,
    /// The roster: by which clock and from which hour a table's days are counted
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    #[command(flatten)]
    pub by: ByArgs,
    #[command(flatten)]
    pub in_force: InForceArgs,
}

/// How tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Parquet, packed with Snappy
    Parquet,
    /// CSV with a first line of names
    Csv,
}

impl ExportFormat {
    /// As it is named on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }

    pub fn form(self) -> Form {
        match self {
            Self::Parquet => Form::Parquet,
            Self::Csv => Form::Csv,
        }
    }
}
