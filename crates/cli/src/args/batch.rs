use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ChosenArgs, ExportFormat, JudgingArgs, ReportingArgs};

#[derive(Debug, ClapArgs)]
pub struct BatchArgs {
    /// The folder: every log below it is judged, whatever its name, packed or not; the logs of a table together
    pub dir: PathBuf,
    #[command(flatten)]
    pub by: JudgingArgs,
    #[command(flatten)]
    pub chosen: ChosenArgs,
    #[command(flatten)]
    pub reporting: ReportingArgs,
    /// How the tables are written
    #[arg(long, value_enum, default_value_t = ExportFormat::Parquet, value_name = "FORMAT", requires = "export")]
    pub export_format: ExportFormat,
    /// Keep what is done in this file and the folder FILE.results next to it, and go on from there when run again;
    /// both are removed at the end. With --key nothing is taken from it but what a run with that key kept
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How many tables are judged at a time; left out, as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
}
