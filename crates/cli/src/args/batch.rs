use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{ApprovalArgs, ExportFormat, FailOn, Format, Rendering, RulesArgs, StaffArgs};

#[derive(Debug, ClapArgs)]
pub struct BatchArgs {
    /// The folder: every .jsonl, .ndjson and .log below it is judged, packed or not; the logs of a table together
    pub dir: PathBuf,
    /// Which keys may seal for whom, and when; without it nothing is trusted; may be given several times
    #[arg(long, value_name = "FILE", env = "RESETTLE_TRUST", hide_env_values = true)]
    pub trust: Vec<PathBuf>,
    /// Remember the last verified seal of each log here, and tell which logs were rolled back since
    #[arg(long, value_name = "FILE", requires = "trust")]
    pub heads: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Judge every coup by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// What is stated where documents leave a date open; printed and hashed into the report
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    #[command(flatten)]
    pub approval: ApprovalArgs,
    /// Report every ruleset used that nobody entitled approved; without --approvers that is every one
    #[arg(long)]
    pub require_approved: bool,
    /// How far the clocks of sources may be off, and which sources there have to be
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Only coups that commence on this day or later, by the venue's clock
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub from: Option<String>,
    /// Only coups that commence on this day or earlier
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub to: Option<String>,
    /// Only this table; may be given several times
    #[arg(long, value_name = "TABLE")]
    pub table: Vec<String>,
    /// Only tables of this venue; may be given several times
    #[arg(long, value_name = "VENUE")]
    pub venue: Vec<String>,
    /// The roster of expected tables and days: what is missing is a finding
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    #[command(flatten)]
    pub staff: StaffArgs,
    /// A folder of venue digests: what is missing, added or changed since is a finding
    #[arg(long, value_name = "DIR")]
    pub digests: Option<PathBuf>,
    /// Whose digests count: an allowed_signers file
    #[arg(long, value_name = "FILE", requires = "digests")]
    pub digest_signers: Option<PathBuf>,
    /// Waivers and rulings, shown with the findings that they are about
    #[arg(long, value_name = "FILE")]
    pub dispositions: Option<PathBuf>,
    /// The report of the period before, its folder or its report.json: what became of its exceptions is told
    #[arg(long, value_name = "DIR")]
    pub previous: Option<PathBuf>,
    /// Whose reports count as the one before: an allowed_signers file; one that somebody else signed is refused
    #[arg(long, value_name = "FILE", requires = "previous")]
    pub previous_signers: Option<PathBuf>,
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Keep at most so many findings of each code, the first ones, and entries of the register of each kind; what is left
    /// out is counted and told
    #[arg(long, value_name = "N")]
    pub max_per_code: Option<u64>,
    /// The time that the report bears; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    /// Write the signed report into this folder, which must be new or empty
    #[arg(long, value_name = "DIR", requires = "key")]
    pub report: Option<PathBuf>,
    /// What the report's folder holds besides report.json
    #[arg(long, value_name = "KIND,…", value_enum, value_delimiter = ',', default_values_t = Rendering::ALL, requires = "report")]
    pub with: Vec<Rendering>,
    /// The key that signs the report: an OpenSSH Ed25519 private key
    #[arg(long, value_name = "FILE", requires = "report")]
    pub key: Option<PathBuf>,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE", requires = "key")]
    pub passphrase_file: Option<PathBuf>,
    /// Write every coup and wager judged as tables into this folder, which must be new or empty; with --report their hashes
    /// stand in its signed manifest
    #[arg(long, value_name = "DIR")]
    pub export: Option<PathBuf>,
    /// How the tables are written
    #[arg(long, value_enum, default_value_t = ExportFormat::Parquet, value_name = "FORMAT", requires = "export")]
    pub export_format: ExportFormat,
    /// Keep what is done in this file and the folder FILE.results beside it, and go on from there when run again;
    /// both are taken away at the end. With --key nothing is taken from it but what a run with that key kept
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How many tables are judged at a time; left out, as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
    /// Print the summary alone, or with --format nothing but the findings
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Tell each table as it is done, and what was passed over
    #[arg(long, short)]
    pub verbose: bool,
}
