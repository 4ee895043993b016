//! A report as text: the same for whoever made it, read from wherever it is held.

use std::collections::HashSet;
use std::io::{self, Write};

use super::brief::{brief, sentence};
use super::listed::{Doubted, Listed, each_listed};
use super::neutral::neutral;
use super::register::register_text;
use super::summary::summary;
use super::text::{QUIET, STRONG, finding_text, named};
use super::wrap::{Width, wrapped};
use crate::document::{FindingRow, Input, Report, Rows, VOUCHED_LATER};
use resettle_audit::Code;
use resettle_game::counted;

/// How much of each finding is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing of it; of the register its sums.
    Counted,
    /// What, with the money; where.
    Brief,
    /// All of it, and every day, dealer and earlier exception.
    Whole,
}

impl Detail {
    /// How a report is printed where nobody asks for more or less: of many logs in short, of a few in full.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        if report.run.is_some() { Self::Brief } else { Self::Whole }
    }
}

/// Prints a report: by what it was judged if that was asked for, its findings, the gravest first and then those of the most
/// money, the sums, the register of irregularities.
///
/// # Errors
/// What `out` says, or what reading the rows says.
pub fn report_text(
    report: &Report,
    rows: &dyn Rows,
    detail: Detail,
    width: Width,
    out: &mut dyn Write,
) -> io::Result<()> {
    judged_by(report, width, out)?;
    if detail != Detail::Counted {
        findings(report, rows, detail, width, out)?;
    }
    summary(report, rows, detail == Detail::Whole, width, out)?;
    let register = register_text(report, rows, detail != Detail::Counted, width)?;
    if register.is_empty() { Ok(()) } else { write!(out, "\n{register}") }
}

