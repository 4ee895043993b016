use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

#[derive(Debug, ClapArgs)]
pub struct DispositionsArgs {
    #[command(subcommand)]
    pub command: DispositionsCommand,
}

#[derive(Debug, Subcommand)]
pub enum DispositionsCommand {
    /// Write the file to fill in: an entry for each finding of a report that is not answered yet, except ruleset/uncertain
    Draft(DraftArgs),
    /// Make a file of dispositions of a draft that was filled in on a spreadsheet; all faults are reported by row
    Read(ReadArgs),
}

#[derive(Debug, ClapArgs)]
pub struct ReadArgs {
    /// The sheet, as CSV (UTF-8, parted by commas or semicolons)
    pub sheet: PathBuf,
    /// Write it here; left out, to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct DraftArgs {
    /// The report: its folder, or its report.json
    pub report: PathBuf,
    /// Write it here; left out, to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// An entry for each finding, or one for all of a code at a table
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = DraftBy::Finding)]
    pub by: DraftBy,
    /// As YAML, which batch takes, or as a sheet for a spreadsheet, which dispositions read takes
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DraftFormat::Yaml)]
    pub format: DraftFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DraftFormat {
    /// A file of dispositions
    Yaml,
    /// A row for each entry, with the finding in words
    Csv,
}

/// What an entry of a draft is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DraftBy {
    /// One finding
    Finding,
    /// All findings of one code at one table, from the first day to the last; others one by one
    Table,
}
