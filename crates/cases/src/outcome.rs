//! What comes of a case, and whether that is what it says.

use std::io::Cursor;
use std::sync::Arc;

use resettle_audit::{
    Code, CoupName, CoupSeen, CoupTrace, Finding, LateIncident, Registered, Replay, Settings, Sink, Steps,
};
use resettle_coup_log::LogReader;
use resettle_ruleset::Ruleset;

use crate::file::Case;

/// A ruleset that judges cases, whatever was in force.
#[derive(Clone, Debug)]
pub struct Judge(Settings);

impl Judge {
    /// By this ruleset.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Self {
        Self(Settings { named: Some(Arc::new(ruleset)), ..Settings::default() })
    }
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseOutcome {
    /// What was found, as code and clause, in the order of the log.
    pub finds: Vec<String>,
    /// Of each record that could not be read, which it is and why.
    pub malformed: Vec<String>,
    /// What was due of each wager of the first coup.
    pub due: Vec<i128>,
    /// The clauses that the judgement of the first coup rests on, each once, `†` behind a reading.
    pub by: Vec<String>,
}

/// One thing that is not as a case says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What: `finds`, `due` or `by`.
    pub what: &'static str,
    /// As the case has it.
    pub expected: Vec<String>,
    /// What came of it instead.
    pub found: Vec<String>,
    /// Of findings that the case has a record that could not be read, which it is and why.
    pub why: Vec<String>,
}

impl Case {
    /// The log of the case, as its file would be.
    #[must_use]
    pub fn log(&self) -> String {
        self.records.iter().map(|record| format!("{record}\n")).collect()
    }

    /// Judges the case.
    #[must_use]
    pub fn run(&self, judge: &Judge) -> CaseOutcome {
        let log = self.log();
        let by = |settings: &Settings| {
            let first = CoupName::InShoe { shoe: "S".to_owned(), coup: 1 };
            let mut seen = Seen { first, findings: Vec::new(), coup: None, late: Vec::new() };
            Replay::by(settings).log(LogReader::new(Cursor::new(&log), None), "case", &mut seen);
            seen
        };
        let mut seen = by(&judge.0);
        if !seen.late.is_empty() {
            seen = by(&judge.0.knowing(&seen.late));
        }
        let asked = |found: &Finding| found.code == Code::MalformedRecord || is_of_play(found.code);
        let mut findings: Vec<Finding> = seen.findings.into_iter().filter(asked).collect();
        findings.sort_by_key(|found| (found.place.line, found.code, found.wager.clone(), found.clause.clone()));
        let (due, by) = seen.coup.map(|(due, trace)| (due, trace.map(cites).unwrap_or_default())).unwrap_or_default();
        let malformed = findings.iter().filter(|found| found.code == Code::MalformedRecord);
        let record =
            |found: &Finding| found.place.line.map_or_else(|| "a record".to_owned(), |line| format!("record {line}"));
        let malformed = malformed.map(|found| format!("{}: {}", record(found), found.message)).collect();
        CaseOutcome { finds: findings.iter().map(stated).collect(), malformed, due, by }
    }

    /// What of the outcome is not as the case says.
    #[must_use]
    pub fn failures(&self, outcome: &CaseOutcome) -> Vec<Failure> {
        let mut out = Vec::new();
        let mut ask = |what, expected: Vec<String>, found: Vec<String>| {
            if expected != found {
                let why = if what == "finds" { outcome.malformed.clone() } else { Vec::new() };
                out.push(Failure { what, expected, found, why });
            }
        };
        let sorted = |list: &[String]| {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        ask("finds", sorted(&self.finds), sorted(&outcome.finds));
        let numbers = |list: &[i128]| list.iter().map(ToString::to_string).collect();
        if let Some(due) = &self.due {
            ask("due", numbers(due), numbers(&outcome.due));
        }
        if let Some(by) = &self.by {
            ask("by", sorted(by), sorted(&outcome.by));
        }
        out
    }
}

/// Cases have no seals, and are judged by the ruleset named.
fn is_of_play(code: Code) -> bool {
    !code.is_doubt() && !code.as_str().starts_with("integrity/")
}

/// A finding as cases state it: code and clause, `†` where another reading would not find it.
fn stated(found: &Finding) -> String {
    match &found.clause {
        Some(clause) => {
            let clause = clause.split_once(' ').map_or("", |(_, clause)| clause);
            format!("{} {clause}", found.code)
        }
        None => format!("{} without a clause", found.code),
    }
}

fn cites(trace: CoupTrace) -> Vec<String> {
    let mut out = Vec::new();
    for step in trace.sections.into_iter().flat_map(|section| section.steps) {
        let mark = if step.reading { " †" } else { "" };
        let cite = match step.clause {
            Some(clause) => format!("{clause}{mark}"),
            None if step.reading => "†".to_owned(),
            None => continue,
        };
        if !out.contains(&cite) {
            out.push(cite);
        }
    }
    out
}

/// Takes the findings, and the first coup with the steps of its judgement.
struct Seen {
    first: CoupName,
    findings: Vec<Finding>,
    coup: Option<(Vec<i128>, Option<CoupTrace>)>,
    late: Vec<LateIncident>,
}

impl Sink for Seen {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        if coup.trace.is_some() || self.coup.is_none() {
            // Of a wager that is not judged nobody can say what is due.
            let due = coup.wagers.iter().filter(|wager| wager.judged).map(|wager| wager.due).collect();
            self.coup = Some((due, coup.trace.cloned()));
        }
    }

    fn registered(&mut self, _: Registered) {}

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }

    fn steps(&self) -> Steps<'_> {
        Steps::Of(&self.first)
    }
}
