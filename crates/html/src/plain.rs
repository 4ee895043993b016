//! What browsers without scripts show.

use resettle_game::Amount;
use resettle_report::document::{CurrencyTotals, FindingRow, IRREGULARITY, RegisterRow};
use resettle_report::print::{disposition_text, judged_lines, neutral, reconciled_lines, run_lines};
use resettle_report::read::Written;

/// A report as plain text in tables. Everything is neutralised; the template escapes it.
pub(crate) struct Plain {
    pub tool: String,
    pub made: String,
    /// What a monthly run says of its scope and of what it was compared with, each after its name.
    pub run: Vec<(&'static str, String)>,
    pub inputs: Vec<PlainInput>,
    pub rulesets: Vec<PlainRuleset>,
    pub coups: u64,
    pub wagers: u64,
    /// The sums of each currency, in words.
    pub sums: Vec<String>,
    pub by_code: Vec<(String, u64)>,
    pub findings: Vec<PlainFinding>,
    /// The register of irregularities; none where the report holds none.
    pub register: Option<Vec<PlainEntry>>,
}

pub(crate) struct PlainInput {
    pub log: String,
    pub path: String,
    pub sha256: String,
    pub records: u64,
    pub authenticated: u64,
    pub coups: u64,
}

pub(crate) struct PlainRuleset {
    pub id: String,
    pub sha256: String,
    pub coups: u64,
}

pub(crate) struct PlainFinding {
    pub severity: String,
    pub code: String,
    pub place: String,
    pub message: String,
    pub disposition: String,
    pub expected: String,
    pub logged: String,
    pub money: String,
    pub clause: String,
    pub record: String,
}

pub(crate) struct PlainEntry {
    pub kind: String,
    pub facts: String,
    pub place: String,
    pub ruling: String,
    pub by: String,
    pub consequence: String,
    pub clause: String,
    pub evidence: &'static str,
    pub money: String,
    pub faults: String,
    pub record: String,
}

impl Plain {
    pub(crate) fn of(written: &Written) -> Self {
        let report = &written.report;
        let summary = &report.summary;
        Self {
            tool: neutral(&report.tool),
            made: neutral(&report.generated_at),
            run: run_lines(report).into_iter().chain(judged_lines(report)).collect(),
            inputs: report
                .inputs
                .iter()
                .map(|input| PlainInput {
                    log: neutral(&input.log),
                    path: neutral(&input.path),
                    sha256: neutral(&input.sha256),
                    records: input.records,
                    authenticated: input.authenticated_records,
                    coups: input.coups,
                })
                .collect(),
            rulesets: report
                .rulesets
                .iter()
                .map(|used| PlainRuleset { id: neutral(&used.id), sha256: neutral(&used.sha256), coups: used.coups })
                .collect(),
            coups: summary.coups,
            wagers: summary.wagers,
            sums: summary.currencies.iter().map(sums).collect(),
            by_code: summary.by_code.iter().map(|(code, count)| (neutral(code), *count)).collect(),
            findings: written.findings.iter().map(finding).collect(),
            register: written.register.as_ref().map(|entries| entries.iter().map(entry).collect()),
        }
    }
}

fn sums(totals: &CurrencyTotals) -> String {
    let unit = neutral(&totals.currency);
    let amount = |minor: i128| Amount::new(minor, Some(&unit));
    let not_judged = match totals.wagers_not_judged {
        0 => String::new(),
        wagers => format!("; not judged: {wagers} wagers, {} staked", amount(totals.staked_not_judged)),
    };
    let lines: String = reconciled_lines(totals).iter().map(|line| format!("; {}", line.trim())).collect();
    format!(
        "staked {}, returned {}, due {}; overpaid {}, underpaid {}, net variance {}{lines}{not_judged}",
        amount(totals.staked),
        amount(totals.returned),
        amount(totals.due),
        amount(totals.overpaid),
        amount(totals.underpaid),
        amount(totals.net_variance).signed()
    )
}

fn finding(finding: &FindingRow) -> PlainFinding {
    let text = |text: &Option<String>| text.as_deref().map_or(String::new(), neutral);
    let line = finding.line.map_or(String::new(), |line| format!(":{line}"));
    PlainFinding {
        severity: neutral(&finding.severity),
        code: neutral(&finding.code),
        place: place(finding.shoe.as_deref(), finding.coup, finding.wager.as_deref()),
        message: neutral(&finding.message),
        disposition: finding.disposition.as_ref().map_or(String::new(), disposition_text),
        expected: text(&finding.expected),
        logged: text(&finding.logged),
        money: finding.difference().unwrap_or_default(),
        clause: text(&finding.clause),
        record: format!("{}{line}", neutral(&finding.file)),
    }
}

fn entry(row: &RegisterRow) -> PlainEntry {
    let text = |text: &Option<String>| text.as_deref().map_or(String::new(), neutral);
    let kind = neutral(&row.kind);
    let line = row.line.map_or(String::new(), |line| format!(":{line}"));
    PlainEntry {
        kind: if row.subject == IRREGULARITY { kind } else { format!("{} on {kind}", neutral(&row.subject)) },
        facts: neutral(&row.facts_text()),
        place: place(row.shoe.as_deref(), row.coup, row.wager.as_deref()),
        ruling: text(&row.ruling),
        by: text(&row.by),
        consequence: neutral(&row.consequence),
        clause: text(&row.clause),
        evidence: if row.is_on_word() { "somebody's word" } else { "the log" },
        money: row
            .moved
            .map_or(String::new(), |moved| Amount::new(moved, Some(&neutral(&row.currency))).signed().to_string()),
        faults: neutral(&row.faults.join(", ")),
        record: format!("{}{line}", neutral(&row.file)),
    }
}

fn place(shoe: Option<&str>, coup: Option<u64>, wager: Option<&str>) -> String {
    let mut place = Vec::new();
    place.extend(shoe.map(|shoe| format!("shoe {}", neutral(shoe))));
    place.extend(coup.map(|coup| format!("coup {coup}")));
    place.extend(wager.map(|wager| format!("wager {}", neutral(wager))));
    place.join(" ")
}
