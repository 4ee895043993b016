use std::collections::BTreeMap;

use resettle_audit::Finding;
use serde::{Deserialize, Serialize};

/// The money of findings by code, those that a report leaves out counted; in minor units of one currency, positive in the
/// players' favour. Chips of tournaments are no money.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FoundMoney(pub BTreeMap<String, i128>);

impl FoundMoney {
    /// Counts one finding.
    pub fn finding(&mut self, finding: &Finding) {
        if let Some(money) = finding.money.filter(|_| !finding.chips) {
            self.put(finding.code.as_str(), money.into());
        }
    }

    /// Adds that of other tables of the same currency.
    pub fn add(&mut self, other: &Self) {
        other.0.iter().for_each(|(code, money)| self.put(code, *money));
    }

    fn put(&mut self, code: &str, money: i128) {
        match self.0.get_mut(code) {
            Some(sum) => *sum += money,
            None => drop(self.0.insert(code.to_owned(), money)),
        }
    }
}
