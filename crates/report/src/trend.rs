//! Any number of reports beside each other, the oldest first: what was played and found in each, which tables lack in which days,
//! and how long what is open in the last one of each venue has been open, by who sees to it.

mod covered;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use resettle_audit::{Code, Severity};
use resettle_game::{Amount, counted};
use resettle_oversight::carried::is_exception;
use resettle_sealed_log::Time;
use serde::Serialize;

use crate::document::{CarriedRow, CurrencyTotals, DispositionNote, FindingRow};
use crate::print::neutral;
use crate::read::WrittenReport;
use crate::tally::Won;
pub use covered::DaysNotCovered;
use covered::{Covers, in_words, not_covered};

/// Reports beside each other.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Trend {
    /// `resettle-report-trend/1`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The reports, the oldest first.
    pub reports: Vec<Period>,
    /// Of each venue the days, from the first to the last of its reports, on which none of them has a table that others have.
    pub not_covered: Vec<DaysNotCovered>,
    /// What is open in the last one of each venue, by who sees to it; first what nobody does.
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
    /// The first day on which a table of it played; none where none did, or the report has no days.
    pub first_day: Option<String>,
    /// The last, likewise.
    pub last_day: Option<String>,
    /// The venues of its tables, and those to which it is narrowed.
    pub venues: Vec<String>,
    /// Whether it names the one before it of a venue of its own as the report that it carries on from, by its content; none of the
    /// first of its venues.
    pub carries_on: Option<bool>,
    /// What that one asked for and it did not, in words: a roster, digests, checks.
    pub went_dark: Vec<String>,
    /// Findings by severity.
    pub findings: BTreeMap<String, u64>,
    /// How many of those say that it is uncertain which rules were in force: no fault of a table.
    pub uncertain: u64,
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
    /// All stakes of its coups.
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
        let covers: Vec<Covers<'_>> = all.iter().map(|(_, one)| Covers::of(one)).collect();
        let mut periods: Vec<Period> = all.iter().zip(&covers).map(|((_, one), covers)| period(one, covers)).collect();
        let mut last: Vec<&WrittenReport> = Vec::new();
        for (at, ((_, own), covering)) in all.iter().zip(&covers).enumerate() {
            let later = || covers.iter().skip(at + 1);
            // What no later report of each of its venues carries on is open in it.
            let goes_on = |venue: &&str| later().any(|other| other.is_of(venue));
            let is_last = match covering.venues.is_empty() {
                true => later().next().is_none(),
                false => !covering.venues.iter().all(goes_on),
            };
            if is_last {
                last.push(own);
            }
            let before = all.iter().zip(&covers).take(at).rfind(|(_, other)| other.goes_with(covering));
            let Some(((sha256, before), _)) = before else { continue };
            let previous = own.report.run.as_ref().and_then(|run| run.previous.as_ref());
            if let Some(period) = periods.get_mut(at) {
                period.carries_on = Some(previous.is_some_and(|previous| previous.sha256 == *sha256));
                period.went_dark = went_dark(before, own);
            }
        }
        Self { kind: "resettle-report-trend/1", reports: periods, not_covered: not_covered(&covers), open: open(&last) }
    }

    /// As people read it; harmless in a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for period in &self.reports {
            let bound = |asked: &Option<String>, played: &Option<String>, none: &str| {
                asked.as_ref().or(played.as_ref()).map_or_else(|| none.to_owned(), |day| neutral(day))
            };
            let from = bound(&period.from, &period.first_day, "the first day");
            let to = bound(&period.to, &period.last_day, "the last");
            let venues: Vec<String> = period.venues.iter().map(|venue| format!("{}, ", neutral(venue))).collect();
            let _ = writeln!(out, "{from} to {to}, {}report of {}", venues.concat(), neutral(&period.generated_at));
            if period.carries_on == Some(false) {
                let _ = writeln!(
                    out,
                    "  not carried on from the report before it here: `--previous` names another, or none"
                );
            }
            if !period.went_dark.is_empty() {
                let dark: Vec<String> = period.went_dark.iter().map(|what| neutral(what)).collect();
                let _ = writeln!(out, "  not asked here, and in the report before it: {}", dark.join(", "));
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
            let mut findings = period.findings.clone();
            // As on the page, what is uncertain of rules stands apart from the faults of its severity.
            if let Some(number) = findings.get_mut(Code::Uncertain.severity().word()) {
                *number = number.saturating_sub(period.uncertain);
            }
            findings.retain(|_, number| *number > 0);
            if period.uncertain > 0 {
                findings.insert(
                    "on rules of which it is uncertain whether they were in force".to_owned(),
                    period.uncertain,
                );
            }
            for (what, counts) in [("findings", &findings), ("earlier exceptions", &period.carried)] {
                let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
                // The gravest first, as everywhere; words that are no severities stay in their order.
                counts.sort_by_key(|(word, _)| Reverse(Severity::parse(word)));
                let each: Vec<String> =
                    counts.iter().map(|(word, number)| format!("{number} {}", neutral(word))).collect();
                let _ =
                    writeln!(out, "  {what}: {}", if each.is_empty() { "none".to_owned() } else { each.join(", ") });
            }
        }
        let lacks = in_words(&self.not_covered);
        if !lacks.is_empty() {
            let _ = writeln!(out, "\n{}", lacks.join("\n"));
        }
        if self.open.is_empty() {
            let _ = writeln!(out, "\nNothing is open.");
            return out;
        }
        let _ = writeln!(out, "\nOpen in the last report of each venue, by who sees to it");
        for OwnedOpen { owner, by_age, oldest_days, overdue } in &self.open {
            let ages = AGES.iter().zip(by_age).filter(|(_, number)| **number > 0);
            let ages: Vec<String> = ages.map(|((_, words), number)| format!("{number} {words}")).collect();
            let oldest = oldest_days.map(|days| format!("; the oldest {}", counted(days, "day"))).unwrap_or_default();
            let overdue = if *overdue > 0 { format!("; {overdue} with an answer out of date") } else { String::new() };
            let owner = owner.as_deref().map_or_else(|| "no owner".to_owned(), neutral);
            let _ = writeln!(out, "  {owner}: {}{oldest}{overdue}", ages.join(", "));
        }
        out
    }
}

