//! What tables won next to what chance allows: a sheet for the period, one for its days; and what arose while whom was on
//! duty.

use resettle_report::columns::{COVERAGE, DAYS, PeriodRow, ROUTINE, STAFF, SUMMARY};
use resettle_report::document::{CoverageRow, HappenedRow};
use resettle_report::read::WrittenReport;
use rust_xlsxwriter::{Worksheet, XlsxError};

use crate::rows::{Line, listed};

/// Each table over the whole period, with its exceptions, and behind it the periods before.
pub(crate) fn summary(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    if written.report.played.is_none() {
        return Ok(Vec::new());
    }
    let rows = PeriodRow::of(written);
    listed("Summary", &SUMMARY, rows.iter().map(|row| Line::of(row, row.currency())))
}

/// Each table on each day.
pub(crate) fn days(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(played) = &written.report.played else { return Ok(Vec::new()) };
    listed("Days", &DAYS, played.days.iter().map(|row| Line::of(row, &row.currency)))
}

/// What was asked of each table over the whole period, and what was not and why.
pub(crate) fn coverage(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let Some(played) = &written.report.played else { return Ok(Vec::new()) };
    let rows: Vec<CoverageRow> = CoverageRow::by_table(&played.tables).collect();
    listed("Coverage", &COVERAGE, rows.iter().map(|row| Line::of(row, &row.currency)))
}

/// What happened at each table over the whole period without the cards deciding it; no sheet where nothing did.
pub(crate) fn routine(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let tables = written.report.played.as_ref().map_or(&[][..], |played| played.tables.as_slice());
    let rows: Vec<HappenedRow> = HappenedRow::by_table(tables).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    listed("Routine", &ROUTINE, rows.iter().map(|row| Line::of(row, &row.currency)))
}

/// What arose while whom was on duty; no sheet where nobody says.
pub(crate) fn staff(written: &WrittenReport) -> Result<Vec<Worksheet>, XlsxError> {
    let rows = written.report.played.as_ref().map_or(&[][..], |played| played.staff.as_slice());
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    listed("Staff", &STAFF, rows.iter().map(|row| Line::of(row, &row.currency)))
}
