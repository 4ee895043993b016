//! Rows as CSV.

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use resettle_report::print::neutral_cell;

use crate::batch::{Cells, NONE};
use crate::error::ExportError;
use crate::schema::{Column, Kind, Table};

/// The first line.
pub(crate) fn head(table: &Table) -> Result<Vec<u8>, ExportError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(table.columns.iter().map(|column| column.name))?;
    done(out)
}

/// Rows without the first line.
pub(crate) fn group(table: &Table, rows: usize, cells: &[Cells]) -> Result<Vec<u8>, ExportError> {
    let mut out = csv::WriterBuilder::new().from_writer(Vec::new());
    // A text stands in many rows, and is made harmless once.
    let texts: Vec<Vec<String>> = cells
        .iter()
        .map(|cells| match cells {
            Cells::Text(texts) => {
                texts.known.iter().map(|text| neutral_cell(text.as_utf8().unwrap_or_default())).collect()
            }
            Cells::Int(_) | Cells::Wide(_) => Vec::new(),
        })
        .collect();
    let mut cell = String::new();
    for row in 0..rows {
        for ((column, cells), texts) in table.columns.iter().zip(cells).zip(&texts) {
            cell.clear();
            match cells {
                Cells::Text(known) => {
                    let place = known.rows.get(row).copied().filter(|place| *place != NONE);
                    let text = place.and_then(|place| texts.get(usize::try_from(place).ok()?));
                    cell.push_str(text.map_or("", String::as_str));
                }
                Cells::Int(values) => number(&mut cell, column, values.get(row).copied().flatten()),
                Cells::Wide(values) => decimal(&mut cell, column, values.get(row).copied().flatten()),
            }
            out.write_field(&cell)?;
        }
        out.write_record(None::<&[u8]>)?;
    }
    done(out)
}

fn done(out: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, ExportError> {
    out.into_inner().map_err(|error| ExportError::Io(error.into_error()))
}

fn number(cell: &mut String, column: &Column, value: Option<i64>) {
    let Some(value) = value else { return };
    // A string takes whatever is written into it.
    let _ = match column.kind {
        Kind::Flag => write!(cell, "{}", value != 0),
        Kind::Day => match day(value) {
            Some(day) => write!(cell, "{day}"),
            None => Ok(()),
        },
        Kind::Instant | Kind::Local => match Timestamp::from_microsecond(value) {
            Ok(stamp) => {
                let wall = stamp.to_zoned(TimeZone::UTC).datetime();
                write!(cell, "{wall:.6}{}", if column.kind == Kind::Instant { "Z" } else { "" })
            }
            Err(_) => Ok(()),
        },
        Kind::Text | Kind::Various | Kind::Int | Kind::Serial | Kind::Decimal | Kind::Big => write!(cell, "{value}"),
    };
}

/// A day by its number since 1970.
fn day(number: i64) -> Option<Date> {
    let seconds = number.checked_mul(86_400)?;
    Some(Timestamp::from_second(seconds).ok()?.to_zoned(TimeZone::UTC).date())
}

fn decimal(cell: &mut String, column: &Column, value: Option<i128>) {
    let Some(value) = value else { return };
    let digits = column.kind.scale();
    let one = 10i128.pow(digits);
    let (whole, part) = (value.unsigned_abs() / one.unsigned_abs(), value.unsigned_abs() % one.unsigned_abs());
    let sign = if value < 0 { "-" } else { "" };
    let _ = match usize::try_from(digits) {
        Ok(width) if width > 0 => write!(cell, "{sign}{whole}.{part:0width$}"),
        _ => write!(cell, "{sign}{whole}"),
    };
}
