use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{OutcomeArgs, SignedArgs, sample_size};

/// What is made of the results of all tables.
#[derive(Debug, ClapArgs)]
pub struct ReportingArgs {
    /// Remember the last verified seal of each log here, and report which logs were rolled back since
    #[arg(long, value_name = "FILE", requires = "trust")]
    pub heads: Option<PathBuf>,
    /// A folder of venue digests: what is missing, added or changed since is a finding
    #[arg(long, value_name = "DIR")]
    pub digests: Option<PathBuf>,
    /// Whose digests count: an allowed_signers file
    #[arg(long, value_name = "FILE", requires = "digests")]
    pub digest_signers: Option<PathBuf>,
    /// Whose notes and cosignatures count (C2SP tlog-policy): which digests existed before when is then stated, by the notes
    /// `*.note` among them
    #[arg(long, value_name = "FILE", requires = "digests")]
    pub witnesses: Option<PathBuf>,
    /// Whose rosters count: an allowed_signers file; a roster that none of them signed is refused
    #[arg(long, value_name = "FILE")]
    pub roster_signers: Option<PathBuf>,
    /// Waivers and rulings, shown with the findings that they are about
    #[arg(long, value_name = "FILE")]
    pub dispositions: Option<PathBuf>,
    /// What was counted in drop boxes, as CSV: day, venue, game (may lack), table, currency, drop; hold is of it as well
    #[arg(long, value_name = "FILE")]
    pub drop: Option<PathBuf>,
    /// Who holds the licence, as the report's first page says it
    #[arg(long, value_name = "NAME")]
    pub licensee: Option<String>,
    /// Who makes the audit, likewise
    #[arg(long, value_name = "NAME")]
    pub auditor: Option<String>,
    /// The report of the period before, its folder or its report.json: what became of its exceptions is reported
    #[arg(long, value_name = "DIR")]
    pub previous: Option<PathBuf>,
    /// Whose reports count as the previous one: an allowed_signers file; one that another key signed is refused
    #[arg(long, value_name = "FILE", requires = "previous")]
    pub previous_signers: Option<PathBuf>,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    #[command(flatten)]
    pub signed: SignedArgs,
    /// Write every coup and wager judged as tables into this folder, which must be new or empty; with --report their hashes
    /// are listed in its signed manifest
    #[arg(long, value_name = "DIR")]
    pub export: Option<PathBuf>,
    /// Draw this many coups of the tables to be looked up on video, and record them in the report
    #[arg(long, value_name = "N", value_parser = sample_size(), requires_all = ["export", "sample_seed"])]
    pub sample: Option<u32>,
    /// What decides which coups are drawn: the same seed draws the same coups
    #[arg(long, value_name = "S", requires = "sample")]
    pub sample_seed: Option<u64>,
    /// Print the summary alone, or with --format nothing but the findings
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print each table as it is done, and what was skipped
    #[arg(long, short)]
    pub verbose: bool,
}
