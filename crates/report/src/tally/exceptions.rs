use std::collections::BTreeMap;

use resettle_audit::{Finding, Severity};
use serde::{Deserialize, Serialize};

use super::is_nought;

/// How many findings of each severity a table has, and at which hours of its clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Exceptions {
    /// Of severity `critical`.
    pub critical: u64,
    /// Of severity `major`.
    pub major: u64,
    /// Of severity `minor`.
    pub minor: u64,
    /// Of severity `info`.
    pub info: u64,
    /// Doubts about which ruleset was in force (`ruleset/uncertain`), which are counted above under no severity.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub uncertain: u64,
    /// Those of at least severity `minor` whose record bears a time, by the hour of the table's clock, `00` to `23`.
    pub by_hour: BTreeMap<String, u64>,
}

impl Exceptions {
    /// Counts one finding; `hour` is that of its record by the table's clock. A doubt about the ruleset is no exception.
    pub fn finding(&mut self, finding: &Finding, hour: Option<u8>) {
        if finding.code.is_doubt() {
            self.uncertain += 1;
            return;
        }
        let severity = finding.severity;
        let count = match severity {
            Severity::Critical => &mut self.critical,
            Severity::Major => &mut self.major,
            Severity::Minor => &mut self.minor,
            Severity::Info => &mut self.info,
        };
        *count += 1;
        if let Some(hour) = hour.filter(|_| severity >= Severity::Minor) {
            *self.by_hour.entry(format!("{hour:02}")).or_default() += 1;
        }
    }

    /// Adds those of the same table.
    pub fn add(&mut self, other: &Self) {
        self.critical += other.critical;
        self.major += other.major;
        self.minor += other.minor;
        self.info += other.info;
        self.uncertain += other.uncertain;
        for (hour, more) in &other.by_hour {
            *self.by_hour.entry(hour.clone()).or_default() += more;
        }
    }
}
