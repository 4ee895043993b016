use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::RulesArgs;

/// Compares two rulesets over everything that can happen: every deal and everything that can be known of a coup, for each
/// bet; every combination of facts of each irregularity; the tables of play cell by cell; everything else as data. What is
/// not the same is listed, each with its set of coups in words and, where cards and a bet show it, a smallest coup. What is
/// too large to be gone through is named as not proven. Clauses, titles and dates have no part in it.
///
/// Exit status: 0 proven to be equivalent, or all that differs is accepted and that nothing else differs is proven;
/// 1 something differs, or not everything could be proven; 2 the job could not be done.
#[derive(Debug, ClapArgs)]
pub struct EquivalentArgs {
    /// The one: a ruleset's id, or a folder that holds ruleset.yaml and notes.md
    pub old: String,
    /// The other
    pub new: String,
    /// Differences that are accepted: a file of their fingerprints, as `--format json` gives them, one a line; what
    /// follows a fingerprint, and lines that begin with #, are comments
    #[arg(long, value_name = "FILE")]
    pub accepted: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = EquivalentFormat::Text)]
    pub format: EquivalentFormat,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EquivalentFormat {
    /// For people
    Text,
    /// One document
    Json,
}
