//! What a coup lacks though the mapping has a column for it.

use super::RowReader;
use crate::problem::{ProblemConsequence, RowFault};
use crate::record::{ImportedCoup, Lists};

/// What rows above had: of merged cells a spreadsheet writes the first one alone.
#[derive(Debug, Default)]
pub(crate) struct Above {
    shoe: bool,
    coup: bool,
    time: bool,
}

impl RowReader<'_, '_> {
    /// Reports a coup with cards and without a result, and one without a shoe, a number or a time that rows above have.
    pub(crate) fn lacks(&mut self, coup: &ImportedCoup<'_, '_>, lists: &Lists, above: &mut Above) {
        let rule = &self.table.mapping.row;
        // A coup whose cards are not all there is listed already.
        let is_listed =
            self.problems.iter().any(|(_, problem)| problem.consequence == ProblemConsequence::CardUnreadable);
        if let Some(result) = &rule.declared.result
            && !is_listed
            && coup.declared.result.is_none()
            && !lists.cards.is_empty()
        {
            self.report(Some(result.column), RowFault::NoResult, ProblemConsequence::WithoutIt);
        }
        if self.place.of_round || coup.declared.result == Some("void") {
            return;
        }
        let time = rule.time.as_ref().and_then(|time| time.columns.first().copied());
        for (is_there, above, column) in [
            (coup.shoe.is_some(), &mut above.shoe, rule.shoe),
            (coup.coup.is_some(), &mut above.coup, rule.coup),
            (coup.settled.is_some(), &mut above.time, time),
        ] {
            let is_missing = *above && !is_there;
            *above |= is_there;
            // What cannot be read is reported as that.
            if let Some(column) = column.filter(|_| is_missing)
                && self.shown(column) == Some("")
            {
                self.report(Some(column), RowFault::NotFilled, ProblemConsequence::WithoutIt);
            }
        }
    }
}
