//! Money in cells that are not read.

use crate::amounts::Amounts;
use crate::mapping::Mapping;

/// The sum of cells that are not read, as far as they are amounts by the mapping's number format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnreadSum {
    /// How many amounts there are, those of nothing among them.
    pub amounts: u64,
    /// The sum of those above zero, in minor units of the log's currency.
    pub above: i128,
    /// The sum of those below zero, likewise: zero or less.
    pub below: i128,
    /// How many cells hold something else than such an amount; they are in no sum.
    pub others: u64,
}

/// How a mapping writes amounts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format<'m> {
    amounts: &'m Amounts,
    decimals: u32,
}

impl<'m> Format<'m> {
    pub(crate) fn of(mapping: &'m Mapping) -> Self {
        Self { amounts: &mapping.row.amounts, decimals: mapping.amount_decimals() }
    }

    #[cfg(test)]
    pub(crate) fn new(amounts: &'m Amounts, decimals: u32) -> Self {
        Self { amounts, decimals }
    }

    /// The minor units of an amount, which may be below zero; `None` where a cell is none.
    pub(crate) fn units(self, cell: &str) -> Option<i64> {
        if self.amounts.zero.iter().any(|word| word == cell) {
            return Some(0);
        }
        self.amounts.read_signed(cell, self.decimals).map(|amount| amount.units)
    }
}

impl UnreadSum {
    /// Whether anything but nothing is among the amounts.
    #[must_use]
    pub fn is_of_money(&self) -> bool {
        (self.above, self.below) != (0, 0)
    }

    /// Adds a cell that holds something.
    pub(crate) fn add(&mut self, cell: &str, format: Format<'_>) {
        let Some(units) = format.units(cell) else {
            self.others = self.others.saturating_add(1);
            return;
        };
        self.amounts = self.amounts.saturating_add(1);
        let sum = if units < 0 { &mut self.below } else { &mut self.above };
        *sum = sum.saturating_add(units.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amounts::Decimal;

    #[test]
    fn amounts_are_summed_and_what_is_none_is_counted() {
        let amounts = Amounts { decimal: Decimal::Comma, zero: vec!["-".to_owned()], ..Amounts::default() };
        let format = Format::new(&amounts, 2);
        let mut sum = UnreadSum::default();
        for cell in ["100,50", "-20", "(5,00)", "-", "0", "see below", "1.5", "0,12345"] {
            sum.add(cell, format);
        }
        assert_eq!(sum, UnreadSum { amounts: 5, above: 10_050, below: -2_500, others: 3 });
    }
}
