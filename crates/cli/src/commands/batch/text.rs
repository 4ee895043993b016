//! A run in text for people: totals, findings, exceptions; 80 columns wide.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use resettle_audit::{Code, Severity};
use resettle_game::Amount;
use resettle_report::document::{CarriedRow, FindingRow, Input, Report, Rows, Run};
use resettle_report::print::{
    WIDTH, checkpoint_lines, disposition_text, doubts, each_listed, finding_text, hold_text, in_chips, judged_lines,
    named, neutral, not_logs_lines, nothing_found, reason, reconciled_lines, register_text, results_lines, sample_line,
    shortened, signed_by, wrapped,
};
use resettle_report::tally::{BetTotals, ShoeRow, TableTotals};

use super::digests::NOBODY_NAMES;
use crate::args::ReportingArgs;
use crate::commands::custody::SEALED_IMPORT;
use crate::commands::output::of_another_game;
use crate::error::{Error, of_rows};
use crate::judging::READ_FOR_CONTEXT;
use crate::spelling::counted;

const STRONG: Style = Style::new().bold();
const QUIET: Style = AnsiColor::BrightBlack.on_default();

/// The longest name of a log, a shoe or a wager that is printed in full.
const LONGEST_NAME: usize = 40;

/// The longest sentence that is printed in full.
const LONGEST_SENTENCE: usize = 4 * WIDTH;

/// What the errors are called after overpaid and underpaid amounts have cancelled out.
const NET: &str = "net error";

/// How many shoes that returned more or less than was due are named.
const MOST_SHOES: usize = 10;

/// How many files that could not be read are named.
const MOST_UNREAD: usize = 10;

type ByTable = BTreeMap<(String, String, String), u64>;

/// Prints the run: its header, the exceptions, the totals.
pub fn print(report: &Report, rows: &dyn Rows, by_table: &ByTable, args: &ReportingArgs) -> Result<(), Error> {
    let out = anstream::AutoStream::auto(io::stdout()).lock();
    let mut out = io::BufWriter::new(out);
    let mut write = || -> io::Result<()> {
        if !args.quiet {
            exceptions(rows, args.verbose, &mut out)?;
        }
        let register = register_text(report, rows, !args.quiet)?;
        if !register.is_empty() {
            writeln!(out, "{register}")?;
        }
        summary(report, rows, by_table, args.verbose, &mut out)?;
        out.flush()
    };
    write().map_err(|error| of_rows(error, Error::Output))
}

fn exceptions(rows: &dyn Rows, whole: bool, out: &mut impl Write) -> io::Result<()> {
    let mut any = false;
    each_listed(rows, &mut |finding, more| {
        if !any {
            any = true;
            writeln!(out, "{STRONG}Exceptions{STRONG:#}")?;
        }
        if whole {
            writeln!(out, "{}", finding_text(finding))?;
        } else {
            exception(finding, out)?;
        }
        match more {
            0 => Ok(()),
            1 => sentence("and 1 more log of this table says so", out),
            _ => sentence(&format!("and {more} more logs of this table say so"), out),
        }
    })?;
    if any { writeln!(out) } else { Ok(()) }
}

/// One exception: what, with the money; where; what was decided about it. A text that is too long for a line continues
/// on the next one, and long names are shortened in the middle, so that two exceptions never look alike.
fn exception(finding: &FindingRow, out: &mut impl Write) -> io::Result<()> {
    let colour = colour(&finding.severity);
    let money = finding.difference().unwrap_or_default();
    let width = WIDTH - 2 - 9;
    let code = &finding.code;
    let gap = width.saturating_sub(code.len() + money.len());
    writeln!(out, "  {colour}{:<8}{colour:#} {code}{:gap$}{money}", finding.severity, "")?;
    let mut place = Vec::new();
    if finding.log.is_empty() {
        let line = finding.line.map_or_else(String::new, |line| format!(":{line}"));
        place.push(format!("{}{line}", name(&finding.file)));
    } else {
        place.push(name(&finding.log));
        match (&finding.shoe, finding.coup, finding.line) {
            (Some(shoe), Some(coup), _) => place.push(format!("shoe {} coup {coup}", name(shoe))),
            (_, _, Some(line)) => place.push(format!("line {line}")),
            _ => {}
        }
    }
    place.extend(finding.wager.as_ref().map(|wager| format!("wager {}", name(wager))));
    for line in wrapped(&place.join(" "), WIDTH - 11) {
        writeln!(out, "           {QUIET}{line}{QUIET:#}")?;
    }
    if finding.shoe.is_none() || finding.coup.is_none() {
        sentence(&neutral(&finding.message), out)?;
    }
    finding.disposition.as_ref().map_or(Ok(()), |note| sentence(&disposition_text(note), out))
}

