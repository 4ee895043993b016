use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use resettle_export::Form;

use super::{ApprovalArgs, ByArgs, InForceArgs, RulesArgs, StaffArgs};

#[derive(Debug, ClapArgs)]
pub struct ExportArgs {
    /// The logs: plain, .gz or .zst; those of one table are judged together
    #[arg(required_unless_present = "views", value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// The folder that the tables go into, which must be new or empty
    #[arg(long, value_name = "DIR", required_unless_present = "views")]
    pub out: Option<PathBuf>,
    /// How the tables are written
    #[arg(long, value_enum, default_value_t = ExportFormat::Parquet, value_name = "FORMAT")]
    pub export_format: ExportFormat,
    /// Print views.sql, which is also written next to the tables, and do nothing else
    #[arg(long, conflicts_with_all = ["logs", "out"])]
    pub views: bool,
    /// Which keys may seal for whom, and when; without it nothing is trusted; may be given several times
    #[arg(long, value_name = "FILE")]
    pub trust: Vec<PathBuf>,
    /// The roster: by which clock and from which hour a table's days are counted
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    #[command(flatten)]
    pub staff: StaffArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Judge every coup by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// What is stated where documents leave a date open
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// How far the clocks of sources may be off, and which sources there have to be
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}

impl ExportArgs {
    /// What the logs are judged by, approved or not, as of now.
    pub fn ground(&self) -> (ByArgs, InForceArgs) {
        let Self { trust, rules, facts, settings, staff, ruleset, .. } = self;
        let by = ByArgs {
            trust: trust.clone(),
            rules: rules.clone(),
            facts: facts.clone(),
            approval: ApprovalArgs { approvers: None, approvals: None },
            settings: settings.clone(),
            staff: staff.clone(),
        };
        (by, InForceArgs { ruleset: ruleset.clone(), require_approved: false, at: None })
    }
}

/// How tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Parquet, packed with Snappy
    Parquet,
    /// CSV with a first line of names
    Csv,
}

impl ExportFormat {
    /// As it is named on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }

    pub fn form(self) -> Form {
        match self {
            Self::Parquet => Form::Parquet,
            Self::Csv => Form::Csv,
        }
    }
}
