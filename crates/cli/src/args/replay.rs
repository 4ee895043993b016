use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ByArgs, InForceArgs, OutcomeArgs, ShownArgs, SignedArgs};

#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// The logs: plain, .gz or .zst; those of several sources of one table are joined; - is standard input
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    #[command(flatten)]
    pub by: ByArgs,
    /// Remember the last verified seal of each log here, and report which logs were rolled back since
    #[arg(long, value_name = "FILE", requires = "trust")]
    pub heads: Option<PathBuf>,
    #[command(flatten)]
    pub in_force: InForceArgs,
    #[command(flatten)]
    pub shown: ShownArgs,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    #[command(flatten)]
    pub signed: SignedArgs,
}
