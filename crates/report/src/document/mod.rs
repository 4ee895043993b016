//! The report as data, in the shape that the command line's contract gives `report.json`.

mod json;

pub use json::to_json;

use std::borrow::Cow;
use std::collections::BTreeMap;

use resettle_audit::{Finding, RulesetUse, Severity, Totals};
use serde::{Deserialize, Serialize};

use crate::approval::Standing;

/// A whole report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `resettle-report/1`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The tool and its version.
    pub tool: String,
    /// When it was made; the one field in which two runs over the same inputs may differ.
    pub generated_at: String,
    /// The ruleset that was named to judge everything by, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// What was stated where documents leave dates open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<FactsUsed>,
    /// The digest of the trust store, where one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<TrustUsed>,
    /// Who approves rulesets, where that was said: the digest of the approvers file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approvers: Option<TrustUsed>,
    /// What was remembered of earlier runs, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heads: Option<HeadsUsed>,
    /// The logs.
    pub inputs: Vec<Input>,
    /// The rulesets used.
    pub rulesets: Vec<Ruleset>,
    /// The sums.
    pub summary: Summary,
    /// Everything that does not fit.
    pub findings: Vec<FindingRow>,
}

/// The trust store or approvers file that was used.
#[derive(Clone, Debug, Serialize)]
pub struct TrustUsed {
    /// Its file.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
}

/// The heads file that logs were compared with.
#[derive(Clone, Debug, Serialize)]
pub struct HeadsUsed {
    /// Its file.
    pub path: String,
    /// SHA-256 of its bytes before the run, in lower-case hex; none where it was not there.
    pub sha256: Option<String>,
    /// How many logs it remembered.
    pub remembered: usize,
    /// How many of these were not handed over.
    pub not_seen: usize,
}

/// The facts file that was used.
#[derive(Clone, Debug, Serialize)]
pub struct FactsUsed {
    /// Its file.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// What it states, by ruleset id.
    pub in_force: BTreeMap<String, StatedFact>,
}

/// One stated date.
#[derive(Clone, Debug, Serialize)]
pub struct StatedFact {
    /// The date.
    pub from: String,
    /// Where it was found.
    pub source: String,
    /// Who states it.
    pub by: String,
}

/// One log and its custody.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    /// The file as it was named.
    pub path: String,
    /// The log's id; empty where it has no readable `open`.
    pub log: String,
    /// SHA-256 of the file as it is on disk, in lower-case hex.
    pub sha256: String,
    /// Well-formed records.
    pub records: u64,
    /// Coups.
    pub coups: u64,
    /// Records that a seal vouches for which counts.
    pub authenticated_records: u64,
    /// The keys of all seals.
    pub keys: Vec<String>,
    /// Said of an import without any seal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// A ruleset that coups were judged by.
#[derive(Clone, Debug, Serialize)]
pub struct Ruleset {
    /// Its id.
    pub id: String,
    /// Its digest.
    pub sha256: String,
    /// How many coups.
    pub coups: u64,
    /// What approvals say of it.
    pub approval: Standing,
}

impl From<&RulesetUse> for Ruleset {
    fn from(used: &RulesetUse) -> Self {
        Self { id: used.id.clone(), sha256: used.digest.clone(), coups: used.coups, approval: Standing::Unverified }
    }
}

/// The sums; money in minor units of the logs' currency.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// Coups.
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
    pub by_code: BTreeMap<&'static str, u64>,
    /// Findings by severity.
    pub by_severity: BTreeMap<&'static str, u64>,
}

impl Summary {
    /// Counts findings and takes over the sums.
    #[must_use]
    pub fn new(totals: &Totals, findings: &[Finding]) -> Self {
        let mut summary = Self {
            coups: totals.coups,
            wagers: totals.wagers,
            staked: totals.staked,
            returned: totals.returned,
            due: totals.due,
            net_variance: totals.returned - totals.due,
            ..Self::default()
        };
        for finding in findings {
            *summary.by_code.entry(finding.code.as_str()).or_default() += 1;
            *summary.by_severity.entry(finding.severity.word()).or_default() += 1;
        }
        summary
    }

    /// Findings of a severity.
    #[must_use]
    pub fn of(&self, severity: Severity) -> u64 {
        self.by_severity.get(severity.word()).copied().unwrap_or(0)
    }
}

/// A finding as reports write it. May quote text of a log: neutralise before printing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindingRow {
    /// The stable code; one that was read back may be of another version.
    pub code: Cow<'static, str>,
    /// Its weight.
    pub severity: Cow<'static, str>,
    /// The clause that grounds it.
    pub clause: Option<String>,
    /// The log's id.
    pub log: String,
    /// The file.
    pub file: String,
    /// Line from 1.
    pub line: Option<u64>,
    /// The record's `seq`.
    pub seq: Option<u64>,
    /// The record's time, as written; none where no record shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The shoe.
    pub shoe: Option<String>,
    /// The coup.
    pub coup: Option<u64>,
    /// The wager.
    pub wager: Option<String>,
    /// What was expected.
    pub expected: Option<String>,
    /// What was logged.
    pub logged: Option<String>,
    /// `returned` − due in minor units.
    pub money: Option<i64>,
    /// In words.
    pub message: String,
    /// Whether a seal that counts vouches for the record.
    pub authenticated: bool,
    /// SHA-256 of the record's bytes.
    pub record_sha256: Option<String>,
    /// Whether another reading of the rules would give no finding here.
    pub reading: bool,
    /// The row of the source of an imported coup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_row: Option<i64>,
    /// The id that the source gave an imported coup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
}

impl From<&Finding> for FindingRow {
    fn from(finding: &Finding) -> Self {
        let place = &finding.place;
        Self {
            code: Cow::Borrowed(finding.code.as_str()),
            severity: Cow::Borrowed(finding.severity.word()),
            clause: finding.clause.clone(),
            log: finding.log.to_string(),
            file: finding.file.to_string(),
            line: place.line,
            seq: place.seq,
            at: None,
            shoe: place.shoe.clone(),
            coup: place.coup,
            wager: finding.wager.clone(),
            expected: finding.expected.clone(),
            logged: finding.logged.clone(),
            money: finding.money,
            message: finding.message.clone(),
            authenticated: finding.authenticated,
            record_sha256: place.record_sha256.clone(),
            reading: finding.reading,
            source_row: place.source_row,
            source_id: place.source_id.clone(),
        }
    }
}
