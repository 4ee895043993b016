//! Two reports compared: which findings are new, gone or changed and why, which logs, rulesets and settings differ, and the
//! totals of both.

mod answers;
mod asked;
mod text;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use resettle_audit::Money;
use serde::Serialize;

use crate::document::{FindingRow, GivenRow, Input, Report};
use crate::read::WrittenReport;

pub use answers::AnswerChange;
pub use asked::NotAskedChange;

/// What two reports differ in.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// `resettle-report-comparison/1`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The report that is compared.
    pub before: ReportHead,
    /// The one that it is compared with.
    pub after: ReportHead,
    /// The logs that only one of them has, or of which the files differ, by id.
    pub logs: Vec<LogChange>,
    /// Rulesets that judged in only one of them, or whose content differs.
    pub rulesets: Vec<Changed>,
    /// Files and options that judged in only one of them, or whose content or value differs.
    pub judged_with: Vec<Changed>,
    /// What was not asked that differs: what was dark in one of them alone, or more of it.
    pub not_asked: Vec<NotAskedChange>,
    /// The sums of each currency that differ, in its minor units.
    pub totals: Vec<TotalChange>,
    /// How many findings are the same in both.
    pub same: u64,
    /// Findings of the second alone.
    pub new: Vec<FindingChange>,
    /// Findings of the first alone.
    pub gone: Vec<FindingChange>,
    /// Findings of the same code at the same place that say something else.
    pub changed: Vec<FindingChange>,
    /// Findings of both that are answered otherwise.
    pub answers: Vec<AnswerChange>,
    /// Codes of which one of the reports does not list all findings, so that what is new or gone of them is not known.
    pub incomplete: Vec<String>,
}

/// What tells one report from another where two are compared.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ReportHead {
    /// The tool that made it.
    pub tool: String,
    /// When it was made, as its `report.json` states it.
    pub generated_at: String,
}

/// A log that differs.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct LogChange {
    /// Its id; its path where it has none.
    pub log: String,
    /// The files of the first report; empty where it has none.
    pub before: Vec<LogFile>,
    /// Those of the second.
    pub after: Vec<LogFile>,
}

/// A file of a log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LogFile {
    /// SHA-256 of the file.
    pub sha256: String,
    /// The file as it was named when the log was judged; another path alone is no difference.
    pub path: String,
    /// How many well-formed records it has.
    pub records: u64,
    /// How many coups.
    pub coups: u64,
}

/// Something that has a name and another content.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// A ruleset's id, or the option by which a file or value was given.
    pub name: String,
    /// What it was; null where it was not there.
    pub before: Option<String>,
    /// What it is in the second report: a SHA-256, or an option's value; null where it is not there.
    pub after: Option<String>,
}

/// A sum that differs.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct TotalChange {
    /// ISO 4217 code.
    pub currency: String,
    /// Its name in `summary.currencies`.
    pub name: &'static str,
    /// What it was; nought where the currency was not there.
    pub before: i128,
    /// In the second report: minor units, or how many coups or wagers; nought where the currency is not there.
    pub after: i128,
}

/// A finding that differs.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FindingChange {
    /// The stable code, which `resettle explain` explains.
    pub code: String,
    /// Its severity in the report that has it, of both the later one.
    pub severity: String,
    /// The id of the log that it is about.
    pub log: String,
    /// The line in the report that has it.
    pub line: Option<u64>,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// The coup's number in its shoe; `None` where it is about no coup.
    pub coup: Option<u64>,
    /// The wager's id; `None` where it is about no wager.
    pub wager: Option<String>,
    /// The currency of its money.
    pub currency: Option<String>,
    /// Its money in the first report, in minor units.
    pub money_before: Option<i64>,
    /// In the second.
    pub money_after: Option<i64>,
    /// In words, of both the later one.
    pub message: String,
    /// Which of its fields differ; empty where only one report has it.
    pub differs: Vec<&'static str>,
    /// What of the inputs differs, so that it may.
    pub why: Vec<String>,
}

