//! What browsers without scripts show.

use resettle_report::columns::{At, Column, Columns, FINDINGS, REGISTER};
use resettle_report::document::{CurrencyTotals, StatementLine};
use resettle_report::print::{judged_lines, neutral, promotion_lines, reconciled_lines, run_lines};
use resettle_report::read::WrittenReport;

/// A report as plain text in tables. Everything is neutralised; the template escapes it.
pub(crate) struct Plain {
    pub tool: String,
    pub made: String,
    /// What a monthly run says of its scope and of what it was compared with, and what a register of promotions holds that no
    /// clause judges, each after its name.
    pub run: Vec<(&'static str, String)>,
    pub inputs: Vec<PlainInput>,
    pub rulesets: Vec<PlainRuleset>,
    pub coups: u64,
    pub wagers: u64,
    /// The sums of each currency, in words.
    pub sums: Vec<String>,
    pub by_code: Vec<(String, u64)>,
    pub findings: PlainList,
    /// The register of irregularities; none where the report holds none.
    pub register: Option<PlainList>,
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

/// Rows below the titles of their columns.
pub(crate) struct PlainList {
    pub titles: Vec<&'static str>,
    pub rows: Vec<Vec<PlainCell>>,
}

pub(crate) struct PlainCell {
    pub text: String,
    /// Whether it says that something is wrong.
    pub loud: bool,
}

impl PlainList {
    fn of<R>(columns: &Columns<R>, rows: &[R]) -> Self {
        let columns = columns.page();
        let cell = |column: &Column<R>, row| PlainCell {
            text: (column.read)(&At::alone(row)).page(),
            loud: column.is_loud(row),
        };
        Self {
            titles: columns.iter().map(|column| column.page_title()).collect(),
            rows: rows.iter().map(|row| columns.iter().map(|column| cell(column, row)).collect()).collect(),
        }
    }
}

impl Plain {
    pub(crate) fn of(written: &WrittenReport) -> Self {
        let report = &written.report;
        let summary = &report.summary;
        Self {
            tool: neutral(&report.tool),
            made: neutral(&report.generated_at),
            run: run_lines(report).into_iter().chain(judged_lines(report)).chain(promotion_lines(report)).collect(),
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
            findings: PlainList::of(&FINDINGS, &written.findings),
            register: written.register.as_ref().map(|entries| PlainList::of(&REGISTER, entries)),
        }
    }
}

fn sums(totals: &CurrencyTotals) -> String {
    let unit = neutral(&totals.currency);
    let line = |one: StatementLine| format!("{} {} ({})", one.name(), one.amount(&unit), one.about);
    let lines = totals.statement_of_money().into_iter().map(line);
    lines.chain(reconciled_lines(totals).iter().map(|line| line.trim().to_owned())).collect::<Vec<_>>().join("; ")
}
