use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::{CountersignArgs, ShownArgs};

#[derive(Debug, ClapArgs)]
pub struct ReportArgs {
    #[command(subcommand)]
    pub command: ReportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReportCommand {
    /// Check a report's signatures and files, and who signed it off
    Verify(ReportVerifyArgs),
    /// Sign a report off beside whoever made it, with the dispositions that you decided
    Countersign(CountersignArgs),
    /// Make the page, the tables and the workbook from a finished report; they are unsigned
    Render(ReportRenderArgs),
    /// Print a report as the command that made it printed it
    Show(ReportShowArgs),
    /// Compare two reports: findings new, gone and changed, with why; logs, rulesets, settings and totals that differ
    Diff(ReportDiffArgs),
    /// Any number of reports beside each other: what was played and found in each, and how long what is open has been open
    Trend(ReportTrendArgs),
}

/// What people read, made from report.json.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rendering {
    /// report.html, a page that opens offline and checks its own data
    Html,
    /// findings.csv, one finding a row, and register.csv, one irregularity a row
    Csv,
    /// report.xlsx, a workbook
    Xlsx,
    /// Nothing besides report.json, which is always there
    Json,
}

#[derive(Debug, ClapArgs)]
pub struct ReportDiffArgs {
    /// The earlier report's folder, or its report.json
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The later one
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportDiffFormat::Text)]
    pub format: ReportDiffFormat,
    /// Every finding and log that differs, with its files, where text lists the worst of each kind
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReportTrendArgs {
    /// The folders of the reports, or their report.json, in any order
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportDiffFormat::Text)]
    pub format: ReportDiffFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportDiffFormat {
    /// For people
    Text,
    /// One document
    Json,
}

#[derive(Debug, ClapArgs)]
pub struct ReportShowArgs {
    /// The report's folder, or a report.json
    #[arg(value_name = "DIR|FILE")]
    pub report: PathBuf,
    /// Print each finding whole, and every day and earlier exception, as batch --verbose does
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub shown: ShownArgs,
}

impl Rendering {
    /// All that is made besides report.json.
    pub const ALL: [Self; 3] = [Self::Html, Self::Csv, Self::Xlsx];

    /// The name of its file.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Html => "report.html",
            Self::Csv => "findings.csv",
            Self::Xlsx => "report.xlsx",
            Self::Json => "report.json",
        }
    }
}

#[derive(Debug, ClapArgs)]
pub struct ReportRenderArgs {
    /// The report's folder, or a report.json
    #[arg(value_name = "DIR|FILE")]
    pub report: PathBuf,
    /// The folder that the files go into
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Make report.html; with none of these three, all are made
    #[arg(long)]
    pub html: bool,
    /// Make findings.csv and register.csv
    #[arg(long)]
    pub csv: bool,
    /// Make report.xlsx
    #[arg(long)]
    pub xlsx: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReportVerifyArgs {
    /// The report's folder
    pub dir: PathBuf,
    /// Who may sign: an allowed_signers file as ssh-keygen reads it
    #[arg(long, value_name = "FILE")]
    pub signers: Option<PathBuf>,
    /// Which keys seal logs: your trust store; may be repeated. The report has to be made with it, and a key in it signs no reports
    #[arg(long, value_name = "FILE")]
    pub trust: Vec<PathBuf>,
    /// Who signs rosters: your allowed_signers file; then the signer of the report's roster has to be in it
    #[arg(long, value_name = "FILE")]
    pub roster_signers: Option<PathBuf>,
    /// Who signs digests: your allowed_signers file; then the signers of the report's digests have to be in it
    #[arg(long, value_name = "FILE")]
    pub digest_signers: Option<PathBuf>,
    /// As whom the signer must be known there
    #[arg(long, value_name = "NAME", requires = "signers")]
    pub identity: Option<String>,
    /// Who must have signed it off, as whom the signers name the key; may be repeated. Without it a sign-off that was taken away with
    /// all its files is not missed
    #[arg(long, value_name = "NAME", requires = "signers")]
    pub signed_off_by: Vec<String>,
    /// Whose timestamps count: certificates in PEM; then a report without one is not accepted
    #[arg(long, value_name = "FILE")]
    pub tsa: Option<PathBuf>,
    /// The time at which signers must be allowed; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub verify_time: Option<String>,
}