fn period(written: &WrittenReport, covers: &Covers<'_>) -> Period {
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
    let days = || written.report.played.iter().flat_map(|played| &played.days).map(|row| row.day.as_str());
    let played = |day: Option<&str>| day.map(str::to_owned);
    Period {
        first_day: played(days().min()),
        last_day: played(days().max()),
        generated_at: written.report.generated_at.clone(),
        from: scope.and_then(|scope| scope.from.clone()),
        to: scope.and_then(|scope| scope.to.clone()),
        venues: covers.venues.iter().map(|venue| (*venue).to_owned()).collect(),
        carries_on: None,
        went_dark: Vec::new(),
        findings: written.report.summary.by_severity.clone(),
        uncertain: written.report.summary.by_code.get(Code::Uncertain.as_str()).copied().unwrap_or_default(),
        carried,
        money: written.report.summary.currencies.iter().map(money).collect(),
    }
}

/// What was asked for before and is not any more, as both say it; nothing of versions that did not say.
fn went_dark(before: &WrittenReport, own: &WrittenReport) -> Vec<String> {
    let lacks = |written: &WrittenReport| written.report.judged_with.as_ref().map(|judged| judged.not_asked.clone());
    let (Some(before), Some(own)) = (lacks(before), lacks(own)) else { return Vec::new() };
    own.into_iter().filter(|what| !before.contains(what)).collect()
}

fn carried_rows(written: &WrittenReport) -> &[CarriedRow] {
    written.report.run.as_ref().and_then(|run| run.carried.as_deref()).unwrap_or_default()
}

