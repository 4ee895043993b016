use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
#[command(group = clap::ArgGroup::new("to").required(true).multiple(true))]
pub struct ShoeArgs {
    /// The coup log that is dealt once more, as JSON lines
    pub log: PathBuf,
    /// Write a capture of both sides: the raw bytes, with what a host answers
    #[arg(long, value_name = "CAPTURE", group = "to")]
    pub out: Option<PathBuf>,
    /// Wait here for a host, and send it each frame until it is acknowledged
    #[arg(long, value_name = "HOST:PORT", group = "to", conflicts_with = "out")]
    pub listen: Option<String>,
    /// To so many of a thousand frames something happens on the line: a bit turns, an end or a beginning is missing, noise
    /// comes before it, it comes twice
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=900))]
    pub noise: u64,
    /// Everything drawn by lot follows from it
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// A new file that lists each frame to which something happened: its number from 1, its first byte from 1 in the capture,
    /// what happened
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,
    /// How long it waits between two frames, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "listen")]
    pub pause: u64,
    /// How long it waits for an answer before it sends a frame again, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, requires = "listen")]
    pub timeout: u64,
}