fn sentence(text: &str, out: &mut impl Write) -> io::Result<()> {
    let lines = wrapped(&shortened(text, LONGEST_SENTENCE), WIDTH - 11);
    lines.iter().try_for_each(|line| writeln!(out, "           {line}"))
}

fn name(text: &str) -> String {
    shortened(&neutral(text), LONGEST_NAME)
}

/// The totals.
fn summary(
    report: &Report,
    rows: &dyn Rows,
    by_table: &ByTable,
    verbose: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let nothing = Run::default();
    let run = report.run.as_ref().unwrap_or(&nothing);
    writeln!(out, "{STRONG}Summary{STRONG:#}")?;
    let mut line = |name: &str, text: String| write!(out, "{}", named(13, name, &text));
    line("folder", neutral(&run.scope.folder))?;
    if run.scope.from.is_some() || run.scope.to.is_some() {
        let from = run.scope.from.as_deref().unwrap_or("the first");
        let to = run.scope.to.as_deref().unwrap_or("the last");
        line(
            "days",
            format!(
                "{from} to {to}; {} {} in them",
                counted(report.summary.coups, "coup"),
                if report.summary.coups == 1 { "commences" } else { "commence" }
            ),
        )?;
    }
    if !run.scope.venues.is_empty() {
        line("venues", neutral(&run.scope.venues.join(", ")))?;
    }
    if !run.scope.tables.is_empty() {
        line("tables", neutral(&run.scope.tables.join(", ")))?;
    }
    line("logs", logs(report, run))?;
    let imports: Vec<&Input> = sealed_imports(report).collect();
    for (at, input) in imports.iter().take(MOST_UNREAD).enumerate() {
        line(if at == 0 { "imports" } else { "" }, neutral(&input.path))?;
    }
    if imports.len() > MOST_UNREAD {
        line("", format!("and {} more", imports.len() - MOST_UNREAD))?;
    }
    if !imports.is_empty() {
        line("", SEALED_IMPORT.to_owned())?;
    }
    let unread = &run.scope.unread;
    for (at, one) in unread.iter().take(MOST_UNREAD).enumerate() {
        line(if at == 0 { "not read" } else { "" }, format!("{}: {}", neutral(&one.path), reason(&one.error)))?;
    }
    if unread.len() > MOST_UNREAD {
        line("", format!("and {} more", unread.len() - MOST_UNREAD))?;
    }
    for (name, text) in not_logs_lines(&run.scope.not_logs) {
        line(name, text)?;
    }
    if let Some(id) = &report.judged_by {
        line("judged by", format!("{id}, whatever was in force"))?;
        if let Some(other) = of_another_game(report) {
            line("", other)?;
        }
    }
    for (name, text) in judged_lines(report) {
        line(name, text)?;
    }
    if report.trust.is_none() {
        line("trust", "none: no seal could be verified".to_owned())?;
    }
    for ruleset in &report.rulesets {
        line("ruleset", format!("{}  {}", ruleset.id, counted(ruleset.coups, "coup")))?;
        line("  sha256", neutral(&ruleset.sha256))?;
    }
    if let Some(roster) = &run.roster {
        line("roster", format!("{} expected, {} missing", counted(roster.expected, "log"), roster.missing))?;
        for table in &roster.unlisted {
            line("", format!("not listed: {}", neutral(table)))?;
        }
    }
    let digested = || run.digests.iter().map(|digest| digest.day.as_str());
    if let (Some(first), Some(last)) = (digested().min(), digested().max()) {
        line("digests", format!("{}, {first} to {last}", run.digests.len()))?;
        if run.digests.iter().any(|digest| digest.signer.ends_with(NOBODY_NAMES)) {
            line("", "nobody vouches for their signers: no --digest-signers".to_owned())?;
        }
        if let Some(day) = run.undigested.first() {
            let more = run.undigested.len() - 1;
            let more = if more == 0 { String::new() } else { format!(", and {more} more") };
            line("", format!("logs, and no digest: {}{more}", neutral(day)))?;
        }
    }
    if let Some(heads) = &report.heads {
        let (all, away) = (heads.remembered, heads.not_seen);
        line("heads", format!("{}  ({all} remembered, {away} of them not handed over)", neutral(&heads.path)))?;
    }
    if let Some(used) = &run.dispositions {
        line("dispositions", format!("{}; answered are {}", used.all, counted(used.answered, "finding")))?;
    }
    if let Some(used) = &run.previous {
        line("previous", format!("{}, made {}", neutral(&used.path), neutral(&used.generated_at)))?;
        line("", signed_by(&used.signer))?;
    }
    if let Some(carried) = &run.carried {
        line("carried", standings(carried))?;
        for row in carried.iter().filter(|row| verbose || row.standing != "settled").take(most_carried(verbose)) {
            line("", followed_up(row))?;
        }
        let shown = carried.iter().filter(|row| verbose || row.standing != "settled").count();
        if shown > most_carried(verbose) {
            line("", format!("and {} more; `--verbose` lists all", shown - most_carried(verbose)))?;
        }
    }
    if let Some(chips) = &report.summary.tournament {
        line("tournament", in_chips(chips))?;
    }
    for (name, text) in run.checkpoint.iter().flat_map(checkpoint_lines) {
        line(name, text)?;
    }
    for (name, text) in run.results.iter().flat_map(results_lines) {
        line(name, text)?;
    }
    if let Some(sample) = &run.sample {
        line("sample", sample_line(sample))?;
    }
    let tables = report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice());
    totals(report, run, by_table, out)?;
    by_shoe(rows, tables, out)?;
    out.write_all(hold_text(report, verbose).as_bytes())?;
    findings(report, out)
}

