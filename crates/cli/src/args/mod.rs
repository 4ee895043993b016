//! What the command line takes: one file for each command.

mod approve;
mod batch;
mod by;
mod check;
mod chosen;
mod clauses;
mod completions;
mod countersign;
mod coup;
mod demo;
mod diff;
mod digest;
mod dispositions;
mod equivalent;
mod evidence;
mod examples;
mod explain;
mod explain_coup;
mod export;
mod history;
mod import;
mod in_force;
mod judging;
mod key;
mod man;
mod odds;
mod outcome;
mod pack;
mod profile;
mod promotions;
mod record;
mod replay;
mod report;
mod reporting;
mod ruleset;
mod sample;
mod schema;
mod seal;
mod shown;
mod signed;
mod staff;
mod test;
mod timestamp;
mod units;
mod verify;
mod weave;
mod witness;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use resettle_audit::Severity;

pub use approve::ApproveArgs;
pub use batch::BatchArgs;
pub use by::ByArgs;
pub use check::{CheckArgs, CheckFormat};
pub use chosen::ChosenArgs;
pub use clauses::ClausesArgs;
pub use completions::CompletionsArgs;
pub use countersign::CountersignArgs;
pub use coup::CoupArgs;
pub use demo::DemoArgs;
pub use diff::{DiffArgs, DiffFormat, DiffLevel};
pub use digest::DigestArgs;
pub use dispositions::{DispositionsArgs, DispositionsCommand, DraftArgs, DraftBy, DraftFormat, ReadArgs};
pub use equivalent::{EquivalentArgs, EquivalentFormat};
pub use evidence::EvidenceArgs;
pub use examples::command;
pub use explain::ExplainArgs;
pub use explain_coup::ExplainCoupArgs;
pub use export::{ExportArgs, ExportFormat};
pub use history::{HistoryArgs, HistoryFormat};
pub use import::{ImportArgs, ImportCommand, MappedArgs};
pub use in_force::InForceArgs;
pub use judging::JudgingArgs;
pub use key::{KeyArgs, KeyCommand};
pub use man::ManArgs;
pub use odds::{OddsArgs, OddsFormat};
pub use outcome::OutcomeArgs;
pub use pack::PackArgs;
pub use profile::{ProfileArgs, ProfileCommand};
pub use promotions::PromotionsArgs;
pub use record::RecordArgs;
pub use replay::ReplayArgs;
pub use report::{
    Rendering, ReportArgs, ReportCommand, ReportDiffArgs, ReportDiffFormat, ReportRenderArgs, ReportShowArgs,
    ReportTrendArgs, ReportVerifyArgs,
};
pub use reporting::ReportingArgs;
pub use resettle_console::rules::{RulesArgs, RulesetPlace};
pub use ruleset::{RulesetArgs, RulesetCommand, TraceArgs, TraceFormat};
pub use sample::{SampleArgs, SampleFormat, sample_size};
pub use schema::{SchemaArgs, SchemaOf};
pub use seal::SealArgs;
pub use shown::ShownArgs;
pub use signed::SignedArgs;
pub use staff::StaffArgs;
pub use test::{TestArgs, TestFormat};
pub use timestamp::{TimestampAddArgs, TimestampArgs, TimestampCheckArgs, TimestampCommand, TimestampRequestArgs};
pub use units::{JudgeArgs, MergeArgs, PlanArgs};
pub use verify::VerifyArgs;
pub use weave::WeaveArgs;
pub use witness::{
    WitnessAddArgs, WitnessArgs, WitnessCheckArgs, WitnessCommand, WitnessCosignArgs, WitnessKeyArgs, WitnessNoteArgs,
};

