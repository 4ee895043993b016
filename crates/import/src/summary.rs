//! What an import came to.

use std::collections::BTreeSet;

use crate::amounts::Amounts;
use crate::hint::Hint;
use crate::mapping::NotRead;
use crate::problem::{ProblemConsequence, RowFault, RowPlace, RowProblem, short};
use crate::unread_sum::UnreadSum;

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
    /// Of those, rows of a CSV whose cells are all empty: no coup stands there.
    pub empty_rows: u64,
    /// Rows of totals, and the header once more: no coup stands there either.
    pub totals: u64,
    /// Columns of the CSV that hold amounts and that the mapping does not read, in their order.
    pub unread_amounts: Vec<UnreadAmounts>,
    /// Columns and paths that the mapping does not read on purpose, in its order.
    pub not_read_on_purpose: Vec<NotReadOnPurpose>,
    /// Rows and rounds that `only` of the mapping leaves out as of another table or kind, by what they say.
    pub other_tables: Vec<OtherTable>,
    /// Columns of the CSV that the mapping does not read, by their headers.
    pub unread_columns: Vec<String>,
    /// Members of the rounds of JSON that no path of the mapping reads, in the order of their paths.
    pub unread_members: Vec<UnreadMember>,
    /// Such members beyond the number that is kept.
    pub unread_members_left_out: u64,
    /// Rounds of JSON in which an amount is staked that no path reads; where the mapping reads no wagers, also those in which something
    /// was paid.
    pub rounds_with_unread_stakes: u64,
    /// Lines of those rows behind their first ones.
    pub unread_lines: u64,
    /// Cards written as `??` because their cell could not be read or is empty.
    pub unreadable_cards: u64,
    /// Wagers of written coups that the log does not take.
    pub wagers_left_out: u64,
    /// Values of written coups that the log does not hold: times of another day, reasons of no void, ids that were cut, results and
    /// names whose cells are empty.
    pub values_left_out: u64,
    /// Wagers that the source itself rejected: they were none of their coups.
    pub no_wagers: u64,
    /// Rounds that stood in the file once more and count once.
    pub repeated: u64,
    /// Wagers that have the id of another wager of their coup; both are in the log.
    pub same_ids: u64,
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
    /// What is wrong with the row or round that is read, not yet among `problems`.
    pub(crate) round: RoundProblems,
}

/// A column of amounts that nothing reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadAmounts {
    /// Its header, or its number from 1.
    pub column: String,
    /// How many rows have an amount there, at least 1.
    pub rows: u64,
    /// The line of the first of them, from 1.
    pub line: u64,
    /// What stands there in all rows.
    pub sum: UnreadSum,
}

/// A column or path that the mapping does not read on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotReadOnPurpose {
    /// Its header, its number from 1, or the path.
    pub column: String,
    /// Why not, as the mapping says.
    pub why: String,
    /// How many rows of a CSV or rounds of JSON have something there.
    pub rows: u64,
    /// The line of the first of them, from 1; 0 where there is none.
    pub line: u64,
    /// What stands there in all of them.
    pub sum: UnreadSum,
}

impl NotReadOnPurpose {
    pub(crate) fn of(own: &NotRead) -> Self {
        let column = short(&own.column.which.label());
        Self { column, why: own.why.clone(), rows: 0, line: 0, sum: UnreadSum::default() }
    }

    /// Counts rows or rounds that have something there, of which the first begins on this line.
    pub(crate) fn count(&mut self, rows: u64, line: u64) {
        self.line = if self.rows == 0 { line } else { self.line };
        self.rows = self.rows.saturating_add(rows);
    }
}

/// Rows or rounds of another table or kind than the mapping reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherTable {
    /// The column or path of `only`.
    pub path: String,
    /// What stands there.
    pub value: String,
    /// How many rows of a CSV or rounds of JSON, at least 1.
    pub rounds: u64,
    /// The line of the first of them, from 1.
    pub line: u64,
    /// What was staked in them, in minor units, as far as the mapping reads it.
    pub staked: i128,
    /// Wagers whose stakes cannot be read.
    pub stakes_unread: u64,
}

impl OtherTable {
    /// One row or round, of which nothing is staked so far.
    pub(crate) fn one(path: &str, value: &str, line: u64) -> Self {
        Self { path: path.to_owned(), value: short(value), rounds: 1, line, staked: 0, stakes_unread: 0 }
    }

    /// Adds what stands where a wager has its stake.
    pub(crate) fn stake(&mut self, cell: &str, amounts: &Amounts, decimals: u32) {
        match amounts.read(cell, decimals) {
            _ if cell.is_empty() => {}
            Some(amount) => self.staked = self.staked.saturating_add(amount.units.into()),
            None => self.stakes_unread = self.stakes_unread.saturating_add(1),
        }
    }
}

/// A member of rounds that nothing reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadMember {
    /// Where it stands in a round, as a mapping writes it.
    pub path: String,
    /// How many rounds have something there, at least 1.
    pub rounds: u64,
    /// The line of the first of them, from 1.
    pub line: u64,
    /// What stands there in all rounds, where it may be an amount that was staked or paid.
    pub sum: Option<UnreadSum>,
}

/// What is wrong with the rows of one round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RoundProblems {
    problems: Vec<RowProblem>,
    /// Those of them that are of the round itself, and not of one of its wagers.
    common: Vec<usize>,
}

