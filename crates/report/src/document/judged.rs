use resettle_oversight::carried::Asked;
use serde::{Deserialize, Serialize};

use super::{Report, gaps};
use crate::folder::one_key;

/// What judged besides the logs, and what nobody asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct JudgedWith {
    /// Every file and option, in the order of the command's help.
    pub given: Vec<GivenRow>,
    /// What was not given or vouches for nothing, so that nothing is said about it; in words.
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

impl Report {
    /// Notes among what was not asked what does not vouch for each other though it looks so: what one key signed, and a roster that
    /// expects nothing. `signer` is the fingerprint of the key that is to sign the report, where it is signed.
    pub fn note_custody(&mut self, signer: Option<&str>) {
        let mut noted: Vec<String> =
            one_key(self, signer).into_iter().map(|said| format!("vouching by more than one: {said}")).collect();
        if self.run.as_ref().and_then(|run| run.roster.as_ref()).is_some_and(|roster| roster.expected == 0) {
            noted.push("logs that have to be there: the roster expects none in these days".to_owned());
        }
        if let Some(judged) = &mut self.judged_with {
            judged.not_asked.extend(noted);
        }
    }
}

/// Everything that nobody asked for, in words: what was not given, and what the logs lack that checks need.
#[must_use]
pub fn not_asked(report: &Report) -> Vec<String> {
    let given = report.judged_with.iter().flat_map(|judged| judged.not_asked.iter().cloned());
    given.chain(gaps(report)).collect()
}
