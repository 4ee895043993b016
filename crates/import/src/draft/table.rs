//! Where the table of a CSV stands, and its columns.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use encoding_rs::{BIG5, Encoding, GB18030, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{name_of, quoted};
use crate::excel;
use crate::problem::short;
use crate::rows::CsvRows;
use crate::vocabulary::{is_of_table, says_totals, words};

/// What columns may be separated by, as a mapping writes them.
const DELIMITERS: [(u8, &str); 4] = [(b',', ","), (b';', ";"), (b'\t', "\\t"), (b'|', "|")];

/// No more lines above a table are looked at.
const MOST_TITLES: usize = 100;

/// The table of a CSV, as far as it was looked at.
pub(super) struct DraftTable {
    /// Where it is not UTF-8.
    pub(super) encoding: Option<&'static Encoding>,
    /// As a mapping writes it.
    pub(super) delimiter: &'static str,
    pub(super) skip_lines: u64,
    pub(super) header: bool,
    /// What stands above the table.
    pub(super) titles: String,
    /// The same by its lines, counted from 1.
    pub(super) above: Vec<(u64, String)>,
    pub(super) columns: Vec<Column>,
}

/// What one column of the table holds, by which its meaning is guessed.
pub(super) struct Column {
    /// Its header, or its number from 1 where it has none or one that another has, too.
    pub(super) name: Name,
    /// Its header, also where others have it; empty where the CSV has none.
    pub(super) header: String,
    /// Its cells that are not empty.
    pub(super) cells: Vec<String>,
    /// The line of each of them, counted from 1.
    pub(super) lines: Vec<u64>,
    /// Cells that stand for an empty one, as they are spelled.
    pub(super) nothing: BTreeSet<String>,
}

/// How a mapping names a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    Header(String),
    Number(usize),
}

impl Column {
    /// The words of its header.
    pub(super) fn words(&self) -> String {
        match &self.name {
            Name::Header(header) => words(header),
            Name::Number(_) => String::new(),
        }
    }

    /// The cell of a line, if it is not empty.
    pub(super) fn at(&self, line: u64) -> Option<&str> {
        self.cells.get(self.lines.binary_search(&line).ok()?).map(String::as_str)
    }

    /// The same, or the last one above it.
    pub(super) fn above(&self, line: u64) -> Option<&str> {
        let behind = self.lines.partition_point(|known| *known <= line);
        self.cells.get(behind.checked_sub(1)?).map(String::as_str)
    }

    /// The column with other cells.
    pub(super) fn with(&self, other: impl Fn(&str) -> String) -> Self {
        let cells = self.cells.iter().map(|cell| other(cell)).collect();
        let (name, header, lines) = (self.name.clone(), self.header.clone(), self.lines.clone());
        Self { name, header, cells, lines, nothing: BTreeSet::new() }
    }

    /// The column with the cell of another of the same line behind each cell and a blank.
    pub(super) fn beside(&self, other: &Self) -> Self {
        let cells = self.lines.iter().zip(&self.cells);
        let cells = cells.map(|(line, cell)| format!("{cell} {}", other.at(*line).unwrap_or_default())).collect();
        let (name, header, lines) = (self.name.clone(), self.header.clone(), self.lines.clone());
        Self { name, header, cells, lines, nothing: BTreeSet::new() }
    }

    /// Whether most of its cells are such: of a few, all but one.
    pub(super) fn mostly(&self, is: impl Fn(&str) -> bool) -> bool {
        are_most(self.cells.len(), self.odd(is).count())
    }

    /// Its cells that are no such, with their lines.
    pub(super) fn odd(&self, is: impl Fn(&str) -> bool) -> impl Iterator<Item = (u64, &str)> {
        let cells = self.lines.iter().zip(&self.cells).map(|(line, cell)| (*line, cell.as_str()));
        cells.filter(move |(_, cell)| !is(cell))
    }
}

/// The table of whose rows a mapping is made, where a column names several.
pub(super) struct OneTable {
    /// The column that names them.
    pub(super) column: Name,
    /// The first that it names.
    pub(super) value: String,
    /// All of them, with how many rows each has.
    rows: BTreeMap<String, usize>,
}

