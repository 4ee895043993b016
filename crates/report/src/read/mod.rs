//! A report read back from its `report.json`, to print it or to make other files from it later.
//!
//! Only what these need is read; members that are not known here are left alone, so that a report
//! of a later version can still be read. A finding of an unknown code is a finding all the same.

mod money;

pub use money::{Sums, WrittenTable};

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use crate::document::FindingRow;

/// The `type` of the reports that can be read.
pub const KIND: &str = "resettle-report/1";

/// Why a file is no report that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Not JSON, or JSON of another shape.
    #[error("line {line}, column {column}: {reason}")]
    Shape {
        /// Line from 1.
        line: usize,
        /// Column from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// JSON of another kind.
    #[error("its type is {0:?}, and only {KIND:?} is read")]
    Kind(String),
    /// No JSON object at all.
    #[error("it does not begin with `{{`, as a report does")]
    NoObject,
}

/// A report as it was written.
#[derive(Clone, Debug, Deserialize)]
pub struct Written {
    #[serde(rename = "type")]
    kind: String,
    /// The tool and its version.
    pub tool: String,
    /// When it was made, as written.
    pub generated_at: String,
    /// The ruleset that was named to judge everything by, if one was.
    pub judged_by: Option<String>,
    /// What was stated where documents leave dates open.
    pub facts: Option<WrittenFacts>,
    /// The logs.
    pub inputs: Vec<WrittenInput>,
    /// The rulesets used.
    pub rulesets: Vec<WrittenRuleset>,
    /// The sums.
    pub summary: WrittenSummary,
    /// Everything that does not fit.
    pub findings: Vec<FindingRow>,
    /// The sums of each table; empty in reports that do not hold them.
    #[serde(default)]
    pub tables: Vec<WrittenTable>,
}

/// What was stated where documents leave dates open.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenFacts {
    /// The file.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// What it states, by ruleset id.
    pub in_force: BTreeMap<String, WrittenFact>,
}

/// One stated date.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenFact {
    /// The date.
    pub from: String,
    /// Where it was found.
    pub source: String,
    /// Who states it.
    pub by: String,
}

/// One log and its custody.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenInput {
    /// The file as it was named.
    pub path: String,
    /// The log's id.
    pub log: String,
    /// SHA-256 of the file, in lower-case hex.
    pub sha256: String,
    /// Well-formed records.
    pub records: u64,
    /// Coups.
    pub coups: u64,
    /// Records that a seal vouches for which counts.
    pub authenticated_records: u64,
    /// Said of an import without any seal.
    pub note: Option<String>,
}

/// A ruleset that coups were judged by.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenRuleset {
    /// Its id.
    pub id: String,
    /// Its digest.
    pub sha256: String,
    /// How many coups.
    pub coups: u64,
}

/// The sums; money in minor units.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenSummary {
    /// The sums over everything.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back.
    pub returned: i128,
    /// What was due.
    pub due: i128,
    /// `returned` − `due`, positive in the players' favour.
    pub net_variance: i128,
    /// Findings by code.
    pub by_code: BTreeMap<String, u64>,
    /// Findings by severity.
    pub by_severity: BTreeMap<String, u64>,
    /// Findings that were left out, by code.
    #[serde(default)]
    pub truncated: BTreeMap<String, u64>,
}

impl Written {
    /// Reads `report.json`.
    ///
    /// # Errors
    /// Bytes that are no report of this kind, with the place where they stop being one.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        if !bytes.starts_with(b"{") {
            return Err(ReadError::NoObject);
        }
        let written: Self = serde_json::from_slice(bytes).map_err(|error| {
            let reason = error.to_string();
            let told = reason.split(" at line ").next().unwrap_or(&reason).to_owned();
            ReadError::Shape { line: error.line(), column: error.column(), reason: told }
        })?;
        if written.kind == KIND { Ok(written) } else { Err(ReadError::Kind(written.kind)) }
    }

    /// The currency of a log's amounts: the one of all tables, where there is only one.
    #[must_use]
    pub fn only_currency(&self) -> Option<&str> {
        let (first, others) = self.tables.split_first()?;
        others.iter().all(|table| table.currency == first.currency).then_some(first.currency.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-01T00:00:00Z","inputs":[],"rulesets":[],
"summary":{"coups":1,"wagers":1,"staked":170141183460469231731687303715884105727,"returned":-1,"due":0,"net_variance":-1,"by_code":{},"by_severity":{}},"findings":[]}"#;

    #[test]
    fn reads_sums_of_any_size() {
        let written = Written::parse(SMALL.as_bytes()).unwrap();
        assert_eq!((written.summary.staked, written.summary.returned), (i128::MAX, -1));
        assert_eq!(written.only_currency(), None);
    }

    #[test]
    fn says_what_is_no_report_and_where() {
        for (text, told) in [
            ("", "it does not begin with `{`, as a report does"),
            ("[]", "it does not begin with `{`, as a report does"),
            ("{\"type\":\n 1}", "line 2, column 2: invalid type: integer `1`, expected a string"),
            (
                &SMALL.replace("report/1", "report/2"),
                "its type is \"resettle-report/2\", and only \"resettle-report/1\" is read",
            ),
            (&SMALL.replace("\"inputs\":[],", ""), "line 2, column 166: missing field `inputs`"),
            (&SMALL.replace("\"returned\":-1", "\"returned\":-1.5"), "line 2, column 95: expected `,` or `}`"),
        ] {
            assert_eq!(Written::parse(text.as_bytes()).unwrap_err().to_string(), told);
        }
    }
}
