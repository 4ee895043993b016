use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::RulesArgs;

/// Exit status: 0 nothing changed at or above --fail-on, but for what is accepted; 1 something did; 2 the job could not
/// be done.
#[derive(Debug, ClapArgs)]
pub struct DiffArgs {
    /// The old version: a ruleset's id, or a folder that holds ruleset.yaml and notes.md
    pub old: String,
    /// The new version
    pub new: String,
    /// Where a version leaves a choice: what is chosen; once for each option
    #[arg(long, value_name = "OPTION=CHOICE")]
    pub elect: Vec<String>,
    /// How the diff is printed
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// Exit with 1 only for changes of this level or a heavier one: settlement weighs most, editorial least
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = DiffLevel::Editorial)]
    pub fail_on: DiffLevel,
    /// Changes that are accepted: a file of their fingerprints, one a line; what follows a fingerprint, and lines that
    /// begin with #, are comments
    #[arg(long, value_name = "FILE")]
    pub accepted: Option<PathBuf>,
    /// Settle these logs, and all below these folders, under both versions, and total the difference for each bet
    #[arg(long, value_name = "LOG", num_args = 1..)]
    pub replay: Vec<PathBuf>,
    /// The old version's document, PDF or text: clauses that changed are shown in its words
    #[arg(long, value_name = "FILE")]
    pub old_document: Option<PathBuf>,
    /// The new version's document
    #[arg(long, value_name = "FILE")]
    pub new_document: Option<PathBuf>,
    /// A cut file, which says where the clauses of the old document begin; left out, cut.yaml beside the old version, where
    /// it is of this document
    #[arg(long, value_name = "FILE", requires = "old_document")]
    pub old_cut_file: Option<PathBuf>,
    /// The same for the new document
    #[arg(long, value_name = "FILE", requires = "new_document")]
    pub new_cut_file: Option<PathBuf>,
    /// Which keys may seal the logs, and when; records that no trusted seal vouches for are reported
    #[arg(long, value_name = "FILE", requires = "replay")]
    pub trust: Option<PathBuf>,
    /// Write to this new file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffLevel {
    /// What a wager is due
    Settlement,
    /// What is demanded, permitted or reported
    Procedure,
    /// Words and numbers of the document
    Editorial,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// For people
    Text,
    /// One document
    Json,
    /// One page that needs nothing else, for screens and for A4
    Html,
}
