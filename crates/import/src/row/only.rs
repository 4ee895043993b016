//! Rows of another table or kind than the mapping reads.

use super::RowReader;
use crate::mapping::{Column, Mapping};
use crate::problem::RowFault;
use crate::rows::Quotation;
use crate::summary::OtherTable;

impl RowReader<'_, '_> {
    /// Which other table or kind a row of a CSV is of by `only` of the mapping, with its stakes. None where its cells cannot be distinguished
    /// apart, and of a line of totals or the header.
    pub(crate) fn other_table(&self) -> Option<OtherTable> {
        let Mapping { only, row: rule, .. } = self.table.mapping;
        let is_one = || self.row.quotation == Quotation::Closed && self.fits() && !self.is_header() && !self.is_total();
        if only.is_empty() || self.place.of_round || !is_one() {
            return None;
        }
        let (column, value) = only.iter().find_map(|(column, values)| {
            let cell = self.cell_of(*column);
            (!cell.is_empty() && !values.iter().any(|value| value == cell)).then_some((*column, cell))
        })?;
        let label = self.table.label(column).unwrap_or_default();
        let mut other = OtherTable::one(&label, value, self.row.line);
        for wager in &rule.wagers {
            other.stake(self.cell_of(wager.stake), &rule.amounts, wager.decimals);
        }
        Some(other)
    }

    /// Reports that nothing says of which table or kind a row of a CSV is, where `only` asks for it.
    pub(crate) fn says_nothing_for_only(&mut self) {
        let is_asked = |values: &[String]| !values.iter().any(String::is_empty);
        let only = self.table.mapping.only.iter().filter(|_| !self.place.of_round);
        let empty = only.filter(|(column, values)| is_asked(values) && self.cell_of(*column).is_empty());
        let empty: Vec<Column> = empty.map(|(column, _)| *column).collect();
        for column in empty {
            let label = self.table.label(column).unwrap_or_default();
            self.skip(Some(column), RowFault::NothingForOnly(label));
        }
    }

    /// The text of a cell; empty where it is none.
    fn cell_of(&self, column: Column) -> &str {
        self.table.place(column).and_then(|place| self.text(place)).unwrap_or_default()
    }
}
