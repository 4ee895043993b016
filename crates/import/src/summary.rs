//! What an import came to.

use crate::problem::RowProblem;

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
    /// Cards written as `??` because their cell could not be read.
    pub unreadable_cards: u64,
    /// What was wrong, in the order of the rows.
    pub problems: Vec<RowProblem>,
    /// Problems beyond the number that is reported one by one.
    pub problems_left_out: u64,
    /// Lower-case hex SHA-256 of the log's last line, which a seal would name as `prev`.
    pub head: String,
}

impl ImportSummary {
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
