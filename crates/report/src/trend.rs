//! Any number of reports beside each other, the oldest first: what was played and found in each, and how long what is open in the
//! last one has been open, by who sees to it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use resettle_audit::Severity;
use resettle_game::{Amount, counted};
use resettle_oversight::carried::is_exception;
use resettle_sealed_log::Time;
use serde::Serialize;

use crate::document::{CarriedRow, CurrencyTotals, DispositionNote, FindingRow};
use crate::print::neutral;
use crate::read::WrittenReport;
use crate::tally::Won;

/// Reports beside each other.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Trend {
    /// `resettle-report-trend/1`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The reports, the oldest first.
    pub reports: Vec<Period>,
    /// What is open in the last one, by who sees to it; first what nobody does.
    pub open: Vec<OwnedOpen>,
}

/// What one report says of its period.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    /// When it was made.
    pub generated_at: String,
    /// The first day that was asked for; none without a bound.
    pub from: Option<String>,
    /// The last, likewise.
    pub to: Option<String>,
    /// Findings by severity.
    pub findings: BTreeMap<String, u64>,
    /// Earlier exceptions by standing: `open`, `settled` or `repeated`.
    pub carried: BTreeMap<String, u64>,
    /// The sums of each currency.
    pub money: Vec<PeriodMoney>,
}

/// The sums of one currency, in its minor units.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PeriodMoney {
    /// ISO 4217 code.
    pub currency: String,
    /// How many coups.
    pub coups: u64,
    /// What was staked.
    pub staked: i128,
    /// Stakes less what went back.
    pub won: i128,
    /// What came back beyond what was due.
    pub overpaid: i128,
    /// What was due and did not come back.
    pub underpaid: i128,
}

/// How long what somebody sees to has been open. An exception counts from the day of the report that had it first.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct OwnedOpen {
    /// Who sees to it; none where nobody does.
    pub owner: Option<String>,
    /// How many, by age: along [`AGES`].
    pub by_age: [u64; AGES.len()],
    /// The age of the oldest, in days; none where none is carried forward.
    pub oldest_days: Option<i32>,
    /// Of how many an answer is out of date.
    pub overdue: u64,
}

/// Up to how many days, and how people read it; the last is beyond.
pub const AGES: [(i32, &str); 6] = [
    (30, "up to 30 days"),
    (90, "up to 90"),
    (180, "up to 180"),
    (365, "up to 365"),
    (730, "up to 2 years"),
    (i32::MAX, "beyond"),
];

impl Trend {
    /// Of reports in any order.
    #[must_use]
    pub fn of(reports: &[WrittenReport]) -> Self {
        let mut all: Vec<&WrittenReport> = reports.iter().collect();
        all.sort_by_cached_key(|one| {
            let at = &one.report.generated_at;
            (Time::parse(at).ok().map(|time| time.moment().nanos), at.clone())
        });
        Self {
            kind: "resettle-report-trend/1",
            reports: all.iter().map(|one| period(one)).collect(),
            open: all.last().map(|last| open(last)).unwrap_or_default(),
        }
    }

    /// As people read it; harmless in a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for period in &self.reports {
            let bound = |day: &Option<String>, none: &str| day.as_deref().map_or_else(|| none.to_owned(), neutral);
            let (from, to) = (bound(&period.from, "the first"), bound(&period.to, "the last"));
            let _ = writeln!(out, "{from} to {to}, report of {}", neutral(&period.generated_at));
            for PeriodMoney { currency, coups, staked, won, overpaid, underpaid } in &period.money {
                let unit = neutral(currency);
                let amount = |sum: i128| Amount::new(sum, Some(&unit)).to_string();
                let hold =
                    Won { staked: *staked, won: *won }.hold().map(|hold| format!(" ({hold})")).unwrap_or_default();
                let _ = writeln!(
                    out,
                    "  {}, {} staked, {} won{hold}, {} overpaid, {} underpaid",
                    counted(*coups, "coup"),
                    amount(*staked),
                    amount(*won),
                    amount(*overpaid),
                    amount(*underpaid)
                );
            }
            for (what, counts) in [("findings", &period.findings), ("earlier exceptions", &period.carried)] {
                let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
                // The gravest first, as everywhere; words that are no severities stay in their order.
                counts.sort_by_key(|(word, _)| Reverse(Severity::parse(word)));
                let each: Vec<String> =
                    counts.iter().map(|(word, number)| format!("{number} {}", neutral(word))).collect();
                let _ =
                    writeln!(out, "  {what}: {}", if each.is_empty() { "none".to_owned() } else { each.join(", ") });
            }
        }
        if self.open.is_empty() {
            let _ = writeln!(out, "\nNothing is open.");
            return out;
        }
        let _ = writeln!(out, "\nOpen in the last report, by who sees to it");
        for OwnedOpen { owner, by_age, oldest_days, overdue } in &self.open {
            let ages = AGES.iter().zip(by_age).filter(|(_, number)| **number > 0);
            let ages: Vec<String> = ages.map(|((_, words), number)| format!("{number} {words}")).collect();
            let oldest = oldest_days.map(|days| format!("; the oldest {}", counted(days, "day"))).unwrap_or_default();
            let overdue = if *overdue > 0 { format!("; {overdue} with an answer out of date") } else { String::new() };
            let owner = owner.as_deref().map_or_else(|| "nobody".to_owned(), neutral);
            let _ = writeln!(out, "  {owner}: {}{oldest}{overdue}", ages.join(", "));
        }
        out
    }
}

