use clap::{Args as ClapArgs, ValueEnum};

use super::RulesArgs;

/// Prints each value of a game over all versions that are held: since when it is what, and by which clause. The paths
/// are those of `resettle diff`.
#[derive(Debug, ClapArgs)]
pub struct HistoryArgs {
    /// The game: an id without its date, jurisdiction/venue/game, or the name of the game where one venue alone has it
    pub game: String,
    /// Only values that are not the same in all versions
    #[arg(long)]
    pub changed: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = HistoryFormat::Text)]
    pub format: HistoryFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HistoryFormat {
    /// For people
    Text,
    /// One document
    Json,
}
