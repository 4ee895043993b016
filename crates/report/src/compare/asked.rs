//! What was not asked, in two reports: a finding may be gone because nothing was asked any more.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use resettle_audit::{Check, NotAsked};
use resettle_game::{Amount, counted};
use serde::Serialize;

use crate::document::Report;
use crate::print::neutral;
use crate::tally::Part;

/// What one check was not asked for one reason, over all tables of a currency, where that differs.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct NotAskedChange {
    /// ISO 4217 code.
    pub currency: String,
    /// The check, as `coverage` names it.
    pub check: &'static str,
    /// The reason, likewise.
    pub why: &'static str,
    /// In the first report.
    pub before: NotAskedPart,
    /// In the second.
    pub after: NotAskedPart,
}

/// Coups and wagers with what was staked on them, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NotAskedPart {
    /// Coups; nought where the check is of wagers and some are logged.
    pub coups: u64,
    /// Wagers that the check was not asked of; of a check of coups, those in coups that it was not asked of.
    pub wagers: u64,
    /// Their stakes.
    pub staked: i128,
}

type Sums<'r> = BTreeMap<(&'r str, Check, NotAsked), Part>;

/// Only what a log or a setting lacks: what the rules do not ask differs with every coup.
fn gaps(report: &Report) -> Sums<'_> {
    let mut sums = Sums::new();
    for table in report.played.iter().flat_map(|played| &played.tables) {
        for (check, why, part) in table.not_asked.iter().filter(|(_, why, _)| why.is_gap()) {
            sums.entry((&table.currency, check, why)).or_default().add(part);
        }
    }
    sums
}

fn part<'r>(of: &Sums<'r>, key: (&'r str, Check, NotAsked)) -> NotAskedPart {
    let Part { coups, wagers, staked, .. } = of.get(&key).copied().unwrap_or_default();
    NotAskedPart { coups, wagers, staked }
}

pub(super) fn changes(before: &Report, after: &Report) -> Vec<NotAskedChange> {
    let (before, after) = (gaps(before), gaps(after));
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).copied().collect();
    let change = |key| {
        let (before, after) = (part(&before, key), part(&after, key));
        let (currency, check, why): (&str, Check, NotAsked) = key;
        let words = (check.word(), why.word());
        (before != after).then(|| NotAskedChange {
            currency: currency.to_owned(),
            check: words.0,
            why: words.1,
            before,
            after,
        })
    };
    keys.into_iter().filter_map(change).collect()
}

impl NotAskedChange {
    pub(super) fn write(&self, out: &mut String) {
        let unit = neutral(&self.currency);
        let says = NotAsked::parse(self.why).map_or(self.why, NotAsked::says);
        let part = |part: &NotAskedPart| {
            let coups = if part.coups > 0 { format!("{}, ", counted(part.coups, "coup")) } else { String::new() };
            format!("{coups}{}, {} staked", counted(part.wagers, "wager"), Amount::new(part.staked, Some(&unit)))
        };
        let _ = writeln!(out, "  {}, {says}: {} -> {}", self.check, part(&self.before), part(&self.after));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::read::WrittenReport;
    use crate::tally::TableTotals;

    fn report(gaps: &serde_json::Value) -> Report {
        let mut table =
            serde_json::to_value(TableTotals { currency: "SGD".to_owned(), ..TableTotals::default() }).unwrap();
        table["not_asked"] = gaps.clone();
        let text = json!({"type": "resettle-report/1", "tool": "t", "generated_at": "2026-01-01T00:00:00Z", "inputs": [], "rulesets": [],
            "summary": {"coups": 0, "wagers": 0, "by_code": {}, "by_severity": {}}, "findings": [], "tables": [table]});
        WrittenReport::parse(text.to_string().as_bytes()).unwrap().report
    }

    #[test]
    fn what_went_dark_between_two_reports_is_named_and_what_no_rule_asks_is_not() {
        let row = |check: &str, why: &str, wagers: u32| json!({"check": check, "why": why, "wagers": wagers, "staked": wagers * 100, "returned": 0});
        let before = report(&json!([row("limits", "no_person", 1), row("combinations", "no_rule", 2)]));
        let after = report(&json!([
            row("limits", "no_person", 1),
            row("limits", "no_maximum", 3),
            row("combinations", "no_rule", 5)
        ]));
        assert_eq!(changes(&before, &before), []);
        let changes = changes(&before, &after);
        let [change] = changes.as_slice() else { panic!("{changes:?}") };
        assert_eq!(
            (change.why, change.before.wagers, change.after),
            ("no_maximum", 0, NotAskedPart { coups: 0, wagers: 3, staked: 300 })
        );
        let mut out = String::new();
        change.write(&mut out);
        assert_eq!(out, "  limits, no maximum on the sign: 0 wagers, 0.00 SGD staked -> 3 wagers, 3.00 SGD staked\n");
    }
}
