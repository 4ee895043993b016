use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

#[derive(Debug, ClapArgs)]
pub struct SampleArgs {
    /// A signed report; or the folder of an export in Parquet, or its coups.parquet
    #[arg(value_name = "REPORT")]
    pub from: PathBuf,
    /// The tables that the report lists: checked against it, and drawn from
    #[arg(long, value_name = "DIR", requires = "seed")]
    pub tables: Option<PathBuf>,
    /// How many coups are drawn: half of them with findings, where there are enough, the rest clean
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = sample_size(), requires = "seed")]
    pub n: u32,
    /// What decides which: the same seed draws the same coups. Left out, the sample that the report records is printed
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How the sample is printed
    #[arg(long, value_enum, default_value_t = SampleFormat::Text)]
    pub format: SampleFormat,
}

/// How many coups a sample may have.
pub fn sample_size() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=100_000)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SampleFormat {
    /// For people: a line a coup, with its table, time and place
    Text,
    /// One document
    Json,
}
