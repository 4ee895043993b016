//! What tables won beside what chance allows, by table and day, and against earlier periods.

use std::cmp::Reverse;
use std::fmt::Write as _;

use resettle_audit::{Code, Money};
use resettle_game::{Amount, in_thousands};

use super::neutral::neutral;
use super::rows::{table_heading, table_row};
use super::text::{QUIET, STRONG, named};
use super::wrap::{Width, shortened, wrapped};
use crate::document::{DayRow, ExceptionsRow, Played, Report, StaffRow, TrendRow, WinByChance};
use crate::tally::{LargestCoup, Post, TableTotals, Won, Work};

/// How many days outside their bands are listed where not all are asked for.
const MOST_DAYS: usize = 10;

/// How what arose is called while nobody is known to have been on duty.
const NOT_KNOWN: &str = "not known";

/// How many dealers, supervisors or shifts are listed, likewise.
const MOST_STAFF: usize = 10;

/// A part of stakes as people write it, two digits behind the point: `1.23 %`; none of no stakes.
#[must_use]
pub fn percent(part: i128, staked: i128) -> Option<String> {
    let scaled = part.checked_mul(20_000)?.checked_div(staked)?;
    // Half of the last digit is rounded away from zero.
    let hundredths = (scaled + scaled.signum()) / 2;
    let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    Some(format!("{sign}{}.{:02} %", size / 100, size % 100))
}

/// What each table won, in a line behind its name: for a report on one log or a few.
pub(super) fn won_lines(report: &Report) -> Vec<(&'static str, String)> {
    let Some(played) = &report.played else { return Vec::new() };
    let several = played.tables.len() > 1;
    let line = |(table, win): (&TableTotals, WinByChance)| {
        let (all, at_risk, currency) = (table.won(), win.at_risk(), neutral(&table.currency));
        let amount = |text: &str| text.parse().map_or_else(|_| neutral(text), |sum: i128| number(sum, &currency));
        let share = |hold: Option<String>, of: &str| hold.map_or_else(String::new, |hold| format!(" ({hold}{of})"));
        let name =
            if several { format!("{} {}: ", neutral(&table.venue), neutral(&table.table)) } else { String::new() };
        let of_it = match at_risk == all {
            true => String::new(),
            false => format!(
                "; of {} at risk in coups that the cards settled, wrong payments there included, {}{}",
                number(at_risk.staked, &currency),
                number(at_risk.won, &currency),
                share(at_risk.hold(), "")
            ),
        };
        let text = format!(
            "{name}{}{}{of_it}; chance gives {}{}, and allows {} to {} 999 times of 1000",
            Amount::new(all.won, Some(&currency)),
            share(all.hold(), " of stakes"),
            amount(&win.expected),
            share(win.hold_by_chance(), ""),
            amount(&win.low),
            amount(&win.high),
        );
        ("won", text)
    };
    played.tables.iter().filter_map(|table| Some((table, played.by_chance(table)?))).map(line).collect()
}

/// The sections of a monthly run on what was won: by table, by day, against earlier periods; and exceptions by severity and
/// hour. All days where `every_day`, else those outside what chance allows.
pub(super) fn hold_text(report: &Report, every_day: bool, width: Width) -> String {
    let mut out = String::new();
    let Some(played) = &report.played else { return out };
    by_table(played, width, &mut out);
    by_drop(played, width, &mut out);
    by_day(played, every_day, width, &mut out);
    trend(report, width, &mut out);
    exceptions(&played.exceptions, width, &mut out);
    on_duty(&played.staff, every_day, width, &mut out);
    out
}

fn heading(what: &str, width: Width, out: &mut String) {
    let cells = format!("{:>16} {:>16} {:>9} {:>9}", "won", "chance gives", "hold", "of chance");
    table_heading(width, (0, 27), what, &cells, out);
}

/// What was won of all stakes; below it, where it differs, what was won of those at risk, which chance is asked about.
fn row(name: &str, currency: &str, all: Won, win: Option<&WinByChance>, width: Width, out: &mut String) {
    let currency = neutral(currency);
    let name = format!("{currency} {name}");
    let won = |won: Won| (number(won.won, &currency), won.hold().unwrap_or_default());
    let line = |name: &str, (won, hold): (String, String), win: Option<&WinByChance>, out: &mut String| {
        let expected = win.map(|win| bound(&win.expected, &currency)).unwrap_or_default();
        let by_chance = win.and_then(WinByChance::hold_by_chance).unwrap_or_default();
        table_row(width, (2, 25), name, &format!("{won:>16} {expected:>16} {hold:>9} {by_chance:>9}"), out);
    };
    match win.filter(|win| win.at_risk() != all) {
        None => line(&name, won(all), win, out),
        Some(win) => {
            line(&name, won(all), None, out);
            line("  settled by the cards", won(win.at_risk()), Some(win), out);
        }
    }
    if let Some(win) = win.filter(|win| !win.is_within()) {
        let _ = writeln!(out, "    outside what chance allows: {}", allowed(win, &currency));
    }
}

