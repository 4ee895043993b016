use clap::Args as ClapArgs;

/// By which rulesets is judged, and as of when.
#[derive(Clone, Debug, ClapArgs)]
pub struct InForceArgs {
    /// Judge everything by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Report every ruleset used that no entitled person approved; without --approvers that is every one
    #[arg(long)]
    pub require_approved: bool,
    /// The time of the report; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}
