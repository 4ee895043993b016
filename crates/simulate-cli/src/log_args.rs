use std::path::PathBuf;

use clap::Args as ClapArgs;
use resettle_console::rules::RulesArgs;

#[derive(Debug, ClapArgs)]
pub struct LogArgs {
    /// The rules to play by: a ruleset's id
    #[arg(required_unless_present = "list_faults")]
    pub ruleset: Option<String>,
    /// Play by the ruleset's data alone, also where a settler written from the document knows the game; other rulesets
    /// are always played in this way
    #[arg(long)]
    pub by_data: bool,
    /// Where the ruleset leaves a choice: what is chosen; once for each option
    #[arg(long, value_name = "OPTION=CHOICE")]
    pub elect: Vec<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How many coups
    #[arg(long, default_value_t = 80, value_name = "N")]
    pub coups: u64,
    /// Everything drawn by lot follows from it, the signing key too: equal seeds give equal bytes
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Plant a fault in one coup out of this many, picked by lot
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub one_in: u32,
    /// Pick among these faults alone; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Plant this fault at this coup, counted through the whole log; may be given several times. A breach of a
    /// tournament has a place of its own: NAME alone
    #[arg(long, value_name = "NAME@COUP")]
    pub plant: Vec<String>,
    /// Write the logs of a shoe, a display and this many terminals instead of one of the whole table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=99))]
    pub split: Option<u8>,
    /// Play a tournament of 64 players over four rounds: a log of its office and of each of ten tables
    #[arg(long, conflicts_with_all = ["coups", "one_in", "only", "split", "plain"])]
    pub tournament: bool,
    /// Only wagers in time and of even stakes, nothing withdrawn or refused
    #[arg(long)]
    pub plain: bool,
    /// Say in `staff` records who deals and who supervises; everything else is as without
    #[arg(long, conflicts_with = "tournament")]
    pub staff: bool,
    /// A new folder for log.jsonl, trust.yaml, expected.json, planted.txt and coups.csv; where it is split for
    /// shoe.jsonl, display.jsonl, terminal-1.jsonl and so on, with settings.yaml and without coups.csv; of a
    /// tournament for desk.jsonl, 7UP-01.jsonl and so on, without coups.csv
    #[arg(long, value_name = "DIR", required_unless_present = "list_faults")]
    pub out: Option<PathBuf>,
    /// Explain every fault there is, and every nearest miss
    #[arg(long)]
    pub list_faults: bool,
}
