//! The columns of a mapping found in a CSV.

use resettle_yaml::{Faults, Position};

use crate::error::ImportError;
use crate::excel;
use crate::mapping::{Column, DateAbove, Mapping, Which};
use crate::problem::short;
use crate::rows::Row;
use crate::sniff;

/// A mapping's columns found in a CSV.
pub(crate) struct FoundColumns<'m> {
    pub(crate) mapping: &'m Mapping,
    /// Where each of the mapping's columns is.
    pub(crate) places: Vec<usize>,
    /// Where each of the columns is that it does not read on purpose.
    pub(crate) not_read: Vec<usize>,
    /// How many columns the CSV has.
    pub(crate) width: usize,
    /// Their headers; empty where the CSV has none.
    pub(crate) header: Vec<String>,
    /// Of JSON, whether each column is the same in all rows of a round; else empty.
    of_round: Vec<bool>,
    /// The dates that stand above the table and are those of its times.
    pub(crate) dates: Vec<(DateAbove, String)>,
}

impl<'m> FoundColumns<'m> {
    /// The columns of a JSON file: paths, each a cell of its own, and whether it is the same in all rows of a round.
    pub(crate) fn of_paths(mapping: &'m Mapping, of_round: Vec<bool>) -> Self {
        let width = mapping.columns.len();
        let (places, not_read, header, dates) = ((0..width).collect(), Vec::new(), Vec::new(), Vec::new());
        Self { mapping, places, not_read, width, header, of_round, dates }
    }

    /// Whether a column is the same in all rows of a round.
    pub(crate) fn is_of_round(&self, column: Column) -> bool {
        self.of_round.get(column.0).copied().unwrap_or_default()
    }

    /// Finds them by the first row.
    pub(crate) fn resolve(mapping: &'m Mapping, first: &Row<'_>) -> Result<Self, ImportError> {
        let first = first.cells;
        let shown = |cell: &[u8]| excel::on_one_line(excel::shown(String::from_utf8_lossy(cell).trim())).into_owned();
        let header: Vec<String> = first.iter().map(shown).collect();
        let mut faults = Faults::default();
        let (mut places, mut not_read) = (Vec::new(), Vec::new());
        let mut absent: Vec<(Position, &str)> = Vec::new();
        let read = mapping.columns.iter().map(|column| (column, true));
        for (column, is_read) in read.chain(mapping.not_read.iter().map(|own| (&own.column, false))) {
            let found = match &column.which {
                Which::Header(name) => match find(&header, name) {
                    HeaderMatch::Once(place) => Ok(place),
                    HeaderMatch::Twice => Err(twice(&header, name)),
                    HeaderMatch::Never => {
                        absent.push((column.place, name));
                        continue;
                    }
                },
                Which::Number(number) if *number <= first.len() => Ok(number - 1),
                Which::Number(number) => Err(format!("the CSV has no column {number}: it has {}", first.len())),
            };
            match found {
                Ok(place) if is_read => places.push(place),
                Ok(place) => not_read.push(place),
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
            let header = if mapping.header { header } else { Vec::new() };
            let (width, of_round, dates) = (first.len(), Vec::new(), Vec::new());
            return Ok(Self { mapping, places, not_read, width, header, of_round, dates });
        }
        if first.iter().any(|cell| std::str::from_utf8(cell).is_err()) {
            return Err(sniff::no_utf_8());
        }
        if let Some(other) = sniff::other_delimiter(mapping, first) {
            return Err(ImportError::Delimiter(other));
        }
        Err(ImportError::Columns(faults))
    }

    /// Which cell of a row the mapping's column is, from 0.
    pub(crate) fn place(&self, column: Column) -> Option<usize> {
        self.places.get(column.0).copied()
    }

    /// The columns that the mapping does not read, on purpose or not, and that have a header.
    pub(crate) fn all_unread(&self) -> impl Iterator<Item = (usize, &String)> {
        self.header.iter().enumerate().filter(|(place, name)| !name.is_empty() && !self.places.contains(place))
    }

    /// Those of them that it does not name.
    pub(crate) fn unread(&self) -> impl Iterator<Item = (usize, &String)> {
        self.all_unread().filter(|(place, _)| !self.not_read.contains(place))
    }

    /// The places of the columns that the mapping does not name, each with its header or its number.
    pub(crate) fn unread_places(&self) -> impl Iterator<Item = (usize, String)> {
        let free = (0..self.width).filter(|place| !self.places.contains(place) && !self.not_read.contains(place));
        free.map(|place| {
            let header = self.header.get(place).filter(|name| !name.is_empty());
            (place, header.cloned().unwrap_or_else(|| place.saturating_add(1).to_string()))
        })
    }

    /// What a column is called: its header or its number.
    pub(crate) fn label(&self, column: Column) -> Option<String> {
        self.mapping.columns.get(column.0).map(|name| name.which.label())
    }
}

enum HeaderMatch {
    Once(usize),
    Twice,
    Never,
}

fn find(header: &[String], name: &str) -> HeaderMatch {
    let mut places = header.iter().enumerate().filter(|(_, column)| *column == name);
    match (places.next(), places.next()) {
        (Some((place, _)), None) => HeaderMatch::Once(place),
        (Some(_), Some(_)) => HeaderMatch::Twice,
        (None, _) => HeaderMatch::Never,
    }
}

/// What to write in place of a header that several columns have.
fn twice(header: &[String], name: &str) -> String {
    let own = header.iter().enumerate().filter(|(_, column)| *column == name);
    let shown = own.map(|(place, _)| match place.checked_sub(1).and_then(|before| header.get(before)) {
        Some(before) => format!("{} (behind {:?})", place + 1, short(before)),
        None => (place + 1).to_string(),
    });
    let places: Vec<String> = shown.collect();
    format!(
        "the CSV has more than one column {name:?}: name the one that is meant by its number: {}",
        places.join(", ")
    )
}

fn listed(header: &[String]) -> String {
    const MOST: usize = 50;
    let columns: Vec<_> = header.iter().take(MOST).map(|column| format!("{:?}", short(column))).collect();
    let more = header.len().saturating_sub(MOST);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    format!("{}{more}", columns.join(", "))
}
