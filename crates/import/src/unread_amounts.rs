//! Columns of amounts that the mapping does not read: what was staked and paid there is in no log.

use crate::mapping::Mapping;
use crate::parted_amount::is_amount;
use crate::problem::short;
use crate::summary::{NotReadOnPurpose, UnreadAmounts};
use crate::unread_sum::{Format, UnreadSum};
use crate::vocabulary::{is_name_of_an_amount, is_name_of_something_else};

/// Sees the cells of columns that are not read.
#[derive(Debug, Default)]
pub(crate) struct AmountColumns(Vec<Seen>);

/// One column.
#[derive(Debug)]
struct Seen {
    place: usize,
    label: String,
    /// Whether its name is one of amounts; otherwise its cells have to be written as money.
    is_named: bool,
    /// Cells that are amounts of anything but nothing, and the line of the first.
    amounts: u64,
    line: u64,
    /// Cells that are written as money, and all that are not empty.
    money: u64,
    filled: u64,
    sum: UnreadSum,
}

impl AmountColumns {
    /// Of the columns at these places, with their names or numbers.
    pub(crate) fn of(columns: impl Iterator<Item = (usize, String)>, mapping: &Mapping) -> Self {
        let beside_wagers = !mapping.row.wagers.is_empty();
        let columns = columns.filter(|(_, label)| !is_name_of_something_else(label, beside_wagers));
        let seen = columns.map(|(place, label)| {
            let is_named = is_name_of_an_amount(&label, beside_wagers);
            let sum = UnreadSum::default();
            Seen { place, label, is_named, amounts: 0, line: 0, money: 0, filled: 0, sum }
        });
        Self(seen.collect())
    }

    /// Takes a row on this line.
    pub(crate) fn take<'r>(&mut self, text: impl Fn(usize) -> Option<&'r str>, line: u64, format: Format<'_>) {
        for seen in &mut self.0 {
            let Some(cell) = text(seen.place).filter(|cell| !cell.is_empty()) else { continue };
            seen.filled = seen.filled.saturating_add(1);
            seen.sum.add(cell, format);
            if !is_amount(cell) {
                continue;
            }
            seen.money = seen.money.saturating_add(u64::from(is_money(cell)));
            if cell.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
                seen.line = if seen.amounts == 0 { line } else { seen.line };
                seen.amounts = seen.amounts.saturating_add(1);
            }
        }
    }

    /// The columns that hold amounts, as far as most of their cells are some.
    pub(crate) fn found(self) -> Vec<UnreadAmounts> {
        let is_of_amounts = |seen: &Seen| {
            let enough = if seen.is_named { seen.amounts.saturating_mul(2) } else { seen.money };
            seen.amounts > 0 && (enough >= seen.filled || (seen.is_named && seen.amounts > 1))
        };
        let found = self.0.into_iter().filter(is_of_amounts);
        found
            .map(|Seen { label, amounts, line, sum, .. }| UnreadAmounts {
                column: short(&label),
                rows: amounts,
                line,
                sum,
            })
            .collect()
    }
}

/// What stands in the columns of a CSV that are not read on purpose.
#[derive(Debug)]
pub(crate) struct OnPurpose(Vec<(usize, NotReadOnPurpose)>);

impl OnPurpose {
    /// Of those of a mapping, at these places.
    pub(crate) fn of(places: &[usize], mapping: &Mapping) -> Self {
        Self(places.iter().copied().zip(mapping.not_read.iter().map(NotReadOnPurpose::of)).collect())
    }

    /// Takes a row on this line.
    pub(crate) fn take<'r>(&mut self, text: impl Fn(usize) -> Option<&'r str>, line: u64, format: Format<'_>) {
        for (place, own) in &mut self.0 {
            if let Some(cell) = text(*place).filter(|cell| !cell.is_empty()) {
                own.sum.add(cell, format);
                own.count(1, line);
            }
        }
    }

    /// What was found, in the order of the mapping.
    pub(crate) fn found(self) -> Vec<NotReadOnPurpose> {
        self.0.into_iter().map(|(_, own)| own).collect()
    }
}

/// Whether a cell is written as money: with two decimals, or with more than figures and signs around them.
fn is_money(cell: &str) -> bool {
    let decimals =
        cell.rsplit_once(['.', ',']).map(|(_, tail)| tail.trim_end_matches(|letter: char| !letter.is_ascii_digit()));
    let has_symbol =
        cell.chars().any(|letter| letter.is_alphabetic() || matches!(letter, '$' | '\u{20ac}' | '\u{a3}' | '\u{a5}'));
    has_symbol || decimals.is_some_and(|tail| tail.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_are_written_as_money() {
        for (cell, is) in [
            ("100.00", true),
            ("1.250,50", true),
            ("S$ 100", true),
            ("\u{20ac}5", true),
            ("100", false),
            ("1,000", false),
            ("0.5", false),
        ] {
            assert_eq!(is_money(cell), is, "{cell}");
        }
    }
}