impl ImportSummary {
    /// Whether something of the CSV is not in the log as it stands there, or a wager may be in it twice.
    #[must_use]
    pub fn lost_something(&self) -> bool {
        let values = self.unreadable_cards > 0 || self.wagers_left_out > 0 || self.values_left_out > 0;
        self.lost_rows() > 0
            || values
            || self.same_ids > 0
            || self.rounds_with_unread_stakes > 0
            || !self.unread_amounts.is_empty()
    }

    /// Rows that may have been coups of the source and became none.
    #[must_use]
    pub fn lost_rows(&self) -> u64 {
        self.skipped.saturating_sub(self.empty_rows).saturating_sub(self.totals)
    }

    /// Counts rows of a table or kind that the mapping does not read: those of one are said together.
    pub(crate) fn of_another_table(&mut self, rows: u64, other: OtherTable) {
        self.skipped = self.skipped.saturating_add(rows);
        let known = &mut self.other_tables;
        match known.iter_mut().find(|known| (&known.path, &known.value) == (&other.path, &other.value)) {
            Some(known) => {
                known.rounds = known.rounds.saturating_add(other.rounds);
                known.staked = known.staked.saturating_add(other.staked);
                known.stakes_unread = known.stakes_unread.saturating_add(other.stakes_unread);
            }
            None => known.push(other),
        }
    }

    /// Takes back rows that were read: their coup is not written.
    pub(crate) fn skip(&mut self, rows: &[RowPlace], fault: &RowFault) {
        for place in rows {
            self.skipped += 1;
            self.unread_lines = self.unread_lines.saturating_add(place.last_line.saturating_sub(place.line));
            self.say(place.problem(fault.clone(), ProblemConsequence::Skipped));
        }
    }

    /// Says of rows that were lost that they are no coup.
    pub(crate) fn no_coup(&mut self, rows: &[RowPlace]) {
        for place in rows {
            self.say(place.problem(RowFault::NoCoup, ProblemConsequence::Skipped));
        }
    }

    /// Says what is wrong with a row; of a round, what is wrong with it as a whole is said once.
    pub(crate) fn say(&mut self, problem: RowProblem) {
        if self.round.problems.first().is_some_and(|first| first.row != problem.row) {
            self.end_round();
        }
        let RoundProblems { problems, common } = &mut self.round;
        let said = common.iter().copied().find(|at| problems.get(*at).is_some_and(|said| said.says_the_same(&problem)));
        let counts = match said.filter(|_| problem.of_round).and_then(|at| problems.get_mut(at)) {
            Some(said) => {
                said.rows += 1;
                let counts = problem.counted && !said.counted;
                said.counted |= counts;
                counts
            }
            None => {
                if problem.of_round {
                    common.push(problems.len());
                }
                let counts = problem.counted;
                problems.push(problem.clone());
                counts
            }
        };
        if let (true, Some(counted)) = (counts, self.counted(problem.consequence)) {
            *counted = counted.saturating_add(1);
        }
    }

    /// The sum that counts problems of this consequence.
    fn counted(&mut self, consequence: ProblemConsequence) -> Option<&mut u64> {
        match consequence {
            ProblemConsequence::CardUnreadable => Some(&mut self.unreadable_cards),
            ProblemConsequence::WagerLeftOut => Some(&mut self.wagers_left_out),
            ProblemConsequence::NoWager => Some(&mut self.no_wagers),
            ProblemConsequence::ValueLeftOut | ProblemConsequence::WithoutIt => Some(&mut self.values_left_out),
            ProblemConsequence::Rounded => Some(&mut self.rounded),
            ProblemConsequence::BothKept => Some(&mut self.same_ids),
            _ => None,
        }
    }

    /// What is wrong with a round is complete.
    pub(crate) fn end_round(&mut self) {
        let RoundProblems { problems, .. } = std::mem::take(&mut self.round);
        self.keep(problems);
    }

    /// What the cells of a row are does not matter once it is known to be no coup.
    pub(crate) fn leave_out_of_no_coups(&mut self) {
        let is = |problem: &RowProblem| problem.fault.is_no_coup();
        let none: BTreeSet<u64> =
            self.problems.iter().filter(|problem| is(problem)).map(|problem| problem.row).collect();
        let (taken_back, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.problems)
            .into_iter()
            .partition(|problem| !is(problem) && none.contains(&problem.row));
        self.problems = rest;
        for problem in taken_back.iter().filter(|problem| problem.counted) {
            if let Some(counted) = self.counted(problem.consequence) {
                *counted = counted.saturating_sub(1);
            }
        }
    }

    /// Whether every row was lost, and some because their text is not UTF-8. By chance other encodings make letters of it.
    pub(crate) fn is_no_utf_8(&self) -> bool {
        self.skipped == self.rows && self.problems.iter().any(|problem| problem.fault == RowFault::NotUtf8)
    }

    /// Takes over what is wrong with a row.
    fn keep(&mut self, problems: impl IntoIterator<Item = RowProblem>) {
        for problem in problems {
            if self.problems.len() < MOST_PROBLEMS {
                self.problems.push(problem);
            } else {
                self.problems_left_out += 1;
            }
        }
    }
}
