use resettle_oversight::carried::Asked;
use serde::{Deserialize, Serialize};

use super::{Report, gaps};

/// What judged besides the logs, and what nobody asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct JudgedWith {
    /// Every file and option, in the order of the command's help.
    pub given: Vec<GivenRow>,
    /// What was not given, so that nothing is said about it; in words.
    pub not_asked: Vec<String>,
    /// What a later report compares with what it asks itself.
    pub asked: Asked,
}

/// A file or option that judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct GivenRow {
    /// The option, as `--settings`.
    pub option: String,
    /// The file, or what was chosen; null for an option without a value.
    pub value: Option<String>,
    /// SHA-256 of the file's bytes, in lower-case hex; of a folder of rulesets, over a line `<digest>  <id>` for each in the order of ids; of a folder of approvals, and of what is no file, left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl GivenRow {
    /// Option and value, as people read them.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.value {
            Some(value) => format!("{} {value}", self.option),
            None => self.option.clone(),
        }
    }
}

/// Everything that nobody asked for, in words: what was not given, and what the logs lack that checks need.
#[must_use]
pub fn not_asked(report: &Report) -> Vec<String> {
    let given = report.judged_with.iter().flat_map(|judged| judged.not_asked.iter().cloned());
    given.chain(gaps(report)).collect()
}
