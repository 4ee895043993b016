use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::RulesArgs;

/// Judges the coups in `cases.yaml` next to each ruleset by that ruleset, and reports where something else is found, is
/// due, or is grounded by other clauses than the case says.
///
/// Exit status: 0 all cases hold; 1 one does not, or a ruleset has no cases; 2 the job could not be done.
#[derive(Debug, ClapArgs)]
pub struct TestArgs {
    /// Rulesets, each by its id or its folder, or folders with rulesets below them; left out, all at hand
    #[arg(value_name = "ID|FOLDER")]
    pub names: Vec<String>,
    /// Test by this file of cases instead of the one next to the ruleset
    #[arg(long, value_name = "FILE")]
    pub cases: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TestFormat::Text)]
    pub format: TestFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// For people
    Text,
    /// One document
    Json,
}