/// By what a finding is known again though it says something else.
type At<'r> = (&'r str, &'r str, Option<u64>, Option<&'r str>, Option<u64>, Option<&'r str>);

impl Comparison {
    /// Of two reports, the earlier one first.
    #[must_use]
    pub fn of(before: &WrittenReport, after: &WrittenReport) -> Self {
        let logs = logs(&before.report, &after.report);
        let rulesets = changed(rulesets(&before.report), rulesets(&after.report));
        let judged_with = changed(given(&before.report), given(&after.report));
        let mut causes = Causes { before, after, logs: BTreeMap::new(), rulesets: BTreeSet::new(), with: Vec::new() };
        causes.logs.extend(logs.iter().map(|change| (change.log.clone(), said_of(change))));
        causes.rulesets.extend(rulesets.iter().map(|change| change.name.clone()));
        causes.with.extend(judged_with.iter().map(|change| format!("{} differs", change.name)));
        let (same, gone, new) = apart(&before.findings, &after.findings);
        let mut places: BTreeMap<At<'_>, VecDeque<&FindingRow>> = BTreeMap::new();
        for row in new {
            places.entry(at(row)).or_default().push_back(row);
        }
        let (mut changes, mut lost) = (Vec::new(), Vec::new());
        for row in gone {
            // What is at no record is known again by nothing.
            let other = places.get_mut(&at(row)).filter(|_| row.seq.is_some()).and_then(VecDeque::pop_front);
            match other {
                Some(other) => changes.push(causes.finding(Some(row), Some(other))),
                None => lost.push(causes.finding(Some(row), None)),
            }
        }
        let mut new: Vec<&FindingRow> = places.into_values().flatten().collect();
        new.sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
        let new = new.into_iter().map(|row| causes.finding(None, Some(row))).collect();
        let truncated = |written: &WrittenReport| written.report.summary.truncated.keys().cloned().collect::<Vec<_>>();
        let incomplete: BTreeSet<String> = truncated(before).into_iter().chain(truncated(after)).collect();
        Self {
            kind: "resettle-report-comparison/1",
            before: head(&before.report),
            after: head(&after.report),
            not_asked: asked::changes(&before.report, &after.report),
            totals: totals(&before.report, &after.report),
            same,
            new,
            gone: lost,
            changed: changes,
            answers: answers::changes(&before.findings, &after.findings),
            incomplete: incomplete.into_iter().collect(),
            logs,
            rulesets,
            judged_with,
        }
    }

    /// Whether the reports say the same, whoever made them and when.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        let Self { logs, rulesets, judged_with, not_asked, totals, new, gone, changed, answers, .. } = self;
        let findings = new.is_empty() && gone.is_empty() && changed.is_empty() && answers.is_empty();
        let judged = rulesets.is_empty() && judged_with.is_empty() && not_asked.is_empty();
        findings && logs.is_empty() && judged && totals.is_empty()
    }
}

fn head(report: &Report) -> ReportHead {
    ReportHead { tool: report.tool.clone(), generated_at: report.generated_at.clone() }
}

fn at(row: &FindingRow) -> At<'_> {
    (&row.code, &row.log, row.seq, row.shoe.as_deref(), row.coup, row.wager.as_deref())
}

/// How many findings are the same, and those of the first and of the second alone.
fn apart<'r>(before: &'r [FindingRow], after: &'r [FindingRow]) -> (u64, Vec<&'r FindingRow>, Vec<&'r FindingRow>) {
    let mut there: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let key = |row: &'r FindingRow| (row.fingerprint.as_str(), row.severity.as_ref());
    for row in before {
        *there.entry(key(row)).or_default() += 1;
    }
    let (mut same, mut new) = (0, Vec::new());
    let mut both: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for row in after {
        match there.get_mut(&key(row)).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                same += 1;
                *both.entry(key(row)).or_default() += 1;
            }
            None => new.push(row),
        }
    }
    let gone = before.iter().filter(|row| match both.get_mut(&key(row)).filter(|left| **left > 0) {
        Some(left) => {
            *left -= 1;
            false
        }
        None => true,
    });
    (same, gone.collect(), new)
}