impl OneTable {
    /// What is said of the others.
    pub(super) fn said(&self) -> String {
        let rows = self.rows.iter().take(MOST_TABLES);
        let shown: Vec<String> = rows.map(|(table, rows)| format!("{} ({rows} rows)", quoted(&short(table)))).collect();
        format!(
            "rows of {} tables stand in the file, by {}: {}; a log is of one table, so this mapping reads those of {} by csv.only, and an import lists the others: write a mapping for each",
            self.rows.len(),
            name_of(&self.column),
            shown.join(", "),
            quoted(&short(&self.value))
        )
    }
}

/// So many tables are named, and a column of more is of something else.
const MOST_TABLES: usize = 50;

/// Leaves the rows of one table, where a column names several in every row and each of them in more than one.
pub(super) fn of_one_table(table: &mut DraftTable) -> Option<OneTable> {
    let rows = table.columns.iter().map(|column| column.cells.len()).max()?;
    let of = |column: &Column| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        column.cells.iter().for_each(|cell| *counts.entry(cell.clone()).or_default() += 1);
        let several = (2..=MOST_TABLES).contains(&counts.len()) && counts.values().all(|count| *count > 1);
        (several && column.cells.len() == rows && is_of_table("", &column.header)).then_some(counts)
    };
    let (column, rows) = table.columns.iter().find_map(|column| Some((column, of(column)?)))?;
    let (name, value) = (column.name.clone(), column.cells.first()?.clone());
    let own: BTreeSet<u64> =
        column.lines.iter().zip(&column.cells).filter(|(_, cell)| **cell == value).map(|(line, _)| *line).collect();
    for column in &mut table.columns {
        let cells = std::mem::take(&mut column.cells).into_iter().zip(std::mem::take(&mut column.lines));
        (column.cells, column.lines) = cells.filter(|(_, line)| own.contains(line)).unzip();
    }
    Some(OneTable { column: name, value, rows })
}

/// A cell beside fewer good ones says that a column is of something else.
const FEWEST_BESIDE_AN_ODD_ONE: usize = 3;

/// Whether so many bad cells may stand among so many in all: a tenth, or one beside a few good ones.
pub(super) fn are_most(all: usize, bad: usize) -> bool {
    all > bad && (bad * 10 <= all || (bad == 1 && all > FEWEST_BESIDE_AN_ODD_ONE))
}

/// Whether people write this where a cell is empty.
fn is_nothing(cell: &str) -> bool {
    ["-", "--", "\u{2014}", "n/a", "na", "null", "none", "nan", "\\n"].contains(&cell.to_lowercase().as_str())
}

/// Letters that stand in nearly every such table: of hands, results, shoes, tables, times, stakes.
const COMMON: &str = "\u{5e84}\u{838a}\u{95f2}\u{9592}\u{9591}\u{548c}\u{9774}\u{5c40}\u{684c}\u{53f7}\u{865f}\u{65f6}\u{6642}\u{95f4}\u{9593}\u{6295}\u{6ce8}\u{6d3e}\u{5f69}\u{7ed3}\u{7d50}\u{679c}\u{8d62}\u{8d0f}\u{724c}\u{70b9}\u{9ede}";

/// How little like such a table a text is: letters that no writing has, and fewest of those that are common there. Nearly every row of
/// bytes is some text both in GB18030 and in Big5.
fn odd_letters(text: &str) -> (usize, std::cmp::Reverse<usize>) {
    let count = |is: fn(char) -> bool| text.chars().filter(|letter| is(*letter)).count();
    let common = count(|letter| COMMON.contains(letter));
    (count(|letter| ('\u{e000}'..='\u{f8ff}').contains(&letter)), std::cmp::Reverse(common))
}

/// The text of what a file begins with, and its encoding where it is not UTF-8.
fn text(head: &[u8]) -> (String, Option<&'static Encoding>) {
    // The last line may be cut off in the middle of a letter.
    let whole = head.iter().rposition(|byte| *byte == b'\n').and_then(|end| head.get(..=end));
    let lines = whole.unwrap_or(head);
    if let Ok(text) = std::str::from_utf8(lines)
        && !text.contains('\0')
    {
        return (text.to_owned(), None);
    }
    let zeros = |odd: usize| head.iter().enumerate().filter(|(at, byte)| **byte == 0 && at % 2 == odd).count();
    let encoding = if head.starts_with(b"\xff\xfe") || zeros(1) > zeros(0) {
        UTF_16LE
    } else if head.starts_with(b"\xfe\xff") || zeros(0) > 0 {
        UTF_16BE
    } else {
        let decoded = [GB18030, BIG5].into_iter().filter_map(|encoding| {
            let (text, bad) = encoding.decode_without_bom_handling(lines);
            (!bad).then(|| (odd_letters(&text), encoding))
        });
        decoded.min_by_key(|(odd, _)| *odd).map_or(WINDOWS_1252, |(_, encoding)| encoding)
    };
    (encoding.decode(head).0.into_owned(), Some(encoding))
}

