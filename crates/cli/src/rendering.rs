//! Output for people, made from the bytes of a report.json.

use resettle_html::Made;
use resettle_report::Files;
use resettle_report::columns::{FINDINGS, REGISTER};
use resettle_report::folder;
use resettle_report::print::rows_to_csv;
use resettle_report::read::WrittenReport;

use crate::args::Rendering;
use crate::error::Error;

/// The files of these kinds by name; `signature` is the one over `report`, which the page carries.
pub fn of(report: &[u8], signature: Option<&[u8]>, kinds: &[Rendering], made: Made) -> Result<Files, Error> {
    let written = WrittenReport::parse(report).map_err(plain)?;
    let mut files = Files::new();
    for kind in kinds {
        match kind {
            Rendering::Html => {
                let page = resettle_html::page(report, signature, made).map_err(plain)?;
                files.insert(kind.file().to_owned(), page.into_bytes());
            }
            Rendering::Csv => {
                let with_staff = written.report.has_staff();
                let mut table = Vec::new();
                rows_to_csv(&FINDINGS, written.findings.iter().cloned().map(Ok), with_staff, &mut table)
                    .map_err(plain)?;
                files.insert(kind.file().to_owned(), table);
                let mut table = Vec::new();
                let entries = written.register.iter().flatten().cloned().map(Ok);
                rows_to_csv(&REGISTER, entries, with_staff, &mut table).map_err(plain)?;
                files.insert(folder::REGISTER_CSV.to_owned(), table);
            }
            Rendering::Xlsx => {
                files.insert(kind.file().to_owned(), resettle_workbook::workbook(&written).map_err(plain)?);
            }
            Rendering::Json => {}
        }
    }
    Ok(files)
}

fn plain(error: impl ToString) -> Error {
    Error::new(error.to_string())
}
