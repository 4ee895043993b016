//! What looks as if a mapping were wrong, though every row can be read by it.

use thiserror::Error;

/// Something about the rows together that hints at another mapping. Nothing was changed because of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Hint {
    /// Most rows have an earlier time, or a lower number of the coup in its shoe, than the row that comes before them by the
    /// mapping's order.
    #[error(
        "{what} run against the order of the mapping, first on line {line} ({back} of {steps} times): write into the mapping: {format}: {{order: {order}}}"
    )]
    OtherOrder {
        /// What runs so.
        what: &'static str,
        /// The line of the first such row.
        line: u64,
        /// How often it is so.
        back: u64,
        /// How often two rows are not alike in this.
        steps: u64,
        /// The other order, as a mapping writes it.
        order: &'static str,
        /// The key in which it stands.
        format: &'static str,
    },
    /// Times that cannot be read could be with day and month the other way round.
    #[error("day and month may be the other way round: {times} that cannot be read could be by format: {format:?}")]
    UnreadDates {
        /// How many times, with the word.
        times: String,
        /// The mapping's format with day and month the other way round.
        format: String,
    },
    /// The dates lie far apart or in the future, and would not with day and month the other way round.
    #[error(
        "day and month may be the other way round: the rows are read as {from} to {to}, and by format: {format:?} they would be of {other_from} to {other_to}"
    )]
    SwappedDates {
        /// The first day.
        from: String,
        /// The last day.
        to: String,
        /// The first day the other way round.
        other_from: String,
        /// The last day the other way round.
        other_to: String,
        /// The mapping's format with day and month the other way round.
        format: String,
    },
    /// A row whose time does not fit between those of the rows around it.
    #[error("line {line}: {time} does not follow {time_above} of line {above}: {why}")]
    TimeJumps {
        /// The line of the row.
        line: u64,
        /// Its time, as the log has it.
        time: String,
        /// The line of the row above, as far as rows have times that fit.
        above: u64,
        /// The time of the row above, as the log has it.
        time_above: String,
        /// What may be wrong.
        why: WhyATimeJumps,
    },
    /// So many more rows do not fit.
    #[error("{0} more rows have times that do not follow those above them")]
    MoreJumps(u64),
    /// Nearly all hands of a side begin with the same card.
    #[error(
        "{count} of {hands} hands of the {name} begin with {rank}, which no shoe deals: where that card is printed on the layout, it is none of the deal, and replays would find faults that are none; write hands: {{printed: {{{hand}: CARD}}}}, or leave its column out"
    )]
    PrintedCard {
        /// The side's name.
        name: &'static str,
        /// Its letter.
        hand: char,
        /// The rank, or the points, as the log writes it.
        rank: char,
        /// How many hands begin so.
        count: u64,
        /// Of how many.
        hands: u64,
    },
    /// Paths of the mapping at which no round has anything.
    #[error("no round has anything at {paths}: {}", below_words(.below.as_deref()))]
    AbsentPaths {
        /// The paths as the mapping writes them, in quotation marks, with commas between.
        paths: String,
        /// What stands before all of them, up to its last point or stroke, if there is one such way.
        below: Option<String>,
    },
    /// A member above the rounds that cannot be read.
    #[error(
        "of what stands above the rounds, in the object that begins on line {line}, a member cannot be read: {what}"
    )]
    UnreadAbove {
        /// The line of its object.
        line: u64,
        /// The member, and why.
        what: String,
    },
    /// A member that says of which currency, table or kind of play a round is, and that the mapping does not look at.
    #[error(
        "the rounds say {values} at {path:?}, and all of them are read alike: where only some are meant, write into the mapping: json: {{only: [{{path: {path:?}, values: [{first}]}}]}}"
    )]
    NotLookedAt {
        /// Where it stands.
        path: String,
        /// What stands there, with lines.
        values: String,
        /// The first of these values.
        first: String,
    },
    /// A column that says of which currency, table or kind of play a row is, and that the mapping does not read.
    #[error(
        "the rows say {values} in the column {column:?}, which is not read, and all of them are counted alike: where only some are meant, write into the mapping: csv: {{only: {{column: {column:?}, values: [{first}]}}}}"
    )]
    ColumnNotLookedAt {
        /// Its header in the CSV.
        column: String,
        /// What stands there, with lines.
        values: String,
        /// The first of these values.
        first: String,
    },
    /// A column or member that says of rounds that they were cancelled, reversed or are open, and that the mapping does not read.
    #[error(
        "the {rows} say {values} {place}, which is not read, and all of them are judged as played to their end: read it with row.status, or with `status` of the wagers where it is of a wager"
    )]
    StatusNotRead {
        /// What says so: `rows` or `rounds`.
        rows: &'static str,
        /// What stands there, with lines.
        values: String,
        /// In which column or at which path, with the preposition.
        place: String,
    },
    /// Rows that nothing names and that are the same.
    #[error(
        "{rows} the same as a row above in all that the mapping reads, the first one on line {line}, as line {before} is: all of them are counted; see whether they were delivered twice"
    )]
    EqualRows {
        /// How many, with the words.
        rows: String,
        /// The first of them.
        line: u64,
        /// The line of the other.
        before: u64,
    },
    /// Rounds that nothing names and that are the same.
    #[error(
        "{rounds} the same as a round above in all that the mapping reads, and nothing names them, the first one is round {round} of the file (line {line}), as round {before} is: all of them are counted; see whether they were delivered twice"
    )]
    EqualRounds {
        /// How many, with the words.
        rounds: String,
        /// The first of them, counted from 1.
        round: usize,
        /// The line of the file on which that round begins, from 1.
        line: u64,
        /// The other, counted from 1.
        before: usize,
    },
    /// Wagers of two rounds have the same id.
    #[error(
        "{wagers} the id of a wager of another round, the first one on line {line}: {id:?} stands on line {before} already; see whether it was delivered twice"
    )]
    SameWagerId {
        /// How many, with the words.
        wagers: String,
        /// The first of them.
        id: String,
        /// The line on which the row of that wager begins, from 1.
        line: u64,
        /// The line of the other.
        before: u64,
    },
    /// Rows of one coup with rows of others between, where neither times nor cards show that they are of one.
    #[error(
        "{rows} of a coup whose other rows stand above rows of other coups, the first one on line {line}: {name} stands on line {before} already, and neither times nor cards show that both are of one coup; where shoes, coups or ids are counted anew each day they are several: write row.time into the mapping, or import each day by itself"
    )]
    RowsApart {
        /// How many, with the words.
        rows: String,
        /// The coup of the first of them.
        name: String,
        /// The line on which that row begins, from 1.
        line: u64,
        /// The line of the coup's first row.
        before: u64,
    },
    /// Coups that were settled at the moment of another.
    #[error(
        "{coups} settled at the moment of another one, the first one on line {line}: {time} stands on line {before} already, and a table settles one coup after the other: see whether rounds of two tables stand in the file; each of them needs a log of its own, by `only` of the mapping where a column names the table"
    )]
    AtOnce {
        /// How many, with the words.
        coups: String,
        /// The time of the first of them.
        time: String,
        /// The line on which that coup begins, from 1.
        line: u64,
        /// The line of the other.
        before: u64,
    },
    /// Coups of a shoe behind those of another shoe that began after it.
    #[error(
        "{times} behind those of another shoe that came after it, first on line {line}: shoe {shoe:?} stood last on line {before}, and a table deals one shoe after the other: see whether rounds of two tables stand in the file; each of them needs a log of its own, by `only` of the mapping where a column names the table"
    )]
    ShoeAgain {
        /// How often, with the words.
        times: String,
        /// The shoe of the first of them.
        shoe: String,
        /// The line on which that coup begins, from 1.
        line: u64,
        /// The line of the last coup of the shoe before.
        before: u64,
    },
    /// Coups that have the number of another one, where neither a shoe nor an id tells them apart.
    #[error(
        "{coups} the number of an earlier one, the first one on line {line}: coup {number} stands on line {before} already, and neither a shoe nor an id is read: all of them are counted; where numbers begin anew with each shoe, write row.shoe, else see whether coups were delivered twice or are of two tables"
    )]
    NumberAgain {
        /// How many, with the words.
        coups: String,
        /// The number of the first of them.
        number: String,
        /// The line on which that coup begins, from 1.
        line: u64,
        /// The line of the other.
        before: u64,
    },
    /// Numbers of coups that run in two rows, now one and now the other.
    #[error(
        "the numbers of the coups run in two rows in turn ({times}), first on line {line} with coup {number}: see whether rounds of two tables stand in the file; each of them needs a log of its own, by `only` of the mapping where a column names the table"
    )]
    TwoRows {
        /// How often, with the word.
        times: String,
        /// The number of the first that goes on behind others.
        number: String,
        /// The line on which that coup begins, from 1.
        line: u64,
    },
    /// Rows that are later than the import.
    #[error(
        "{rows} later than the import, the first one on line {line}: see whether the format of `time` and its zone are right"
    )]
    Future {
        /// How many, with the words.
        rows: String,
        /// The line of the first one.
        line: u64,
    },
}

/// What may be wrong with a time that does not follow that of the row above.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhyATimeJumps {
    /// It would follow with day and month the other way round.
    #[error("with day and month the other way round it would be {0}, which follows")]
    Swapped(String),
    /// It would follow on the next day.
    #[error(
        "on the next day it would; where times after midnight bear the date of the evening before, write time: {{gaming_day: \"06:00\"}}"
    )]
    Midnight,
    /// The row below follows the row above.
    #[error("the row below does, so this time or date is written wrongly")]
    Alone,
    /// It is earlier.
    #[error("it is earlier")]
    Back,
}

/// What to do about paths that lead nowhere.
fn below_words(below: Option<&str>) -> String {
    match below {
        Some(way) => match way.strip_suffix('.') {
            Some(below) => format!("such stand below {below:?}: write `{way}` before each of these paths"),
            None => format!("such stand above the rounds: write `{way}` before each of these paths"),
        },
        None => "see whether the path is right".to_owned(),
    }
}
