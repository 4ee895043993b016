//! What two reports differ in, as people read it: what is new first, the worst of it, then sums, then what else differs.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use resettle_audit::Severity;
use resettle_game::{Amount, counted};

use super::{Changed, Comparison, FindingChange, LogChange, LogFile, ReportHead, TotalChange, said_of};
use crate::print::neutral;

/// How many findings of a kind, logs and lines of what was not asked are listed where not all are asked for.
const MOST: usize = 10;

impl Comparison {
    /// As people read it; harmless in a terminal. All of it where `verbose`, else the worst of each kind, and how many more.
    #[must_use]
    pub fn text(&self, verbose: bool) -> String {
        let mut out = String::new();
        let head = |head: &ReportHead| format!("{} by {}", neutral(&head.generated_at), neutral(&head.tool));
        let _ = writeln!(out, "before  {}\nafter   {}", head(&self.before), head(&self.after));
        if self.is_nothing() {
            let _ = writeln!(out, "\nNothing differs: {} in both.", counted(self.same, "finding"));
            return out;
        }
        let most = if verbose { usize::MAX } else { MOST };
        for (title, all) in [("New", &self.new), ("Gone", &self.gone), ("Changed", &self.changed)] {
            findings(title, all, most, &mut out);
        }
        let _ = writeln!(out, "\nThe same in both: {}", counted(self.same, "finding"));
        if !self.answers.is_empty() {
            let _ = writeln!(out, "\nAnswered otherwise: {} of both", counted(self.answers.len(), "finding"));
        }
        self.answers.iter().take(most).for_each(|change| change.write(&mut out));
        more(self.answers.len(), most, &mut out);
        if !self.incomplete.is_empty() {
            let codes = self.incomplete.iter().map(|code| neutral(code)).collect::<Vec<_>>().join(", ");
            let _ = writeln!(out, "Not all findings are listed of {codes}: what is new or gone of them is not known.");
        }
        self.totals(&mut out);
        if !self.not_asked.is_empty() {
            let _ = writeln!(out, "\nNot asked");
        }
        self.not_asked.iter().take(most).for_each(|change| change.write(&mut out));
        more(self.not_asked.len(), most, &mut out);
        for (what, changes) in [("ruleset", &self.rulesets), ("judged with", &self.judged_with)] {
            for Changed { name, before, after } in changes {
                let said = |value: &Option<String>| neutral(value.as_deref().unwrap_or("not there"));
                let _ =
                    writeln!(out, "\n{what} {}\n  before  {}\n  after   {}", neutral(name), said(before), said(after));
            }
        }
        self.logs_of_a_kind(verbose, &mut out);
        out
    }

    fn totals(&self, out: &mut String) {
        if !self.totals.is_empty() {
            let _ = writeln!(out, "\nTotals");
        }
        for TotalChange { currency, name, before, after } in &self.totals {
            let unit = neutral(currency);
            let is_count = matches!(*name, "coups" | "wagers");
            let said = |value: i128| match is_count {
                true => value.to_string(),
                false => Amount::new(value, Some(&unit)).to_string(),
            };
            let of = if is_count { format!(" in {unit}") } else { String::new() };
            let _ = writeln!(out, "  {name}{of}: {} -> {}", said(*before), said(*after));
        }
    }

    /// The logs that differ: what was replaced first, for a log that is another one under its name is the worst.
    fn logs_of_a_kind(&self, verbose: bool, out: &mut String) {
        let mut kinds: BTreeMap<(bool, &'static str), Vec<&LogChange>> = BTreeMap::new();
        for log in &self.logs {
            let is_replaced = !log.before.is_empty() && !log.after.is_empty();
            kinds.entry((!is_replaced, said_of(log))).or_default().push(log);
        }
        if !self.logs.is_empty() {
            let said = kinds.iter().map(|((_, said), logs)| format!("{} {said}", logs.len()));
            let _ = writeln!(out, "\nLogs: {}", said.collect::<Vec<_>>().join(", "));
        }
        let most = if verbose { usize::MAX } else { MOST };
        for logs in kinds.values() {
            for log in logs.iter().take(most) {
                log.write(verbose, out);
            }
            more(logs.len(), most, out);
        }
    }
}

/// Findings of a kind: how many of each code with their money, then the worst.
fn findings(title: &str, all: &[FindingChange], most: usize, out: &mut String) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}: {}", counted(all.len(), "finding"));
    if all.len() > 1 {
        by_code(all, out);
    }
    let mut worst: Vec<&FindingChange> = all.iter().collect();
    if all.len() > most {
        let money = |change: &FindingChange| change.money_after.or(change.money_before).unwrap_or(0).unsigned_abs();
        worst.sort_by_key(|change| Reverse((Severity::parse(&change.severity), money(change))));
    }
    worst.iter().take(most).for_each(|change| change.write(out));
    more(all.len(), most, out);
}

