use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct ManArgs {
    /// The folder that resettle.1 and a page for each command go into
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
