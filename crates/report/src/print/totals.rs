//! The sums of a run over many logs, by venue, table, wager and shoe.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

use resettle_audit::{Code, Money};
use resettle_game::{Amount, in_thousands};

use super::neutral::neutral;
use super::rows::{table_heading, table_row};
use super::text::{QUIET, STRONG};
use super::wrap::{Width, wrapped};
use crate::document::{Report, Rows, Run};
use crate::tally::{BetTotals, ShoeRow, TableTotals};

/// What the errors are called after overpaid and underpaid amounts have cancelled out.
const NET: &str = "net error";

/// How many shoes that returned more or less than was due are named.
const MOST_SHOES: usize = 10;

/// Their text; every amount with its currency, and none added over two.
pub(super) fn totals(report: &Report, run: &Run, rows: &dyn Rows, width: Width) -> io::Result<String> {
    let mut text = String::new();
    let out = &mut text;
    let tables = report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice());
    heading("By venue", ["coups", "staked", NET, "tables"], width, out);
    for venue in &run.venues {
        let money = (Some(&*venue.currency), &venue.money);
        row(&neutral(&venue.venue), venue.coups, money, Some(venue.tables), width, out);
    }
    heading("By table", ["coups", "staked", NET, "findings"], width, out);
    for table in tables {
        let name = format!("{} {}", neutral(&table.venue), neutral(&table.table));
        let found = findings_of(report, table);
        let money = (Some(&*table.currency), &table.money);
        row(&name, table.coups, money, Some(found), width, out);
    }
    let note = format!("findings: those of severity info and {} left out", Code::Uncertain.as_str());
    if tables.iter().any(|table| findings_of(report, table) > 0) {
        for line in wrapped(&note, width.beside(2)) {
            let _ = writeln!(out, "  {QUIET}{line}{QUIET:#}");
        }
    }
    wrongly_paid(tables, width, out);
    heading("By bet", ["wagers", "staked", NET, ""], width, out);
    let mut by_bet: BTreeMap<(&str, &str), BetTotals> = BTreeMap::new();
    for table in tables {
        for (bet, more) in &table.by_bet {
            let sum = by_bet.entry((&table.currency, bet)).or_default();
            sum.money += more.money;
        }
    }
    for ((currency, bet), sum) in &by_bet {
        row(&neutral(bet), sum.money.wagers, (Some(*currency), &sum.money), None, width, out);
    }
    by_shoe(rows, tables, width, out)?;
    Ok(text)
}

/// How many findings a table has that are of at least severity `minor`.
fn findings_of(report: &Report, table: &TableTotals) -> u64 {
    let rows = report.played.iter().flat_map(|played| &played.exceptions);
    let own = rows.filter(|row| row.venue == table.venue && row.game == table.game && row.table == table.table);
    own.map(|row| row.counts.critical + row.counts.major + row.counts.minor).sum()
}

/// Did every table return what was due? The errors in both directions, which cancel out in the net.
fn wrongly_paid(tables: &[TableTotals], width: Width, out: &mut String) {
    let wrong: Vec<_> = tables.iter().filter(|table| table.money.overpaid != 0 || table.money.underpaid != 0).collect();
    if tables.iter().all(|table| table.money.wagers == table.money.wagers_not_judged) {
        let _ = writeln!(out, "{STRONG}{:<24}{STRONG:#} no wager was judged", "Paid wrongly");
        return;
    }
    if wrong.is_empty() {
        let as_far = match tables.iter().any(|table| table.money.wagers_not_judged > 0) {
            true => ", as far as its wagers were judged",
            false => "",
        };
        let _ = writeln!(
            out,
            "{STRONG}{:<24}{STRONG:#} every table that was read returned what was due{as_far}",
            "Paid wrongly"
        );
        return;
    }
    let cells = format!("{:>18} {:>18} {NET:>18}", "overpaid", "underpaid");
    table_heading(width, (0, 24), "Paid wrongly", &cells, out);
    for table in wrong {
        let unit = neutral(&table.currency);
        let amount = |minor: i128| Amount::new(minor, Some(&unit));
        let name = labelled(Some(&unit), &format!("{} {}", neutral(&table.venue), neutral(&table.table)));
        let (over, under) = (amount(table.money.overpaid).number(), amount(table.money.underpaid).number());
        let net = amount(table.money.net_variance()).signed().number();
        table_row(width, (2, 22), &name, &format!("{over:>18} {under:>18} {net:>18}"), out);
    }
    let note = format!("{NET}: + favours the players, - the house; errors either way cancel out");
    for line in wrapped(&note, width.beside(2)) {
        let _ = writeln!(out, "  {QUIET}{line}{QUIET:#}");
    }
}

