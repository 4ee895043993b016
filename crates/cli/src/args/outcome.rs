use clap::Args as ClapArgs;

use super::{FailOn, Format};

/// How what was found is printed, how much of it is kept, and what it makes of the exit status.
#[derive(Clone, Debug, ClapArgs)]
pub struct OutcomeArgs {
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Keep at most this many findings of each code, the first ones, and entries of the register of each kind; what is left
    /// out is counted and reported
    #[arg(long, value_name = "N")]
    pub max_per_code: Option<u64>,
}
