//! Rows in, coups out.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::rc::Rc;

use csv::{ByteRecord, ReaderBuilder};
use resettle_yaml::Faults;
use serde::Serialize;
use thiserror::Error;

use crate::cards::UNREADABLE;
use crate::chain::{Chain, ChainError, MAX_NAME};
use crate::mapping::{Bet, Coded, Column, Mapping, WagerRule, Which};
use crate::money::minor_units;
use crate::source::{Position, Source};
use crate::time::is_log_time;

/// So many problems are told one by one; beyond, they are only counted.
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

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportSummary {
    /// Rows read, without the header.
    pub rows: u64,
    /// Coups written.
    pub coups: u64,
    /// Rows that became no coup.
    pub skipped: u64,
    /// Cards written as `??` because their cell could not be read.
    pub unreadable_cards: u64,
    /// What was wrong, in the order of the rows.
    pub problems: Vec<RowProblem>,
    /// Problems beyond the number that is told one by one.
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
    /// A cell is no text.
    #[error("the cell is not UTF-8")]
    NotUtf8,
    /// A cell of a card column is no card.
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
/// `at` is the time of the import, which every record bears; `source_name` names the CSV in the
/// log. A row that cannot be read is told in the summary and the rest is read on.
pub fn import_csv(
    csv: impl Read,
    mapping: &Mapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<ImportSummary, ImportError> {
    if !is_log_time(at) {
        return Err(ImportError::At(at.to_owned()));
    }
    let position = Rc::new(RefCell::new(Position::default()));
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(mapping.delimiter)
        .from_reader(Source::new(csv, Rc::clone(&position)));
    let mut record = ByteRecord::new();
    let mut more = reader.read_byte_record(&mut record)?;
    if !more {
        return Err(ImportError::Empty);
    }
    let table = Table::resolve(mapping, &record)?;
    let mut chain = Chain::new(out, at);
    chain.write("open", &Open::of(mapping, source_name))?;
    let mut summary = ImportSummary::default();
    if mapping.header {
        more = reader.read_byte_record(&mut record)?;
    }
    while more {
        summary.rows += 1;
        let line = position.borrow_mut().line_of(record.position().map_or(0, csv::Position::byte));
        let mut row = RowReader { table: &table, record: &record, line, problems: Vec::new() };
        write_coup(&mut row, &mut chain, &mut summary)?;
        summary.keep(row.problems);
        more = reader.read_byte_record(&mut record)?;
    }
    summary.head = chain.finish()?;
    summary.source_sha256 = reader.into_inner().sha256();
    Ok(summary)
}

fn write_coup<W: Write>(
    row: &mut RowReader<'_>,
    chain: &mut Chain<'_, W>,
    summary: &mut ImportSummary,
) -> Result<(), ChainError> {
    let Some(coup) = row.read() else {
        summary.skipped += 1;
        return Ok(());
    };
    match chain.write("coup", &coup) {
        Ok(()) => summary.coups += 1,
        Err(ChainError::TooLong(bytes)) => {
            row.skip(None, RowFault::TooLong(bytes));
            summary.skipped += 1;
            return Ok(());
        }
        Err(error) => return Err(error),
    }
    let unreadable = row.problems.iter().filter(|p| p.consequence == Consequence::CardUnreadable).count();
    summary.unreadable_cards = summary.unreadable_cards.saturating_add(unreadable as u64);
    Ok(())
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
    /// Where each of the mapping's columns stands.
    places: Vec<usize>,
    width: usize,
}

impl<'m> Table<'m> {
    fn resolve(mapping: &'m Mapping, first: &ByteRecord) -> Result<Self, ImportError> {
        let header: Vec<String> = first.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect();
        let mut faults = Faults::default();
        let mut places = Vec::new();
        for column in &mapping.columns {
            let found = match &column.which {
                Which::Header(name) => find(&header, name),
                Which::Number(number) if *number <= first.len() => Ok(number - 1),
                Which::Number(number) => Err(format!("the CSV has no column {number}: it has {}", first.len())),
            };
            match found {
                Ok(place) => places.push(place),
                Err(message) => faults.add(column.place, message),
            }
        }
        if faults.is_empty() {
            Ok(Self { mapping, places, width: first.len() })
        } else {
            Err(ImportError::Columns(faults))
        }
    }
}

fn find(header: &[String], name: &str) -> Result<usize, String> {
    let mut places = header.iter().enumerate().filter(|(_, column)| *column == name);
    match (places.next(), places.next()) {
        (Some((place, _)), None) => Ok(place),
        (Some(_), Some(_)) => Err(format!("the CSV has more than one column {name:?}: name it by its number")),
        (None, _) => {
            let columns: Vec<_> = header.iter().take(50).map(|column| format!("{:?}", short(column))).collect();
            Err(format!("the CSV has no column {name:?}; it has {}", columns.join(", ")))
        }
    }
}

/// So much of a cell is shown in a message.
fn short(cell: &str) -> String {
    cell.chars().take(60).collect()
}

#[derive(Serialize)]
struct Open<'m> {
    format: &'static str,
    log: &'m str,
    source: OpenSource<'m>,
    jurisdiction: &'m str,
    venue: &'m str,
    game: &'m str,
    table: &'m str,
    currency: &'m str,
    imported: bool,
    source_file: &'m str,
    mapping_sha256: &'m str,
}

#[derive(Serialize)]
struct OpenSource<'m> {
    kind: &'m str,
    id: &'m str,
}