fn by_code(all: &[FindingChange], out: &mut String) {
    let mut codes: BTreeMap<&str, (usize, BTreeMap<&str, i128>)> = BTreeMap::new();
    for change in all {
        let (count, sums) = codes.entry(&change.code).or_default();
        *count += 1;
        if let Some(money) = change.money_after.or(change.money_before) {
            let sum = sums.entry(change.currency.as_deref().unwrap_or_default()).or_default();
            *sum = sum.saturating_add(money.into());
        }
    }
    for (code, (count, sums)) in codes {
        let sum = |(unit, sum): (&str, i128)| {
            let unit = neutral(unit);
            format!(", {}", Amount::new(sum, Some(&unit).filter(|unit| !unit.is_empty()).map(String::as_str)).signed())
        };
        let _ = writeln!(out, "  {count} {}{}", neutral(code), sums.into_iter().map(sum).collect::<String>());
    }
}

fn more(all: usize, most: usize, out: &mut String) {
    if all > most {
        let _ = writeln!(out, "  and {} more; `--verbose` lists all", all - most);
    }
}

impl LogChange {
    fn write(&self, verbose: bool, out: &mut String) {
        let coups = |files: &[LogFile]| files.iter().map(|file| file.coups).sum::<u64>();
        let (before, after) = (coups(&self.before), coups(&self.after));
        let coups = match (self.before.is_empty(), self.after.is_empty()) {
            (false, false) if before != after => format!("{before} -> {}", counted(after, "coup")),
            (_, true) => counted(before, "coup"),
            _ => counted(after, "coup"),
        };
        let _ = writeln!(out, "log {}: {}, {coups}", neutral(&self.log), said_of(self));
        if !verbose {
            return;
        }
        for (what, files) in [("before", &self.before), ("after", &self.after)] {
            for file in files {
                let (records, coups) = (counted(file.records, "record"), counted(file.coups, "coup"));
                let (path, sha256) = (neutral(&file.path), neutral(&file.sha256));
                let _ = writeln!(out, "  {what:<7} {path}, {records}, {coups}\n          sha256 {sha256}");
            }
        }
    }
}

/// The first line of a finding: severity, code and log, then shoe, coup and wager.
pub(super) fn head(
    [severity, code, log]: [&str; 3],
    (shoe, coup, wager): (Option<&str>, Option<u64>, Option<&str>),
    out: &mut String,
) {
    let shoe = shoe.map(|shoe| format!(" shoe {}", neutral(shoe)));
    let coup = coup.map(|coup| format!(" coup {coup}"));
    let wager = wager.map(|wager| format!(" wager {}", neutral(wager)));
    let place: String = [shoe, coup, wager].into_iter().flatten().collect();
    let _ = writeln!(out, "{:<8} {}  {}{place}", neutral(severity), neutral(code), neutral(log));
}

impl FindingChange {
    fn write(&self, out: &mut String) {
        let unit = self.currency.as_deref().map(neutral);
        let amount = |money: Option<i64>| {
            money.map_or("no sum".to_owned(), |money| Amount::new(money, unit.as_deref()).signed().to_string())
        };
        let Self { code, severity, log, shoe, coup, wager, .. } = self;
        head([severity, code, log], (shoe.as_deref(), *coup, wager.as_deref()), out);
        let _ = writeln!(out, "  {}", neutral(&self.message));
        match (self.money_before, self.money_after) {
            (before, after) if !self.differs.is_empty() && before != after => {
                let _ = writeln!(out, "  money {} -> {}", amount(before), amount(after));
            }
            (None, None) => {}
            (before, after) => {
                let _ = writeln!(out, "  money {}", amount(after.or(before)));
            }
        }
        if !self.differs.is_empty() {
            let _ = writeln!(out, "  differs: {}", self.differs.join(", "));
        }
        let _ = writeln!(out, "  because {}", neutral(&self.why.join("; ")));
    }
}
