use resettle_game::{Amount, counted};
use serde::{Deserialize, Serialize};

use super::StatementLine;
use crate::print::percent;

/// What was counted in drop boxes, beside what was won on the same days. Money in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DropSum {
    /// What was counted.
    pub drop: i128,
    /// Stakes less what went back, on the days of which a drop was counted.
    pub won: i128,
    /// How many days of tables these are.
    pub days: u64,
    /// How many days of tables with coups no drop was counted of; neither sum holds anything of them.
    pub days_without: u64,
}

impl DropSum {
    /// A day of a table with coups, and what was counted of it.
    pub fn day(&mut self, won: i128, drop: Option<i128>) {
        match drop {
            Some(drop) => {
                self.drop += drop;
                self.won += won;
                self.days += 1;
            }
            None => self.days_without += 1,
        }
    }

    /// The share of the drop that was won, as people write it; none of no drop.
    #[must_use]
    pub fn hold(&self) -> Option<String> {
        percent(self.won, self.drop)
    }

    /// Of how many days, in words: `3 of 4 days`.
    #[must_use]
    pub fn of_days(&self) -> String {
        format!("{} of {}", self.days, counted(self.days + self.days_without, "day"))
    }

    /// It as a line of the statement of money; none where no day was counted.
    #[must_use]
    pub fn line(&self, currency: &str) -> Option<StatementLine> {
        if self.days == 0 {
            return None;
        }
        let won = Amount::new(self.won, Some(currency));
        let hold = self.hold().map_or_else(String::new, |hold| format!(", {hold} of it"));
        let about = format!("counted in drop boxes on {} of tables; {won} was won on them{hold}", self.of_days());
        Some(StatementLine { line: "drop".to_owned(), money: self.drop, about })
    }
}

/// The file of what was counted in drop boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DropUsed {
    /// Its path, as it was given.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
    /// How many of its rows are of the days and tables that were asked for.
    pub rows: u64,
    /// Those of no day with a coup, which are in no sum: `venue table day`, then the amount. Money was counted there, and no
    /// play is logged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_coups: Vec<String>,
    /// The days with coups that it has no row for, as `venue table day`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_counted: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hold_is_of_the_days_that_were_counted() {
        let mut sum = DropSum::default();
        sum.day(500, Some(2_000));
        sum.day(9_000, None);
        assert_eq!((sum.hold().as_deref(), sum.of_days().as_str()), (Some("25.00 %"), "1 of 2 days"));
        assert_eq!(DropSum::default().hold(), None);
    }
}
