//! The summary of a report: what was asked for and read, by what it was judged, what it comes to, how many findings.

use std::io::{self, Write};

use resettle_audit::Code;
use resettle_game::{Amount, counted, in_thousands};

use super::brief::name;
use super::hold::{hold_text, won_lines};
use super::money::sums;
use super::neutral::neutral;
use super::owed::owed_text;
use super::promotions::promotion_lines;
use super::run::{disposition_text, judged_lines, run_lines};
use super::text::{QUIET, STRONG, colour_of, doubts, in_chips, named, nothing_found};
use super::totals::totals;
use super::tournament::tournament_lines;
use super::wrap::{Width, shortened, wrapped};
use crate::document::{CarriedRow, CoupsStaked, Input, Report, Rows};

/// How many logs of a kind are named, and how many exceptions of the report before.
const MOST_NAMED: usize = 10;

/// Prints it; `all` earlier exceptions and days, or the first of them.
pub(super) fn summary(
    report: &Report,
    rows: &dyn Rows,
    all: bool,
    width: Width,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{STRONG}Summary{STRONG:#}")?;
    let mut line = |name: &str, text: String| write!(out, "{}", named(width, 13, name, &text));
    for (name, text) in run_lines(report) {
        line(name, text)?;
        if name == "carried" {
            followed_up(report, all, width).into_iter().try_for_each(|text| line("", text))?;
        }
    }
    match report.run {
        Some(_) => of_note(report).into_iter().try_for_each(|(name, text)| line(name, text))?,
        None => {
            report.inputs.iter().flat_map(|input| custody(report, input)).try_for_each(|(n, text)| line(n, text))?
        }
    }
    for (name, text) in judged_lines(report) {
        line(name, text)?;
    }
    if report.trust.is_none() && report.run.is_some() {
        line("trust", "none: no seal could be verified".to_owned())?;
    }
    if let Some(heads) = &report.heads {
        let (all, away) = (heads.remembered, heads.not_seen);
        line("heads", format!("{}  ({all} remembered, {away} of them not handed over)", neutral(&heads.path)))?;
    }
    for (name, text) in promotion_lines(report) {
        line(name, text)?;
    }
    for ruleset in &report.rulesets {
        let coups = match report.promotions {
            Some(_) => String::new(),
            None => format!("  ({})", counted(ruleset.coups, "coup")),
        };
        line("ruleset", format!("{}{coups}", neutral(&ruleset.id)))?;
        line("  sha256", neutral(&ruleset.sha256))?;
        if ruleset.uncertain > 0 {
            line(
                "  uncertain",
                format!(
                    "whether it was in force, for {}: all that was due in them rests on it (ruleset/uncertain)",
                    match ruleset.uncertain == ruleset.coups {
                        true => "all of these coups".to_owned(),
                        false => counted(ruleset.uncertain, "of these coups"),
                    }
                ),
            )?;
        }
        line("  approval", ruleset.approval.to_string())?;
    }
    let summary = &report.summary;
    if report.played.is_some() {
        line("coups", in_thousands(summary.coups))?;
        line("wagers", in_thousands(summary.wagers))?;
        let currencies = summary.currencies.iter().filter(|totals| totals.money.wagers > 0);
        currencies.flat_map(sums).try_for_each(|(name, text)| line(&name, text))?;
        if report.run.is_none() {
            won_lines(report).into_iter().try_for_each(|(name, text)| line(name, text))?;
        }
        if let Some(chips) = &summary.tournament {
            line("tournament", in_chips(chips))?;
        }
        tournament_lines(report).into_iter().try_for_each(|(name, text)| line(name, text))?;
    } else if report.promotions.is_none() && !summary.by_code.is_empty() {
        // No play is judged by a register of promotions, and none is missing.
        line("play", "not judged (use `replay`)".to_owned())?;
    }
    out.write_all(owed_text(report, all, width).as_bytes())?;
    if let Some(run) = &report.run {
        out.write_all(totals(report, run, rows, width)?.as_bytes())?;
        out.write_all(hold_text(report, all, width).as_bytes())?;
    }
    findings(report, width, out)
}

/// A log and its custody; of a register of promotions its file.
fn custody(report: &Report, input: &Input) -> Vec<(&'static str, String)> {
    let log = if input.log.is_empty() { "no readable open" } else { &input.log };
    let mut out = vec![match report.promotions {
        Some(_) => ("file", format!("{}  ({})", neutral(&input.path), counted(input.records, "row"))),
        None => ("log", format!("{}  ({})", neutral(&input.path), neutral(log))),
    }];
    if !input.sha256.is_empty() {
        out.push(("  sha256", neutral(&input.sha256)));
    } else if let Some(seal) = &input.last_seal {
        out.push(("  last seal", neutral(seal)));
    }
    let authentic = match &input.note {
        Some(note) => neutral(note),
        None => {
            let beside =
                if report.summary.malformed() > 0 { "; lines that are no records are in neither number" } else { "" };
            format!("{} of {}{beside}", input.authenticated_records, counted(input.records, "record"))
        }
    };
    out.push(("  authentic", authentic));
    out.extend(not_vouched(input).map(|lines| ("", lines)));
    out
}

/// The lines that no seal which counts vouches for, where one does for others.
fn not_vouched(input: &Input) -> Option<String> {
    let stretch = |(from, to): &(u64, u64)| if from == to { from.to_string() } else { format!("{from} to {to}") };
    let named: Vec<String> = input.not_vouched.iter().take(MOST_NAMED).map(stretch).collect();
    let more = input.not_vouched.len().saturating_sub(named.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more stretches") };
    let lines = if named.len() == 1 && !named.iter().any(|one| one.contains(' ')) { "line" } else { "lines" };
    (!named.is_empty()).then(|| {
        let coups = input.not_vouched_coups.map_or_else(String::new, |not| format!(": {}", of_coups(not, input)));
        format!("no seal that counts vouches for {lines} {}{more}{coups}", named.join(", "))
    })
}

fn of_coups(CoupsStaked { coups, staked }: CoupsStaked, input: &Input) -> String {
    let currency = input.table.as_ref().map(|table| neutral(&table.currency));
    format!(
        "{}, {} staked in them, which are in all sums",
        counted(coups, "coup"),
        Amount::new(staked, currency.as_deref())
    )
}

/// Among many logs those that a seal vouches for in part alone, and what is to be known of others: imports, logs read to join.
fn of_note(report: &Report) -> Vec<(&'static str, String)> {
    let partly = report.inputs.iter().filter_map(|input| Some((input, not_vouched(input)?)));
    let mut out = of_logs("unsealed", partly.map(|(input, lines)| format!("{}: {lines}", neutral(&input.path))));
    let noted = report.inputs.iter().filter(|input| !input.is_for_context());
    let noted =
        noted.filter_map(|input| Some(format!("{}: {}", neutral(&input.path), neutral(input.note.as_deref()?))));
    out.extend(of_logs("noted", noted));
    out
}

/// The first of these lines behind a name, and how many more there are.
fn of_logs(name: &'static str, lines: impl Iterator<Item = String>) -> Vec<(&'static str, String)> {
    let mut lines = lines.peekable();
    let mut out: Vec<(&str, String)> = Vec::new();
    while let Some(line) = lines.next_if(|_| out.len() < MOST_NAMED) {
        out.push((if out.is_empty() { name } else { "" }, line));
    }
    let more = lines.count();
    if more > 0 {
        out.push(("", format!("and {more} more, under `inputs` in report.json")));
    }
    out
}

/// The exceptions of the report before: those that are open or repeated, or all.
fn followed_up(report: &Report, all: bool, width: Width) -> Vec<String> {
    let carried = report.run.iter().flat_map(|run| run.carried.iter().flatten());
    let shown: Vec<&CarriedRow> = carried.filter(|row| all || row.standing != "settled").collect();
    let most = if all { usize::MAX } else { MOST_NAMED };
    let mut out: Vec<String> = shown.iter().take(most).map(|row| carried_text(row, width)).collect();
    if shown.len() > most {
        out.push(format!("and {} more; `--verbose` lists all", shown.len() - most));
    }
    out
}

/// An exception of the report before: what became of it, where it stands, and who answered it.
fn carried_text(row: &CarriedRow, width: Width) -> String {
    let mut place = Vec::new();
    place.extend(
        row.venue.as_deref().zip(row.table.as_deref()).map(|(venue, table)| format!("{} {}", name(venue), name(table))),
    );
    if row.venue.is_none() && !row.log.is_empty() {
        place.push(name(&row.log));
    }
    place.extend(row.shoe.as_ref().map(|shoe| format!("shoe {}", name(shoe))));
    place.extend(row.coup.map(|coup| format!("coup {coup}")));
    place.extend(row.wager.as_ref().map(|wager| format!("wager {}", name(wager))));
    place.extend(row.at.as_ref().and_then(|at| at.get(..10)).map(|day| format!("of {}", neutral(day))));
    let answer = row.answer.as_ref().map_or_else(String::new, |note| format!("; {}", disposition_text(note)));
    let first = row.first_reported.get(..10).unwrap_or(&row.first_reported);
    let age = row.age_days.map_or_else(String::new, |days| format!(", {days} days ago"));
    let missing = row.missing.join("; ");
    let missing = if missing.is_empty() { missing } else { format!(": {missing}") };
    let why = match row.because.as_str() {
        "" => String::new(),
        why => format!(" ({why}{missing})"),
    };
    let text = format!(
        "{}{why} {} {}, first reported {}{age}{answer}",
        row.standing,
        row.code,
        place.join(" "),
        neutral(first)
    );
    shortened(&neutral(&text), width.longest())
}

/// How many findings, by severity and by code.
fn findings(report: &Report, width: Width, out: &mut dyn Write) -> io::Result<()> {
    let summary = &report.summary;
    if summary.by_code.is_empty() {
        return write!(out, "{}", named(width, 13, "findings", &nothing_found(report)));
    }
    let by_gravity = summary.by_gravity().into_iter().map(|(severity, count)| {
        let colour = colour_of(severity.word());
        format!("{colour}{count} {}{colour:#}", severity.word())
    });
    let by_gravity: Vec<String> = by_gravity.chain(doubts(summary)).collect();
    write!(out, "{}", named(width, 13, "findings", &by_gravity.join(", ")))?;
    for (code, count) in &summary.by_code {
        let money = summary.currencies.iter().filter_map(|sums| {
            let unit = neutral(&sums.currency);
            let money = sums.found.0.get(code)?;
            Some(format!("  {}", Amount::new(*money, Some(&unit)).signed()))
        });
        writeln!(out, "    {count:>6}  {}{QUIET}{}{QUIET:#}", neutral(code), money.collect::<String>())?;
        for line in wrapped(Code::parse(code).map_or("", Code::title), width.beside(12)) {
            writeln!(out, "            {QUIET}{line}{QUIET:#}")?;
        }
    }
    for (code, dropped) in &summary.truncated {
        let dropped = counted(dropped, "finding");
        writeln!(out, "  {STRONG}LEFT OUT{STRONG:#}      {dropped} {}, by --max-per-code", neutral(code))?;
    }
    Ok(())
}
