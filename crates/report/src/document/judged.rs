use resettle_oversight::carried::Asked;
use serde::{Deserialize, Serialize};

use super::Report;

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

/// Everything that nobody asked for, in words: what was not given, and the limits of tables whose logs show none.
#[must_use]
pub fn not_asked(report: &Report) -> Vec<String> {
    let Some(judged) = &report.judged_with else { return Vec::new() };
    let mut out = judged.not_asked.clone();
    let tables = report.played.iter().flat_map(|played| &played.tables);
    let unlimited: Vec<u64> =
        tables.map(|table| table.money.wagers_without_limits).filter(|wagers| *wagers > 0).collect();
    if !unlimited.is_empty() {
        let (tables, wagers) = (unlimited.len(), unlimited.iter().sum::<u64>());
        out.push(format!(
            "limits of {} ({})",
            resettle_words::counted(tables, "table"),
            resettle_words::counted(wagers, "wager")
        ));
    }
    out
}