/// Was every coup dealt, judged and paid as the approved rules say? Replays sealed baccarat coup logs
/// and reports what does not fit.
///
/// Exit status: 0 no finding at or above --fail-on; 1 findings at or above it; 2 the job could not be done.
#[derive(Debug, Parser)]
#[command(name = "resettle", version, max_term_width = 100)]
pub struct Args {
    /// When output is coloured; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", display_order = 900)]
    pub color: Color,
    /// Show no progress
    #[arg(short, long, global = true, display_order = 901)]
    pub quiet: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Authenticate logs, re-deal and re-settle every coup, and print what does not fit
    Replay(Box<ReplayArgs>),
    /// The monthly run: every log below a folder, with totals, exceptions and what is missing
    Batch(Box<BatchArgs>),
    /// Divide the monthly run into units of work, to be judged on any number of machines
    Plan(Box<PlanArgs>),
    /// Judge units of a plan, and write the result of each
    Judge(Box<JudgeArgs>),
    /// Put the results of all units of a plan together, as `batch` reports them
    Merge(Box<MergeArgs>),
    /// Every coup and wager judged, as tables for databases and spreadsheets
    Export(Box<ExportArgs>),
    /// Draw coups of an export to be looked up on video, the same for everybody who draws
    Sample(SampleArgs),
    /// Judge a register of promotional prizes: terms, draws, payments, denials, incidents
    Promotions(Box<PromotionsArgs>),
    /// Authenticate logs only: records, chain, seals and keys
    Verify(VerifyArgs),
    /// What a finding means, its clause, an example, what to do
    Explain(ExplainArgs),
    /// One coup, step by step: ruleset, cards, draws, irregularities, each wager with its arithmetic
    ExplainCoup(ExplainCoupArgs),
    /// One coup's record with what vouches for it, to be checked without Resettle
    Evidence(EvidenceArgs),
    /// The rulesets at hand
    Ruleset(RulesetArgs),
    /// Exact probabilities, return and house edge of every wager
    Odds(OddsArgs),
    /// Two versions of a ruleset: what changed, what it means, what it costs
    Diff(DiffArgs),
    /// Ed25519 keys in OpenSSH's format
    Key(KeyArgs),
    /// Turn unsealed records into a chained, sealed log
    Seal(SealArgs),
    /// Turn another system's export into a coup log
    Import(ImportArgs),
    /// Record what an electronic shoe sends, as sealed logs of its days
    Record(RecordArgs),
    /// Sign for the logs that exist: a venue's day, chained to the day before
    Digest(DigestArgs),
    /// What the logs of a table may hold and have to hold
    Profile(ProfileArgs),
    /// Waivers, rulings and actions about the findings of a report
    Dispositions(DispositionsArgs),
    /// Signed reports
    Report(ReportArgs),
    /// Timestamps by another party's clock beside what was signed (RFC 3161)
    Timestamp(TimestampArgs),
    /// Witnesses of a venue's digests, by their own clocks (C2SP)
    Witness(WitnessArgs),
    /// Read a PDF from standard input and write its text; for Resettle itself
    #[command(hide = true)]
    PdfText,
    /// A small month of a small casino with faults, and the report on it: everything in one command
    Demo(DemoArgs),
    /// Print the JSON Schema of a format, for programs that write or read it
    Schema(SchemaArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Write the manual pages, one a command
    Man(ManArgs),
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// Who approves rulesets.
#[derive(Clone, Debug, ClapArgs)]
pub struct ApprovalArgs {
    /// Whose approval of a ruleset counts: an allowed_signers file; without it none is verified
    #[arg(long, value_name = "FILE")]
    pub approvers: Option<PathBuf>,
    /// Where approvals are; left out, in `approvals` next to the rulesets that are read
    #[arg(long, value_name = "DIR", requires = "approvers")]
    pub approvals: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One document, as report.json
    Json,
    /// One finding a line
    Jsonl,
    /// One finding a row
    Csv,
}

impl Format {
    /// Whether what is printed is all that a report holds: the hashes of the files that were read, and the steps of each verdict.
    pub fn is_document(self) -> bool {
        self == Self::Json
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Minor,
    Major,
    Critical,
    Never,
}

impl FailOn {
    /// Whether a finding of this severity makes the exit status 1; `info` never does.
    pub fn fails(self, severity: Severity) -> bool {
        match self {
            Self::Minor => severity >= Severity::Minor,
            Self::Major => severity >= Severity::Major,
            Self::Critical => severity >= Severity::Critical,
            Self::Never => false,
        }
    }
}
