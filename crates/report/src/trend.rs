//! Any number of reports beside each other, the oldest first: what was played and found in each, and how long what is open in the
//! last one has been open, by who sees to it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use resettle_audit::Severity;
use resettle_game::{Amount, counted};
use resettle_oversight::carried::is_exception;
use resettle_oversight::{Date, parse_date};
use resettle_sealed_log::Time;
use serde::Serialize;

use crate::document::{CarriedRow, CurrencyTotals, DispositionNote, FindingRow, ScopeUsed};
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
    /// Days between the first and the last that any of them covers, and that none does.
    pub not_covered: Vec<DaysNotCovered>,
    /// What is open in the last one, by who sees to it; first what nobody does.
    pub open: Vec<OwnedOpen>,
}

/// Days that no report covers.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct DaysNotCovered {
    /// The venues to which reports are narrowed whose days these lie between; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub venues: Vec<String>,
    /// The tables, likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The first of them.
    pub from: String,
    /// The last.
    pub to: String,
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
    /// Whether it names the one before it here as the report that it carries on from, by its content; none of the first.
    pub carries_on: Option<bool>,
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
    /// Of reports in any order, each with the SHA-256 of its `report.json`, in lower-case hex.
    #[must_use]
    pub fn of(reports: &[(String, WrittenReport)]) -> Self {
        let mut all: Vec<&(String, WrittenReport)> = reports.iter().collect();
        all.sort_by_cached_key(|(_, one)| {
            let at = &one.report.generated_at;
            (Time::parse(at).ok().map(|time| time.moment().nanos), at.clone())
        });
        let mut periods: Vec<Period> = all.iter().map(|(_, one)| period(one)).collect();
        for (period, (before, own)) in periods.iter_mut().skip(1).zip(all.iter().zip(all.iter().skip(1))) {
            let previous = own.1.report.run.as_ref().and_then(|run| run.previous.as_ref());
            period.carries_on = Some(previous.is_some_and(|previous| previous.sha256 == before.0));
        }
        Self {
            kind: "resettle-report-trend/1",
            reports: periods,
            not_covered: not_covered(&all),
            open: all.last().map(|(_, last)| open(last)).unwrap_or_default(),
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
            if period.carries_on == Some(false) {
                let _ = writeln!(
                    out,
                    "  not carried on from the report before it here: `--previous` names another, or none"
                );
            }
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
        for days in &self.not_covered {
            let _ = writeln!(out, "\n{}", days.text());
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
        carries_on: None,
        findings: written.report.summary.by_severity.clone(),
        carried,
        money: written.report.summary.currencies.iter().map(money).collect(),
    }
}

/// To which venues and tables a report is narrowed.
type Narrowed = (Vec<String>, Vec<String>);

/// Days between those of the reports. A report covers the days that it was asked for, and where that has no bound, those of
/// its coups; one of some tables alone covers them for these alone.
fn not_covered(reports: &[&(String, WrittenReport)]) -> Vec<DaysNotCovered> {
    let mut spans: BTreeMap<Narrowed, Vec<(Date, Date)>> = BTreeMap::new();
    for (_, written) in reports {
        let Some(span) = covered(written) else { continue };
        let scope = written.report.run.as_ref().map(|run| (run.scope.venues.clone(), run.scope.tables.clone()));
        spans.entry(scope.unwrap_or_default()).or_default().push(span);
    }
    let whole = spans.get(&Narrowed::default()).cloned().unwrap_or_default();
    let mut out = Vec::new();
    for ((venues, tables), mut own) in spans {
        if !(venues.is_empty() && tables.is_empty()) {
            own.extend(&whole);
        }
        own.sort();
        let mut until: Option<Date> = None;
        for (from, to) in own {
            let next = until.and_then(|until| until.tomorrow().ok());
            if let Some((next, last)) = next.zip(from.yesterday().ok()).filter(|(next, last)| next <= last) {
                let (venues, tables) = (venues.clone(), tables.clone());
                out.push(DaysNotCovered { venues, tables, from: next.to_string(), to: last.to_string() });
            }
            until = until.max(Some(to));
        }
    }
    out
}

impl DaysNotCovered {
    fn text(&self) -> String {
        let Self { venues, tables, from, to } = self;
        let listed = |all: &[String]| all.iter().map(|name| neutral(name)).collect::<Vec<_>>().join(", ");
        let of = match (venues.is_empty(), tables.is_empty()) {
            (true, true) => "all tables".to_owned(),
            (false, true) => format!("all tables of {}", listed(venues)),
            (true, false) => format!("the tables {}", listed(tables)),
            (false, false) => format!("the tables {} of {}", listed(tables), listed(venues)),
        };
        let days = if from == to { from.clone() } else { format!("{from} to {to}") };
        format!("No report here covers {of} on {days}")
    }
}

fn covered(written: &WrittenReport) -> Option<(Date, Date)> {
    let scope = written.report.run.as_ref().map(|run| &run.scope);
    let asked = |of: fn(&ScopeUsed) -> Option<&String>| scope.and_then(of).and_then(|day| parse_date(day));
    let played = || written.report.played.iter().flat_map(|played| &played.days).filter_map(|row| parse_date(&row.day));
    let from = asked(|scope| scope.from.as_ref()).or_else(|| played().min())?;
    let to = asked(|scope| scope.to.as_ref()).or_else(|| played().max())?;
    Some((from, to))
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
    use crate::document::PreviousUsed;
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
        let named = |at: &str, carried| (at.to_owned(), written(at, carried));
        let trend = Trend::of(&[named("2026-02-01T00:00:00Z", Some(rows)), named("2025-02-01T00:00:00Z", None)]);
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

    /// A month that no report covers is named, and so is a report that does not carry on from the one before it.
    #[test]
    fn a_month_that_is_left_out_is_named() {
        let written = |at: &str, from: Option<&str>, to: Option<&str>, previous: Option<&str>, played: &[&str]| {
            let days: Vec<_> = played
                .iter()
                .map(|day| json!({"jurisdiction": "", "venue": "", "game": "", "table": "", "currency": "", "day": day, "coups": 1, "wagers": 0,
                    "staked": 0, "returned": 0, "due": 0, "overpaid": 0, "underpaid": 0}))
                .collect();
            let file = json!({"type": "resettle-report/1", "tool": "t", "generated_at": at, "inputs": [], "rulesets": [],
                "summary": {"coups": 0, "wagers": 0, "by_code": {}, "by_severity": {}}, "findings": [], "tables": [], "days": []});
            let mut one = WrittenReport::parse(file.to_string().as_bytes()).unwrap();
            if let Some(own) = &mut one.report.played {
                own.days = serde_json::from_value(json!(days)).unwrap();
            }
            let previous = previous.map(|sha256| PreviousUsed {
                path: String::new(),
                sha256: sha256.to_owned(),
                generated_at: String::new(),
                signer: String::new(),
                signers: None,
                verified: false,
            });
            let mut run = crate::document::Run { previous, ..crate::document::Run::default() };
            (run.scope.from, run.scope.to) = (from.map(str::to_owned), to.map(str::to_owned));
            one.report.run = Some(run);
            (format!("hash of {at}"), one)
        };
        let may = written("2023-06-01T00:00:00Z", Some("2023-05-01"), Some("2023-05-31"), None, &[]);
        let july = |previous: &str| {
            written("2023-08-01T00:00:00Z", Some("2023-07-01"), Some("2023-07-31"), Some(previous), &[])
        };
        let june = written(
            "2023-07-01T00:00:00Z",
            None,
            None,
            Some("hash of 2023-06-01T00:00:00Z"),
            &["2023-06-30", "2023-06-01"],
        );
        let said = |reports: &[(String, WrittenReport)]| {
            let trend = Trend::of(reports);
            let days = trend.not_covered.iter().map(|days| format!("{} {}", days.from, days.to)).collect::<Vec<_>>();
            (days, trend.reports.iter().map(|one| one.carries_on).collect::<Vec<_>>(), trend.text())
        };
        let (days, carries, text) = said(&[july("hash of 2023-07-01T00:00:00Z"), may.clone(), june.clone()]);
        assert_eq!((days, carries), (vec![], vec![None, Some(true), Some(true)]));
        assert!(!text.contains("covers") && !text.contains("not carried on"), "{text}");
        let (days, carries, text) = said(&[july("hash of 2023-07-01T00:00:00Z"), may.clone()]);
        assert_eq!((days, carries), (vec!["2023-06-01 2023-06-30".to_owned()], vec![None, Some(false)]));
        assert!(text.contains("\nNo report here covers all tables on 2023-06-01 to 2023-06-30\n"), "{text}");
        assert!(text.contains("  not carried on from the report before it here"), "{text}");
        let mut june_of_one = june.clone();
        june_of_one.1.report.run.as_mut().unwrap().scope.tables = vec!["B1".to_owned()];
        let (days, _, text) = said(&[july(""), june_of_one, may]);
        assert_eq!(days, ["2023-06-01 2023-06-30"]);
        assert!(text.contains("covers all tables on"), "{text}");
    }
}
