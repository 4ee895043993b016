use resettle_sealed_log::Time;

use super::table::Columns;
use crate::csv::{Cell, CsvFault, MOST_FAULTS, Record};

/// The most that an amount may be, in minor units: what fits 64 bits.
const MOST: i64 = i64::MAX;

/// The cells of one row by the names of their columns, and what is found wrong with them.
pub(crate) struct Cells<'r, 'f> {
    columns: &'r Columns,
    record: &'r Record<'f>,
    pub(crate) faults: Vec<CsvFault>,
    /// The times of what has happened, by their columns.
    pub(crate) past: Vec<(String, Time)>,
}

impl<'r, 'f> Cells<'r, 'f> {
    pub(crate) fn new(columns: &'r Columns, record: &'r Record<'f>) -> Self {
        Self { columns, record, faults: Vec::new(), past: Vec::new() }
    }

    fn cell(&self, name: &str) -> Option<&'r Cell> {
        self.record.cells.get(self.columns.index(name)?)
    }

    /// Notes a fault at a cell.
    pub(crate) fn fault(&mut self, name: &str, what: String) {
        if self.faults.len() >= MOST_FAULTS {
            return;
        }
        let (line, column) = self.cell(name).map_or((self.record.line, 1), |cell| (cell.line, cell.column));
        self.faults.push(CsvFault { line, column, name: Some(name.to_owned()), what });
    }

    /// The text of a cell; none where it is empty, is no UTF-8, or has no column.
    pub(crate) fn text(&self, name: &str) -> Option<&'r str> {
        self.cell(name)?.text.as_deref().filter(|text| !text.is_empty())
    }

    /// The text, owned.
    pub(crate) fn words(&self, name: &str) -> Option<String> {
        self.text(name).map(str::to_owned)
    }

    fn value<T>(&mut self, name: &str, wanted: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.text(name)?;
        let value = parse(text);
        if value.is_none() {
            self.fault(name, format!("`{}` is {wanted}", shortened(text)));
        }
        value
    }

    pub(crate) fn time(&mut self, name: &str) -> Option<Time> {
        let wanted = "no time of the form YYYY-MM-DDTHH:MM:SS, then Z or an offset such as +10:00";
        self.value(name, wanted, |text| Time::parse(text).ok())
    }

    /// A time at which something has happened; what is planned is none.
    pub(crate) fn past(&mut self, name: &str) -> Option<Time> {
        let time = self.time(name)?;
        self.past.push((name.to_owned(), time.clone()));
        Some(time)
    }

    /// A whole number of minor units, or of millilitres.
    pub(crate) fn number(&mut self, name: &str) -> Option<i64> {
        let wanted = format!("no whole number from 0 to {MOST}");
        self.value(
            name,
            &wanted,
            |text| {
                if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
            },
        )
    }

    pub(crate) fn truth(&mut self, name: &str) -> Option<bool> {
        self.word(name, &[("yes", true), ("no", false)])
    }

    /// One of the words that a column knows.
    pub(crate) fn word<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Option<T> {
        let text = self.text(name)?;
        let found = one_of(text, known);
        if found.is_none() {
            self.fault(name, unknown(text, known));
        }
        found
    }

    /// A list of words, separated by `|`, each read by `parse`, which says what is wrong with one.
    fn list<T>(&mut self, name: &str, parse: impl Fn(&str) -> Result<T, String>) -> Vec<T> {
        let mut out = Vec::new();
        for item in self.text(name).into_iter().flat_map(|text| text.split('|')) {
            match parse(item) {
                Ok(value) => out.push(value),
                Err(what) => self.fault(name, what),
            }
        }
        out
    }

    /// A list of words that may be any.
    pub(crate) fn any_words(&mut self, name: &str) -> Vec<String> {
        self.list(name, |item| match item {
            "" => Err("an entry of this list is empty".to_owned()),
            item => Ok(item.to_owned()),
        })
    }

    /// A list of files, each followed by the number of its rows or not: `draws.csv:12|payments.csv`.
    pub(crate) fn files(&mut self, name: &str, known: &[&'static str]) -> Vec<(&'static str, Option<u64>)> {
        self.list(name, |item| {
            let (file, rows) = item.split_once(':').map_or((item, None), |(file, rows)| (file, Some(rows)));
            let named = known.iter().find(|own| **own == file).copied();
            let named = named.ok_or_else(|| format!("`{}` is no file of a register", shortened(file)))?;
            match rows.map(str::parse) {
                None => Ok((named, None)),
                Some(Ok(rows)) => Ok((named, Some(rows))),
                Some(Err(_)) => Err(format!("`{}` is no file and the number of its rows", shortened(item))),
            }
        })
    }

    /// A list of words that the column knows.
    pub(crate) fn known_words<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Vec<T> {
        self.list(name, |item| one_of(item, known).ok_or_else(|| unknown(item, known)))
    }
}

fn one_of<T: Copy>(text: &str, known: &[(&str, T)]) -> Option<T> {
    known.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
}

fn unknown<T>(text: &str, known: &[(&str, T)]) -> String {
    let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
    format!("`{}` is none of {}", shortened(text), words.join(", "))
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> String {
    const MOST_SHOWN: usize = 60;
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
