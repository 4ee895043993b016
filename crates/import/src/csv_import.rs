//! A CSV in, a log out.

use std::io::{Read, Write};

use encoding_rs_io::DecodeReaderBytesBuilder;

use crate::chain::Chain;
use crate::columns::FoundColumns;
use crate::date_above;
use crate::error::ImportError;
use crate::excel;
use crate::log::Log;
use crate::mapping::{Mapping, Order};
use crate::record;
use crate::rows::CsvRows;
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
    csv: impl Read,
    mapping: &Mapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<ImportSummary, ImportError> {
    if !is_log_time(at) {
        return Err(ImportError::At(at.to_owned()));
    }
    if mapping.is_of_json() {
        return Err(ImportError::OtherMapping { file: "CSV", format: "csv" });
    }
    match mapping.encoding {
        None => import_text(csv, mapping, at, source_name, out),
        Some(encoding) => {
            let text = DecodeReaderBytesBuilder::new().encoding(Some(encoding)).bom_override(true).build(csv);
            import_text(text, mapping, at, source_name, out)
        }
    }
}

fn import_text(
    mut csv: impl Read,
    mapping: &Mapping,
    at: &str,
    source_name: &str,
    out: &mut impl Write,
) -> Result<ImportSummary, ImportError> {
    let mut head = Vec::new();
    csv.by_ref().take(sniff::LOOKED_AT).read_to_end(&mut head).map_err(ImportError::Read)?;
    if let Some((what, help)) = sniff::other_than_csv(&head) {
        return Err(ImportError::NoCsv { what, help });
    }
    let named = excel::separator(&head);
    if let Some(other) = named.and_then(|named| sniff::differs(mapping, named)) {
        return Err(ImportError::Delimiter(other));
    }
    let lines_above = mapping.skip_lines.max(u64::from(named.is_some()));
    let mut rows = CsvRows::new(&head, csv, mapping.delimiter);
    let above = rows.skip_lines(lines_above).map_err(ImportError::Read)?;
    let first = rows.next().map_err(ImportError::Read)?.ok_or(ImportError::Empty)?;
    let spans = mapping.lines_in_cells || (mapping.header && first.is_a_header_over_lines(mapping.delimiter));
    if let Some(fault) = first.misquoted(spans) {
        return Err(ImportError::FirstRow(fault));
    }
    let mut table = FoundColumns::resolve(mapping, &first)?;
    table.dates = date_above::find(mapping, &String::from_utf8_lossy(&above))?;
    let mut chain = Chain::new(out, at);
    chain.write("open", |out| {
        record::open(&mapping.open, out);
        record::imported(&mapping.sha256, source_name, out);
    })?;
    if mapping.order == Order::NewestFirst || mapping.leaves_out() {
        chain.wait(mapping.order == Order::NewestFirst);
    }
    let mut log = Log::new(table, chain, at, lines_above);
    if !mapping.header {
        log.take(first)?;
    }
    while let Some(row) = rows.next().map_err(ImportError::Read)? {
        log.take(row)?;
    }
    log.finish(Vec::new())
}