/// The band of what chance allows.
fn allowed(win: &WinByChance, currency: &str) -> String {
    format!("{} to {}", bound(&win.low, currency), bound(&win.high, currency))
}

/// An amount of what chance gives, which the report holds as text.
fn bound(text: &str, currency: &str) -> String {
    text.parse().map_or_else(|_| neutral(text), |sum: i128| number(sum, currency))
}

fn by_table(played: &Played, width: Width, out: &mut String) {
    let Some(expected) = played.expected.as_ref().filter(|expected| !expected.tables.is_empty()) else { return };
    heading("Won by table", width, out);
    for table in &played.tables {
        let name = format!("{} {}", neutral(&table.venue), neutral(&table.table));
        let win = played.by_chance(table);
        row(&name, &table.currency, table.won(), win.as_ref(), width, out);
        if let Some(win) = win.as_ref().filter(|win| win.is_within()) {
            let _ = writeln!(out, "    {QUIET}chance allows {}{QUIET:#}", allowed(win, &neutral(&table.currency)));
        }
        let Money { staked, staked_not_at_risk, staked_not_judged, .. } = table.money;
        let not_asked = staked - staked_not_at_risk - staked_not_judged - win.map_or(0, |win| win.staked);
        if not_asked > 0 {
            let sum = number(not_asked, &neutral(&table.currency));
            let text = format!(
                "{sum} staked of which chance is not asked: settled as announced, or the shoe's decks not known or outside the rules"
            );
            wrapped(&text, width.beside(4))
                .iter()
                .for_each(|line| out.push_str(&format!("    {QUIET}{line}{QUIET:#}\n")));
        }
    }
    let band = format!(
        "won: stakes less what went back, errors included; settled by the cards: the same of stakes at risk in coups that the cards settled, which chance is asked about; chance allows {}",
        neutral(&expected.band)
    );
    for line in wrapped(&band, width.beside(2)) {
        let _ = writeln!(out, "  {QUIET}{line}{QUIET:#}");
    }
}

/// What each table won of its drop, where that was counted.
fn by_drop(played: &Played, width: Width, out: &mut String) {
    if played.tables.iter().all(|table| table.drop.is_none()) {
        return;
    }
    let cells = format!("{:>16} {:>16} {:>9} {:>14}", "drop", "won", "hold", "counted on");
    table_heading(width, (0, 22), "Won of the drop", &cells, out);
    for (table, drop) in played.tables.iter().filter_map(|table| Some((table, table.drop?))) {
        let currency = neutral(&table.currency);
        let name = format!("{currency} {} {}", neutral(&table.venue), neutral(&table.table));
        let counted = |sum: i128| if drop.days == 0 { String::new() } else { number(sum, &currency) };
        let (sum, won) = (counted(drop.drop), counted(drop.won));
        let (hold, days) = (drop.hold().unwrap_or_default(), drop.of_days());
        table_row(width, (2, 20), &name, &format!("{sum:>16} {won:>16} {hold:>9} {days:>14}"), out);
    }
}

/// The coup that moved most of a day: `most of it by one coup: shoe S-0013 coup 5, -52,500.00`.
fn most_by_one(LargestCoup { shoe, coup, won }: &LargestCoup, currency: &str) -> String {
    let shoe = shoe.as_ref().map(|shoe| format!("shoe {} ", neutral(shoe))).unwrap_or_default();
    let coup = coup.map_or_else(|| "of no number".to_owned(), |coup| format!("coup {coup}"));
    format!("the most by one coup: {shoe}{coup}, {}", number(*won, currency))
}

