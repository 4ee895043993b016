//! What an import came to.

use std::collections::BTreeSet;

use crate::hint::Hint;
use crate::problem::{ProblemConsequence, RowFault, RowProblem};

/// This many problems are reported one by one; beyond, they are only counted.
const MOST_PROBLEMS: usize = 10_000;

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportSummary {
    /// Rows read, without the header.
    pub rows: u64,
    /// Coups written.
    pub coups: u64,
    /// Wagers of those coups.
    pub wagers: u64,
    /// Rows that became no coup.
    pub skipped: u64,
    /// Of those, rows that were no coup of the source: empty ones.
    pub empty_rows: u64,
    /// Of those, sums, remarks and headers between the coups.
    pub other_rows: u64,
    /// Columns of the CSV that the mapping does not read, by their headers.
    pub unread_columns: Vec<String>,
    /// Lines of those rows behind their first ones.
    pub unread_lines: u64,
    /// Cards written as `??` because their cell could not be read or is empty.
    pub unreadable_cards: u64,
    /// Wagers of written coups that the log does not take.
    pub wagers_left_out: u64,
    /// Wagers that the source itself rejected: they were none of their coups.
    pub no_wagers: u64,
    /// Amounts that were rounded, as the mapping asks for.
    pub rounded: u64,
    /// Lines above the header, or above the first row, that were not read.
    pub lines_above: u64,
    /// What looks as if the mapping were wrong.
    pub hints: Vec<Hint>,
    /// What was wrong, in the order of the rows.
    pub problems: Vec<RowProblem>,
    /// Problems beyond the number that is reported one by one.
    pub problems_left_out: u64,
    /// Lower-case hex SHA-256 of the log's last line, which a seal would name as `prev`.
    pub head: String,
}

impl ImportSummary {
    /// Whether something of the CSV is not in the log as it stands there.
    #[must_use]
    pub fn lost_something(&self) -> bool {
        self.lost_rows() > 0 || self.unreadable_cards > 0 || self.wagers_left_out > 0
    }

    /// Rows that may have been coups of the source and became none.
    #[must_use]
    pub fn lost_rows(&self) -> u64 {
        self.skipped.saturating_sub(self.empty_rows).saturating_sub(self.other_rows)
    }

    /// Takes back rows that were read: their coup is not written.
    pub(crate) fn skip(&mut self, rows: &[(u64, u64)], fault: &RowFault) {
        for (line, last_line) in rows.iter().copied() {
            self.skipped += 1;
            self.other_rows += u64::from(*fault == RowFault::NoCoup);
            self.unread_lines = self.unread_lines.saturating_add(last_line.saturating_sub(line));
            let consequence = ProblemConsequence::Skipped;
            self.keep([RowProblem { line, last_line, column: None, fault: fault.clone(), consequence }]);
        }
    }

    /// Says of rows that were lost that they are no coup.
    pub(crate) fn no_coup(&mut self, rows: &[(u64, u64)]) {
        self.other_rows = self.other_rows.saturating_add(rows.len() as u64);
        let (fault, consequence) = (RowFault::NoCoup, ProblemConsequence::Skipped);
        let problem =
            |(line, last_line)| RowProblem { line, last_line, column: None, fault: fault.clone(), consequence };
        self.keep(rows.iter().copied().map(problem));
    }

    /// What the cells of a row are does not matter once it is known to be no coup.
    pub(crate) fn leave_out_of_no_coups(&mut self) {
        let is = |problem: &RowProblem| problem.fault == RowFault::NoCoup;
        let skips = |problem: &RowProblem| problem.consequence == ProblemConsequence::Skipped;
        let none: BTreeSet<u64> =
            self.problems.iter().filter(|problem| is(problem)).map(|problem| problem.line).collect();
        // Of rows that cost themselves, nothing else was counted.
        let lost = self.problems.iter().filter(|problem| skips(problem) && !is(problem));
        let lost: BTreeSet<u64> = lost.map(|problem| problem.line).filter(|line| none.contains(line)).collect();
        self.problems.retain(|problem| {
            let stays = is(problem) || !none.contains(&problem.line);
            let counted = match problem.consequence {
                ProblemConsequence::CardUnreadable => &mut self.unreadable_cards,
                ProblemConsequence::WagerLeftOut => &mut self.wagers_left_out,
                _ => return stays,
            };
            if !stays && !lost.contains(&problem.line) {
                *counted = counted.saturating_sub(1);
            }
            stays
        });
    }

    /// Whether every row was lost, and some because their text is not UTF-8. By chance other encodings make letters of it.
    pub(crate) fn is_no_utf_8(&self) -> bool {
        self.skipped == self.rows && self.problems.iter().any(|problem| problem.fault == RowFault::NotUtf8)
    }

    /// Takes over what is wrong with a row.
    pub(crate) fn keep(&mut self, problems: impl IntoIterator<Item = RowProblem>) {
        for problem in problems {
            if self.problems.len() < MOST_PROBLEMS {
                self.problems.push(problem);
            } else {
                self.problems_left_out += 1;
            }
        }
    }
}
