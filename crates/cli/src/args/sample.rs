use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

#[derive(Debug, ClapArgs)]
pub struct SampleArgs {
    /// The folder of an export in Parquet, or its coups.parquet
    #[arg(value_name = "EXPORT")]
    pub export: PathBuf,
    /// How many coups are drawn: half of them with findings, where there are enough, the rest clean
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub n: u32,
    /// What decides which: the same seed draws the same coups
    #[arg(long, value_name = "S")]
    pub seed: u64,
    /// How the sample is printed
    #[arg(long, value_enum, default_value_t = SampleFormat::Text)]
    pub format: SampleFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SampleFormat {
    /// For people: a line a coup, with its table, time and place
    Text,
    /// One document
    Json,
}
