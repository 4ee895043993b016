use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::OutcomeArgs;

#[derive(Debug, ClapArgs)]
pub struct VerifyArgs {
    /// The logs: plain, .gz or .zst
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Which keys may seal for whom, and when; without it nothing is trusted; may be given several times
    #[arg(long, value_name = "FILE", env = "RESETTLE_TRUST", hide_env_values = true)]
    pub trust: Vec<PathBuf>,
    /// Remember the last verified seal of each log here, and report which logs were rolled back since
    #[arg(long, value_name = "FILE", requires = "trust")]
    pub heads: Option<PathBuf>,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    /// The time of the report; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}
