//! A report read back from its `report.json`, to print it or to make other files from it later.
//!
//! Only what these need is read; members that are not known here are left alone, so that a report
//! of a later version can still be read.

use serde::Deserialize;
use thiserror::Error;

use crate::document::{
    CurrencyTotals, DayRow, ExceptionsRow, Expected, FactsUsed, FindingRow, HeadsUsed, Held, Input, JudgedWith, KIND,
    Played, PromotionsUsed, RegisterRow, Report, Ruleset, StaffRow, Summary, TournamentRow, TrustUsed, Unread,
};
use crate::tally::{OutcomeRow, RegisterSum, ShoeRow, TableTotals};

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

/// A report as it was written, but for its coups.
#[derive(Clone, Debug)]
pub struct WrittenReport {
    /// Its head and sums.
    pub report: Report,
    /// Everything that does not fit.
    pub findings: Vec<FindingRow>,
    /// The sums of the register of irregularities.
    pub register_sums: Vec<RegisterSum>,
    /// The register of irregularities; none where nothing was replayed, or by a version that kept none.
    pub register: Option<Vec<RegisterRow>>,
    /// The shoes that were played.
    pub shoes: Vec<ShoeRow>,
}

/// What is read of the file.
#[derive(Deserialize)]
struct File {
    tool: String,
    generated_at: String,
    judged_by: Option<String>,
    facts: Option<FactsUsed>,
    trust: Option<TrustUsed>,
    approvers: Option<TrustUsed>,
    heads: Option<HeadsUsed>,
    judged_with: Option<JudgedWith>,
    promotions: Option<PromotionsUsed>,
    #[serde(default)]
    tournaments: Vec<TournamentRow>,
    inputs: Vec<Input>,
    #[serde(default)]
    unread: Vec<Unread>,
    rulesets: Vec<Ruleset>,
    summary: Summary,
    findings: Vec<FindingRow>,
    #[serde(default)]
    register_sums: Vec<RegisterSum>,
    register: Option<Vec<RegisterRow>>,
    tables: Option<Vec<TableTotals>>,
    #[serde(default)]
    days: Vec<DayRow>,
    #[serde(default)]
    exceptions: Vec<ExceptionsRow>,
    #[serde(default)]
    staff: Vec<StaffRow>,
    outcomes: Option<Vec<OutcomeRow>>,
    expected: Option<Expected>,
    shoes: Option<Vec<ShoeRow>>,
    /// What only a monthly run says.
    scope: Option<serde::de::IgnoredAny>,
}

/// The one member that says what the others are.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: String,
}

impl WrittenReport {
    /// Reads `report.json`.
    ///
    /// # Errors
    /// Bytes that are no report of this kind, with the place where they stop being one.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        if !bytes.starts_with(b"{") {
            return Err(ReadError::NoObject);
        }
        let Kind { kind } = serde_json::from_slice(bytes).map_err(|error| shape(&error))?;
        if kind != KIND {
            return Err(ReadError::Kind(kind));
        }
        let file: File = serde_json::from_slice(bytes).map_err(|error| shape(&error))?;
        let played = match (file.tables, file.outcomes) {
            (None, None) => None,
            (tables, outcomes) => Some(Played {
                tables: tables.unwrap_or_default(),
                outcomes: outcomes.unwrap_or_default(),
                expected: file.expected,
                days: file.days,
                exceptions: file.exceptions,
                staff: file.staff,
            }),
        };
        let run = match file.scope {
            None => None,
            Some(_) => Some(serde_json::from_slice(bytes).map_err(|error| shape(&error))?),
        };
        let mut summary = file.summary;
        // A version that kept none of them kept the sums of the tables.
        if let Some(played) = played.as_ref().filter(|_| summary.currencies.is_empty()) {
            summary.currencies = CurrencyTotals::of(&played.tables);
        }
        let report = Report {
            run,
            kind: KIND,
            tool: file.tool,
            generated_at: file.generated_at,
            judged_by: file.judged_by,
            facts: file.facts,
            trust: file.trust,
            approvers: file.approvers,
            heads: file.heads,
            judged_with: file.judged_with,
            promotions: file.promotions,
            tournaments: file.tournaments,
            inputs: file.inputs,
            unread: file.unread,
            rulesets: file.rulesets,
            summary,
            played,
        };
        Ok(Self {
            report,
            findings: file.findings,
            register_sums: file.register_sums,
            register: file.register,
            shoes: file.shoes.unwrap_or_default(),
        })
    }

    /// The sums of the tables; none where nothing was replayed.
    #[must_use]
    pub fn tables(&self) -> &[TableTotals] {
        self.report.played.as_ref().map_or(&[], |played| &played.tables)
    }

    /// The currency of all amounts, where there is only one.
    #[must_use]
    pub fn only_currency(&self) -> Option<&str> {
        let (first, others) = self.tables().split_first()?;
        others.iter().all(|table| table.currency == first.currency).then_some(first.currency.as_str())
    }

    /// The head and the rows, as what prints them takes them; coups are not among them.
    #[must_use]
    pub fn into_rows(self) -> (Report, Held) {
        let held = Held {
            findings: self.findings,
            register_sums: self.register_sums,
            register: self.register.unwrap_or_default(),
            shoes: self.shoes,
            coups: Vec::new(),
        };
        (self.report, held)
    }
}

fn shape(error: &serde_json::Error) -> ReadError {
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or(&said).to_owned();
    ReadError::Shape { line: error.line(), column: error.column(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-01T00:00:00Z","inputs":[],"rulesets":[],
"summary":{"coups":1,"wagers":1,"staked":170141183460469231731687303715884105727,"returned":-1,"due":0,"net_variance":-1,"by_code":{},"by_severity":{}},"findings":[]}"#;

    #[test]
    fn reads_sums_of_any_size() {
        let written = WrittenReport::parse(SMALL.as_bytes()).unwrap();
        assert_eq!((written.report.summary.staked, written.report.summary.returned), (Some(i128::MAX), Some(-1)));
        assert_eq!(written.only_currency(), None);
    }

    #[test]
    fn sums_of_a_report_of_an_older_version_are_read() {
        let sum = r#""register_sums":[{"by":"kind","currency":"SGD","name":"misdeal","entries":3,"faulty":0,"on_word":0,"coups":3,
"untold":2,"moved":0,"to_players":0,"to_house":0,"moved_on_word":0,"untold_returned":500}],"findings""#;
        let written = WrittenReport::parse(SMALL.replace("\"findings\"", sum).as_bytes()).unwrap();
        let sum = &written.register_sums[0];
        assert_eq!((sum.due_unknown, sum.due_unknown_returned), (2, 500));
    }

    #[test]
    fn says_what_is_no_report_and_where() {
        for (text, reported) in [
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
            assert_eq!(WrittenReport::parse(text.as_bytes()).unwrap_err().to_string(), reported);
        }
    }
}
