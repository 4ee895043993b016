//! Cells as texts, numbers and words of the log.

use std::ops::RangeInclusive;

use resettle_sealed_log::MAX_NAME;

use super::RowReader;
use crate::mapping::{Coded, Column};
use crate::money::minor_units;
use crate::problem::{RowFault, short};

impl<'r, 'm> RowReader<'r, 'm> {
    /// A cell without blanks around it; none if it is empty or means nothing.
    #[inline]
    pub(super) fn cell(&mut self, column: Column) -> Option<&'r str> {
        let place = self.table.place(column)?;
        let Ok(text) = self.row.cells.text(place)? else {
            self.skip(Some(column), RowFault::NotUtf8);
            return None;
        };
        let text = trimmed(text);
        let nothing = text.is_empty() || self.table.mapping.empty.iter().any(|empty| empty == text);
        (!nothing).then_some(text)
    }

    /// A name or id, where there is one.
    pub(super) fn name(&mut self, column: Option<Column>) -> Option<&'r str> {
        let column = column?;
        let cell = self.cell(column)?;
        if cell.len() > MAX_NAME {
            self.skip(Some(column), RowFault::LongName { cell: short(cell), bytes: cell.len() });
            return None;
        }
        Some(cell)
    }

    /// A whole number.
    pub(super) fn number(&mut self, column: Option<Column>, range: RangeInclusive<i64>) -> Option<i64> {
        let column = column?;
        let cell = self.cell(column)?;
        let digits = cell.bytes().all(|byte| byte.is_ascii_digit());
        let number = cell.parse().ok().filter(|number| digits && range.contains(number));
        if number.is_none() {
            self.skip(Some(column), RowFault::Number(short(cell)));
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

    /// An amount in minor units.
    pub(super) fn money(&mut self, column: Column, decimals: u32) -> Option<i64> {
        let cell = self.cell(column)?;
        let amount = minor_units(cell, decimals);
        if amount.is_none() {
            self.skip(Some(column), RowFault::Money(short(cell), decimals));
        }
        amount
    }
}

/// The text without blanks around it; nearly always none are there.
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}
