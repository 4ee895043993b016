use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct DemoArgs {
    /// A new folder for the demonstration
    #[arg(default_value = "resettle-demo", value_name = "DIR")]
    pub dir: PathBuf,
}