impl<'m> Open<'m> {
    fn of(mapping: &'m Mapping, source_file: &'m str) -> Self {
        let open = &mapping.open;
        Self {
            format: "coup-log/1",
            log: &open.log,
            source: OpenSource { kind: &open.source_kind, id: &open.source_id },
            jurisdiction: &open.jurisdiction,
            venue: &open.venue,
            game: &open.game,
            table: &open.table,
            currency: &open.currency,
            imported: true,
            source_file,
            mapping_sha256: &mapping.sha256,
        }
    }
}

#[derive(Serialize)]
struct Coup<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    shoe: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coup: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<Times>,
    cards: Vec<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wagers: Option<Vec<Wager<'r>>>,
    #[serde(skip_serializing_if = "Declared::is_empty")]
    declared: Declared<'r>,
    source_row: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_id: Option<&'r str>,
}

#[derive(Serialize)]
struct Times {
    settled: String,
}

#[derive(Serialize)]
struct Wager<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'r str>,
    bet: &'r str,
    stake: i64,
    returned: i64,
}

#[derive(Serialize)]
struct Declared<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    banker: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sevens: Option<i64>,
}

impl Declared<'_> {
    fn is_empty(&self) -> bool {
        self.result.is_none() && self.player.is_none() && self.banker.is_none() && self.sevens.is_none()
    }
}

/// One row, and what is wrong with it.
struct RowReader<'r> {
    table: &'r Table<'r>,
    record: &'r ByteRecord,
    line: u64,
    problems: Vec<RowProblem>,
}

impl<'r> RowReader<'r> {
    /// The coup of the row, unless something in it costs the row. All its faults are told.
    fn read(&mut self) -> Option<Coup<'r>> {
        let (expected, found) = (self.table.width, self.record.len());
        if expected != found {
            self.skip(None, RowFault::Width { expected, found });
            return None;
        }
        if self.table.places.iter().all(|place| self.record.get(*place).is_none_or(|cell| cell.trim_ascii().is_empty()))
        {
            self.skip(None, RowFault::EmptyRow);
            return None;
        }
        let rule = &self.table.mapping.row;
        let (cards, to) = self.cards();
        let coup = Coup {
            shoe: self.name(rule.shoe),
            coup: self.number(rule.coup, 1..=i64::MAX),
            times: self.settled().map(|settled| Times { settled }),
            cards,
            to,
            wagers: self.wagers(),
            declared: Declared {
                result: rule.declared.result.as_ref().and_then(|coded| self.coded(coded)),
                player: self.number(rule.declared.player, 0..=9),
                banker: self.number(rule.declared.banker, 0..=9),
                sevens: self.number(rule.declared.sevens, 0..=i64::MAX),
            },
            source_row: self.line,
            source_id: self.name(rule.id),
        };
        let lost = self.problems.iter().any(|problem| problem.consequence == Consequence::Skipped);
        (!lost).then_some(coup)
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
        let column = column.and_then(|column| self.table.mapping.columns.get(column.0)).map(|name| match &name.which {
            Which::Header(header) => header.clone(),
            Which::Number(number) => number.to_string(),
        });
        self.problems.push(RowProblem { line: self.line, column, fault, consequence });
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
    fn cards(&mut self) -> (Vec<&'r str>, Option<String>) {
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
            cards.push(code.unwrap_or(UNREADABLE));
            to.extend(card.to);
        }
        let known = rule.columns.iter().any(|card| card.to.is_some());
        (cards, known.then_some(to))
    }

    fn wagers(&mut self) -> Option<Vec<Wager<'r>>> {
        let rules = &self.table.mapping.row.wagers;
        if rules.is_empty() {
            return None;
        }
        Some(rules.iter().filter_map(|rule| self.wager(rule)).collect())
    }

    /// A wager, unless its amounts are empty or nothing.
    fn wager(&mut self, rule: &'r WagerRule) -> Option<Wager<'r>> {
        let stake = self.money(rule.stake, rule.decimals);
        let returned = self.money(rule.returned, rule.decimals);
        if stake.unwrap_or(0) == 0 && returned.unwrap_or(0) == 0 {
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
            id: self.name(rule.id),
            seat: self.name(rule.seat),
            player: self.name(rule.player),
            bet: bet?,
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
