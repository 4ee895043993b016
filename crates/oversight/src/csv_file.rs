//! Files that a casino writes by hand as CSV, with a first line of names.

use std::collections::BTreeMap;

use thiserror::Error;

/// The longest name in a cell, in letters.
const LONGEST: usize = 200;

/// What is wrong in a CSV file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {what}", .column.as_ref().map_or_else(String::new, |column| format!(", column {column}")))]
pub struct CsvFault {
    /// From 1.
    pub line: u64,
    /// The column's name, where it is about one.
    pub column: Option<String>,
    /// In words.
    pub what: String,
}

impl CsvFault {
    /// A fault, of a column where it is about one.
    pub(crate) fn new(line: u64, column: Option<&str>, what: impl Into<String>) -> Self {
        Self { line, column: column.map(str::to_owned), what: what.into() }
    }
}

/// The columns of a file by name.
pub(crate) struct CsvHead {
    fields: usize,
    places: BTreeMap<&'static str, usize>,
}

impl CsvHead {
    /// Whether it has a column.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }
}

/// One line of a file; its faults are gathered in it.
pub(crate) struct CsvRow<'h> {
    /// From 1.
    pub(crate) line: u64,
    record: csv::StringRecord,
    head: &'h CsvHead,
    faults: Vec<CsvFault>,
}

impl CsvRow<'_> {
    /// The text of a cell; none where it is blank, or the file does not have the column.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let text = self.head.places.get(name).and_then(|at| self.record.get(*at)).unwrap_or_default().trim();
        Some(text.to_owned()).filter(|text| !text.is_empty())
    }

    /// The name in a cell.
    pub(crate) fn name(&mut self, name: &str) -> Option<String> {
        let text = self.text(name);
        if text.as_ref().is_some_and(|text| text.chars().count() > LONGEST || text.chars().any(char::is_control)) {
            self.fault(name, format!("is longer than {LONGEST} letters, or holds a control character"));
        }
        text
    }

    /// The name in a cell that may not be blank.
    pub(crate) fn needed(&mut self, name: &str) -> Option<String> {
        let text = self.name(name);
        if text.is_none() {
            self.fault(name, "is empty");
        }
        text
    }

    /// Adds a fault of a column.
    pub(crate) fn fault(&mut self, column: &str, what: impl Into<String>) {
        self.faults.push(CsvFault::new(self.line, Some(column), what));
    }
}

/// What parts the cells of the first line: spreadsheets of some countries write `;`.
fn delimiter(bytes: &[u8]) -> u8 {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |of: u8| first.iter().filter(|byte| **byte == of).count();
    if count(b';') > count(b',') { b';' } else { b',' }
}

/// The lines of a file, counted up to where its records begin. The reader counts a record after `\r\n` one line too early.
struct Lines<'b> {
    bytes: &'b [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line on which the record at this place begins, places in their order.
    fn of(&mut self, place: Option<&csv::Position>) -> u64 {
        let Some(place) = place.and_then(|place| usize::try_from(place.byte()).ok()) else { return 0 };
        let rest = self.bytes.get(place..).unwrap_or_default();
        let begins = place + rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let passed = self.bytes.get(self.at..begins).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = begins.max(self.at);
        self.line
    }
}

/// Reads every line by `read`, which gives none where it found a fault. `columns` are those that are known, `required` those
/// that have to be there, `head` checks them together.
///
/// # Errors
/// All faults of the file, in the order of lines; faults of the first line alone, where it has any.
pub(crate) fn read<R>(
    bytes: &[u8],
    columns: &'static [&'static str],
    required: &[&str],
    head: impl FnOnce(&CsvHead) -> Option<CsvFault>,
    mut read: impl FnMut(&mut CsvRow<'_>) -> Option<R>,
) -> Result<Vec<R>, Vec<CsvFault>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).delimiter(delimiter(bytes)).from_reader(bytes);
    let first = reader.headers().map_err(|error| vec![CsvFault::new(1, None, error.to_string())])?.clone();
    let mut faults = Vec::new();
    let mut places = BTreeMap::new();
    for (at, name) in first.iter().enumerate() {
        // A byte order mark is not part of a name.
        let name = name.trim_start_matches('\u{feff}').trim();
        match columns.iter().find(|known| **known == name) {
            None => {
                faults.push(CsvFault::new(1, Some(name), format!("is not known; known are {}", columns.join(", "))));
            }
            Some(known) if places.insert(*known, at).is_some() => {
                faults.push(CsvFault::new(1, Some(name), "stands twice"));
            }
            Some(_) => {}
        }
    }
    let known = CsvHead { fields: first.len(), places };
    faults
        .extend(required.iter().filter(|name| !known.has(name)).map(|name| CsvFault::new(1, Some(name), "is missing")));
    faults.extend(head(&known));
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut rows = Vec::new();
    let mut lines = Lines { bytes, at: 0, line: 1 };
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = lines.of(error.position());
                faults.push(CsvFault::new(line, None, "is not UTF-8, or no CSV"));
                continue;
            }
        };
        let line = lines.of(record.position());
        if record.len() != known.fields {
            let what = format!("has {} fields, and the head {}", record.len(), known.fields);
            faults.push(CsvFault::new(line, None, what));
            continue;
        }
        let mut row = CsvRow { line, record, head: &known, faults: Vec::new() };
        let value = read(&mut row);
        if row.faults.is_empty() {
            rows.extend(value);
        }
        faults.append(&mut row.faults);
    }
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}
