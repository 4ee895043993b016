//! A run as people read it: totals, findings, exceptions; 80 columns wide.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use resettle_audit::{Code, Severity};
use resettle_report::document::{CarriedRow, FindingRow, Input, Report, Rows, Run};
use resettle_report::print::{finding_text, neutral};
use resettle_report::tally::{BetTotals, TableTotals};

use super::digests::NOBODY_NAMES;
use crate::args::BatchArgs;
use crate::error::Error;
use crate::judging::READ_FOR_CONTEXT;

const STRONG: Style = Style::new().bold();
const QUIET: Style = AnsiColor::BrightBlack.on_default();

/// How wide a line is.
const WIDTH: usize = 80;

type ByTable = BTreeMap<(String, String, String), u64>;

/// Prints the run: what is said of it at the top, the exceptions, the totals.
pub fn print(report: &Report, rows: &dyn Rows, by_table: &ByTable, args: &BatchArgs) -> Result<(), Error> {
    let out = anstream::AutoStream::auto(io::stdout()).lock();
    let mut out = io::BufWriter::new(out);
    let mut write = || -> io::Result<()> {
        if !args.quiet {
            exceptions(rows, args.verbose, &mut out)?;
        }
        summary(report, by_table, &mut out)?;
        out.flush()
    };
    write().map_err(|error| Error::of_rows(error, Error::Output))
}

fn exceptions(rows: &dyn Rows, whole: bool, out: &mut impl Write) -> io::Result<()> {
    let mut any = false;
    for finding in rows.findings() {
        let finding = finding?;
        if !any {
            any = true;
            writeln!(out, "{STRONG}Exceptions{STRONG:#}")?;
        }
        if whole {
            writeln!(out, "{}", finding_text(&finding))?;
        } else {
            exception(&finding, out)?;
        }
    }
    if any { writeln!(out) } else { Ok(()) }
}

/// One exception on two lines: what, with the money; where, with what was decided about it.
fn exception(finding: &FindingRow, out: &mut impl Write) -> io::Result<()> {
    let colour = colour(&finding.severity);
    let money = finding.money.map_or_else(String::new, |money| format!("{money:+}"));
    let width = WIDTH - 2 - 9;
    let code = &finding.code;
    let gap = width.saturating_sub(code.len() + money.len());
    writeln!(out, "  {colour}{:<8}{colour:#} {code}{:gap$}{money}", finding.severity, "")?;
    let mut place = Vec::new();
    if finding.log.is_empty() {
        let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
        place.push(format!("{}{line}", neutral(&finding.file)));
    } else {
        place.push(neutral(&finding.log));
        match (&finding.shoe, finding.coup, finding.line) {
            (Some(shoe), Some(coup), _) => place.push(format!("shoe {} coup {coup}", neutral(shoe))),
            (_, _, Some(line)) => place.push(format!("line {line}")),
            _ => {}
        }
    }
    place.extend(finding.wager.as_ref().map(|wager| format!("wager {}", neutral(wager))));
    writeln!(out, "           {QUIET}{}{QUIET:#}", cut(&place.join(" "), WIDTH - 11))?;
    if finding.shoe.is_none() || finding.coup.is_none() {
        writeln!(out, "           {}", cut(&neutral(&finding.message), WIDTH - 11))?;
    }
    if let Some(note) = &finding.disposition {
        let state = if note.expired { ", expired" } else { "" };
        let said = format!("{}{state}: {}, {}", note.kind, note.reason, note.by);
        writeln!(out, "           {}", cut(&neutral(&said), WIDTH - 11))?;
    }
    Ok(())
}

/// The totals.
fn summary(report: &Report, by_table: &ByTable, out: &mut impl Write) -> io::Result<()> {
    let nothing = Run::default();
    let run = report.run.as_ref().unwrap_or(&nothing);
    writeln!(out, "{STRONG}Summary{STRONG:#}")?;
    let mut line = |name: &str, text: String| writeln!(out, "  {QUIET}{name:<13}{QUIET:#} {text}");
    line("folder", cut(&neutral(&run.scope.folder), WIDTH - 16))?;
    if run.scope.from.is_some() || run.scope.to.is_some() {
        let from = run.scope.from.as_deref().unwrap_or("the first");
        let to = run.scope.to.as_deref().unwrap_or("the last");
        line("days", format!("{from} to {to}; {} coups commence in them", report.summary.coups))?;
    }
    if !run.scope.tables.is_empty() {
        line("only", cut(&neutral(&run.scope.tables.join(", ")), WIDTH - 16))?;
    }
    line("logs", logs(report, run))?;
    if let Some(id) = &report.judged_by {
        line("judged by", format!("{id}, whatever was in force"))?;
    }
    if let Some(facts) = &report.facts {
        line("facts", format!("{} (sha256 {}…)", cut(&neutral(&facts.path), 38), short(&facts.sha256)))?;
    }
    if let Some(trust) = &report.trust {
        line("trust", format!("{} (sha256 {}…)", cut(&neutral(&trust.path), 38), short(&trust.sha256)))?;
    } else {
        line("trust", "none: no seal could be verified".to_owned())?;
    }
    for ruleset in &report.rulesets {
        line("ruleset", format!("{}  {} coups", ruleset.id, ruleset.coups))?;
    }
    if let Some(roster) = &run.roster {
        line("roster", format!("{} logs expected, {} missing", roster.expected, roster.missing))?;
        for table in &roster.unlisted {
            line("", cut(&format!("not listed: {}", neutral(table)), WIDTH - 16))?;
        }
    }
    if let (Some(first), Some(last)) = (run.digests.first(), run.digests.last()) {
        line("digests", format!("{}, {} to {}", run.digests.len(), first.day, last.day))?;
        if run.digests.iter().any(|digest| digest.signer.ends_with(NOBODY_NAMES)) {
            line("", "nobody vouches for their signers: no --digest-signers".to_owned())?;
        }
        if let Some(day) = run.undigested.first() {
            let more = run.undigested.len() - 1;
            let more = if more == 0 { String::new() } else { format!(", and {more} more") };
            line("", format!("logs, and no digest: {}{more}", cut(&neutral(day), WIDTH - 52)))?;
        }
    }
    if let Some(used) = &run.dispositions {
        line("dispositions", format!("{}; {} findings answered", used.all, used.answered))?;
    }
    if let Some(carried) = &run.carried {
        line("carried", standings(carried))?;
    }
    let tables = report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice());
    totals(run, tables, by_table, out)?;
    findings(report, out)
}

