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
        if coup.declared.result == Some("void") {
            return;
        }
        let time = rule.time.as_ref().and_then(|time| time.columns.first().copied());
        if self.place.of_round {
            if let Some(time) = time.filter(|_| above.time && coup.settled.is_none()) {
                self.report(Some(time), RowFault::NoTime, ProblemConsequence::WithoutIt);
            }
            above.time |= coup.settled.is_some();
            return;
        }
        for (is_there, above, column) in [
            (coup.shoe.is_some(), &mut above.shoe, rule.shoe),
            (coup.coup.is_some(), &mut above.coup, rule.coup_column()),
            (coup.settled.is_some(), &mut above.time, time),
        ] {
            let is_missing = *above && !is_there;
            *above |= is_there;
            // What cannot be read is reported as that.
            if let Some(column) = column.filter(|_| is_missing)
                && let Some(cell) = self.shown(column)
            {
                // A word for nothing says that a coup has no name, and no coup is without a time.
                let fault = match cell {
                    "" => Some(RowFault::NotFilled),
                    _ if Some(column) == time && self.cell(column).is_none() => Some(RowFault::NoTime),
                    _ => None,
                };
                fault.into_iter().for_each(|fault| self.report(Some(column), fault, ProblemConsequence::WithoutIt));
            }
        }
    }
}
