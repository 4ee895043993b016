use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::RulesArgs;

/// Writes one page, index.html, on which the document and its ruleset are side by side, clause by clause, as the document
/// reads: what enforces each clause, the cases that rest on it, the findings that cite it, its readings. Every number of
/// the document is looked for in the ruleset; what is nowhere is marked. The page opens offline and can be printed.
///
/// Exit status: 0 every clause is in both with the same text, nothing that `ruleset trace` compares differs, and every enforced
/// clause is shown by a case; 1 it is not, the page says where; 2 the job could not be done.
#[derive(Debug, ClapArgs)]
pub struct WeaveArgs {
    /// The ruleset's id, one of your own with --rulesets; or its folder
    pub ruleset: String,
    /// The document: a PDF, or its text in UTF-8
    #[arg(long, value_name = "FILE")]
    pub document: PathBuf,
    /// A cut file, which says where the clauses of the document begin; left out, cut.yaml beside the ruleset, where it is of
    /// this document
    #[arg(long, value_name = "FILE")]
    pub cut_file: Option<PathBuf>,
    /// The folder for the page, made where it is missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// A version to compare with: what it says otherwise is struck out beside each value; clauses whose words are others, that
    /// are new or that went are named
    #[arg(long, value_name = "ID")]
    pub against: Option<String>,
    /// The document of that version, PDF or text: clauses that changed or went are shown in its words too
    #[arg(long, value_name = "FILE")]
    pub old_document: Option<PathBuf>,
    /// A cut file, which says where the clauses of that document begin; left out, cut.yaml beside that version, where it is of
    /// this document
    #[arg(long, value_name = "FILE", requires = "old_document")]
    pub old_cut_file: Option<PathBuf>,
    /// Where the ruleset leaves a choice: what is chosen; once for each option
    #[arg(long, value_name = "OPTION=CHOICE")]
    pub elect: Vec<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
}
