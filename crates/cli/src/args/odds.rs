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
    /// Where the ruleset leaves a choice: what is chosen; once for each option. Of options that are not named every choice
    /// is shown
    #[arg(long, value_name = "OPTION=CHOICE")]
    pub elect: Vec<String>,
    /// The smallest chip of a table, in minor units: what rounding makes of each bet at its stakes
    #[arg(long, value_name = "AMOUNT")]
    pub chip: Option<i64>,
    /// Its minimum, in minor units; left out, one chip
    #[arg(long, value_name = "AMOUNT", requires = "chip")]
    pub minimum: Option<i64>,
    /// Its maximum, in minor units; left out, none
    #[arg(long, value_name = "AMOUNT", requires = "chip")]
    pub maximum: Option<i64>,
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
    /// Exact fractions; a list with one document for each set of choices and number of decks, where there may be several
    Json,
}
