//! Rows in, coups out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{Cursor, Read, Write};
use std::rc::Rc;

use csv::{ByteRecord, ReaderBuilder};
use resettle_yaml::{Faults, Place};
use thiserror::Error;

use crate::cards::UNREADABLE;
use crate::chain::{Chain, ChainError, MAX_NAME};
use crate::group::{Apart, Group, Groups, RoundName};
use crate::mapping::{Bet, Coded, Column, Mapping, Rows, WagerRule, Which};
use crate::money::minor_units;
use crate::record::{Coup, Declared, Open, Times, Wager};
use crate::sniff::{self, OtherDelimiter};
use crate::source::{Position, Source};
use crate::time::is_log_time;

/// This many problems are reported one by one; beyond, they are only counted.
const MOST_PROBLEMS: usize = 10_000;

/// The import could not be done.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The time of the import has not the log's form.
    #[error("{0:?} is not a time of the form YYYY-MM-DDTHH:MM:SS followed by Z or an offset such as +08:00")]
    At(String),
    /// The CSV has no row at all.
    #[error("the CSV is empty")]
    Empty,
    /// The file is something else, by its first bytes.
    #[error("this is no CSV: it is {what}")]
    NoCsv {
        /// What it is.
        what: &'static str,
        /// What to do about it.
        help: &'static str,
    },
    /// The columns are separated by something else than the mapping says.
    #[error("its columns are set apart by {}, and the mapping says {}", .0.csv, .0.mapping)]
    Delimiter(OtherDelimiter),
    /// Several rows are of one coup, and the mapping does not say that each is a wager.
    #[error(
        "{repeated} of {rows} rows repeat the coup of a row before, the first one on line {line}: {name} stands on line {before} already"
    )]
    RepeatedCoups {
        /// Rows of a coup of which there was a row before.
        repeated: u64,
        /// All rows.
        rows: u64,
        /// The first of them.
        line: u64,
        /// The row that it repeats.
        before: u64,
        /// The coup.
        name: String,
    },
    /// The mapping names columns that this CSV has not, or has twice; the places are the mapping's.
    #[error("the CSV does not have the columns that the mapping names")]
    Columns(Faults),
    /// The CSV could not be read on.
    #[error("cannot read the CSV: {0}")]
    Read(#[from] csv::Error),
    /// The log could not be written.
    #[error("{0}")]
    Chain(#[from] ChainError),
}

impl ImportError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NoCsv { help, .. } => Some((*help).to_owned()),
            Self::Delimiter(other) => Some(format!("write into the mapping: csv: {{delimiter: \"{}\"}}", other.spelled)),
            Self::RepeatedCoups { .. } => Some(
                "where each row is a wager, write `rows: wager` into the mapping: the rows of a coup become one coup; else take the rows that stand twice out of the CSV"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

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
    /// Lower-case hex SHA-256 of the CSV.
    pub source_sha256: String,
    /// Lower-case hex SHA-256 of the log's last line, which a seal would name as `prev`.
    pub head: String,
}

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
    pub consequence: Consequence,
}

/// What came of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Consequence {
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

