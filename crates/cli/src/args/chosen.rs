use clap::Args as ClapArgs;

use super::InForceArgs;

/// What is judged of the logs, and as of when.
#[derive(Clone, Debug, ClapArgs)]
pub struct ChosenArgs {
    #[command(flatten)]
    pub in_force: InForceArgs,
    /// Only coups that commence on this day or later, by the venue's clock
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub from: Option<String>,
    /// Only coups that commence on this day or earlier
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub to: Option<String>,
    /// Only this table; may be given several times
    #[arg(long, value_name = "TABLE")]
    pub table: Vec<String>,
    /// Only tables of this venue; may be given several times
    #[arg(long, value_name = "VENUE")]
    pub venue: Vec<String>,
}
