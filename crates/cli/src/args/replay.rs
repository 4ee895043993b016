use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ByArgs, FailOn, Format, InForceArgs, ShownArgs, SignedArgs};

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
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    #[command(flatten)]
    pub shown: ShownArgs,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Keep at most this many findings of one code, and entries of the register of one kind; the rest is counted, and the
    /// report says so
    #[arg(long, value_name = "N")]
    pub max_per_code: Option<u64>,
    #[command(flatten)]
    pub signed: SignedArgs,
}