/// Writes the rows of a CSV as an unsealed coup log.
///
/// `at` is the time of the import, which every record has; `source_name` names the CSV in the
/// log. A row that cannot be read is reported in the summary and the rest is read on.
///
/// # Errors
/// [`ImportError`]; what was written then is not a whole log.
pub fn import_csv(
    mut csv: impl Read,
    mapping: &Mapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<ImportSummary, ImportError> {
    if !is_log_time(at) {
        return Err(ImportError::At(at.to_owned()));
    }
    let mut head = Vec::new();
    csv.by_ref().take(sniff::LOOKED_AT).read_to_end(&mut head).map_err(csv::Error::from)?;
    if let Some((what, help)) = sniff::other_than_csv(&head) {
        return Err(ImportError::NoCsv { what, help });
    }
    let position = Rc::new(RefCell::new(Position::default()));
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(mapping.delimiter)
        .from_reader(Source::new(Cursor::new(head).chain(csv), Rc::clone(&position)));
    let mut record = ByteRecord::new();
    let mut more = reader.read_byte_record(&mut record)?;
    if !more {
        return Err(ImportError::Empty);
    }
    let table = Table::resolve(mapping, &record)?;
    let mut chain = Chain::new(out, at);
    chain.write("open", &Open::of(mapping, source_name))?;
    let mut log = Log { chain, summary: ImportSummary::default(), rows: OfRows::new(mapping.rows) };
    if mapping.header {
        more = reader.read_byte_record(&mut record)?;
    }
    while more {
        let line = position.borrow_mut().line_of(record.position().map_or(0, csv::Position::byte));
        let row = RowReader { table: &table, record: &record, line, problems: Vec::new() };
        log.take(row)?;
        more = reader.read_byte_record(&mut record)?;
    }
    let mut summary = log.finish()?;
    summary.source_sha256 = reader.into_inner().sha256();
    Ok(summary)
}

/// What the rows before say about the next one.
enum OfRows {
    /// Each row is a coup: where each coup is, and the rows of one that came before.
    Coups { seen: HashMap<[u8; 16], u64>, repeated: Option<Repeated> },
    /// Each row is a wager.
    Wagers(Groups),
}

struct Repeated {
    rows: u64,
    line: u64,
    before: u64,
    name: String,
}

impl OfRows {
    fn new(rows: Rows) -> Self {
        match rows {
            Rows::Coups => Self::Coups { seen: HashMap::new(), repeated: None },
            Rows::Wagers => Self::Wagers(Groups::default()),
        }
    }
}

/// The log that is written, and what is said of it.
struct Log<'c, W> {
    chain: Chain<'c, W>,
    summary: ImportSummary,
    rows: OfRows,
}

impl<W: Write> Log<'_, W> {
    /// Takes one row in.
    fn take(&mut self, mut row: RowReader<'_>) -> Result<(), ChainError> {
        self.summary.rows += 1;
        let line = row.line;
        let Some(ReadRow { name, coup }) = row.read() else {
            // An empty row was not a coup of the source either.
            if !row.is_empty() {
                self.leave_out(line);
            }
            self.skipped(row);
            return Ok(());
        };
        let lost = row.lost();
        match &mut self.rows {
            OfRows::Coups { seen, repeated } => {
                if let Some(name) = name.filter(RoundName::is_of_one_shoe)
                    && let Some(before) = seen.insert(name.hash(), line)
                {
                    seen.insert(name.hash(), before);
                    let first = Repeated { rows: 0, line, before, name: name.to_string() };
                    repeated.get_or_insert(first).rows += 1;
                }
                match if lost { None } else { self.write(&coup)? } {
                    Some(fault) => row.skip(None, fault),
                    None if !lost => {
                        self.keep(row);
                        return Ok(());
                    }
                    None => {}
                }
                self.leave_out(line);
                self.skipped(row);
            }
            OfRows::Wagers(groups) => {
                let Some(name) = name else {
                    groups.lose(line);
                    row.skip(None, RowFault::NoRound);
                    self.skipped(row);
                    return Ok(());
                };
                match groups.add(&name, line, (!lost).then_some(coup)) {
                    Ok(()) => {}
                    Err(Apart::Late) => row.skip(None, RowFault::Late(name.to_string())),
                    Err(Apart::Differs(what, first)) => {
                        row.skip(None, RowFault::Differs { what, name: name.to_string(), line: first });
                    }
                }
                let full = groups.too_many();
                if row.lost() {
                    self.skipped(row);
                } else {
                    self.keep(row);
                }
                if let Some(group) = full {
                    self.write_group(group)?;
                }
            }
        }
        Ok(())
    }

    /// A row that became no part of a coup.
    fn skipped(&mut self, row: RowReader<'_>) {
        self.summary.skipped += 1;
        self.summary.keep(row.told());
    }

    /// A row that did.
    fn keep(&mut self, row: RowReader<'_>) {
        let unreadable = row.problems.iter().filter(|(_, p)| p.consequence == Consequence::CardUnreadable).count();
        self.summary.unreadable_cards = self.summary.unreadable_cards.saturating_add(unreadable as u64);
        self.summary.keep(row.told());
    }

    /// A coup of the source that is none of the log.
    fn leave_out(&mut self, line: u64) {
        match &mut self.rows {
            OfRows::Coups { .. } => self.chain.leave_out(),
            OfRows::Wagers(groups) => groups.lose(line),
        }
    }

    /// Writes a coup, or says why the log does not take it.
    fn write(&mut self, coup: &Coup) -> Result<Option<RowFault>, ChainError> {
        match self.chain.write("coup", coup) {
            Ok(()) => {
                self.summary.coups += 1;
                self.summary.wagers += coup.wagers.as_ref().map_or(0, |wagers| wagers.len() as u64);
                Ok(None)
            }
            Err(ChainError::TooLong(bytes)) => Ok(Some(RowFault::TooLong(bytes))),
            Err(error) => Err(error),
        }
    }

    fn write_group(&mut self, group: Group) -> Result<(), ChainError> {
        let Some(coup) = group.coup else {
            self.chain.leave_out();
            return Ok(());
        };
        let coup = Coup { unread_rows: group.lost, ..coup };
        if let Some(fault) = self.write(&coup)? {
            self.summary.skipped += group.rows;
            let consequence = Consequence::Skipped;
            self.summary.keep(vec![RowProblem { line: group.line, column: None, fault, consequence }]);
            self.chain.leave_out();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<ImportSummary, ImportError> {
        while let OfRows::Wagers(groups) = &mut self.rows
            && let Some(group) = groups.oldest()
        {
            self.write_group(group)?;
        }
        if let OfRows::Coups { repeated: Some(first), .. } = self.rows {
            let Repeated { rows: repeated, line, before, name } = first;
            return Err(ImportError::RepeatedCoups { repeated, rows: self.summary.rows, line, before, name });
        }
        let mut summary = self.summary;
        summary.problems.sort_by_key(|problem| problem.line);
        summary.head = self.chain.finish()?;
        Ok(summary)
    }
}

impl ImportSummary {
    fn keep(&mut self, problems: Vec<RowProblem>) {
        for problem in problems {
            if self.problems.len() < MOST_PROBLEMS {
                self.problems.push(problem);
            } else {
                self.problems_left_out += 1;
            }
        }
    }
}

/// A mapping's columns found in a CSV.
struct Table<'m> {
    mapping: &'m Mapping,
    /// Where each of the mapping's columns is.
    places: Vec<usize>,
    width: usize,
}