/// What differs between the inputs of two reports, so that findings may.
struct Causes<'r> {
    before: &'r WrittenReport,
    after: &'r WrittenReport,
    /// By log.
    logs: BTreeMap<String, &'static str>,
    rulesets: BTreeSet<String>,
    with: Vec<String>,
}

impl Causes<'_> {
    fn finding(&self, before: Option<&FindingRow>, after: Option<&FindingRow>) -> FindingChange {
        let one = after.or(before).cloned();
        let differs = before.zip(after).map(|(before, after)| fields_that_differ(before, after)).unwrap_or_default();
        let why = one.as_ref().map(|row| self.why(row)).unwrap_or_default();
        let field = |of: fn(&FindingRow) -> String| one.as_ref().map(of).unwrap_or_default();
        FindingChange {
            code: field(|row| row.code.to_string()),
            severity: field(|row| row.severity.to_string()),
            log: field(|row| row.log.clone()),
            line: one.as_ref().and_then(|row| row.line),
            shoe: one.as_ref().and_then(|row| row.shoe.clone()),
            coup: one.as_ref().and_then(|row| row.coup),
            wager: one.as_ref().and_then(|row| row.wager.clone()),
            currency: one.as_ref().and_then(|row| row.unit.as_ref().map(ToString::to_string).or(row.currency.clone())),
            money_before: before.and_then(|row| row.money),
            money_after: after.and_then(|row| row.money),
            message: field(|row| row.message.clone()),
            differs,
            why,
        }
    }

    /// What of the inputs differs that the finding rests on; of several things all.
    fn why(&self, row: &FindingRow) -> Vec<String> {
        let log = self.logs.get(&row.log).map(|said| format!("its log is {said}"));
        let ruleset = row.clause.as_deref().and_then(|clause| clause.split(' ').next());
        let ruleset = ruleset.filter(|id| self.rulesets.contains(*id)).map(|id| format!("the ruleset {id} differs"));
        let mut why: Vec<String> = log.into_iter().chain(ruleset).collect();
        if why.is_empty() {
            why.extend(self.with.iter().cloned());
        }
        if why.is_empty() && !self.rulesets.is_empty() {
            why.push("other rulesets judged".to_owned());
        }
        if why.is_empty() && self.before.report.tool != self.after.report.tool {
            why.push("another version of the tool judged".to_owned());
        }
        if why.is_empty() && !self.logs.is_empty() {
            why.push("other logs were judged with it".to_owned());
        }
        if why.is_empty() {
            why.push("nothing that the reports name differs".to_owned());
        }
        why
    }
}

fn fields_that_differ(before: &FindingRow, after: &FindingRow) -> Vec<&'static str> {
    let fields = [
        ("severity", before.severity != after.severity),
        ("expected", before.expected != after.expected),
        ("logged", before.logged != after.logged),
        ("money", before.money != after.money),
        ("record_sha256", before.record_sha256 != after.record_sha256),
        ("clause", before.clause != after.clause),
    ];
    fields.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

fn files(report: &Report) -> BTreeMap<String, Vec<LogFile>> {
    let mut all: BTreeMap<String, Vec<LogFile>> = BTreeMap::new();
    for Input { path, log, sha256, records, coups, .. } in &report.inputs {
        let name = if log.is_empty() { path } else { log };
        let file = LogFile { sha256: sha256.clone(), path: path.clone(), records: *records, coups: *coups };
        all.entry(name.clone()).or_default().push(file);
    }
    all.values_mut().for_each(|files| files.sort());
    all
}