/// The shoes that returned more or less than was due, the greatest differences first, and the others in one line;
/// amounts in different currencies are never added.
fn by_shoe(rows: &dyn Rows, tables: &[TableTotals], width: Width, out: &mut String) -> io::Result<()> {
    let currency = |shoe: &ShoeRow| {
        tables.iter().find(|one| one.venue == shoe.venue && one.table == shoe.table).map(|one| &one.currency)
    };
    let mut wrong: BTreeMap<Option<&String>, Vec<(u64, ShoeRow)>> = BTreeMap::new();
    // Of which nothing is judged, apart from those that returned what was due.
    let mut right: BTreeMap<(bool, Option<&String>), (u64, u64, Money)> = BTreeMap::new();
    for shoe in rows.shoes() {
        let shoe = shoe?;
        let of = currency(&shoe);
        if shoe.money.returned == shoe.money.due {
            let (shoes, coups, money) = right.entry((shoe.money.nothing_judged(), of)).or_default();
            *shoes += 1;
            *coups += coups_of(&shoe);
            *money += shoe.money;
        } else {
            let coups = coups_of(&shoe);
            let shoe = ShoeRow { results: String::new(), numbers: None, ..shoe };
            wrong.entry(of).or_default().push((coups, shoe));
        }
    }
    if wrong.is_empty() && right.is_empty() {
        return Ok(());
    }
    heading("By shoe", ["coups", "staked", NET, ""], width, out);
    for (of, mut shoes) in wrong {
        let currency = of.map(|of| neutral(of));
        let currency = currency.as_deref();
        shoes.sort_by_key(|(_, shoe)| std::cmp::Reverse((shoe.money.net_variance()).unsigned_abs()));
        for (coups, shoe) in shoes.iter().take(MOST_SHOES) {
            let id = shoe.shoe.as_deref().unwrap_or("without a name");
            let label = format!("{} {} {}", neutral(&shoe.venue), neutral(&shoe.table), neutral(id));
            row(&label, *coups, (currency, &shoe.money), None, width, out);
        }
        let more = shoes.get(MOST_SHOES..).unwrap_or_default();
        if !more.is_empty() {
            let mut money = Money::default();
            more.iter().for_each(|(_, shoe)| money += shoe.money);
            let coups = more.iter().map(|(coups, _)| coups).sum();
            row(&format!("{} more", more.len()), coups, (currency, &money), None, width, out);
        }
    }
    for ((is_unjudged, of), (shoes, coups, money)) in right {
        let currency = of.map(|of| neutral(of));
        let name = if is_unjudged { "not judged" } else { "without error" };
        row(&format!("{shoes} {name}"), coups, (currency.as_deref(), &money), None, width, out);
    }
    Ok(())
}

fn coups_of(shoe: &ShoeRow) -> u64 {
    shoe.results.chars().count() as u64
}

fn heading(what: &str, cells: [&str; 4], width: Width, out: &mut String) {
    let [count, staked, net, last] = cells;
    let count = in_thousands(count);
    let cells = format!("{count:>10} {staked:>18} {net:>14} {last:>9}");
    table_heading(width, (0, 24), what, &cells, out);
}

/// What was staked, and by how much more was returned than was due, in one currency.
fn row(
    name: &str,
    count: u64,
    (currency, money): (Option<&str>, &Money),
    last: Option<u64>,
    width: Width,
    out: &mut String,
) {
    let last = last.map_or_else(String::new, |last| last.to_string());
    let unit = currency.map(neutral);
    let amount = |minor: i128| Amount::new(minor, unit.as_deref());
    let staked = amount(money.staked).number();
    let net = match money.nothing_judged() {
        true => "not judged".to_owned(),
        false => amount(money.net_variance()).signed().number(),
    };
    let cells = format!("{count:>10} {staked:>18} {net:>14} {last:>9}");
    table_row(width, (2, 22), &labelled(unit.as_deref(), name), &cells, out);
}

fn labelled(currency: Option<&str>, name: &str) -> String {
    currency.map_or_else(|| name.to_owned(), |currency| format!("{currency} {name}"))
}