impl<'m> Table<'m> {
    fn resolve(mapping: &'m Mapping, first: &ByteRecord) -> Result<Self, ImportError> {
        let header: Vec<String> = first.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect();
        let mut faults = Faults::default();
        let mut places = Vec::new();
        let mut absent: Vec<(Place, &str)> = Vec::new();
        for column in &mapping.columns {
            let found = match &column.which {
                Which::Header(name) => match find(&header, name) {
                    Found::Once(place) => Ok(place),
                    Found::Twice => Err(format!("the CSV has more than one column {name:?}: name it by its number")),
                    Found::Never => {
                        absent.push((column.place, name));
                        continue;
                    }
                },
                Which::Number(number) if *number <= first.len() => Ok(number - 1),
                Which::Number(number) => Err(format!("the CSV has no column {number}: it has {}", first.len())),
            };
            match found {
                Ok(place) => places.push(place),
                Err(message) => faults.add(column.place, message),
            }
        }
        absent.sort_unstable();
        for (at, (place, name)) in absent.into_iter().enumerate() {
            // The columns there are, once.
            let columns = if at == 0 { format!("; it has {}", listed(&header)) } else { String::new() };
            faults.add(place, format!("the CSV has no column {name:?}{columns}"));
        }
        if faults.is_empty() {
            return Ok(Self { mapping, places, width: first.len() });
        }
        if let Some(other) = sniff::other_delimiter(mapping, first) {
            return Err(ImportError::Delimiter(other));
        }
        Err(ImportError::Columns(faults))
    }
}

enum Found {
    Once(usize),
    Twice,
    Never,
}

fn find(header: &[String], name: &str) -> Found {
    let mut places = header.iter().enumerate().filter(|(_, column)| *column == name);
    match (places.next(), places.next()) {
        (Some((place, _)), None) => Found::Once(place),
        (Some(_), Some(_)) => Found::Twice,
        (None, _) => Found::Never,
    }
}

