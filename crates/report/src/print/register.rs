use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io;

use anstyle::{AnsiColor, Style};

use super::neutral::neutral;
use super::wrap::{WIDTH, shortened, wrapped};
use crate::document::{IRREGULARITY, RegisterRow, Report, Rows};
use crate::tally::{By, RegisterSum};

/// How many entries are told one by one.
const MOST_TOLD: usize = 20;

/// The longest name that is printed whole.
const LONGEST_NAME: usize = 40;

/// The longest text of one entry that is printed whole.
const LONGEST_TEXT: usize = 4 * WIDTH;

const STRONG: Style = Style::new().bold();
const QUIET: Style = AnsiColor::BrightBlack.on_default();
const FAULT: Style = AnsiColor::Red.on_default().bold();
const ON_WORD: Style = AnsiColor::Yellow.on_default().bold();

/// The register of irregularities, no line wider than [`WIDTH`]: how much it holds, what people have to look at (with
/// `entries`), its sums by kind and decider. Nothing where it is empty.
///
/// # Errors
/// What reading the rows says.
pub fn register_text(report: &Report, rows: &dyn Rows, entries: bool) -> io::Result<String> {
    let mut sums = Vec::new();
    for sum in rows.register_sums() {
        let sum = sum?;
        // Kinds and offices are few; tables and terminals may be any number.
        if matches!(sum.by, By::Kind | By::Decider) {
            sums.push(sum);
        }
    }
    let by = |by: By| sums.iter().filter(move |sum| sum.by == by);
    let count = |of: fn(&RegisterSum) -> u64| by(By::Kind).map(of).sum::<u64>();
    let (all, faulty, on_word) = (count(|sum| sum.entries), count(|sum| sum.faulty), count(|sum| sum.on_word));
    let mut out = String::new();
    if all == 0 {
        return Ok(out);
    }
    let _ = writeln!(out, "{STRONG}Register of irregularities{STRONG:#}");
    let _ = writeln!(out, "  {all} logged, {faulty} found fault with, {on_word} on somebody's word");
    if entries {
        told(rows, &mut out)?;
    }
    for (kind, dropped) in &report.summary.register_truncated {
        let _ = writeln!(
            out,
            "  {STRONG}LEFT OUT{STRONG:#}  {dropped} entries {}, by --max-per-code; the sums count them",
            shortened(&neutral(kind), LONGEST_NAME)
        );
    }
    for (title, of) in [("By kind, in minor units", By::Kind), ("By decider, in minor units", By::Decider)] {
        heading(title, &mut out);
        by(of).for_each(|sum| line(sum, &mut out));
    }
    Ok(out)
}

/// What stands out: what is found fault with first, then by how much it moves.
fn told(rows: &dyn Rows, out: &mut String) -> io::Result<()> {
    let weight = |row: &RegisterRow| Reverse((row.is_faulty(), row.moved.unwrap_or(0).unsigned_abs()));
    let mut first: Vec<RegisterRow> = Vec::new();
    let mut all = 0_usize;
    for row in rows.register() {
        let row = row?;
        if !row.stands_out() {
            continue;
        }
        all += 1;
        let at = first.partition_point(|other| weight(other) <= weight(&row));
        if at < MOST_TOLD {
            first.insert(at, row);
            first.truncate(MOST_TOLD);
        }
    }
    first.iter().for_each(|row| entry(row, out));
    if all > first.len() {
        let _ = writeln!(out, "  and {} more of this kind, under `register` in report.json", all - first.len());
    }
    Ok(())
}

/// One entry: what, with the money; where; what came of it; what is wrong with it.
fn entry(row: &RegisterRow, out: &mut String) {
    let (colour, mark) = if row.is_faulty() { (FAULT, "FAULT") } else { (ON_WORD, "word") };
    let kind = name(&row.kind);
    let what = if row.subject == IRREGULARITY { kind } else { format!("{} on {kind}", plain(&row.subject)) };
    let money = row.moved.map_or_else(String::new, |moved| format!("{moved:+} minor units"));
    let gap = (WIDTH - 11).saturating_sub(what.chars().count() + money.chars().count());
    if gap > 0 {
        let _ = writeln!(out, "  {colour}{mark:<8}{colour:#} {what}{:gap$}{money}", "");
    } else {
        let _ = writeln!(out, "  {colour}{mark:<8}{colour:#} {what}");
        let _ = writeln!(out, "           {money}");
    }
    let mut place = vec![name(&row.log)];
    match (&row.shoe, row.coup, row.line) {
        (Some(shoe), Some(coup), _) => place.push(format!("shoe {} coup {coup}", name(shoe))),
        (_, _, Some(line)) => place.push(format!("line {line}")),
        _ => {}
    }
    place.extend(row.wager.as_ref().map(|wager| format!("wager {}", name(wager))));
    let quiet = |text: &str, out: &mut String| {
        for line in wrapped(&shortened(text, LONGEST_TEXT), WIDTH - 11) {
            let _ = writeln!(out, "           {QUIET}{line}{QUIET:#}");
        }
    };
    quiet(&place.join(" "), out);
    let facts = row.facts_text();
    if !facts.is_empty() {
        quiet(&neutral(&facts), out);
    }
    let by = row.by.as_deref().map_or_else(|| "nobody named".to_owned(), plain);
    let ruling =
        row.ruling.as_deref().map_or_else(|| "no ruling".to_owned(), |ruling| format!("ruling {}", plain(ruling)));
    let clause = row.clause.as_ref().map_or_else(String::new, |clause| format!(" ({})", neutral(clause)));
    let rests = if row.is_on_word() { "on somebody's word" } else { "the log shows it" };
    sentence(&format!("{ruling}, {by}: {}{clause}; {rests}", neutral(&row.consequence)), out);
    if row.is_faulty() {
        sentence(&neutral(&row.faults.join(", ")), out);
    }
}

fn sentence(text: &str, out: &mut String) {
    for line in wrapped(&shortened(text, LONGEST_TEXT), WIDTH - 11) {
        let _ = writeln!(out, "           {line}");
    }
}

fn heading(title: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "  {STRONG}{title:<28}{STRONG:#}{QUIET} {:>7} {:>6} {:>6} {:>6} {:>16}{QUIET:#}",
        "entries", "fault", "word", "untold", "moved"
    );
}

fn line(sum: &RegisterSum, out: &mut String) {
    let of = sum.name.as_deref().unwrap_or("nobody named");
    let label = shortened(&neutral(&format!("{} {of}", sum.currency)), 26);
    let _ = writeln!(
        out,
        "    {label:<26} {:>7} {:>6} {:>6} {:>6} {:>+16}",
        sum.entries, sum.faulty, sum.on_word, sum.untold, sum.moved
    );
}

fn name(text: &str) -> String {
    shortened(&neutral(text), LONGEST_NAME)
}

/// A word of the format as people read it.
fn plain(word: &str) -> String {
    neutral(word).replace('_', " ")
}
