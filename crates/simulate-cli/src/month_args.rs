use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct MonthArgs {
    /// A new folder for the month: VENUE/TABLE/DAY.jsonl, some packed, with trust.yaml, roster.yaml,
    /// expected.json and planted.txt
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How many tables, of four rulesets and two venues in turn
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub tables: u64,
    /// The first day; the rules played by are all in force from 2023-06-01 on
    #[arg(long, default_value = "2023-06-01", value_name = "YYYY-MM-DD")]
    pub first_day: String,
    /// How many days
    #[arg(long, default_value_t = 30, value_name = "N")]
    pub days: u64,
    /// How many coups in all
    #[arg(long, default_value_t = 2_000_000, value_name = "N")]
    pub coups: u64,
    /// Plant a fault in one shoe out of this many, and a nearest miss in as many others; 0 for none
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub faulty_shoes: u32,
    /// Everything drawn by lot follows from it, the signing keys too: equal seeds give equal bytes
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Only wagers in time and of even stakes, nothing withdrawn or refused
    #[arg(long)]
    pub plain: bool,
    /// Say in `staff` records who deals and who supervises; everything else is as without
    #[arg(long)]
    pub staff: bool,
    /// Pack no log
    #[arg(long)]
    pub unpacked: bool,
}
