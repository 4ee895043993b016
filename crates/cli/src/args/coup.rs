use clap::Args as ClapArgs;

/// Which coup of a log is meant.
#[derive(Debug, ClapArgs)]
pub struct CoupArgs {
    /// The coup's shoe, as the log names it
    #[arg(required_unless_present_any = ["line", "source_id", "fingerprint"], requires = "coup")]
    pub shoe: Option<String>,
    /// The coup's number
    pub coup: Option<String>,
    /// The coup on this line of the log, in place of shoe and number
    #[arg(long, value_name = "N", conflicts_with_all = ["shoe", "source_id", "fingerprint"])]
    pub line: Option<u64>,
    /// The coup that the source of an import calls so, in place of shoe and number
    #[arg(long, value_name = "ID", conflicts_with_all = ["shoe", "fingerprint"])]
    pub source_id: Option<String>,
    /// The coup whose record has this SHA-256 (`record_sha256` of its findings), or of the finding of this fingerprint
    #[arg(long, value_name = "HEX", conflicts_with = "shoe")]
    pub fingerprint: Option<String>,
}