fn listed(header: &[String]) -> String {
    const MOST: usize = 50;
    let columns: Vec<_> = header.iter().take(MOST).map(|column| format!("{:?}", short(column))).collect();
    let more = header.len().saturating_sub(MOST);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    format!("{}{more}", columns.join(", "))
}

/// So much of a cell is shown in a message.
fn short(cell: &str) -> String {
    cell.chars().take(60).collect()
}

/// What a row says; the coup is none where something in it costs the row.
struct ReadRow {
    name: Option<RoundName>,
    coup: Coup,
}

/// One row, and what is wrong with it.
struct RowReader<'r> {
    table: &'r Table<'r>,
    record: &'r ByteRecord,
    line: u64,
    problems: Vec<(usize, RowProblem)>,
}

impl<'r> RowReader<'r> {
    /// What the row says, as far as it can be read; none where its cells cannot be separated. All its faults are reported.
    fn read(&mut self) -> Option<ReadRow> {
        let (expected, found) = (self.table.width, self.record.len());
        if expected != found {
            self.skip(None, RowFault::Width { expected, found });
            return None;
        }
        if self.is_empty() {
            self.skip(None, RowFault::EmptyRow);
            return None;
        }
        let rule = &self.table.mapping.row;
        let (cards, to) = self.cards();
        let coup = Coup {
            shoe: self.name(rule.shoe).map(str::to_owned),
            coup: self.number(rule.coup, 1..=i64::MAX),
            times: self.settled().map(|settled| Times { settled }),
            cards,
            to,
            wagers: self.wagers(),
            declared: Declared {
                result: rule.declared.result.as_ref().and_then(|coded| self.coded(coded)).map(str::to_owned),
                player: self.number(rule.declared.player, 0..=9),
                banker: self.number(rule.declared.banker, 0..=9),
                sevens: self.number(rule.declared.sevens, 0..=i64::MAX),
            },
            source_row: self.line,
            unread_rows: 0,
            source_id: self.name(rule.id).map(str::to_owned),
        };
        let name = match (&coup.shoe, coup.coup, &coup.source_id) {
            (Some(shoe), Some(number), _) => Some(RoundName::Coup(Some(shoe.clone()), number)),
            _ if rule.shoe.is_some() && rule.coup.is_some() => None,
            (_, _, Some(id)) => Some(RoundName::Id(id.clone())),
            (_, Some(number), None) if rule.id.is_none() => Some(RoundName::Coup(None, number)),
            _ => None,
        };
        Some(ReadRow { name, coup })
    }

    /// Whether no cell that is read holds anything.
    fn is_empty(&self) -> bool {
        self.table.places.iter().all(|place| self.record.get(*place).is_none_or(|cell| cell.trim_ascii().is_empty()))
    }

    /// Whether something costs the row.
    fn lost(&self) -> bool {
        self.problems.iter().any(|(_, problem)| problem.consequence == Consequence::Skipped)
    }

    /// What is wrong with the row, in the order of its columns.
    fn told(mut self) -> Vec<RowProblem> {
        self.problems.sort_by_key(|(place, _)| *place);
        self.problems.into_iter().map(|(_, problem)| problem).collect()
    }

