use resettle_sealed_log::{Digest, Moment, Time};

use super::known::{Known, Leads, Target};
use super::{Cells, HeaderError, Later, Malformed, RowPlace};
use crate::csv::{CsvFault, Record, Records};

/// A kind of row: the file it is in, its columns, what it is known by, what it refers to.
pub(crate) trait Table: Sized {
    const FILE: &'static str;
    /// The columns, each with whether its cells must not be empty.
    const COLUMNS: &'static [(&'static str, bool)];
    /// The columns that are together its id; none where a row has none.
    const KEY: &'static [&'static str];
    /// What it refers to, where the cell is not empty.
    const REFERS: &'static [Target];

    /// Reads a row; what is wrong is noted in the cells, and then it is none.
    fn read(cells: &mut Cells<'_, '_>, at: RowPlace) -> Option<Self>;
}

/// Where the columns of a file are.
#[derive(Debug)]
pub(crate) struct Columns {
    at: Vec<(&'static str, usize)>,
    width: usize,
}

impl Columns {
    fn of<T: Table>(header: &Record<'_>) -> Result<Self, Vec<CsvFault>> {
        let mut faults = header.faults.clone();
        let names: Vec<&str> = header.cells.iter().map(|cell| cell.text.as_deref().unwrap_or("")).collect();
        if names.first().is_some_and(|name| name.starts_with('\u{feff}')) {
            let what = "the file begins with a byte order mark".to_owned();
            faults.push(CsvFault { line: header.line, column: 1, name: None, what });
        }
        let mut at = Vec::new();
        for (column, required) in T::COLUMNS {
            let mut found = names.iter().zip(&header.cells).enumerate().filter(|(_, (name, _))| *name == column);
            match (found.next(), found.next()) {
                (Some((index, _)), None) => at.push((*column, index)),
                (Some(_), Some((_, (_, again)))) => faults.push(CsvFault {
                    line: again.line,
                    column: again.column,
                    name: Some((*column).to_owned()),
                    what: "this column is there twice".to_owned(),
                }),
                (None, _) if *required => faults.push(CsvFault {
                    line: header.line,
                    column: 1,
                    name: Some((*column).to_owned()),
                    what: "this column has to be there, and is not".to_owned(),
                }),
                (None, _) => {}
            }
        }
        if faults.is_empty() { Ok(Self { at, width: names.len() }) } else { Err(faults) }
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.at.iter().find(|(column, _)| *column == name).map(|(_, index)| *index)
    }
}

/// What the files that are referred to hold.
#[derive(Debug, Default)]
pub(crate) struct Knowns {
    pub(crate) promotions: Known,
    pub(crate) prizes: Known,
    pub(crate) draws: Known,
    /// The time up to which the register records.
    pub(crate) as_of: Option<Moment>,
}

impl Knowns {
    fn of(&self, target: Target) -> &Known {
        match target {
            Target::Promotion => &self.promotions,
            Target::Prize => &self.prizes,
            Target::Draw => &self.draws,
        }
    }
}

/// The rows of a file, which may be absent, and which ids it holds.
pub(crate) fn rows<T: Table>(
    bytes: Option<&[u8]>,
    knowns: &Knowns,
    malformed: &mut Vec<Malformed>,
    later: &mut Vec<Later>,
    read: &mut u64,
) -> (Vec<T>, Known) {
    let mut known = Known::default();
    let mut out = Vec::new();
    let Some(bytes) = bytes else { return (out, known) };
    let mut records = Records::new(bytes);
    let empty = Record { line: 1, bytes: &[], cells: Vec::new(), faults: Vec::new(), endless: false };
    let header = records.next().unwrap_or(empty);
    let columns = match Columns::of::<T>(&header) {
        Ok(columns) => columns,
        Err(faults) => {
            known.lose();
            malformed.push(Malformed { at: place::<T>(&header), promotion: None, item: None, faults });
            *read += records.map(|_| 1).sum::<u64>();
            return (out, known);
        }
    };
    for record in records {
        *read += 1;
        match row::<T>(&record, &columns, knowns, &mut known, later) {
            ReadRow::In(row) => out.push(row),
            ReadRow::Out => {}
            ReadRow::Malformed(row) => malformed.push(row),
        }
    }
    (out, known)
}

enum ReadRow<T> {
    In(T),
    /// It refers to a row that is out.
    Out,
    Malformed(Malformed),
}

fn row<T: Table>(
    record: &Record<'_>,
    columns: &Columns,
    knowns: &Knowns,
    known: &mut Known,
    later: &mut Vec<Later>,
) -> ReadRow<T> {
    let at = place::<T>(record);
    if record.endless {
        known.lose();
    }
    if record.cells.len() != columns.width {
        known.mentions(record.cells.iter().filter_map(|cell| cell.text.clone()));
        let what = format!("{} cells, and the header has {}", record.cells.len(), columns.width);
        let mut faults = record.faults.clone();
        faults.push(CsvFault { line: record.line, column: 1, name: None, what });
        return ReadRow::Malformed(Malformed { at, promotion: None, item: None, faults });
    }
    let mut cells = Cells::new(columns, record);
    cells.faults.extend(record.faults.iter().cloned());
    for (column, required) in T::COLUMNS {
        let empty = columns
            .index(column)
            .and_then(|index| record.cells.get(index))
            .is_some_and(|cell| cell.text.as_deref() == Some(""));
        if *required && empty {
            cells.fault(column, "this cell must not be empty".to_owned());
        }
    }
    let read = T::read(&mut cells, at.clone());
    let id: Option<Vec<String>> = T::KEY.iter().map(|column| cells.words(column)).collect();
    let id = id.filter(|id| !id.is_empty());
    let first = id.as_ref().and_then(|id| known.uses(id, record.line));
    if let (Some(first), Some(column)) = (first, T::KEY.last()) {
        cells.fault(column, format!("this id is used already, on line {first}"));
    }
    let mut to_out = false;
    for target in T::REFERS {
        match leads(*target, &cells, knowns) {
            Leads::ToRow => {}
            Leads::ToOut => to_out = true,
            Leads::Nowhere => {
                let column = target.column();
                cells.fault(column, format!("there is no such {column}"));
                break;
            }
        }
    }
    match read {
        Some(row) if cells.faults.is_empty() && !to_out => {
            if let Some(id) = id {
                known.row(id);
            }
            let is_later = |(_, time): &(String, Time)| knowns.as_of.is_some_and(|as_of| time.moment() > as_of);
            let times: Vec<(String, Time)> = std::mem::take(&mut cells.past).into_iter().filter(is_later).collect();
            if !times.is_empty() {
                let (promotion, item) = names::<T>(&cells);
                later.push(Later { at, promotion, item, times });
            }
            ReadRow::In(row)
        }
        _ => {
            if let Some(id) = id.clone().filter(|_| first.is_none()) {
                known.out(id);
            }
            if cells.faults.is_empty() {
                return ReadRow::Out;
            }
            let (promotion, item) = names::<T>(&cells);
            let mut faults = cells.faults;
            faults.sort_by_key(|fault| (fault.line, fault.column));
            ReadRow::Malformed(Malformed { at, promotion, item, faults })
        }
    }
}

/// The promotion that a row names, and the id that it has within it; of a row without one, the draw that it is about.
fn names<T: Table>(cells: &Cells<'_, '_>) -> (Option<String>, Option<String>) {
    let own = T::KEY.last().filter(|column| **column != "promotion" && **column != "part");
    (cells.words("promotion"), own.and_then(|column| cells.words(column)))
}

/// Where a reference leads; an empty cell refers to nothing that would have to be there.
fn leads(target: Target, cells: &Cells<'_, '_>, knowns: &Knowns) -> Leads {
    let Some(promotion) = cells.words("promotion") else { return Leads::ToRow };
    let id = match target {
        Target::Promotion => vec![promotion],
        Target::Prize | Target::Draw => match cells.words(target.column()) {
            None => return Leads::ToRow,
            Some(own) => vec![promotion, own],
        },
    };
    knowns.of(target).leads(&id)
}

fn place<T: Table>(record: &Record<'_>) -> RowPlace {
    RowPlace { file: T::FILE, line: record.line, sha256: Digest::of(record.bytes) }
}

/// The one row of a file that has no other.
pub(crate) fn alone<T: Table>(bytes: Option<&[u8]>) -> Result<T, HeaderError> {
    let bytes = bytes.ok_or(HeaderError::Missing)?;
    let (mut malformed, mut later, mut read) = (Vec::new(), Vec::new(), 0);
    let (mut rows, _) = rows::<T>(Some(bytes), &Knowns::default(), &mut malformed, &mut later, &mut read);
    if !malformed.is_empty() {
        return Err(HeaderError::Faults(malformed.into_iter().flat_map(|row| row.faults).collect()));
    }
    match (rows.pop(), rows.is_empty()) {
        (Some(row), true) => Ok(row),
        (last, _) => Err(HeaderError::Rows(rows.len() + usize::from(last.is_some()))),
    }
}
