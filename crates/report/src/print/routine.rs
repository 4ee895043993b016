use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use resettle_audit::Routine;
use resettle_game::{Amount, in_thousands};

use super::neutral::neutral;
use super::text::{QUIET, STRONG};
use super::wrap::{Width, wrapped};
use crate::document::Report;
use crate::tally::RoutineSum;

/// What happened without the cards of a coup deciding it, counted by kind and currency over all tables; nothing where nothing
/// did.
pub(super) fn routine_text(report: &Report, width: Width) -> String {
    let tables = || report.played.iter().flat_map(|played| &played.tables);
    let with_money: BTreeSet<Routine> =
        tables().flat_map(|table| table.routine.iter()).filter(|(_, sum)| sum.money != 0).map(|(of, _)| of).collect();
    let mut sums: BTreeMap<(Routine, &str), RoutineSum> = BTreeMap::new();
    for table in tables() {
        for (routine, sum) in table.routine.iter() {
            // What moves no money is counted once, whatever the currency.
            let currency = if with_money.contains(&routine) { table.currency.as_str() } else { "" };
            sums.entry((routine, currency)).or_default().add(sum);
        }
    }
    let mut out = String::new();
    if sums.is_empty() {
        return out;
    }
    let heading = format!(
        "{STRONG}Refused, taken back, late and the like{STRONG:#}{QUIET}, in coups that were not void, counted: by table and day in report.json{QUIET:#}"
    );
    for line in wrapped(&heading, width.beside(2)) {
        let _ = writeln!(out, "  {line}");
    }
    for ((routine, currency), RoutineSum { entries, cards, money }) in sums {
        let cards = if cards == 0 { String::new() } else { format!(", {cards} cards") };
        let unit = neutral(currency);
        let money = match money {
            0 => String::new(),
            sum => format!(", {} {}", Amount::new(sum, Some(&unit)), routine.money_says()),
        };
        let entries = in_thousands(entries);
        let text = format!("{}: {entries}{cards}{money}", routine.says());
        for line in wrapped(text.trim_end(), width.beside(3)) {
            let _ = writeln!(out, "   {line}");
        }
    }
    out
}
