use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::tally::{TableTotals, is_nought};

/// The sums of all tables of one currency, in its minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CurrencyTotals {
    /// ISO 4217 code, as the logs name it.
    pub currency: String,
    /// Coups.
    pub coups: u64,
    /// Wagers.
    pub wagers: u64,
    /// Stakes.
    pub staked: i128,
    /// What went back, commission taken off.
    pub returned: i128,
    /// What was due.
    pub due: i128,
    /// `returned` − `due`, positive in the players' favour. Errors either way cancel out in it.
    pub net_variance: i128,
    /// What went back beyond what was due, over the wagers that returned too much.
    pub overpaid: i128,
    /// What was due and did not go back, over the wagers that returned too little.
    pub underpaid: i128,
    /// Wagers that are not judged: what went back stands for what was due.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub wagers_not_judged: u64,
    /// The stakes of those.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub staked_not_judged: i128,
}

impl CurrencyTotals {
    /// Whether nothing of these wagers is judged.
    #[must_use]
    pub fn nothing_judged(&self) -> bool {
        self.wagers > 0 && self.wagers_not_judged == self.wagers
    }
}

impl CurrencyTotals {
    /// Adds up tables by currency.
    #[must_use]
    pub fn of(tables: &[TableTotals]) -> Vec<Self> {
        let mut out: BTreeMap<&str, Self> = BTreeMap::new();
        for table in tables {
            let sum = out
                .entry(&table.currency)
                .or_insert_with(|| Self { currency: table.currency.clone(), ..Self::default() });
            sum.coups += table.coups;
            sum.wagers += table.wagers;
            sum.staked += table.staked;
            sum.returned += table.returned;
            sum.due += table.due;
            sum.net_variance += table.returned - table.due;
            sum.overpaid += table.overpaid;
            sum.underpaid += table.underpaid;
            sum.wagers_not_judged += table.wagers_not_judged;
            sum.staked_not_judged += table.staked_not_judged;
        }
        out.into_values().collect()
    }
}
