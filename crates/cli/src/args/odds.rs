use clap::{Args as ClapArgs, ValueEnum};

use super::RulesArgs;

#[derive(Debug, ClapArgs)]
pub struct OddsArgs {
    /// The ruleset: its id, or a folder that holds ruleset.yaml and notes.md
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// How many decks a full shoe holds; left out, every number that the ruleset allows
    #[arg(long, value_name = "N")]
    pub decks: Option<u32>,
    /// Where the ruleset leaves a choice: what is chosen; once for each option
    #[arg(long, value_name = "OPTION=CHOICE")]
    pub elect: Vec<String>,
    /// How the odds are printed
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OddsFormat {
    /// For people
    Text,
    /// Exact fractions; without --decks a list with one document for each number of decks
    Json,
}
