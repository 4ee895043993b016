//! What can be wrong with a row.

use resettle_game::counted;
use thiserror::Error;

use crate::cards::UNREADABLE;
use resettle_sealed_log::MAX_NAME;

/// One thing wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{}{}{}: {fault}; {consequence}{}",
    lines(*.line, *.last_line),
    .round.as_ref().map(|name| format!(", round {name:?}")).unwrap_or_default(),
    .column.as_ref().map(|name| format!(", column {name:?}")).unwrap_or_default(),
    in_rows(*.rows),
)]
pub struct RowProblem {
    /// Which row of the file it is, from 1; of JSON, which round.
    pub row: u64,
    /// The line of the CSV on which the row begins, counted from 1, as `source_row` in the log.
    pub line: u64,
    /// The line on which it ends.
    pub last_line: u64,
    /// The source's own name of the round, where the file is JSON and one is known.
    pub round: Option<String>,
    /// How many rows of a round it is said of, at least 1: a fault of the round itself is said once.
    pub rows: u64,
    /// The column, by its header or its number.
    pub column: Option<String>,
    /// What is wrong.
    pub fault: RowFault,
    /// What came of it.
    pub consequence: ProblemConsequence,
    /// Whether it is of the round and not of one of its wagers.
    pub(crate) of_round: bool,
    /// Whether the sums of the summary hold it.
    pub(crate) counted: bool,
}

/// The longest record taken. A CSV with a quotation mark that is never closed is one record to its end: its lines are
/// counted, and what they hold is not kept.
pub(crate) const LONGEST_RECORD: usize = 1 << 20;

/// Where a row stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowPlace {
    /// Which row of the file it is, from 1; of JSON, which round.
    pub(crate) row: u64,
    pub(crate) line: u64,
    pub(crate) last_line: u64,
    /// The source's own name of the round, where the file is JSON.
    pub(crate) round: Option<String>,
    /// Whether the file is JSON, where several rows may be of one round.
    pub(crate) of_round: bool,
}

impl RowPlace {
    /// A problem of the row as a whole, of which nothing was counted.
    pub(crate) fn problem(&self, fault: RowFault, consequence: ProblemConsequence) -> RowProblem {
        RowProblem {
            row: self.row,
            line: self.line,
            last_line: self.last_line,
            round: self.round.clone(),
            rows: 1,
            column: None,
            fault,
            consequence,
            of_round: self.of_round,
            counted: false,
        }
    }
}

impl RowProblem {
    /// Whether it says of the round what `other` says of it.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        (&self.column, &self.fault, self.consequence) == (&other.column, &other.fault, other.consequence)
    }
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
    /// The coup was written without the wager.
    #[error("the wager was left out")]
    WagerLeftOut,
    /// The coup was written without the value.
    #[error("it was left out of the log")]
    ValueLeftOut,
    /// The coup was written, and the cell of the value is empty.
    #[error("the coup was written without it")]
    WithoutIt,
    /// The source says itself that it was no wager.
    #[error("it was no wager of the coup")]
    NoWager,
    /// Cards stand in the log beside those of the deal.
    #[error("they stand in the log as `source_cancelled` and are not judged")]
    Beside,
    /// The round counts once.
    #[error("it was counted once")]
    CountedOnce,
    /// Two wagers of one id are in the log.
    #[error("both stand in the log")]
    BothKept,
    /// The amount was written without what is behind the currency's decimals.
    #[error("it was rounded to the decimals of the currency, as the mapping says")]
    Rounded,
    /// The coup was written with the earlier of two times.
    #[error("the earlier of the two was taken")]
    EarlierTime,
}