fn sealed_imports(report: &Report) -> impl Iterator<Item = &Input> {
    report.inputs.iter().filter(|input| input.note.as_deref().is_some_and(|note| note.contains(SEALED_IMPORT)))
}

fn logs(report: &Report, run: &Run) -> String {
    let for_context = |input: &&Input| input.note.as_deref() == Some(READ_FOR_CONTEXT);
    let context = report.inputs.iter().filter(for_context).count() as u64;
    let empty = report.inputs.iter().filter(|input| input.records == 0 && !for_context(input)).count() as u64;
    let mut said = format!("{} judged", report.inputs.len() as u64 - context - empty);
    for (count, what) in [
        (empty, "without any record"),
        (sealed_imports(report).count() as u64, "imports under a seal, of which less is asked"),
        (context, "for context"),
        (run.scope.logs_left_out, "left out"),
        (run.scope.unread.len() as u64, "unreadable"),
    ] {
        if count > 0 {
            said.push_str(&format!(", {count} {what}"));
        }
    }
    let whole = report.inputs.iter().filter(|input| input.records > 0 && input.authenticated_records == input.records);
    said.push_str(&format!("; {} authentic to the last record", whole.count()));
    said
}

fn standings(carried: &[CarriedRow]) -> String {
    let count = |word: &str| carried.iter().filter(|row| row.standing == word).count();
    format!("{} open, {} settled, {} repeated", count("open"), count("settled"), count("repeated"))
}

/// How many exceptions of the report before are listed.
fn most_carried(verbose: bool) -> usize {
    if verbose { usize::MAX } else { 10 }
}

/// An exception of the report before: what became of it, where it stands, and who answered it.
fn followed_up(row: &CarriedRow) -> String {
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
    let answer = row.answer.as_ref().map_or_else(String::new, |note| format!("; {}", disposition_text(note)));
    let first = row.first_reported.get(..10).unwrap_or(&row.first_reported);
    let age = row.age_days.map_or_else(String::new, |days| format!(", {days} days ago"));
    let missing = row.missing.join("; ");
    let missing = if missing.is_empty() { missing } else { format!(": {missing}") };
    let why = match row.because.as_str() {
        why @ ("not asked again" | "record replaced") => format!(" ({why}{missing})"),
        _ => String::new(),
    };
    let text = format!(
        "{}{why} {} {}, first reported {}{age}{answer}",
        row.standing,
        row.code,
        place.join(" "),
        neutral(first)
    );
    shortened(&neutral(&text), LONGEST_SENTENCE)
}

