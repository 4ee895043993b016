//! Rows as CSV.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use resettle_oversight::date_of_number;
use resettle_report::columns::{Head, Kind};
use resettle_report::print::neutral_cell;

use crate::batch::{Cells, NONE, Runs};
use crate::error::ExportError;
use crate::schema::ExportTable;

/// The first line.
pub(crate) fn head(table: &ExportTable) -> Result<Vec<u8>, ExportError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(table.columns.iter().map(|column| column.name))?;
    done(out)
}

/// Rows without the first line.
pub(crate) fn group(table: &ExportTable, cells: &[Cells]) -> Result<Vec<u8>, ExportError> {
    let mut out = csv::WriterBuilder::new().from_writer(Vec::new());
    let columns: Vec<CsvColumn> =
        table.columns.iter().zip(cells).map(|(column, cells)| CsvColumn::of(column, cells)).collect();
    let rows = columns.first().map_or(0, |column| column.rows.len());
    for row in 0..rows {
        for column in &columns {
            out.write_field(column.text(row))?;
        }
        out.write_record(None::<&[u8]>)?;
    }
    done(out)
}

/// A column as text.
struct CsvColumn {
    /// Each value, made text once however many rows have it.
    texts: Vec<String>,
    /// Which of them each row has.
    rows: Vec<u32>,
}

impl CsvColumn {
    fn of(column: &Head, cells: &Cells) -> Self {
        let runs = cells.runs();
        match cells {
            Cells::Text(texts) => Self::shared(runs, texts.known.iter().map(|text| neutral_cell(text))),
            Cells::Int(ints) => Self::shared(runs, ints.known.iter().map(|int| number(column, *int))),
            Cells::Wide(wide) => Self::shared(runs, wide.known.iter().map(|value| decimal(column, *value))),
            Cells::Flag(_) => Self::shared(runs, [false, true].iter().map(bool::to_string)),
            Cells::Various(texts) => Self::own(runs, texts.values.iter().map(|text| neutral_cell(text))),
            Cells::Grows(ints) => Self::own(runs, ints.values.iter().map(|int| number(column, *int))),
        }
    }

    fn shared(runs: &Runs, texts: impl Iterator<Item = String>) -> Self {
        Self { texts: texts.collect(), rows: runs.rows().collect() }
    }

    /// Each row that has a value has the next.
    fn own(runs: &Runs, texts: impl Iterator<Item = String>) -> Self {
        let mut next = 0..NONE;
        let rows = runs.rows().map(|place| if place == NONE { NONE } else { next.next().unwrap_or(NONE) });
        Self { texts: texts.collect(), rows: rows.collect() }
    }

    /// Nothing where the row has no value.
    fn text(&self, row: usize) -> &str {
        let place = self.rows.get(row).copied().filter(|place| *place != NONE);
        place.and_then(|place| self.texts.get(usize::try_from(place).ok()?)).map_or("", String::as_str)
    }
}

fn done(out: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, ExportError> {
    out.into_inner().map_err(|error| ExportError::Io(error.into_error()))
}

fn number(column: &Head, value: i64) -> String {
    match column.kind {
        Kind::Day => date_of_number(value).unwrap_or_default(),
        Kind::Instant | Kind::Local => match Timestamp::from_microsecond(value) {
            Ok(stamp) => {
                let wall = stamp.to_zoned(TimeZone::UTC).datetime();
                format!("{wall:.6}{}", if column.kind == Kind::Instant { "Z" } else { "" })
            }
            Err(_) => String::new(),
        },
        _ => value.to_string(),
    }
}

fn decimal(column: &Head, value: i128) -> String {
    let digits = column.kind.scale();
    let one = 10i128.pow(digits);
    let (whole, part) = (value.unsigned_abs() / one.unsigned_abs(), value.unsigned_abs() % one.unsigned_abs());
    let sign = if value < 0 { "-" } else { "" };
    match usize::try_from(digits) {
        Ok(width) if width > 0 => format!("{sign}{whole}.{part:0width$}"),
        _ => format!("{sign}{whole}"),
    }
}
