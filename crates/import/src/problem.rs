//! What can be wrong with a row.

use thiserror::Error;

use crate::cards::UNREADABLE;
use resettle_sealed_log::MAX_NAME;

/// One thing wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {fault}; {consequence}", .column.as_ref().map(|name| format!(", column {name:?}")).unwrap_or_default())]
pub struct RowProblem {
    /// The line of the CSV on which the row begins, counted from 1, as `source_row` in the log.
    pub line: u64,
    /// The column, by its header or its number.
    pub column: Option<String>,
    /// What is wrong.
    pub fault: RowFault,
    /// What came of it.
    pub consequence: ProblemConsequence,
}

/// What came of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ProblemConsequence {
    /// The row became no coup.
    #[error("the row was skipped")]
    Skipped,
    /// The coup was written with `??` in the card's place.
    #[error("the card was written as {UNREADABLE}")]
    CardUnreadable,
    /// The coup was written with the earlier of two times.
    #[error("the earlier of the two was taken")]
    EarlierTime,
}

/// What can be wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowFault {
    /// More or fewer cells than the header has.
    #[error("the row has {found} cells, and the CSV has {expected} columns")]
    Width {
        /// The columns of the CSV.
        expected: usize,
        /// The cells of the row.
        found: usize,
    },
    /// No cell that is read holds anything.
    #[error("the row is empty")]
    EmptyRow,
    /// A cell is not text.
    #[error("the cell is not UTF-8")]
    NotUtf8,
    /// A cell of a card column is not a card.
    #[error("{0:?} is no card of the mapping's notation")]
    Card(String),
    /// A time that cannot be read.
    #[error("{cell:?} is no time of the mapping's format ({reason})")]
    Time {
        /// The cell.
        cell: String,
        /// Why not.
        reason: String,
    },
    /// A time that the clock showed twice, when it was put back.
    #[error("the clocks of the zone showed {0:?} twice")]
    TwiceOnTheClock(String),
    /// A value that the mapping does not know.
    #[error("{0:?} is not among the values of the mapping")]
    Value(String),
    /// Not a whole number, or not one that fits.
    #[error("{0:?} is not a whole number that fits here")]
    Number(String),
    /// Not an amount.
    #[error("{0:?} is not an amount with at most {1} decimals")]
    Money(String, u32),
    /// A wager with one of its amounts missing.
    #[error("the cell is empty, but the other cells of the wager are not")]
    HalfAWager,
    /// A row that is a wager does not say of which coup.
    #[error("the row does not say of which coup it is")]
    NoRound,
    /// A row of a coup that was written, because very many others began since.
    #[error("it is of {0}, whose other rows stand far above: sort the CSV by coup")]
    Late(String),
    /// Two rows of one coup say different things.
    #[error("line {line} is of {name}, too, and says otherwise of its {what}")]
    Differs {
        /// What.
        what: &'static str,
        /// The coup.
        name: String,
        /// The first row of the coup.
        line: u64,
    },
    /// A name or id that a log does not take.
    #[error("{cell:?}… is a name of {bytes} bytes, and a log allows {MAX_NAME}")]
    LongName {
        /// How it begins.
        cell: String,
        /// Its length.
        bytes: usize,
    },
    /// The coup would be longer than a line of a log may be.
    #[error("the coup would be a line of {0} bytes, longer than a log allows")]
    TooLong(usize),
}

/// So much of a cell is shown in a message.
pub(crate) fn short(cell: &str) -> String {
    cell.chars().take(60).collect()
}