fn totals(report: &Report, run: &Run, by_table: &ByTable, out: &mut impl Write) -> io::Result<()> {
    let tables = report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice());
    heading("By venue", "coups", "staked", NET, "tables", out)?;
    for venue in &run.venues {
        let money = Sums {
            currency: Some(&venue.currency),
            staked: venue.money.staked,
            net: venue.money.returned - venue.money.due,
        };
        row(&neutral(&venue.venue), venue.coups, money, Some(venue.tables), out)?;
    }
    heading("By table", "coups", "staked", NET, "faults", out)?;
    for table in tables {
        let name = format!("{} {}", neutral(&table.venue), neutral(&table.table));
        let found = by_table.get(&(table.venue.clone(), table.game.clone(), table.table.clone()));
        let money = Sums {
            currency: Some(&table.currency),
            staked: table.money.staked,
            net: table.money.returned - table.money.due,
        };
        row(&name, table.coups, money, Some(found.copied().unwrap_or(0)), out)?;
    }
    wrongly_paid(tables, out)?;
    for totals in &report.summary.currencies {
        let lines = reconciled_lines(totals);
        if !lines.is_empty() {
            writeln!(out, "{STRONG}Net error reconciled{STRONG:#}")?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    heading("By wager", "wagers", "staked", NET, "", out)?;
    let mut by_bet: BTreeMap<(&str, &str), BetTotals> = BTreeMap::new();
    for table in tables {
        for (bet, more) in &table.by_bet {
            let sum = by_bet.entry((&table.currency, bet)).or_default();
            sum.money += more.money;
        }
    }
    for ((currency, bet), sum) in &by_bet {
        let money =
            Sums { currency: Some(currency), staked: sum.money.staked, net: sum.money.returned - sum.money.due };
        row(&neutral(bet), sum.money.wagers, money, None, out)?;
    }
    Ok(())
}

/// Did every table return what was due? The errors in both directions, which cancel out in the net.
fn wrongly_paid(tables: &[TableTotals], out: &mut impl Write) -> io::Result<()> {
    let wrong: Vec<_> = tables.iter().filter(|table| table.money.overpaid != 0 || table.money.underpaid != 0).collect();
    if tables.iter().all(|table| table.money.wagers == table.money.wagers_not_judged) {
        return writeln!(out, "{STRONG}{:<24}{STRONG:#} no wager was judged", "Paid wrongly");
    }
    if wrong.is_empty() {
        let as_far = match tables.iter().any(|table| table.money.wagers_not_judged > 0) {
            true => ", as far as its wagers were judged",
            false => "",
        };
        return writeln!(out, "{STRONG}{:<24}{STRONG:#} every table returned what was due{as_far}", "Paid wrongly");
    }
    let (over, under) = ("overpaid", "underpaid");
    writeln!(out, "{STRONG}{:<24}{STRONG:#}{QUIET}{over:>18} {under:>18} {NET:>18}{QUIET:#}", "Paid wrongly")?;
    for table in wrong {
        let unit = neutral(&table.currency);
        let amount = |minor: i128| Amount::new(minor, Some(&unit));
        let name = labelled(Some(&unit), &format!("{} {}", neutral(&table.venue), neutral(&table.table)));
        let (over, under) = (amount(table.money.overpaid).number(), amount(table.money.underpaid).number());
        let net = amount(table.money.returned - table.money.due).signed().number();
        writeln!(out, "  {name:<22}{over:>18} {under:>18} {net:>18}")?;
    }
    writeln!(out, "  {QUIET}{NET}: + favours the players, - the house; errors either way cancel out{QUIET:#}")
}

/// The shoes that returned more or less than was due, the greatest differences first, and the others in one line;
/// amounts in different currencies are never added.
fn by_shoe(rows: &dyn Rows, tables: &[TableTotals], out: &mut impl Write) -> io::Result<()> {
    let currency = |shoe: &ShoeRow| {
        tables.iter().find(|one| one.venue == shoe.venue && one.table == shoe.table).map(|one| &one.currency)
    };
    let mut wrong: BTreeMap<Option<&String>, Vec<(u64, ShoeRow)>> = BTreeMap::new();
    let mut right: BTreeMap<Option<&String>, (u64, u64, i128)> = BTreeMap::new();
    for shoe in rows.shoes() {
        let shoe = shoe?;
        let of = currency(&shoe);
        if shoe.money.returned == shoe.money.due {
            let sum = right.entry(of).or_default();
            *sum = (sum.0 + 1, sum.1 + coups_of(&shoe), sum.2 + shoe.money.staked);
        } else {
            let coups = coups_of(&shoe);
            let shoe = ShoeRow { results: String::new(), numbers: None, ..shoe };
            wrong.entry(of).or_default().push((coups, shoe));
        }
    }
    if wrong.is_empty() && right.is_empty() {
        return Ok(());
    }
    heading("By shoe", "coups", "staked", NET, "", out)?;
    for (of, mut shoes) in wrong {
        let currency = of.map(|of| neutral(of));
        let currency = currency.as_deref();
        shoes.sort_by_key(|(_, shoe)| std::cmp::Reverse((shoe.money.returned - shoe.money.due).unsigned_abs()));
        for (coups, shoe) in shoes.iter().take(MOST_SHOES) {
            let id = shoe.shoe.as_deref().unwrap_or("without a name");
            let label = format!("{} {} {}", neutral(&shoe.venue), neutral(&shoe.table), neutral(id));
            row(
                &label,
                *coups,
                Sums { currency, staked: shoe.money.staked, net: shoe.money.returned - shoe.money.due },
                None,
                out,
            )?;
        }
        let more = shoes.get(MOST_SHOES..).unwrap_or_default();
        if !more.is_empty() {
            let sum = |of: fn(&ShoeRow) -> i128| more.iter().map(|(_, shoe)| of(shoe)).sum::<i128>();
            let coups = more.iter().map(|(coups, _)| coups).sum();
            let money = Sums {
                currency,
                staked: sum(|shoe| shoe.money.staked),
                net: sum(|shoe| shoe.money.returned - shoe.money.due),
            };
            row(&format!("{} more", more.len()), coups, money, None, out)?;
        }
    }
    for (of, (shoes, coups, staked)) in right {
        let currency = of.map(|of| neutral(of));
        let money = Sums { currency: currency.as_deref(), staked, net: 0 };
        row(&format!("{shoes} without any"), coups, money, None, out)?;
    }
    Ok(())
}

fn coups_of(shoe: &ShoeRow) -> u64 {
    shoe.results.chars().count() as u64
}

fn heading(what: &str, a: &str, b: &str, c: &str, d: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{STRONG}{what:<24}{STRONG:#}{QUIET}{a:>10} {b:>18} {c:>14} {d:>9}{QUIET:#}")
}

/// What was staked, and by how much more was returned than was due, in one currency.
#[derive(Clone, Copy)]
struct Sums<'c> {
    currency: Option<&'c str>,
    staked: i128,
    net: i128,
}

fn row(name: &str, count: u64, money: Sums<'_>, last: Option<u64>, out: &mut impl Write) -> io::Result<()> {
    let last = last.map_or_else(String::new, |last| last.to_string());
    let unit = money.currency.map(neutral);
    let amount = |minor: i128| Amount::new(minor, unit.as_deref());
    let (staked, net) = (amount(money.staked).number(), amount(money.net).signed().number());
    writeln!(out, "  {:<22}{count:>10} {staked:>18} {net:>14} {last:>9}", labelled(unit.as_deref(), name))
}

fn labelled(currency: Option<&str>, name: &str) -> String {
    shortened(&currency.map_or_else(|| name.to_owned(), |currency| format!("{currency} {name}")), 22)
}

fn findings(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let summary = &report.summary;
    if summary.by_code.is_empty() {
        return writeln!(out, "{STRONG}Findings{STRONG:#}  {}", nothing_found(report));
    }
    let by_gravity = summary.by_gravity().into_iter().map(|(severity, count)| {
        let colour = colour(severity.word());
        format!("{colour}{count} {}{colour:#}", severity.word())
    });
    let by_gravity: Vec<String> = by_gravity.chain(doubts(summary)).collect();
    writeln!(out, "{STRONG}Findings{STRONG:#}  {}", by_gravity.join(", "))?;
    for (code, count) in &summary.by_code {
        let title = Code::parse(code).map_or("", Code::title);
        writeln!(out, "  {count:>6}  {code}")?;
        for line in wrapped(title, WIDTH - 10) {
            writeln!(out, "          {QUIET}{line}{QUIET:#}")?;
        }
    }
    for (code, dropped) in &summary.truncated {
        writeln!(out, "  {STRONG}LEFT OUT{STRONG:#}  {} {code}, by --max-per-code", counted(dropped, "finding"))?;
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