/// What is open in reports: exceptions of each itself, of age 0, and those carried forward. One that is found again counts as
/// carried forward.
fn open(reports: &[&WrittenReport]) -> Vec<OwnedOpen> {
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
    // What a later report says of an exception holds: two may be the last ones, each of a venue.
    let mut newer: BTreeSet<&str> = BTreeSet::new();
    for written in reports.iter().rev() {
        let carried = carried_rows(written);
        let is_newest = |fingerprint: &str| !newer.contains(fingerprint);
        let still = || carried.iter().filter(|row| row.standing != "settled" && is_newest(&row.fingerprint));
        for row in still() {
            put(row.answer.as_ref(), row.age_days);
        }
        let known: BTreeSet<&str> = still().map(|row| row.fingerprint.as_str()).collect();
        let is_new = |row: &&FindingRow| {
            let own = row.fingerprint.as_str();
            is_exception(&row.code, &row.severity) && !known.contains(own) && is_newest(own)
        };
        for row in written.findings.iter().filter(is_new) {
            put(row.disposition.as_ref(), None);
        }
        let all = carried.iter().map(|row| &row.fingerprint).chain(written.findings.iter().map(|row| &row.fingerprint));
        newer.extend(all.map(String::as_str));
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

    /// A report: when it was made, the days asked for, the tables and days that were played (`venue table day`).
    fn covering(at: &str, asked: Option<(&str, &str)>, played: &[&str]) -> (String, WrittenReport) {
        let day = |row: &&str| {
            let [venue, table, day] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
            json!({"jurisdiction": "", "venue": venue, "game": "baccarat", "table": table, "currency": "", "day": day, "coups": 1,
                "wagers": 0, "staked": 0, "returned": 0, "due": 0, "overpaid": 0, "underpaid": 0})
        };
        let days: Vec<_> = played.iter().map(day).collect();
        let file = json!({"type": "resettle-report/1", "tool": "t", "generated_at": at, "inputs": [], "rulesets": [],
            "summary": {"coups": 0, "wagers": 0, "by_code": {}, "by_severity": {}}, "findings": [], "tables": [], "days": days});
        let mut one = WrittenReport::parse(file.to_string().as_bytes()).unwrap();
        let mut run = crate::document::Run::default();
        if let Some((from, to)) = asked {
            (run.scope.from, run.scope.to) = (Some(from.to_owned()), Some(to.to_owned()));
        }
        one.report.run = Some(run);
        (format!("hash of {at}"), one)
    }

    /// The same with a roster that has all of its tables on all days asked for.
    fn expecting(mut one: (String, WrittenReport)) -> (String, WrittenReport) {
        let (path, sha256, unlisted, unasked) = (String::new(), String::new(), Vec::new(), Vec::new());
        one.1.report.run.as_mut().unwrap().roster = Some(crate::document::RosterUsed {
            path,
            sha256,
            expected: 1,
            missing: 0,
            days: None,
            unlisted,
            unasked,
            signer: None,
        });
        one
    }

    fn carried_on_from(mut one: (String, WrittenReport), sha256: &str) -> (String, WrittenReport) {
        let previous = PreviousUsed {
            path: String::new(),
            sha256: sha256.to_owned(),
            generated_at: String::new(),
            signer: String::new(),
            signers: None,
            verified: false,
        };
        one.1.report.run.as_mut().unwrap().previous = Some(previous);
        one
    }

    fn lacks(reports: &[(String, WrittenReport)]) -> Vec<String> {
        in_words(&Trend::of(reports).not_covered)
    }

    /// A month that no report covers is named, and so is a report that does not carry on from the one before it.
    #[test]
    fn a_month_that_is_left_out_is_named() {
        let may =
            expecting(covering("2023-06-01T00:00:00Z", Some(("2023-05-01", "2023-05-31")), &["mbs B1 2023-05-02"]));
        let june = covering("2023-07-01T00:00:00Z", None, &["mbs B1 2023-06-30", "mbs B1 2023-06-01"]);
        let june = carried_on_from(expecting(june), "hash of 2023-06-01T00:00:00Z");
        let july = covering("2023-08-01T00:00:00Z", Some(("2023-07-01", "2023-07-31")), &["mbs B1 2023-07-02"]);
        let july = |previous: &str| carried_on_from(expecting(july.clone()), previous);
        let said = |reports: &[(String, WrittenReport)]| {
            let trend = Trend::of(reports);
            (trend.reports.iter().map(|one| one.carries_on).collect::<Vec<_>>(), trend.text())
        };
        let all = [july("hash of 2023-07-01T00:00:00Z"), may.clone(), june.clone()];
        let (carries, text) = said(&all);
        assert_eq!((lacks(&all), carries), (vec![], vec![None, Some(true), Some(true)]));
        assert!(!text.contains("No report here") && !text.contains("not carried on"), "{text}");
        let two = [july("hash of 2023-07-01T00:00:00Z"), may.clone()];
        let (carries, text) = said(&two);
        assert_eq!(carries, vec![None, Some(false)]);
        assert!(text.contains("\nNo report here has all tables of mbs on 2023-06-01 to 2023-06-30\n"), "{text}");
        assert!(text.contains("  not carried on from the report before it here"), "{text}");
        // Where no report names a table, the days asked for are all that there is.
        let bare = |at: &str, from: &str, to: &str| covering(at, Some((from, to)), &[]);
        let bare = [
            bare("2023-06-01T00:00:00Z", "2023-05-01", "2023-05-31"),
            bare("2023-08-01T00:00:00Z", "2023-07-01", "2023-07-31"),
        ];
        assert_eq!(lacks(&bare), ["No report here has all tables on 2023-06-01 to 2023-06-30"]);
    }

    /// Days that were asked for are not tables that were there.
    #[test]
    fn a_table_that_one_report_has_and_another_has_not_is_named_with_its_days() {
        let month = |at: u32, played: &[&str]| {
            let (from, to) = (format!("2023-0{at}-01"), format!("2023-0{at}-{}", if at == 5 { 31 } else { 30 }));
            let played: Vec<String> = played.iter().map(|one| format!("{one} {from}")).collect();
            let played: Vec<&str> = played.iter().map(String::as_str).collect();
            expecting(covering(&format!("{to}T23:00:00Z"), Some((&from, &to)), &played))
        };
        let whole = ["mbs B1", "mbs B2", "star B1", "star B2"];
        let (april, june) = (month(4, &whole), month(6, &whole));
        let said = |of_may: &[(String, WrittenReport)]| lacks(&[of_may, &[april.clone(), june.clone()]].concat());
        let may = "on 2023-05-01 to 2023-05-31";
        assert_eq!(said(&[month(5, &whole)]), [""; 0]);
        assert_eq!(
            said(&[month(5, &["mbs B1"])]),
            [
                format!("No report here has the table B2 of mbs {may}"),
                format!("No report here has all tables of star {may}")
            ]
        );
        // Split into several, one table of the other venue is of none of them.
        assert_eq!(
            said(&[month(5, &["mbs B1"]), month(5, &["mbs B2", "star B2"])]),
            [format!("No report here has the table B1 of star {may}")]
        );
        // A folder without any log was asked for all days.
        assert_eq!(said(&[month(5, &[])]).len(), 2);
        // Nothing says that the tables had to be there on other days than these.
        let two = covering("2023-05-31T23:00:00Z", None, &["mbs B1 2023-05-04", "mbs B1 2023-05-06"]);
        assert_eq!(lacks(&[two]), ["No report here has all tables of mbs on 2023-05-05"]);
        let asked = covering("2023-05-31T23:00:00Z", Some(("2023-05-03", "2023-05-06")), &["mbs B1 2023-05-04"]);
        assert_eq!(lacks(&[asked]), ["No report here has all tables of mbs on 2023-05-03, 2023-05-05 to 2023-05-06"]);
    }

    #[test]
    fn reports_of_two_venues_are_no_series() {
        let of = |venue: &str, at: &str| {
            let day = format!("{venue} B1 {at}");
            covering(&format!("{at}T23:00:00Z"), None, &[&day])
        };
        let (april, may, of_star) = (of("mbs", "2023-04-30"), of("mbs", "2023-05-01"), of("star", "2023-05-31"));
        let may = carried_on_from(may, &april.0);
        let all = [april, may, of_star];
        let trend = Trend::of(&all);
        assert_eq!(trend.not_covered, []);
        let carried: Vec<_> = trend.reports.iter().map(|one| (one.venues.clone(), one.carries_on)).collect();
        let (mbs, star) = (vec!["mbs".to_owned()], vec!["star".to_owned()]);
        assert_eq!(carried, [(mbs.clone(), None), (mbs, Some(true)), (star, None)]);
    }

    /// What is open in the last report of each venue is open, and what two of them say of one exception counts once.
    #[test]
    fn each_venue_has_its_last_report() {
        let with = |(hash, mut one): (String, WrittenReport), rows: &[serde_json::Value]| {
            one.report.run.as_mut().unwrap().carried = Some(serde_json::from_value(json!(rows)).unwrap());
            (hash, one)
        };
        let both = covering("2023-05-31T23:00:00Z", None, &["mbs B1 2023-05-31", "star B1 2023-05-31"]);
        let both = with(both, &["a", "b", "c"].map(|name| carried(name, "open", 5, &json!(null))));
        let later = covering("2023-06-30T23:00:00Z", None, &["mbs B1 2023-06-01"]);
        let later = with(later, &[carried("a", "open", 35, &json!(null)), carried("b", "settled", 35, &json!(null))]);
        let trend = Trend::of(&[later, both]);
        let open: Vec<_> = trend.open.iter().map(|own| (own.by_age, own.oldest_days)).collect();
        assert_eq!(open, [([1, 1, 0, 0, 0, 0], Some(35))]);
    }

    #[test]
    fn what_was_asked_before_and_is_not_any_more_is_said() {
        let with = |(hash, mut one): (String, WrittenReport), not_asked: &[&str]| {
            let not_asked = not_asked.iter().map(|what| (*what).to_owned()).collect();
            one.report.judged_with = Some(crate::document::JudgedWith { not_asked, ..<_>::default() });
            (hash, one)
        };
        let of = |day: &str| covering(&format!("{day}T23:00:00Z"), None, &[&format!("mbs B1 {day}")]);
        let trend = Trend::of(&[with(of("2023-06-01"), &["heads"]), with(of("2023-06-02"), &["roster", "heads"])]);
        assert_eq!(trend.reports[1].went_dark, ["roster"]);
        assert!(trend.text().contains("  not asked here, and in the report before it: roster\n"), "{}", trend.text());
    }
}
