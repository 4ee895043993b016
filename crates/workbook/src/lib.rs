//! A report as a workbook: findings, the register of irregularities, what was won by table and day, sums, shoes, custody, rulesets, scope, digests and
//! followed-up exceptions, each on a sheet of its own.
//!
//! Text of a log is written as text and never as a formula or a link; amounts are whole numbers of
//! minor units, with the amount as people write it next to them, as a number that can be added up. The workbook carries the report's own
//! time, so the same report is the same bytes on every system.
//!
//! ```
//! use resettle_report::read::WrittenReport;
//!
//! let report = br#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-01T00:00:00Z","inputs":[],"rulesets":[],
//! "summary":{"coups":2,"wagers":0,"by_code":{},"by_severity":{}},"findings":[]}"#;
//! let xlsx = resettle_workbook::workbook(&WrittenReport::parse(report)?)?;
//! assert!(xlsx.starts_with(b"PK"), "an XLSX file is a zip archive");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amount;
mod hold;
mod host;
mod register;
mod rows;
mod run;
mod sheet;
mod sheets;

use resettle_report::read::WrittenReport;
use resettle_sealed_log::Time;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};
use thiserror::Error;

/// Why no workbook could be made.
#[derive(Debug, Error)]
pub enum WorkbookError {
    /// The report's time is none of the log format's.
    #[error("the report's time, {0:?}, is no time")]
    Time(String),
    /// The file could not be put together.
    #[error("the workbook could not be made: {0}")]
    Xlsx(#[from] XlsxError),
}

/// The workbook of a report, as the bytes of an XLSX file.
///
/// # Errors
/// A report whose time cannot be read, or more than the format holds.
pub fn workbook(written: &WrittenReport) -> Result<Vec<u8>, WorkbookError> {
    let mut workbook = Workbook::new();
    workbook.set_properties(&properties(written)?);
    for sheet in sheets::of(written)? {
        workbook.push_worksheet(sheet);
    }
    Ok(host::made_on_unix(workbook.save_to_buffer()?))
}

fn properties(written: &WrittenReport) -> Result<DocProperties, WorkbookError> {
    let bad = || WorkbookError::Time(written.report.generated_at.clone());
    let moment = Time::parse(&written.report.generated_at).map_err(|_| bad())?.moment();
    let seconds = i64::try_from(moment.nanos.div_euclid(1_000_000_000)).map_err(|_| bad())?;
    let created = ExcelDateTime::from_timestamp(seconds).map_err(|_| bad())?;
    Ok(DocProperties::new().set_title("Report on coup logs").set_creation_datetime(&created))
}
