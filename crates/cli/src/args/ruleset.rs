use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::RulesArgs;

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
    /// A ruleset beside the document it was made from: clause by clause, the paytable, the decks
    Trace(TraceArgs),
}

/// Lays a ruleset beside its document, PDF or text. Every clause is told with what became of it, where it stands in
/// the ruleset, and whether its fingerprint is that of the document's text; the paytable and the range of decks are
/// read from the document and compared; of a bilingual document it is told where the halves part.
///
/// Exit status: 0 all is equal; 1 something differs, or one of the two lacks a clause; 2 the job could not be done.
#[derive(Debug, ClapArgs)]
pub struct TraceArgs {
    /// The ruleset's id, or its folder
    pub ruleset: String,
    /// The document: a PDF, or its text in UTF-8
    #[arg(long, value_name = "FILE")]
    pub document: PathBuf,
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
