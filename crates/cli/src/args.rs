use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use resettle_audit::Severity;

/// Was every coup dealt, judged and paid as the approved rules say? Replays sealed baccarat coup logs
/// and reports what does not fit.
///
/// Exit status: 0 no finding at or above --fail-on; 1 findings at or above it; 2 the job could not be done.
#[derive(Debug, Parser)]
#[command(name = "resettle", version, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Authenticate logs, re-deal and re-settle every coup, and print what does not fit
    Replay(ReplayArgs),
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
    /// Ed25519 keys in OpenSSH's format
    Key(KeyArgs),
    /// Turn unsealed records into a chained, sealed log
    Seal(SealArgs),
    /// Turn somebody's export into a coup log
    Import(ImportArgs),
    /// Signed reports
    Report(ReportArgs),
    /// Make a sealed log of play that never was, with faults planted, for tests and training
    Simulate(SimulateArgs),
}

/// Which rulesets judge.
#[derive(Debug, ClapArgs)]
pub struct RulesArgs {
    /// Read the rulesets below this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub rulesets: Option<PathBuf>,
    /// Read further rulesets below this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    pub add_rulesets: Vec<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// The logs: plain, .gz or .zst; those of several sources of one table are joined
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Which keys may seal for whom, and when; without it nothing is trusted
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Judge every coup by this ruleset, whatever was in force
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// What is stated where documents leave a date open; printed and hashed into the report
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// How far the clocks of sources may be off, and which sources there have to be
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The time that the report bears; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
    /// Write the signed report into this folder, which must be new or empty
    #[arg(long, value_name = "DIR", requires = "key")]
    pub report: Option<PathBuf>,
    /// The key that signs the report: an OpenSSH Ed25519 private key
    #[arg(long, value_name = "FILE", requires = "report")]
    pub key: Option<PathBuf>,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE", requires = "key")]
    pub passphrase_file: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct VerifyArgs {
    /// The logs: plain, .gz or .zst
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Which keys may seal for whom, and when; without it nothing is trusted
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// The lightest severity that makes the exit status 1
    #[arg(long, value_enum, default_value_t = FailOn::Minor, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The time that the report bears; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct ExplainArgs {
    /// A finding's code, as settlement/overpaid; left out, all codes are listed
    pub code: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct ExplainCoupArgs {
    /// The log: plain, .gz or .zst
    pub log: PathBuf,
    /// The coup's shoe, as the log names it
    pub shoe: String,
    /// The coup's number
    pub coup: u64,
    /// A log of another source of the same table, joined as `replay` joins them; may be given several times
    #[arg(long, value_name = "LOG")]
    pub with: Vec<PathBuf>,
    /// Which keys may seal for whom, and when; without it nothing is trusted
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
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

#[derive(Debug, ClapArgs)]
pub struct EvidenceArgs {
    /// The log: plain, .gz or .zst
    pub log: PathBuf,
    /// The coup's shoe, as the log names it
    pub shoe: String,
    /// The coup's number
    pub coup: u64,
    /// A new or empty folder for the record, the lines up to the seal, the seal, the key and a README
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Which keys may seal for whom, and when; without it the key is not known, and the seal not checked
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct RulesetArgs {
    #[command(subcommand)]
    pub command: RulesetCommand,
}

#[derive(Debug, Subcommand)]
pub enum RulesetCommand {
    /// Every ruleset, since when it is in force, its digest
    List {
        #[command(flatten)]
        rules: RulesArgs,
        /// What is stated where documents leave a date open
        #[arg(long, value_name = "FILE")]
        facts: Option<PathBuf>,
    },
    /// One ruleset, readable
    Show {
        /// The ruleset's id: jurisdiction/venue/game/date
        id: String,
        #[command(flatten)]
        rules: RulesArgs,
    },
}

#[derive(Debug, ClapArgs)]
pub struct KeyArgs {
    #[command(subcommand)]
    pub command: KeyCommand,
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Make a key: the private half into FILE, the public half into FILE.pub
    New {
        /// Where the private key goes; never overwritten
        file: PathBuf,
        /// A comment for people
        #[arg(long, default_value = "")]
        comment: String,
        /// Encrypt the private key with the passphrase in this file
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
        /// Ask for a passphrase to encrypt the private key with
        #[arg(long, conflicts_with = "passphrase_file")]
        ask_passphrase: bool,
    },
    /// Show a key's public half: the OpenSSH line, the key id of coup logs, the fingerprint, SPKI PEM
    Show {
        /// A private key in OpenSSH's format, or a public one: OpenSSH line, PEM or base64
        file: PathBuf,
        /// A file that holds the passphrase of a private key
        #[arg(long, value_name = "FILE")]
        passphrase_file: Option<PathBuf>,
    },
}

#[derive(Debug, ClapArgs)]
pub struct SealArgs {
    /// Records, one JSON object a line, the first an `open`; seq, prev and key are filled in
    pub records: PathBuf,
    /// The key that seals
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// A file that holds the key's passphrase; left out, it is asked for
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Where the log goes; never overwritten
    #[arg(long, value_name = "LOG")]
    pub out: PathBuf,
    /// A seal after every so many records, beside the last one
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub every: u64,
    /// Leave the log open: its last seal is not final
    #[arg(long)]
    pub open: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ImportArgs {
    #[command(subcommand)]
    pub command: ImportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// A CSV file into an unsealed coup log
    Csv {
        /// The CSV file
        file: PathBuf,
        /// Which column is which field
        #[arg(long, value_name = "MAPPING.yaml")]
        map: PathBuf,
        /// Where the log goes; never overwritten
        #[arg(long, value_name = "LOG")]
        out: PathBuf,
        /// The time of the import; left out, the clock's
        #[arg(long, value_name = "TIME")]
        at: Option<String>,
    },
}

#[derive(Debug, ClapArgs)]
pub struct SimulateArgs {
    /// The rules to play by: a ruleset's id
    #[arg(required_unless_present = "list_faults")]
    pub ruleset: Option<String>,
    /// How many coups
    #[arg(long, default_value_t = 80, value_name = "N")]
    pub coups: u64,
    /// Everything drawn by lot follows from it, the signing key too: equal seeds give equal bytes
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Plant a fault in one coup out of so many, picked by lot
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub one_in: u32,
    /// Pick among these faults alone; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Plant this fault at this coup, counted through the whole log; may be given several times
    #[arg(long, value_name = "NAME@COUP")]
    pub plant: Vec<String>,
    /// Write the logs of a shoe, a display and so many terminals instead of one of the whole table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=99))]
    pub split: Option<u8>,
    /// Only wagers in time and of even stakes, nothing withdrawn or refused
    #[arg(long)]
    pub plain: bool,
    /// A new folder for log.jsonl, trust.yaml, expected.json, planted.txt and coups.csv; where it is split for
    /// shoe.jsonl, display.jsonl, terminal-1.jsonl and so on, with settings.yaml and without coups.csv
    #[arg(long, value_name = "DIR", required_unless_present = "list_faults")]
    pub out: Option<PathBuf>,
    /// Explain every fault there is, and every nearest miss
    #[arg(long)]
    pub list_faults: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReportArgs {
    #[command(subcommand)]
    pub command: ReportCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReportCommand {
    /// Check a report's signatures and files
    Verify {
        /// The report's folder
        dir: PathBuf,
        /// Who may sign: an allowed_signers file as ssh-keygen reads it
        #[arg(long, value_name = "FILE")]
        signers: Option<PathBuf>,
        /// As whom the signer must be known there
        #[arg(long, value_name = "NAME", requires = "signers")]
        identity: Option<String>,
        /// The time at which the signer must be allowed; left out, the clock's
        #[arg(long, value_name = "TIME", requires = "signers")]
        verify_time: Option<String>,
    },
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
