use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::{
    ApprovalArgs, ApproveArgs, CheckArgs, ClausesArgs, EquivalentArgs, HistoryArgs, PackArgs, RulesArgs, TestArgs,
    WeaveArgs,
};

#[derive(Debug, ClapArgs)]
pub struct RulesetArgs {
    #[command(subcommand)]
    pub command: RulesetCommand,
}

#[derive(Debug, Subcommand)]
pub enum RulesetCommand {
    /// Every ruleset, since when it is in force, its digest, and where it is from
    List {
        #[command(flatten)]
        rules: RulesArgs,
        /// What is stated where documents leave a date open
        #[arg(long, value_name = "FILE")]
        facts: Option<PathBuf>,
        #[command(flatten)]
        approval: ApprovalArgs,
        /// The time at which approvals are checked; left out, the clock's
        #[arg(long, value_name = "TIME", requires = "approvers")]
        at: Option<String>,
    },
    /// One ruleset, readable
    Show {
        /// The ruleset's id: jurisdiction/venue/game/date
        id: String,
        #[command(flatten)]
        rules: RulesArgs,
    },
    /// The clauses of a document, PDF or text, as a new ruleset begins: numbers and fingerprints
    Clauses(ClausesArgs),
    /// Check rulesets before they are approved: format, citations, dates, notes, and side by side
    Check(CheckArgs),
    /// Test rulesets by the cases next to them: coups, what is due for them, what is found
    Test(TestArgs),
    /// Sign that a ruleset says what its document says
    Approve(ApproveArgs),
    /// Rulesets and their approvals as one signed file, for whoever has the program already: --add-rulesets reads it
    Pack(PackArgs),
    /// Print the JSON Schema of ruleset.yaml, by which editors complete and check
    Schema,
    /// Write a document, rulesets with their cases, and what there is to read about their form: all that the guide to a new
    /// ruleset uses
    Example {
        /// A new folder for them
        #[arg(default_value = "resettle-example", value_name = "DIR")]
        dir: PathBuf,
    },
    /// A ruleset compared with the document it was made from: clause by clause, the paytable, the decks
    Trace(TraceArgs),
    /// Prove that two rulesets settle, void and demand the same, over everything that can happen
    Equivalent(EquivalentArgs),
    /// Each value of a game over all its versions, with dates and clauses
    History(HistoryArgs),
    /// The document and its ruleset side by side on one page: what enforces each clause, what shows it, its readings
    Weave(WeaveArgs),
}

/// Compares a ruleset with its document, PDF or text. Every clause is listed with what became of it, where it is in
/// the ruleset, and whether its fingerprint is that of the document's text; the paytable and the range of decks are
/// read from the document and compared; for a bilingual document it is reported where the halves differ.
///
/// Whether a row on an irregularity cites a clause that speaks of it is checked by a list of words.
///
/// Exit status: 0 all is equal; 1 something differs, one of the two lacks a clause, or not everything could be
/// compared (--accept-uncompared lifts that); 2 the job could not be done.
#[derive(Debug, ClapArgs)]
pub struct TraceArgs {
    /// The ruleset's id, one of your own with --rulesets; or its folder
    pub ruleset: String,
    /// The document: a PDF, or its text in UTF-8
    #[arg(long, value_name = "FILE")]
    pub document: PathBuf,
    /// A cut file, which says where the clauses of the document begin; left out, cut.yaml beside the ruleset, where it is of
    /// this document
    #[arg(long, value_name = "FILE")]
    pub cut_file: Option<PathBuf>,
    /// The document of the version before, or the one that the ruleset was made from: the clauses that differ are shown in its
    /// words and in those of the document
    #[arg(long, value_name = "FILE")]
    pub old_document: Option<PathBuf>,
    /// A cut file, which says where the clauses of that document begin; left out, cut.yaml beside the ruleset, where it is of
    /// that document
    #[arg(long, value_name = "FILE", requires = "old_document")]
    pub old_cut_file: Option<PathBuf>,
    /// Where the ruleset leaves a choice: what is chosen; once for each option
    #[arg(long, value_name = "OPTION=CHOICE")]
    pub elect: Vec<String>,
    /// Also exit with 0 where a part of the document could not be read and so was not compared; with what stands for a list,
    /// only where it is that list
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    pub accept_uncompared: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TraceFormat::Text)]
    pub format: TraceFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// For people
    Text,
    /// One document
    Json,
}