/// What can be wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowFault {
    /// A quotation mark that nothing closes.
    #[error("line {opened} opens a quotation mark that nothing closes: the file ends inside it{}", unread(*.line, *.last_line))]
    OpenQuotation {
        /// The line on which the row begins.
        line: u64,
        /// The line on which the quotation mark stands: another one where a quotation before it spans lines.
        opened: u64,
        /// The last line of the file.
        last_line: u64,
    },
    /// A quotation that spans lines, though the mapping does not say that cells do.
    #[error(
        "line {line} opens a quotation mark that is closed only on line {last_line}{}; where cells hold line ends, write into the mapping: csv: {{lines_in_cells: true}}",
        unread(*.line, *.last_line)
    )]
    SpansLines {
        /// The line on which the row begins.
        line: u64,
        /// The line on which it ends.
        last_line: u64,
    },
    /// A quotation that is longer than any row that is taken.
    #[error(
        "line {line} opens a quotation mark that is closed only on line {last_line}, more than {LONGEST_RECORD} bytes on{}",
        unread(*.line, *.last_line)
    )]
    LongQuotation {
        /// The line on which the row begins.
        line: u64,
        /// The line on which it ends.
        last_line: u64,
    },
    /// A row that says nothing of a coup, as a sum or a remark below a table.
    #[error("the row holds neither cards nor a result, and does not say which coup it would be: it is none")]
    NoCoup,
    /// A row of which the first filled cell, or any where none that is read is filled, is the label of totals.
    #[error("the row is one of totals: it is no coup")]
    Totals,
    /// The header once more.
    #[error("the header stands here once more: it is no coup")]
    HeaderAgain,
    /// A row that names a coup and says nothing of it.
    #[error(
        "nothing stands in the row but which coup it would be: it was numbered in advance, or what was dealt is not recorded"
    )]
    Numbered,
    /// A coup with cards and without a result.
    #[error(
        "no result stands there, and the coup has cards: what was announced is not known, and where it was broken off `row.status` of the mapping has to say so"
    )]
    NoResult,
    /// A cell is empty that rows above have filled.
    #[error(
        "the cell is empty, and rows above have one: of merged cells a spreadsheet writes the first one alone, so fill them down before it is saved as CSV"
    )]
    NotFilled,
    /// A round without a time, where others have one.
    #[error("no time stands there, and other rounds have one: it is judged by the rules of the time of the import")]
    NoTime,
    /// More or fewer cells than the header has.
    #[error("the row has {}, and the CSV has {}", counted(*.found, "cell"), counted(*.expected, "column"))]
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
    /// A cell holds bytes that are no text in the encoding that the mapping names.
    #[error("{0:?} holds bytes that are no text in {1}")]
    NotOfTheEncoding(String, &'static str),
    /// A round that is no JSON.
    #[error("the round is no JSON that can be read: {0}")]
    Json(String),
    /// Something else stands where a round should.
    #[error("{0} stands where a round should, and a round is an object")]
    NoRoundThere(String),
    /// A value of a round is of another shape than the mapping's paths.
    #[error("{what} stands at {path:?}, and no path of the mapping goes on from there")]
    OtherShape {
        /// Where it stands.
        path: String,
        /// The value itself or its kind, in words, cut off after 60 characters.
        what: String,
    },
    /// A round in which nothing stands where `only` of the mapping looks.
    #[error("nothing stands at {0:?}, where `only` of the mapping wants one of its values")]
    NothingForOnly(String),
    /// A round that stands in the file once more.
    #[error("the round stands on line {0} already, the same in all that the mapping reads")]
    Again(u64),
    /// A round that stands in the file once more and says otherwise.
    #[error("the round stands on line {line}, too, and says otherwise of {what}: nothing shows which of them counts")]
    OtherVersion {
        /// The other line.
        line: u64,
        /// The columns that differ.
        what: String,
    },
    /// A round that has the name of one that stands in another object of the file and says otherwise.
    #[error(
        "a round of this name stands on line {line}, too, in another object of the file, and says otherwise of {what}: where rounds are numbered anew in each shoe, write row.shoe and row.coup into the mapping in place of row.id, the shoe by its path above the rounds, such as {around}; else nothing shows which of them counts"
    )]
    NumberedAnew {
        /// The other line.
        line: u64,
        /// The columns that differ.
        what: String,
        /// Paths by which the objects differ.
        around: String,
    },
    /// A wager that has the id of another one of its coup.
    #[error("the id {0:?} is that of another wager of this coup: see whether it was delivered twice")]
    SameId(String),
    /// A round that the mapping leaves out by its status.
    #[error("the source says of the round: {0:?}; what became of it is not known from this row")]
    LeftOut(String),
    /// A wager, or what stands around it, has none of the values that `only` names.
    #[error("{0:?} is none of the values of `only` in the mapping")]
    NotOnly(String),
    /// Cards that the source took out of the round.
    #[error("the source lists as cancelled: {0}")]
    Cancelled(String),
    /// A wager that was not taken.
    #[error("the source rejected the wager: {0}")]
    Rejected(String),
    /// A wager whose settlement was reversed.
    #[error("its settlement was reversed ({0}), and what went back in the end is not known from this row")]
    Reversed(String),
    /// A wager that is not settled.
    #[error("{0:?} is no status of a settled wager by the mapping")]
    Unsettled(String),
    /// A wager of which nothing says whether it was settled.
    #[error(
        "the cell is empty, and the mapping asks it for the status of a settled wager; where none means settled, add \"\" to `settled`"
    )]
    NoStatus,
    /// A wager of which nothing says what was staked and what went back.
    #[error("neither a stake nor what went back stands there")]
    NoAmounts,
    /// The reason of a void beside a coup that is none.
    #[error("{0:?} is why a coup is void, and neither the status nor the result of this one is")]
    ReasonWithoutVoid(String),
    /// A time of the coup that would be of another day than the others.
    #[error(
        "{0} does not fit the other times of the coup, which runs from its opening to its settlement, by half a day or more; where times after midnight bear the date of the evening before, write time: {{gaming_day: \"06:00\"}}, and the same where the time has a format of its own"
    )]
    AnotherDay(String),
    /// A cell of a card column is not a card.
    #[error("{0:?} is no card of the mapping's notation")]
    Card(String),
    /// The same where a card may not have been drawn.
    #[error(
        "{cell:?} is no card of the mapping's notation; where it says that no card was drawn, write into the mapping: {format}: {{empty: [{cell:?}]}}"
    )]
    CardOrNone {
        /// What stands in it, cut off after 60 characters.
        cell: String,
        /// The key of the mapping in which `empty` stands.
        format: &'static str,
    },
    /// The same where a card may not have been read.
    #[error(
        "{0:?} is no card of the mapping's notation; where it says that a card could not be read, write into the mapping: cards: {{unreadable: [{0:?}]}}"
    )]
    CardOrUnread(String),
    /// A card is missing before others in a cell of several.
    #[error("{0:?} has an empty place before another card")]
    EmptyCard(String),
    /// Cards that nothing separates, and that can be others.
    #[error(
        "{cell:?} can be the cards {one} and the cards {other}: nothing shows where one ends; have its source write something between them, and name that in the mapping: hands: {{separator: \" \"}}"
    )]
    AmbiguousCards {
        /// What stands in it, cut off after 60 characters.
        cell: String,
        /// One way to read it.
        one: String,
        /// Another one.
        other: String,
    },
    /// Something among cards that is none, and may be several.
    #[error("{text:?} in {cell:?} is no card of the mapping's notation, and may be several")]
    NoCards {
        /// What stands in it, cut off after 60 characters.
        cell: String,
        /// The part of it.
        text: String,
    },
    /// A card of a hand is missing, and others of the coup are there.
    #[error("the cell is empty, and the coup has cards that are dealt only with or after this one")]
    Hole,
    /// A time that cannot be read.
    #[error("{cell:?} is no time of the mapping's format ({reason})")]
    Time {
        /// What stands in it, cut off after 60 characters.
        cell: String,
        /// Why not.
        reason: String,
    },
    /// One of the cells of a time is empty.
    #[error("the cell is empty, but the other cells of the time are not")]
    HalfATime,
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
    #[error(
        "{0:?} is not an amount with at most {1} decimals; `decimal`, `thousands` and `symbols` of row.amounts say how amounts are written"
    )]
    Money(String, u32),
    /// An amount below zero where none can be.
    #[error(
        "{0:?} is below zero, which neither a stake nor what went back can be: where the column holds what was won or lost, write `net` in place of `returned`, or net: {{column: \u{2026}, of: house}} where it is the house's"
    )]
    BelowZero(String),
    /// An amount with the tail of a binary fraction, which the mapping has rounded.
    #[error("{0:?} has the tail of a binary fraction")]
    FloatTail(String),
    /// More was lost than was staked.
    #[error("{0:?} is more than the stake: a wager can lose no more")]
    LostMoreThanStake(String),
    /// A number does not begin as the mapping says.
    #[error("{0:?} does not begin with {1:?}, as the mapping says")]
    Prefix(String, String),
    /// More cards stand in the cell of a hand than the mapping's deal has.
    #[error("{0:?} holds more cards than the mapping's `deal` has for this hand{1}")]
    LongHand(String, &'static str),
    /// The cell of a hand lacks the card that the game prints.
    #[error("{0:?} does not begin with {1:?}, which is printed on the layout as the mapping says")]
    NoPrintedCard(String, String),
    /// A wager whose bet is missing.
    #[error("the cell is empty, but the other cells of the wager are not")]
    HalfAWager,
    /// A wager with one of its amounts missing.
    #[error(
        "the cell is empty, but the other cells of the wager are not; where an empty one stands for 0, write amounts: {{zero: [\"\"]}}"
    )]
    NoAmount,
    /// The same, where something stands in the cell that the mapping takes as nothing.
    #[error(
        "{0:?} is an empty cell by `csv.empty`, but the other cells of the wager are not empty; where it stands for 0, take it out there and write amounts: {{zero: [{0:?}]}}"
    )]
    NothingOfAWager(String),
    /// Sums of all wagers of the row do not say what went back with this one.
    #[error("the row has sums of its wagers alone, and they leave open what went back with this one")]
    NotApart,
    /// Sums of one wager contradict each other.
    #[error("what was won and what was won or lost on balance do not fit this wager, the only one of the row")]
    SumsDisagree,
    /// Nothing was won, and it is not known whether the stake went back.
    #[error(
        "nothing was won: whether the stake went back or was lost stands nowhere where the result is a tie, a void or not known; for ties the mapping can say it of a bet: won: {{column: \u{2026}, at_tie: lost}} or `back`"
    )]
    LostOrBack,
    /// Money went back for which no stake stands there.
    #[error("{0} went back, and the stake is 0: a log has no wager without a stake")]
    PaidWithoutStake(String),
    /// A row that is a wager does not say of which coup.
    #[error(
        "the row does not say of which coup it is; where the cells of several rows are merged in a spreadsheet, fill them down before it is saved as CSV"
    )]
    NoRound,
    /// A row whose coup is named by a number alone, which other coups may have.
    #[error(
        "it is of {name}, as line {line} is, and rows of other coups stand between: nothing says whether both are of one shoe; write row.shoe or row.id into the mapping, or sort the CSV by shoe and coup"
    )]
    PerhapsOfAnotherShoe {
        /// The coup, as its rows name it.
        name: String,
        /// The first row of the coup above.
        line: u64,
    },
    /// A row of a coup that was written, because very many others began since.
    #[error("it is of {0}, whose other rows stand far above: sort the CSV by coup")]
    Late(String),
    /// Two rows of one coup say different things.
    #[error("line {line} is of {name}, too, and says otherwise of its {what}")]
    Differs {
        /// What the two rows do not agree about.
        what: &'static str,
        /// The coup, as its rows name it.
        name: String,
        /// The first row of the coup.
        line: u64,
    },
    /// A row of a coup that was settled on another day.
    #[error(
        "line {line} is of {name}, too, and was settled at {time}, half a day or more from this row: where shoes, coups or ids are counted anew each day they are two coups; import each day by itself, or write into the mapping an id that no other coup has"
    )]
    OfAnotherDay {
        /// The coup, as its rows name it.
        name: String,
        /// The first row of the coup.
        line: u64,
        /// When it was settled.
        time: String,
    },
    /// A row of a coup that was settled at another time, with rows of other coups between.
    #[error(
        "line {line} is of {name}, too, and was settled at {time}, more than ten minutes from this row, and rows of other coups stand between: where shoes, coups or ids are counted anew they are two coups; import each day or shoe by itself, or write into the mapping an id that no other coup has"
    )]
    OfAnotherTime {
        /// The coup, as its rows name it.
        name: String,
        /// The first row of the coup.
        line: u64,
        /// When it was settled.
        time: String,
    },
    /// A header amid the rows whose columns stand in another order.
    #[error(
        "a header stands here once more, with its columns in another order: the rows below it are not read; put them and this line into a file of their own"
    )]
    OtherHeader,
    /// A row below such a header.
    #[error("it stands below the header of line {0}, whose columns are in another order than those of the first one")]
    BelowOtherHeader(u64),
    /// A long number of which a spreadsheet kept the first figures.
    #[error(
        "{0:?} is what a spreadsheet makes of a long number, and its last figures are lost, so that several may be one: give the column the format of text, or of numbers without decimals, and save the CSV anew from the original"
    )]
    CutNumber(String),
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

impl RowFault {
    /// Whether it says that the row is no coup.
    pub(crate) fn is_no_coup(&self) -> bool {
        matches!(self, Self::NoCoup | Self::Totals | Self::HeaderAgain)
    }

    /// A word that faults of one kind share, whatever the cell holds.
    #[must_use]
    pub fn kind(&self) -> String {
        let whole = format!("{self:?}");
        whole.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
    }
}

/// The lines of a row.
fn lines(first: u64, last: u64) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}

/// Of how many rows of a round something is said.
fn in_rows(rows: u64) -> String {
    if rows > 1 { format!(" (the same in {rows} rows of the round)") } else { String::new() }
}

/// What of a row that begins on the one line and ends on the other was not read.
fn unread(line: u64, last: u64) -> String {
    match last.saturating_sub(line) {
        0 => String::new(),
        1 => format!("; line {last} was not read"),
        more => format!("; lines {} to {last} were not read ({more} lines)", line.saturating_add(1)),
    }
}

/// So much of a cell is shown in a message.
pub(crate) fn short(cell: &str) -> String {
    cell.chars().take(60).collect()
}
