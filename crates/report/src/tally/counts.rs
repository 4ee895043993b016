use std::collections::BTreeMap;

use resettle_audit::Finding;
use serde::{Deserialize, Serialize};

/// How many findings there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Counts {
    /// By code.
    pub by_code: BTreeMap<String, u64>,
    /// By severity.
    pub by_severity: BTreeMap<String, u64>,
}

impl Counts {
    /// Adds one finding to its code and to its severity.
    pub fn finding(&mut self, finding: &Finding) {
        add(&mut self.by_code, finding.code.as_str(), 1);
        add(&mut self.by_severity, finding.severity.word(), 1);
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        other.by_code.iter().for_each(|(code, count)| add(&mut self.by_code, code, *count));
        other.by_severity.iter().for_each(|(severity, count)| add(&mut self.by_severity, severity, *count));
    }

    /// How many of each code lie beyond the first `max`; none of any where no bound is named.
    #[must_use]
    pub fn beyond(&self, max: Option<u64>) -> BTreeMap<String, u64> {
        let Some(max) = max else { return BTreeMap::new() };
        let over = self.by_code.iter().filter(|(_, count)| **count > max);
        over.map(|(code, count)| (code.clone(), count - max)).collect()
    }
}

fn add(counts: &mut BTreeMap<String, u64>, key: &str, more: u64) {
    match counts.get_mut(key) {
        Some(count) => *count += more,
        None => {
            counts.insert(key.to_owned(), more);
        }
    }
}