fn period(written: &WrittenReport) -> Period {
    let scope = written.report.run.as_ref().map(|run| &run.scope);
    let mut carried = BTreeMap::new();
    for row in carried_rows(written) {
        *carried.entry(row.standing.clone()).or_default() += 1;
    }
    let money = |sums: &CurrencyTotals| PeriodMoney {
        currency: sums.currency.clone(),
        coups: sums.coups,
        staked: sums.money.staked,
        won: Won::of(sums.money.staked, sums.money.returned).won,
        overpaid: sums.money.overpaid,
        underpaid: sums.money.underpaid,
    };
    Period {
        generated_at: written.report.generated_at.clone(),
        from: scope.and_then(|scope| scope.from.clone()),
        to: scope.and_then(|scope| scope.to.clone()),
        findings: written.report.summary.by_severity.clone(),
        carried,
        money: written.report.summary.currencies.iter().map(money).collect(),
    }
}

fn carried_rows(written: &WrittenReport) -> &[CarriedRow] {
    written.report.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default()
}

/// What is open: exceptions of the report itself, of age 0, and those carried forward. One that is found again counts as
/// carried forward.
fn open(written: &WrittenReport) -> Vec<OwnedOpen> {
    let mut owners: BTreeMap<Option<String>, OwnedOpen> = BTreeMap::new();
    let mut put = |answer: Option<&DispositionNote>, days: Option<i32>| {
        // A waiver or a ruling in date answers it; an action says who will.
        if answer.is_some_and(|note| !note.expired && note.kind != "action") {
            return;
        }
        let owner = answer.map(|note| note.owner.clone().unwrap_or_else(|| note.by.clone()));
        let own = owners.entry(owner.clone()).or_insert_with(|| OwnedOpen { owner, ..OwnedOpen::default() });
        let age = days.unwrap_or(0);
        let at = AGES.iter().position(|(most, _)| age <= *most).unwrap_or_default();
        if let Some(count) = own.by_age.get_mut(at) {
            *count += 1;
        }
        own.oldest_days = own.oldest_days.max(days);
        own.overdue += u64::from(answer.is_some_and(|note| note.expired));
    };
    let carried = carried_rows(written);
    let still = || carried.iter().filter(|row| row.standing != "settled");
    for row in still() {
        put(row.answer.as_ref(), row.age_days);
    }
    let known: BTreeSet<&str> = still().map(|row| row.fingerprint.as_str()).collect();
    let is_new =
        |row: &&FindingRow| is_exception(&row.code, &row.severity) && !known.contains(row.fingerprint.as_str());
    for row in written.findings.iter().filter(is_new) {
        put(row.disposition.as_ref(), None);
    }
    owners.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn note(kind: &str, owner: Option<&str>, expired: bool) -> serde_json::Value {
        json!({"kind": kind, "reason": "r", "by": "B", "owner": owner, "until": null, "expired": expired, "line": 1})
    }

    fn carried(fingerprint: &str, standing: &str, age: i32, answer: &serde_json::Value) -> serde_json::Value {
        json!({"fingerprint": fingerprint, "standing": standing, "because": "", "code": "settlement/overpaid",
            "severity": "critical", "log": "t", "venue": null, "table": null, "seq": null, "shoe": null, "coup": null,
            "wager": null, "money": null, "message": "", "first_reported": "2025-01-01T00:00:00Z", "age_days": age,
            "answer": answer})
    }

    #[test]
    fn what_is_open_ages_by_who_sees_to_it() {
        let rows = [
            carried("a", "open", 20, &json!(null)),
            carried("b", "open", 400, &json!(null)),
            carried("c", "repeated", 100, &note("action", Some("Kim"), false)),
            carried("d", "open", 800, &note("action", Some("Kim"), true)),
            carried("e", "open", 5, &note("waiver", None, false)),
            carried("f", "settled", 5, &json!(null)),
            carried("g", "open", 31, &note("ruling", None, true)),
        ];
        let rows: Vec<CarriedRow> = serde_json::from_value(json!(rows)).unwrap();
        let written = |at: &str, carried: Option<Vec<CarriedRow>>| {
            let run = crate::document::Run { carried, ..crate::document::Run::default() };
            let mut written = WrittenReport::parse(
                format!(r#"{{"type": "resettle-report/1", "tool": "t", "generated_at": "{at}", "inputs": [], "rulesets": [], "summary": {{"coups": 0, "wagers": 0, "by_code": {{}}, "by_severity": {{}}}}, "findings": []}}"#).as_bytes(),
            )
            .unwrap();
            written.report.run = Some(run);
            written
        };
        let trend = Trend::of(&[written("2026-02-01T00:00:00Z", Some(rows)), written("2025-02-01T00:00:00Z", None)]);
        let times: Vec<&str> = trend.reports.iter().map(|report| report.generated_at.as_str()).collect();
        assert_eq!(times, ["2025-02-01T00:00:00Z", "2026-02-01T00:00:00Z"]);
        let open: Vec<_> =
            trend.open.iter().map(|own| (own.owner.as_deref(), own.by_age, own.oldest_days, own.overdue)).collect();
        assert_eq!(
            open,
            [
                (None, [1, 0, 0, 0, 1, 0], Some(400), 0),
                (Some("B"), [0, 1, 0, 0, 0, 0], Some(31), 1),
                (Some("Kim"), [0, 0, 1, 0, 0, 1], Some(800), 1),
            ]
        );
        let text = trend.text();
        assert!(
            text.contains("  Kim: 1 up to 180, 1 beyond; the oldest 800 days; 1 with an answer out of date\n"),
            "{text}"
        );
    }
}
