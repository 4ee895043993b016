use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct ClausesArgs {
    /// The document: a PDF, or its text in UTF-8
    #[arg(long, value_name = "FILE")]
    pub document: PathBuf,
}
