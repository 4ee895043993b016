use std::path::PathBuf;

use clap::Args as ClapArgs;

/// Who was on duty.
#[derive(Clone, Debug, ClapArgs)]
pub struct StaffArgs {
    /// Who was on duty at which table from when until when, as CSV, where logs do not say it
    #[arg(long, value_name = "FILE", conflicts_with = "without_staff")]
    pub staffing: Option<PathBuf>,
    /// Report nothing about who was on duty, whatever logs say
    #[arg(long)]
    pub without_staff: bool,
}