fn by_day(played: &Played, every_day: bool, width: Width, out: &mut String) {
    let with_odds = || played.days.iter().filter_map(|day| Some((day, day.expected.as_ref()?)));
    let days = with_odds().count();
    if days == 0 {
        return;
    }
    let outside: Vec<(&DayRow, &WinByChance)> = with_odds().filter(|(_, win)| !win.is_within()).collect();
    let shown: Vec<(&DayRow, &WinByChance)> = match every_day {
        true => with_odds().collect(),
        false => outside.iter().copied().take(MOST_DAYS).collect(),
    };
    if !shown.is_empty() {
        heading("Won by day", width, out);
    }
    for (day, win) in shown {
        let name = format!("{} {} {}", neutral(&day.day), neutral(&day.venue), neutral(&day.table));
        row(&name, &day.currency, day.won(), Some(win), width, out);
        if let Some(largest) = day.largest_coup.as_ref().filter(|_| !win.is_within()) {
            let _ = writeln!(out, "    {}", most_by_one(largest, &neutral(&day.currency)));
        }
    }
    if !every_day && outside.len() > MOST_DAYS {
        let _ = writeln!(out, "  and {} more; `--verbose` lists every day", outside.len() - MOST_DAYS);
    }
    let few = outside.len();
    let all = if days == 1 { "day".to_owned() } else { format!("{days} days") };
    let lie = if few == 1 { "lies" } else { "lie" };
    let not_asked = played.days.len() - days;
    let not_asked = match not_asked {
        0 => String::new(),
        1 => "; of 1 more chance is not asked".to_owned(),
        more => format!("; of {more} more chance is not asked"),
    };
    let about = format!(
        "{few} of {all} of play, each table's day counted by itself, {lie} outside what chance allows{not_asked}"
    );
    let _ = writeln!(out, "{STRONG}Days{STRONG:#}");
    for line in wrapped(&about, width.beside(2)) {
        let _ = writeln!(out, "  {line}");
    }
}

/// Hold of this period beside that of earlier ones.
fn trend(report: &Report, width: Width, out: &mut String) {
    let Some(run) = report.run.as_ref().filter(|run| !run.trend.is_empty()) else { return };
    let _ = writeln!(out, "{STRONG}Hold by period{STRONG:#}");
    let tables = report.played.iter().flat_map(|played| &played.tables);
    for table in tables {
        let same = |row: &&TrendRow| {
            (&row.venue, &row.game, &row.table, &row.currency)
                == (&table.venue, &table.game, &table.table, &table.currency)
        };
        let hold = |won: Won| won.hold().unwrap_or_else(|| "none".into());
        let mut reported: Vec<String> = run
            .trend
            .iter()
            .filter(same)
            .map(|row| format!("{} {}{}", period(row), hold(row.won()), marks(row.money)))
            .collect();
        let wrong = marks(table.money);
        reported.push(format!("now {}{wrong}", hold(table.won())));
        let name = format!("{} {}", neutral(&table.venue), neutral(&table.table));
        out.push_str(&named(width, 22, &shortened(&name, 22), &reported.join("; ")));
    }
    let _ = writeln!(out, "  {QUIET}of all stakes, errors included; (errors): wagers were paid wrongly{QUIET:#}");
}

fn marks(money: Money) -> &'static str {
    if money.overpaid == 0 && money.underpaid == 0 { "" } else { " (errors)" }
}

/// The days of an earlier report, or when it was made.
fn period(row: &TrendRow) -> String {
    match (&row.from, &row.to) {
        (Some(from), Some(to)) => neutral(&format!("{from} to {to}")),
        _ => neutral(&format!("report of {}", row.generated_at.get(..10).unwrap_or(&row.generated_at))),
    }
}

fn exceptions(rows: &[ExceptionsRow], width: Width, out: &mut String) {
    let rows: Vec<&ExceptionsRow> =
        rows.iter().filter(|row| row.counts.critical + row.counts.major + row.counts.minor > 0).collect();
    if rows.is_empty() {
        return;
    }
    let cells = format!("{:>10} {:>9} {:>9} {:>9}", "critical", "major", "minor", "info");
    table_heading(width, (0, 38), "Exceptions by table", &cells, out);
    let mut hours = [0_u64; 24];
    let mut all = 0_u64;
    for row in &rows {
        let name = match row.table.is_empty() {
            true => "of no table".to_owned(),
            false => format!("{} {}", neutral(&row.venue), neutral(&row.table)),
        };
        let counts = &row.counts;
        let cells = format!("{:>10} {:>9} {:>9} {:>9}", counts.critical, counts.major, counts.minor, counts.info);
        table_row(width, (2, 36), &name, &cells, out);
        all += counts.critical + counts.major + counts.minor;
        for (hour, count) in &counts.by_hour {
            let known = hour.parse::<usize>().ok().and_then(|hour| hours.get_mut(hour));
            known.into_iter().for_each(|sum| *sum += count);
        }
    }
    let without = all.saturating_sub(hours.iter().sum());
    let without = (without > 0).then(|| format!("at no time that is known {without}"));
    let reported: Vec<String> = hours
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(hour, count)| format!("{hour:02}h {count}"))
        .chain(without)
        .collect();
    if rows.iter().any(|row| row.counts.uncertain > 0) {
        out.push_str(&named(width, 13, "left out", Code::Uncertain.as_str()));
    }
    if !reported.is_empty() {
        out.push_str(&named(
            width,
            13,
            "by hour",
            &format!("{} (by the venue's clock, whatever offset a log writes; notes left out)", reported.join(", ")),
        ));
    }
}