fn logs(report: &Report, run: &Run) -> String {
    let for_context = |input: &&Input| input.note.as_deref() == Some(READ_FOR_CONTEXT);
    let context = report.inputs.iter().filter(for_context).count() as u64;
    let mut said = format!("{} judged", report.inputs.len() as u64 - context);
    for (count, what) in
        [(context, "for context"), (run.scope.logs_left_out, "left out"), (run.scope.unread.len() as u64, "unreadable")]
    {
        if count > 0 {
            said.push_str(&format!(", {count} {what}"));
        }
    }
    let whole = report.inputs.iter().filter(|input| input.records > 0 && input.authenticated_records == input.records);
    let authentic = format!("{} authentic to the last record", whole.count());
    let fits = said.chars().count() + 2 + authentic.len() <= WIDTH - 16;
    said.push_str(&if fits { format!("; {authentic}") } else { format!("\n{:16}{authentic}", "") });
    said
}

fn standings(carried: &[CarriedRow]) -> String {
    let count = |word: &str| carried.iter().filter(|row| row.standing == word).count();
    format!("{} open, {} settled, {} repeated", count("open"), count("settled"), count("repeated"))
}

fn totals(run: &Run, tables: &[TableTotals], by_table: &ByTable, out: &mut impl Write) -> io::Result<()> {
    heading("By venue", "coups", "staked", "variance", "tables", out)?;
    for venue in &run.venues {
        let name = format!("{} {}", neutral(&venue.venue), neutral(&venue.currency));
        row(&name, venue.coups, venue.staked, venue.returned - venue.due, Some(venue.tables), out)?;
    }
    heading("By table", "coups", "staked", "variance", "findings", out)?;
    for table in tables {
        let name = format!("{} {}", neutral(&table.venue), neutral(&table.table));
        let found = by_table.get(&(table.venue.clone(), table.game.clone(), table.table.clone()));
        row(&name, table.coups, table.staked, table.returned - table.due, found.copied(), out)?;
    }
    heading("By wager", "wagers", "staked", "variance", "", out)?;
    let mut by_bet: BTreeMap<(&str, &str), BetTotals> = BTreeMap::new();
    for table in tables {
        for (bet, more) in &table.by_bet {
            let sum = by_bet.entry((&table.currency, bet)).or_default();
            sum.wagers += more.wagers;
            sum.staked += more.staked;
            sum.returned += more.returned;
            sum.due += more.due;
        }
    }
    for ((currency, bet), sum) in &by_bet {
        let name = format!("{} {}", neutral(currency), neutral(bet));
        row(&name, sum.wagers, sum.staked, sum.returned - sum.due, None, out)?;
    }
    Ok(())
}

fn heading(what: &str, a: &str, b: &str, c: &str, d: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{STRONG}{what:<24}{STRONG:#}{QUIET}{a:>10} {b:>18} {c:>14} {d:>9}{QUIET:#}")
}

fn row(name: &str, a: u64, b: i128, c: i128, d: Option<u64>, out: &mut impl Write) -> io::Result<()> {
    let d = d.map_or_else(String::new, |d| d.to_string());
    writeln!(out, "  {:<22}{a:>10} {b:>18} {c:>+14} {d:>9}", cut(name, 22))
}

fn findings(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let summary = &report.summary;
    if summary.by_code.is_empty() {
        return writeln!(out, "{STRONG}Findings{STRONG:#}  none");
    }
    let by_severity: Vec<String> = Severity::ALL
        .iter()
        .rev()
        .filter(|severity| summary.of(**severity) > 0)
        .map(|severity| {
            let colour = colour(severity.word());
            format!("{colour}{} {}{colour:#}", summary.of(*severity), severity.word())
        })
        .collect();
    writeln!(out, "{STRONG}Findings{STRONG:#}  {}", by_severity.join(", "))?;
    for (code, count) in &summary.by_code {
        let title = Code::parse(code).map_or("", Code::title);
        writeln!(out, "  {count:>6}  {code}")?;
        writeln!(out, "          {QUIET}{}{QUIET:#}", cut(title, WIDTH - 10))?;
    }
    for (code, dropped) in &summary.truncated {
        writeln!(out, "  {STRONG}LEFT OUT{STRONG:#}  {dropped} findings {code}, by --max-per-code")?;
    }
    Ok(())
}

fn colour(severity: &str) -> Style {
    match Severity::parse(severity) {
        Some(Severity::Critical) => AnsiColor::Red.on_default().bold(),
        Some(Severity::Major) => AnsiColor::Yellow.on_default().bold(),
        Some(Severity::Minor) => AnsiColor::Cyan.on_default(),
        _ => QUIET,
    }
}

/// No more than so many letters.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
