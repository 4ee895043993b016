//! Cells as texts, numbers and words of the log.

use std::ops::RangeInclusive;

use resettle_sealed_log::MAX_NAME;

use super::RowReader;
use crate::amounts::Amount;
use crate::excel;
use crate::mapping::{Coded, Column, CoupNumber};
use crate::problem::{ProblemConsequence, RowFault, short};

impl<'r, 'm> RowReader<'r, 'm> {
    /// A cell without blanks around it; none if it is empty or means nothing.
    #[inline]
    pub(super) fn cell(&mut self, column: Column) -> Option<&'r str> {
        let text = self.shown(column)?;
        let nothing = text.is_empty() || self.table.mapping.empty.iter().any(|empty| empty == text);
        (!nothing).then_some(text)
    }

    /// A cell without blanks around it, whatever the mapping takes as nothing.
    #[inline]
    pub(super) fn shown(&mut self, column: Column) -> Option<&'r str> {
        let place = self.table.place(column)?;
        let Ok(text) = self.row.cells.text(place)? else {
            self.skip(Some(column), RowFault::NotUtf8);
            return None;
        };
        let text = excel::shown(trimmed(text));
        if let Some(encoding) = self.table.mapping.encoding
            && text.contains('\u{fffd}')
        {
            self.skip(Some(column), RowFault::NotOfTheEncoding(short(text), encoding.name()));
            return None;
        }
        Some(text)
    }

    /// A name or id, where there is one. One that lost its last figures is none: it may be that of several.
    pub(super) fn name(&mut self, column: Option<Column>) -> Option<&'r str> {
        let column = column?;
        let cell = self.cell(column)?;
        if excel::is_cut(cell) {
            let rule = &self.table.mapping.row;
            let names_alone = rule.shoe.is_none() || rule.coup.is_none();
            let is_needed = self.table.mapping.rows_are_wagers() && names_alone && rule.id == Some(column);
            let consequence = match is_needed || rule.shoe == Some(column) {
                true => ProblemConsequence::Skipped,
                false => ProblemConsequence::ValueLeftOut,
            };
            self.report(Some(column), RowFault::CutNumber(short(cell)), consequence);
            return None;
        }
        if cell.len() > MAX_NAME {
            self.skip(Some(column), RowFault::LongName { cell: short(cell), bytes: cell.len() });
            return None;
        }
        Some(cell)
    }

    /// A whole number.
    pub(super) fn number(&mut self, column: Option<Column>, range: RangeInclusive<i64>) -> Option<i64> {
        let column = column?;
        let in_range = |cell: &str| whole(cell).filter(|number| range.contains(number));
        // A `0` that says that no card was drawn is a number where numbers stand.
        let cell = self.cell(column).or_else(|| self.shown(column).filter(|cell| in_range(cell).is_some()))?;
        let number = in_range(cell);
        if number.is_none() {
            self.skip(Some(column), RowFault::Number(short(cell)));
        }
        number
    }

    /// The number of a coup in its shoe, behind what the mapping says that stands before it.
    pub(super) fn coup_number(&mut self) -> Option<i64> {
        let CoupNumber { column, prefix } = self.table.mapping.row.coup.as_ref()?;
        if prefix.is_empty() {
            return self.number(Some(*column), 1..=i64::MAX);
        }
        let cell = self.cell(*column)?;
        let Some(number) = cell.strip_prefix(prefix) else {
            self.skip(Some(*column), RowFault::Prefix(short(cell), prefix.clone()));
            return None;
        };
        let number = whole(number).filter(|number| *number > 0);
        if number.is_none() {
            self.skip(Some(*column), RowFault::Number(short(cell)));
        }
        number
    }

    /// The word of the log that a cell means.
    pub(super) fn coded(&mut self, coded: &'m Coded) -> Option<&'m str> {
        let cell = self.cell(coded.column)?;
        self.meant(coded, cell)
    }

    /// The word of the log that this cell of a column means.
    pub(super) fn meant(&mut self, coded: &'m Coded, cell: &str) -> Option<&'m str> {
        let value = coded.values.get(cell).map(String::as_str);
        if value.is_none() {
            self.skip(Some(coded.column), RowFault::Value(short(cell)));
        }
        value
    }

    /// Whether a cell is one by which the source writes 0.
    pub(super) fn is_zero(&mut self, column: Column) -> bool {
        let zero = &self.table.mapping.row.amounts.zero;
        !zero.is_empty() && self.shown(column).is_some_and(|cell| zero.iter().any(|word| word == cell))
    }

    /// The cell of an amount: a `0` is one, also where it says among cards that none was drawn.
    fn amount_cell(&mut self, column: Column) -> Option<&'r str> {
        self.cell(column).or_else(|| self.shown(column).filter(|cell| whole(cell) == Some(0)))
    }

    /// An amount in minor units.
    pub(super) fn money(&mut self, column: Column, decimals: u32) -> Option<i64> {
        if self.is_zero(column) {
            return Some(0);
        }
        let cell = self.amount_cell(column)?;
        let amount = self.table.mapping.row.amounts.read(cell, decimals);
        self.amount(amount, column, cell, decimals)
    }

    /// An amount in minor units that may be negative.
    pub(super) fn signed_money(&mut self, column: Column, decimals: u32) -> Option<i64> {
        if self.is_zero(column) {
            return Some(0);
        }
        let cell = self.amount_cell(column)?;
        let amount = self.table.mapping.row.amounts.read_signed(cell, decimals);
        self.amount(amount, column, cell, decimals)
    }

    fn amount(&mut self, amount: Option<Amount>, column: Column, cell: &str, decimals: u32) -> Option<i64> {
        match amount {
            None => {
                let signed = self.table.mapping.row.amounts.read_signed(cell, decimals);
                let fault = match signed.is_some_and(|amount| amount.units < 0) {
                    true => RowFault::BelowZero(short(cell)),
                    false => RowFault::Money(short(cell), decimals),
                };
                self.skip(Some(column), fault);
            }
            Some(Amount { rounded: true, .. }) => {
                self.report(Some(column), RowFault::FloatTail(short(cell)), ProblemConsequence::Rounded);
            }
            Some(_) => {}
        }
        amount.map(|amount| amount.units)
    }
}

/// A whole number; exported by way of a float, one ends in `.0`.
fn whole(text: &str) -> Option<i64> {
    let (whole, zeros) = text.split_once('.').unwrap_or((text, "0"));
    let plain = whole.bytes().all(|byte| byte.is_ascii_digit()) && zeros.bytes().all(|byte| byte == b'0');
    whole.parse().ok().filter(|_| plain && !zeros.is_empty())
}

/// The text without blanks around it; nearly always none are there.
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}