/// The findings and irregularities of dealers, supervisors and shifts, those with most of them first.
fn on_duty(rows: &[StaffRow], all: bool, width: Width, out: &mut String) {
    for post in [Post::Dealer, Post::Supervisor, Post::Shift] {
        let mut rows: Vec<&StaffRow> = rows.iter().filter(|row| row.post == post).collect();
        if rows.is_empty() {
            continue;
        }
        let weight = |row: &&StaffRow| {
            let counts = &row.counts;
            let beyond = Work::ALL.iter().filter(|work| row.is_beyond(**work)).count();
            Reverse((beyond, counts.critical, counts.major, counts.minor, counts.irregularities))
        };
        rows.sort_by_key(weight);
        let title = format!("By {}", post.as_str());
        let [dealing, paying, deciding, log] = Work::ALL.map(Work::word);
        let (coups, entries) = ("coups", "register");
        let cells = format!("{coups:>8} {dealing:>9} {paying:>9} {deciding:>9} {log:>9} {entries:>8}");
        table_heading(width, (0, 23), &title, &cells, out);
        let most = if all { usize::MAX } else { MOST_STAFF };
        let (named, nobody): (Vec<&StaffRow>, Vec<&StaffRow>) = rows.into_iter().partition(|row| row.id.is_some());
        for row in named.iter().take(most).chain(&nobody) {
            let counts = &row.counts;
            let id = row.id.as_deref().map_or_else(|| NOT_KNOWN.to_owned(), neutral);
            let name = format!("{} {id}", neutral(&row.venue));
            let mut cells = format!("{:>8}", in_thousands(counts.coups));
            for work in Work::ALL {
                let _ = write!(cells, " {:>9}", per_thousand(counts.faults(work), counts.coups, row.is_beyond(work)));
            }
            let _ = write!(cells, " {:>8}", counts.irregularities);
            table_row(width, (2, 21), &name, &cells, out);
        }
        if named.len() > most {
            let _ = writeln!(out, "  and {} more; `--verbose` lists all", named.len() - most);
        }
    }
    if !rows.is_empty() {
        let about = "coups with findings by the work that they are about, and findings of no coup, notes left out, in brackets for 1000 coups, those with the gravest first; register: irregularities logged, wagers refused or removed not counted; * more than chance \
            gives one of the post in 2000 times if all make them equally often: a reason to look, not a fault of theirs";
        for line in wrapped(about, width.beside(2)) {
            let _ = writeln!(out, "  {QUIET}{line}{QUIET:#}");
        }
    }
}

/// A count, for each 1000 coups in brackets, with a mark where it is more than chance gives: `12 (1.9)*`.
fn per_thousand(faults: u64, coups: u64, beyond: bool) -> String {
    let mark = if beyond { "*" } else { "" };
    // Half of the last digit is rounded up.
    match u128::from(faults).checked_mul(20_000).and_then(|twice| twice.checked_div(coups.into())) {
        Some(twice) if faults > 0 => {
            let tenths = twice.div_ceil(2);
            format!("{faults} ({}.{}){mark}", tenths / 10, tenths % 10)
        }
        _ => format!("{faults}{mark}"),
    }
}

fn number(minor: i128, currency: &str) -> String {
    Amount::new(minor, Some(currency)).number()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_is_rounded_away_from_zero() {
        let reported = |part, staked| percent(part, staked);
        assert_eq!(reported(1, 3).as_deref(), Some("33.33 %"));
        assert_eq!(reported(2, 3).as_deref(), Some("66.67 %"));
        assert_eq!(reported(-5, 100_000).as_deref(), Some("-0.01 %"));
        assert_eq!(reported(5, 100_000).as_deref(), Some("0.01 %"));
        assert_eq!(reported(-4, 100_000).as_deref(), Some("0.00 %"));
        assert_eq!(reported(1, 0), None);
        assert_eq!(reported(i128::MAX, 1), None);
    }

    #[test]
    fn faults_are_counted_for_1000_coups() {
        let reported =
            [(0, 500), (1, 4_000), (12, 6_300), (7, 0)].map(|(faults, coups)| per_thousand(faults, coups, false));
        assert_eq!(reported, ["0", "1 (0.3)", "12 (1.9)", "7"]);
        assert_eq!(per_thousand(3, 100, true), "3 (30.0)*");
    }

    #[test]
    fn a_win_lies_within_its_band_or_not() {
        let win = |won| WinByChance { won, low: "-5".into(), high: "10".into(), ..WinByChance::default() };
        assert_eq!([-6, -5, 10, 11].map(|won| win(won).is_within()), [false, true, true, false]);
    }
}