    /// A cell without blanks around it; none if it is empty or means nothing.
    fn cell(&mut self, column: Column) -> Option<&'r str> {
        let place = *self.table.places.get(column.0)?;
        let bytes = self.record.get(place)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let text = text.trim();
                let nothing = text.is_empty() || self.table.mapping.empty.iter().any(|empty| empty == text);
                (!nothing).then_some(text)
            }
            Err(_) => {
                self.skip(Some(column), RowFault::NotUtf8);
                None
            }
        }
    }

    /// A name or id, where there is one.
    fn name(&mut self, column: Option<Column>) -> Option<&'r str> {
        let column = column?;
        let cell = self.cell(column)?;
        if cell.len() > MAX_NAME {
            self.skip(Some(column), RowFault::LongName { cell: short(cell), bytes: cell.len() });
            return None;
        }
        Some(cell)
    }

    fn skip(&mut self, column: Option<Column>, fault: RowFault) {
        self.tell(column, fault, Consequence::Skipped);
    }

    fn tell(&mut self, column: Option<Column>, fault: RowFault, consequence: Consequence) {
        let place = column.and_then(|column| self.table.places.get(column.0)).copied().unwrap_or(0);
        let column = column.and_then(|column| self.table.mapping.columns.get(column.0)).map(|name| match &name.which {
            Which::Header(header) => header.clone(),
            Which::Number(number) => number.to_string(),
        });
        self.problems.push((place, RowProblem { line: self.line, column, fault, consequence }));
    }

    fn number(&mut self, column: Option<Column>, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let column = column?;
        let cell = self.cell(column)?;
        let digits = cell.bytes().all(|byte| byte.is_ascii_digit());
        let number = cell.parse().ok().filter(|number| digits && range.contains(number));
        if number.is_none() {
            self.skip(Some(column), RowFault::Number(short(cell)));
        }
        number
    }

    fn coded(&mut self, coded: &'r Coded) -> Option<&'r str> {
        let cell = self.cell(coded.column)?;
        let value = coded.values.get(cell).map(String::as_str);
        if value.is_none() {
            self.skip(Some(coded.column), RowFault::Value(short(cell)));
        }
        value
    }

    fn settled(&mut self) -> Option<String> {
        let (column, format) = self.table.mapping.row.time.as_ref()?;
        let cell = self.cell(*column)?;
        match format.convert(cell) {
            Ok(time) => {
                if time.ambiguous {
                    self.tell(Some(*column), RowFault::TwiceOnTheClock(short(cell)), Consequence::EarlierTime);
                }
                Some(time.text)
            }
            Err(reason) => {
                self.skip(Some(*column), RowFault::Time { cell: short(cell), reason });
                None
            }
        }
    }

    /// The cards in the order dealt, and where each ended if the columns say so.
    fn cards(&mut self) -> (Vec<String>, Option<String>) {
        let rule = &self.table.mapping.row.cards;
        let (mut cards, mut to) = (Vec::new(), String::new());
        for card in &rule.columns {
            let Some(cell) = self.cell(card.column) else {
                continue;
            };
            let code = rule.notation.read(cell);
            if code.is_none() && !rule.unreadable.iter().any(|spelling| spelling == cell) {
                self.tell(Some(card.column), RowFault::Card(short(cell)), Consequence::CardUnreadable);
            }
            cards.push(code.unwrap_or(UNREADABLE).to_owned());
            to.extend(card.to);
        }
        let known = rule.columns.iter().any(|card| card.to.is_some());
        (cards, known.then_some(to))
    }

    fn wagers(&mut self) -> Option<Vec<Wager>> {
        let rules = &self.table.mapping.row.wagers;
        if rules.is_empty() {
            return None;
        }
        Some(rules.iter().filter_map(|rule| self.wager(rule)).collect())
    }

    /// A wager, unless its amounts are empty or nothing.
    fn wager(&mut self, rule: &'r WagerRule) -> Option<Wager> {
        let told = self.problems.len();
        let stake = self.money(rule.stake, rule.decimals);
        let returned = self.money(rule.returned, rule.decimals);
        if stake.unwrap_or(0) == 0 && returned.unwrap_or(0) == 0 && self.problems.len() == told {
            return None;
        }
        for (amount, column) in [(stake, rule.stake), (returned, rule.returned)] {
            if amount.is_none() && self.cell(column).is_none() {
                self.skip(Some(column), RowFault::HalfAWager);
            }
        }
        let bet = match &rule.bet {
            Bet::Always(bet) => Some(bet.as_str()),
            Bet::Coded(coded) => {
                if self.cell(coded.column).is_none() {
                    self.skip(Some(coded.column), RowFault::HalfAWager);
                }
                self.coded(coded)
            }
        };
        Some(Wager {
            id: self.name(rule.id).map(str::to_owned),
            seat: self.name(rule.seat).map(str::to_owned),
            player: self.name(rule.player).map(str::to_owned),
            bet: bet?.to_owned(),
            stake: stake?,
            returned: returned?,
        })
    }

    fn money(&mut self, column: Column, decimals: u32) -> Option<i64> {
        let cell = self.cell(column)?;
        let amount = minor_units(cell, decimals);
        if amount.is_none() {
            self.skip(Some(column), RowFault::Money(short(cell), decimals));
        }
        amount
    }
}
