//! A CSV in, a log out.

use std::io::{Read, Write};

use crate::chain::Chain;
use crate::columns::Table;
use crate::error::ImportError;
use crate::log::Log;
use crate::mapping::Mapping;
use crate::record;
use crate::rows::Rows;
use crate::sniff;
use crate::summary::ImportSummary;
use crate::time::is_log_time;

/// Writes the rows of a CSV as an unsealed coup log.
///
/// `at` is the time of the import, which every record has; `source_name` names the CSV in the
/// log. A row that cannot be read is reported in the summary and the rest is read on.
///
/// # Errors
/// [`ImportError`]; what was written then is not a whole log.
pub fn import_csv(
    mut csv: impl Read,
    mapping: &Mapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<ImportSummary, ImportError> {
    if !is_log_time(at) {
        return Err(ImportError::At(at.to_owned()));
    }
    let mut head = Vec::new();
    csv.by_ref().take(sniff::LOOKED_AT).read_to_end(&mut head).map_err(ImportError::Read)?;
    if let Some((what, help)) = sniff::other_than_csv(&head) {
        return Err(ImportError::NoCsv { what, help });
    }
    let mut rows = Rows::new(&head, csv, mapping.delimiter);
    let first = rows.next().map_err(ImportError::Read)?.ok_or(ImportError::Empty)?;
    if let Some(fault) = first.misquoted(mapping.lines_in_cells) {
        return Err(ImportError::FirstRow(fault));
    }
    let table = Table::resolve(mapping, &first)?;
    let mut chain = Chain::new(out, at);
    chain.write("open", |out| record::open(mapping, source_name, out))?;
    let mut log = Log::new(table, chain);
    if !mapping.header {
        log.take(first)?;
    }
    while let Some(row) = rows.next().map_err(ImportError::Read)? {
        log.take(row)?;
    }
    log.finish()
}
