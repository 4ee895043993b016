use clap::Args as ClapArgs;

/// Which coup of a log is meant.
#[derive(Debug, ClapArgs)]
pub struct CoupArgs {
    /// The coup's shoe, as the log names it
    #[arg(required_unless_present_any = ["line", "source_id"], requires = "coup")]
    pub shoe: Option<String>,
    /// The coup's number
    pub coup: Option<String>,
    /// The coup on this line of the log, in place of shoe and number
    #[arg(long, value_name = "N", conflicts_with_all = ["shoe", "source_id"])]
    pub line: Option<u64>,
    /// The coup that the source of an import calls so, in place of shoe and number
    #[arg(long, value_name = "ID", conflicts_with = "shoe")]
    pub source_id: Option<String>,
}