/// The rows of a text, each with its line.
fn rows(text: &str, delimiter: u8, above: u64) -> io::Result<Lines> {
    let mut rows = CsvRows::new(text.as_bytes(), io::empty(), delimiter);
    rows.skip_lines(above)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let cells = row.cells.iter().map(|cell| excel::shown(String::from_utf8_lossy(cell).trim()).to_owned());
        all.push((row.line, cells.collect()));
    }
    Ok(all)
}

/// The number of cells that most rows have, and how many have it.
fn width(rows: &[(u64, Vec<String>)]) -> (usize, usize) {
    let most = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).min(1_000);
    let count = |width: usize| rows.iter().filter(|(_, cells)| cells.len() == width).count();
    (1..=most).map(|width| (width, count(width))).max_by_key(|(width, count)| (*count, *width)).unwrap_or((0, 0))
}

/// Rows, each with its line from 1.
type Lines = Vec<(u64, Vec<String>)>;

/// Finds it; none where no row has two cells. `is_datum` says whether a cell can stand in no header.
pub(super) fn find(head: &[u8], is_datum: impl Fn(&str) -> bool) -> io::Result<Option<DraftTable>> {
    let (text, encoding) = text(head);
    let text = text.trim_start_matches('\u{feff}');
    let named = excel::separator(text.as_bytes());
    let above = u64::from(named.is_some());
    let mut best: Option<(usize, &'static str, usize, Lines)> = None;
    for (byte, spelled) in DELIMITERS.iter().filter(|(byte, _)| named.is_none_or(|named| named == *byte)) {
        let rows = rows(text, *byte, above)?;
        let (width, count) = width(&rows);
        let weight = if width > 1 { count * width } else { 0 };
        if weight > best.as_ref().map_or(0, |(weight, ..)| *weight) {
            best = Some((weight, spelled, width, rows));
        }
    }
    let Some((_, delimiter, width, rows)) = best else { return Ok(None) };
    let lines: Vec<(u64, String)> =
        rows.iter().take(MOST_TITLES).map(|(line, cells)| (*line, cells.join(" "))).collect();
    // A line of totals is no row of it.
    let is_row = |cells: &[String]| {
        let first = cells.iter().find(|cell| !cell.is_empty());
        cells.len() == width && !first.is_some_and(|cell| says_totals(cell))
    };
    let mut table = rows.into_iter().filter(|(_, cells)| is_row(cells)).peekable();
    // Titles are filled up with empty cells by spreadsheets.
    while table.next_if(|(_, cells)| cells.iter().filter(|cell| cell.is_empty()).count() * 2 > width).is_some() {}
    let Some((line, first)) = table.peek() else { return Ok(None) };
    let (skip_lines, header) = (line.saturating_sub(1), !first.iter().any(|cell| is_datum(cell)));
    let above: Vec<(u64, String)> = lines.into_iter().filter(|(title, _)| title < line).collect();
    let titles = above.iter().map(|(_, title)| title.trim()).collect::<Vec<_>>().join(" ");
    let first: Vec<String> = first.iter().map(|cell| excel::on_one_line(cell).into_owned()).collect();
    if header {
        table.next();
    }
    let is_once = |name: &String| first.iter().filter(|other| *other == name).count() == 1;
    let mut columns: Vec<Column> = (1..)
        .zip(&first)
        .map(|(number, name)| {
            let named = header && !name.is_empty() && is_once(name);
            let header = if header { name.clone() } else { String::new() };
            let name = if named { Name::Header(name.clone()) } else { Name::Number(number) };
            Column { name, header, cells: Vec::new(), lines: Vec::new(), nothing: BTreeSet::new() }
        })
        .collect();
    for (line, cells) in table {
        for (column, cell) in columns.iter_mut().zip(cells) {
            if is_nothing(&cell) {
                column.nothing.insert(cell);
            } else if !cell.is_empty() {
                column.cells.push(cell);
                column.lines.push(line);
            }
        }
    }
    Ok(Some(DraftTable { encoding, delimiter, skip_lines, header, titles, above, columns }))
}