fn judged_by(report: &Report, width: Width, out: &mut dyn Write) -> io::Result<()> {
    if let Some(id) = &report.judged_by {
        let what = if report.promotions.is_some() { "promotion" } else { "coup" };
        indented(&format!("Every {what} is judged by {}, whatever was in force.", neutral(id)), width, out)?;
        if let Some(other) = of_another_game(report) {
            indented(&other, width, out)?;
        }
        writeln!(out)?;
    }
    if let Some(facts) = &report.facts {
        indented(
            &format!("Facts stated in {} (sha256 {}):", neutral(&facts.path), neutral(&facts.sha256)),
            width,
            out,
        )?;
        for (id, fact) in &facts.in_force {
            let (from, by, source) = (neutral(&fact.from), neutral(&fact.by), neutral(&fact.source));
            indented(&format!("  {} in force from {from}, stated by {by}, source: {source}", neutral(id)), width, out)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The message if the requested ruleset is for another game than the logs.
fn of_another_game(report: &Report) -> Option<String> {
    let id = report.judged_by.as_deref()?;
    let game = id.rsplit('/').nth(1)?;
    let other = |input: &&Input| input.table.as_ref().is_some_and(|table| table.game != game);
    let (count, first) = (report.inputs.iter().filter(other).count(), report.inputs.iter().find(other)?);
    let of = neutral(&first.table.as_ref()?.game);
    Some(match count {
        1 => format!("WARNING: a log is of another game, {of}; what is found there says nothing of that game's rules."),
        _ => format!(
            "WARNING: {count} logs are of another game, the first of {of}; what is found there says nothing of that game's rules."
        ),
    })
}

fn findings(report: &Report, rows: &dyn Rows, detail: Detail, width: Width, out: &mut dyn Write) -> io::Result<()> {
    let mut any = false;
    each_listed(rows, &mut |listed| {
        if !any {
            any = true;
            writeln!(out, "{STRONG}Findings{STRONG:#}")?;
            if detail != Detail::Whole {
                writeln!(out, "  {QUIET}money: + favours the players, - the house{QUIET:#}")?;
            }
        }
        match detail {
            Detail::Whole => {
                let (finding, vouched) = (listed.finding, vouched_beside(report, listed.finding));
                write!(out, "{}", finding_text(finding, width))?;
                if let Some(text) = vouched {
                    write!(out, "{}", named(width, 11, "seals", &text))?;
                }
            }
            _ => in_short(report, listed, width, out)?,
        }
        // A log that is judged alone has one such finding, at the first coup that it is about.
        if let Some(doubted) = listed.doubts_of.filter(|doubted| report.run.is_some() || doubted.files.len() > 1) {
            sentence(&of_how_much(report, listed.finding, doubted), width, out)?;
        }
        if detail == Detail::Whole { writeln!(out) } else { Ok(()) }
    })?;
    if any && detail != Detail::Whole { writeln!(out) } else { Ok(()) }
}

/// From where a doubt about the ruleset holds, and of how many coups.
fn of_how_much(report: &Report, finding: &FindingRow, doubted: &Doubted) -> String {
    let files: HashSet<&str> = doubted.files.iter().map(String::as_str).collect();
    let own = report.inputs.iter().filter(|input| files.contains(input.path.as_str()));
    let coups: u64 = own.map(|input| input.coups).sum();
    let from = finding.at.as_ref().and_then(|at| at.get(..10));
    let days = match (from, doubted.to.as_deref()) {
        (Some(from), Some(to)) if from != to => format!(", {} to {}", neutral(from), neutral(to)),
        _ => String::new(),
    };
    format!(
        "this doubt is about every coup of the table from this one on: {}{days}, {}",
        counted(doubted.files.len(), "log"),
        counted(coups, "coup")
    )
}

/// A finding in short, and what the rest of the report says of what it rests on.
fn in_short(report: &Report, listed: Listed<'_>, width: Width, out: &mut dyn Write) -> io::Result<()> {
    let (finding, vouched) = (listed.finding, vouched_beside(report, listed.finding));
    brief(finding, vouched.as_deref(), width, out)?;
    if let Some(doubt) = listed.doubt {
        sentence(&neutral(doubt), width, out)?;
    }
    Ok(())
}

/// Of a seal that does not count, and of what no seal covers: which lines nothing vouches for, as far as the report holds that.
fn vouched_beside(report: &Report, finding: &FindingRow) -> Option<String> {
    let code = Code::parse(&finding.code)?;
    let asks = matches!(code, Code::BadSignature | Code::UntrustedKey | Code::Unvouched | Code::ChainBroken);
    let line = finding.line.filter(|_| asks)?;
    let input = report.inputs.iter().find(|input| input.path == finding.file)?;
    if input.authenticated_records == 0 {
        return Some("no seal vouches for any line of this log".to_owned());
    }
    let before = |to: u64| code == Code::ChainBroken && to.saturating_add(1) == line;
    let holds = |(from, to): &&(u64, u64)| (*from..=*to).contains(&line) || before(*to);
    match input.not_vouched.iter().find(holds) {
        Some((from, to)) if before(*to) => Some(format!(
            "lines {from} to {to} stand between the last seal that counts and this break, and no later seal can vouch for them"
        )),
        Some((from, to)) => Some(format!("no seal that counts vouches for lines {from} to {to} of this log")),
        // Of very many stretches the report names the first ones alone.
        None if input.not_vouched.len() >= Input::MOST_STRETCHES || code == Code::Unvouched => None,
        None if code == Code::ChainBroken => Some(
            "a later seal vouches for these lines as they stand now, and not for what stood here before it".to_owned(),
        ),
        // Its message says that a later seal vouches for its lines.
        None if finding.message.contains(VOUCHED_LATER) => None,
        None => Some("a later seal vouches for these lines".to_owned()),
    }
}

/// Text in lines of this width; each but the first is indented.
fn indented(text: &str, width: Width, out: &mut dyn Write) -> io::Result<()> {
    if text.chars().count() <= width.beside(0) {
        return writeln!(out, "{text}");
    }
    let mut lines = wrapped(text, width.beside(4)).into_iter();
    lines.next().map_or(Ok(()), |line| writeln!(out, "{line}"))?;
    lines.try_for_each(|line| writeln!(out, "    {line}"))
}
