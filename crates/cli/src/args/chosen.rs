use clap::Args as ClapArgs;

/// What is judged of the logs, and as of when.
#[derive(Clone, Debug, ClapArgs)]
pub struct ChosenArgs {
    /// Judge every coup by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Report every ruleset used that was not approved by anybody entitled; without --approvers that is every one
    #[arg(long)]
    pub require_approved: bool,
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
    /// The time of the report; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}