fn logs(before: &Report, after: &Report) -> Vec<LogChange> {
    let (mut before, mut after) = (files(before), files(after));
    let names: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    let change = |log: String| {
        let (before, after) = (before.remove(&log).unwrap_or_default(), after.remove(&log).unwrap_or_default());
        let content = |files: &[LogFile]| files.iter().map(|file| file.sha256.clone()).collect::<Vec<_>>();
        (content(&before) != content(&after)).then_some(LogChange { log, before, after })
    };
    names.into_iter().filter_map(change).collect()
}

fn said_of(log: &LogChange) -> &'static str {
    let coups = |files: &[LogFile]| files.iter().map(|file| file.coups).sum::<u64>();
    match (log.before.is_empty(), log.after.is_empty()) {
        (true, _) => "new",
        (_, true) => "gone",
        _ if coups(&log.before) == coups(&log.after) => "another file with as many coups",
        _ => "another file",
    }
}

fn rulesets(report: &Report) -> BTreeMap<String, String> {
    report.rulesets.iter().map(|used| (used.id.clone(), used.sha256.clone())).collect()
}

fn given(report: &Report) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for GivenRow { option, value, sha256 } in report.judged_with.iter().flat_map(|judged| &judged.given) {
        // Of a file its content counts, wherever it was.
        let said = sha256.clone().or(value.clone()).unwrap_or_else(|| "given".to_owned());
        let known: &mut String = all.entry(option.clone()).or_default();
        if !known.is_empty() {
            known.push_str(", ");
        }
        known.push_str(&said);
    }
    all
}

fn changed(mut before: BTreeMap<String, String>, mut after: BTreeMap<String, String>) -> Vec<Changed> {
    let names: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    let all = names.into_iter().map(|name| Changed { before: before.remove(&name), after: after.remove(&name), name });
    all.filter(|change| change.before != change.after).collect()
}

fn totals(before: &Report, after: &Report) -> Vec<TotalChange> {
    let sums = |report: &Report| -> BTreeMap<String, (u64, Money)> {
        let all = report.summary.currencies.iter();
        all.map(|sum| (sum.currency.clone(), (sum.coups, sum.money))).collect()
    };
    let (before, after) = (sums(before), sums(after));
    let currencies: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut out = Vec::new();
    for currency in currencies {
        let of = |sums: &BTreeMap<String, (u64, Money)>| named(sums.get(currency).copied().unwrap_or_default());
        for ((name, before), (_, after)) in of(&before).into_iter().zip(of(&after)) {
            if before != after {
                out.push(TotalChange { currency: currency.clone(), name, before, after });
            }
        }
    }
    out
}

