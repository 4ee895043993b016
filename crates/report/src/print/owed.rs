//! What is owed to each patron, and by each; on what of it hangs; what no sum holds.

use std::collections::BTreeMap;

use resettle_game::Amount;

use super::neutral::neutral;
use super::rows::{table_heading, table_row};
use super::text::QUIET;
use super::wrap::{Width, wrapped};
use crate::document::{ConditionRow, OwedRow, Report};

/// How many patrons of a currency are listed where not all are asked for.
const MOST: usize = 10;

/// What marks a sum of which a part is owed only on a condition.
const ON_CONDITION: &str = "*";

/// The patrons whose wagers returned otherwise than due, the largest amounts first, then the sums; empty where there are none.
pub(super) fn owed_text(report: &Report, all: bool, width: Width) -> String {
    let mut out = String::new();
    let owed = &report.summary.owed;
    if owed.is_empty() {
        return out;
    }
    let cells = format!("{:>17}  {:>17}  {:>10}", "to the patron", "to the house", "wagers");
    table_heading(width, (0, 28), "Owed", &cells, &mut out);
    let line = |name: &str, row: &OwedRow, out: &mut String| {
        let unit = neutral(&row.currency);
        let amount = |minor: i128| Amount::new(minor, Some(&unit)).number();
        let mark = |part: i128| if part == 0 { " " } else { ON_CONDITION };
        let cells = format!(
            "{:>17}{} {:>17}{} {:>10}",
            amount(row.to_patron),
            mark(row.to_patron_on_condition),
            amount(row.to_house),
            mark(row.to_house_on_condition),
            row.wagers
        );
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
        sum.to_patron_on_condition += row.to_patron_on_condition;
        sum.to_house_on_condition += row.to_house_on_condition;
    }
    for sum in sums.values() {
        line("in all", sum, &mut out);
        let (to_patron, to_house) = (sum.to_patron_on_condition, sum.to_house_on_condition);
        if to_patron != 0 || to_house != 0 {
            let wagers = report.summary.owed_on_condition.iter().filter(|row| row.currency == sum.currency);
            let wagers = wagers.map(|row| row.wagers).sum();
            let part = OwedRow {
                to_patron,
                to_house,
                wagers,
                to_patron_on_condition: 0,
                to_house_on_condition: 0,
                ..sum.clone()
            };
            line("of it on condition", &part, &mut out);
        }
    }
    if sums.values().any(|sum| sum.to_patron_on_condition != 0 || sum.to_house_on_condition != 0) {
        out.push_str(&format!("  {QUIET}{ON_CONDITION} a part of it, or all, is owed on condition{QUIET:#}\n"));
    }
    for words in conditions(report) {
        for line in wrapped(&words, width.beside(4)) {
            out.push_str(&format!("    {line}\n"));
        }
    }
    if owed
        .iter()
        .any(|row| row.who.as_deref().is_some_and(|who| who.starts_with("seat ") || who.starts_with("terminal ")))
    {
        for line in
            wrapped("a seat or terminal stands for whoever played there, over the days of the report", width.beside(2))
        {
            out.push_str(&format!("  {QUIET}{line}{QUIET:#}\n"));
        }
    }
    out
}

/// What is owed on conditions, each with what it hangs on.
#[must_use]
pub fn conditions(report: &Report) -> Vec<String> {
    let in_words = |row: &ConditionRow| {
        let unit = neutral(&row.currency);
        let amount =
            |minor: i128, whom: &str| (minor != 0).then(|| format!("{} {whom}", Amount::new(minor, Some(&unit))));
        let sums = [amount(row.to_patron, "to the patron"), amount(row.to_house, "to the house")];
        let sums: Vec<String> = sums.into_iter().flatten().collect();
        format!("{} {}", sums.join(" and "), row.words())
    };
    let in_doubt = report.summary.currencies.iter().filter_map(|totals| {
        let owed = |row: &OwedRow| row.currency == totals.currency;
        let line = totals.statement.iter().find(|line| line.line == "uncertain")?;
        report.summary.owed.iter().any(owed).then(|| {
            let unit = neutral(&totals.currency);
            let whose = match line.money == totals.money.staked {
                true => format!("all that is owed in {unit}"),
                false => format!("what is owed at tables with {} of the stakes", Amount::new(line.money, Some(&unit))),
            };
            format!(
                "{whose}, with or without another condition, rests on whether the rules that were used were in force (ruleset/uncertain)"
            )
        })
    });
    report.summary.owed_on_condition.iter().map(in_words).chain(in_doubt).collect()
}
