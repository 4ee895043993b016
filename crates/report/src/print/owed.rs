//! What is owed to each patron, and by each.

use std::collections::BTreeMap;

use resettle_game::Amount;

use super::neutral::neutral;
use super::rows::{table_heading, table_row};
use super::text::QUIET;
use super::wrap::{Width, wrapped};
use crate::document::{OwedRow, Report};

/// How many patrons of a currency are listed where not all are asked for.
const MOST: usize = 10;

/// The patrons whose wagers returned otherwise than due, the largest amounts first, then the sums; empty where there are none.
pub(super) fn owed_text(report: &Report, all: bool, width: Width) -> String {
    let mut out = String::new();
    let owed = &report.summary.owed;
    if owed.is_empty() {
        return out;
    }
    let cells = format!("{:>18} {:>18} {:>10}", "to the patron", "to the house", "wagers");
    table_heading(width, (0, 28), "Owed", &cells, &mut out);
    let line = |name: &str, row: &OwedRow, out: &mut String| {
        let unit = neutral(&row.currency);
        let amount = |minor: i128| Amount::new(minor, Some(&unit)).number();
        let cells = format!("{:>18} {:>18} {:>10}", amount(row.to_patron), amount(row.to_house), row.wagers);
        table_row(width, (2, 26), &format!("{unit} {name}"), &cells, out);
    };
    // Of each currency the same number, in the order of the report: amounts of two are never compared.
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    let shown = owed.iter().filter(|row| {
        let of_currency = taken.entry(&row.currency).or_default();
        *of_currency += 1;
        all || *of_currency <= MOST
    });
    let shown: Vec<&OwedRow> = shown.collect();
    for row in &shown {
        let who = row.who.as_deref().map_or_else(|| "not logged whose".to_owned(), neutral);
        line(&format!("{} {who}", neutral(&row.venue)), row, &mut out);
    }
    if shown.len() < owed.len() {
        out.push_str(&format!("  and {} more; `--verbose` lists all\n", owed.len() - shown.len()));
    }
    let mut sums: BTreeMap<&str, OwedRow> = BTreeMap::new();
    for row in owed {
        let sum = sums
            .entry(&row.currency)
            .or_insert_with(|| OwedRow { currency: row.currency.clone(), ..OwedRow::default() });
        sum.wagers += row.wagers;
        sum.to_patron += row.to_patron;
        sum.to_house += row.to_house;
    }
    sums.values().for_each(|sum| line("in all", sum, &mut out));
    if owed
        .iter()
        .any(|row| row.who.as_deref().is_some_and(|who| who.starts_with("seat ") || who.starts_with("terminal ")))
    {
        for line in wrapped(
            "a seat or terminal stands for whoever played there, over the days of the report; where a finding names another reading, by the one that is used",
            width.beside(2),
        ) {
            out.push_str(&format!("  {QUIET}{line}{QUIET:#}\n"));
        }
    }
    out
}