fn named((coups, money): (u64, Money)) -> [(&'static str, i128); 8] {
    [
        ("coups", coups.into()),
        ("wagers", money.wagers.into()),
        ("staked", money.staked),
        ("returned", money.returned),
        ("due", money.due),
        ("net_variance", money.net_variance()),
        ("overpaid", money.overpaid),
        ("underpaid", money.underpaid),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(tool: &str, log: &str, staked: u32, findings: &[(&str, &str, i64)]) -> WrittenReport {
        let findings: Vec<String> = findings
            .iter()
            .map(|(wager, fingerprint, money)| {
                format!(
                    r#"{{"code":"settlement/overpaid","severity":"major","clause":"sg/x 4.1","currency":"SGD","log":"l","file":"f","line":3,"seq":2,"shoe":"S","coup":1,"wager":"{wager}","expected":"e","logged":"l","money":{money},"message":"m","authenticated":true,"record_sha256":null,"reading":false,"fingerprint":"{fingerprint}"}}"#
                )
            })
            .collect();
        let text = format!(
            r#"{{"type":"resettle-report/1","tool":"{tool}","generated_at":"2026-01-01T00:00:00Z","inputs":[{{"path":"f","log":"l","sha256":"{log}","records":3,"coups":1,"authenticated_records":3,"keys":[]}}],"rulesets":[],
            "summary":{{"coups":1,"wagers":2,"staked":{staked},"returned":0,"due":0,"net_variance":0,"currencies":[{{"currency":"SGD","coups":1,"wagers":2,"staked":{staked},"returned":0,"due":0,"net_variance":0,"overpaid":0,"underpaid":0}}],"by_code":{{}},"by_severity":{{}}}},"findings":[{}]}}"#,
            findings.join(",")
        );
        WrittenReport::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_report_differs_in_nothing_from_itself() {
        let one = report("a", "00", 100, &[("w1", "f1", 5), ("w1", "f1", 5)]);
        let compared = Comparison::of(&one, &one);
        assert!(compared.is_nothing() && compared.same == 2, "{compared:#?}");
        assert!(compared.text(false).ends_with("\nNothing differs: 2 findings in both.\n"));
    }

    #[test]
    fn findings_are_new_gone_or_changed_and_the_log_says_why() {
        let before = report("a", "00", 100, &[("w1", "f1", 5), ("w2", "f2", 7), ("w3", "f3", 9), ("w3", "f3", 9)]);
        let after = report("a", "11", 90, &[("w1", "f1", 5), ("w2", "f4", 8), ("w3", "f3", 9), ("w4", "f5", 1)]);
        let compared = Comparison::of(&before, &after);
        let wagers = |all: &[FindingChange]| all.iter().filter_map(|one| one.wager.clone()).collect::<Vec<_>>();
        assert_eq!(compared.same, 2);
        assert_eq!((wagers(&compared.new), wagers(&compared.gone)), (vec!["w4".to_owned()], vec!["w3".to_owned()]));
        let [change] = compared.changed.as_slice() else { panic!("{compared:#?}") };
        assert_eq!((change.money_before, change.money_after), (Some(7), Some(8)));
        assert_eq!(change.differs, ["money"]);
        assert_eq!(change.why, ["its log is another file with as many coups"]);
        let totals: Vec<_> = compared.totals.iter().map(|sum| (sum.name, sum.before, sum.after)).collect();
        assert_eq!(totals, [("staked", 100, 90), ("net_variance", 0, 0)][..1]);
        let text = compared.text(false);
        assert!(
            text.contains("  staked: 1.00 SGD -> 0.90 SGD\n") && text.contains("  money +0.07 SGD -> +0.08 SGD\n"),
            "{text}"
        );
        assert!(text.contains("\nlog l: another file with as many coups, 1 coup\n"), "{text}");
    }

    #[test]
    fn of_many_findings_the_worst_are_listed_and_all_are_counted() {
        let many: Vec<(String, String)> = (0..30).map(|at| (format!("w{at}"), format!("f{at}"))).collect();
        let found: Vec<(&str, &str, i64)> =
            many.iter().zip(1..).map(|((wager, print), money)| (wager.as_str(), print.as_str(), money)).collect();
        let compared = Comparison::of(&report("a", "00", 100, &[]), &report("a", "11", 100, &found));
        let (brief, whole) = (compared.text(false), compared.text(true));
        assert!(brief.contains("\nNew: 30 findings\n  30 settlement/overpaid, +4.65 SGD\n"), "{brief}");
        assert!(brief.contains("wager w29\n") && !brief.contains("wager w3\n"), "{brief}");
        assert!(brief.contains("  and 20 more; `--verbose` lists all\n"), "{brief}");
        assert_eq!(whole.matches(" wager w").count(), 30);
    }

    #[test]
    fn where_only_the_tool_differs_it_is_named() {
        let before = report("a", "00", 100, &[]);
        let after = report("b", "00", 100, &[("w1", "f1", 5)]);
        let compared = Comparison::of(&before, &after);
        assert_eq!(compared.new[0].why, ["another version of the tool judged"]);
        assert!(compared.gone.is_empty() && compared.changed.is_empty());
    }
}
