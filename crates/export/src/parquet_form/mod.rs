//! Rows as Parquet: row groups that stand alone while they wait, and are put into one file unchanged.

mod chunk;
mod hybrid;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use resettle_report::columns::{Head, Kind};

use self::chunk::{Chunks, Repeated};
use crate::batch::{Cells, NONE, Runs};
use crate::error::ExportError;
use crate::schema::ExportTable;

/// What the files say of who made them. No version and no time: the same rows are the same bytes.
const MADE_BY: &str = "resettle";

/// Digits of decimals.
const PRECISION: i32 = 38;
/// Bytes of decimals.
const WIDTH: i32 = 16;

/// Who looks for a text looks for one of these; the least and the greatest of the others say nothing.
const SOUGHT: [&str; 6] = ["jurisdiction", "venue", "game", "table", "shoe", "file"];

/// The schema of a table.
pub(crate) fn schema(table: &ExportTable) -> Result<TypePtr> {
    let fields: Result<Vec<TypePtr>> = table.columns.iter().map(|column| Ok(Arc::new(field(column)?))).collect();
    Ok(Arc::new(Type::group_type_builder(table.name).with_fields(fields?).build()?))
}

fn field(column: &Head) -> Result<Type> {
    let stamp = |utc| LogicalType::timestamp(utc, TimeUnit::MICROS);
    let decimal = |scale| LogicalType::decimal(scale, PRECISION);
    let (physical, logical) = match column.kind {
        Kind::Text | Kind::Various => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Int | Kind::Serial => (Physical::INT64, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Day => (Physical::INT32, Some(LogicalType::Date)),
        Kind::Instant => (Physical::INT64, Some(stamp(true))),
        Kind::Local => (Physical::INT64, Some(stamp(false))),
        Kind::Decimal => (Physical::FIXED_LEN_BYTE_ARRAY, Some(decimal(i32::try_from(Kind::SCALE).unwrap_or(0)))),
        Kind::Big => (Physical::FIXED_LEN_BYTE_ARRAY, Some(decimal(0))),
    };
    let mut built = Type::primitive_type_builder(column.name, physical)
        .with_repetition(if column.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED })
        .with_logical_type(logical);
    if matches!(column.kind, Kind::Decimal | Kind::Big) {
        let scale = i32::try_from(column.kind.scale()).unwrap_or(0);
        built = built.with_length(WIDTH).with_precision(PRECISION).with_scale(scale);
    }
    built.build()
}

fn properties(table: &ExportTable) -> WriterPropertiesPtr {
    let mut built = WriterProperties::builder()
        .set_created_by(MADE_BY.to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    // What differs from row to row needs no dictionary, and of numbers that grow the differences are written.
    for column in &*table.columns {
        let path = ColumnPath::from(column.name);
        match column.kind {
            Kind::Various => {
                built = built
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_statistics_enabled(path, EnabledStatistics::None);
            }
            Kind::Serial | Kind::Instant | Kind::Local => {
                built = built
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
            }
            Kind::Text | Kind::Int | Kind::Flag | Kind::Day | Kind::Decimal | Kind::Big => {}
        }
    }
    Arc::new(built.build())
}

/// A row group, as a file of its own.
pub(crate) fn group(table: &ExportTable, cells: &[Cells]) -> Result<Vec<u8>> {
    let mut writer = SerializedFileWriter::new(Vec::new(), schema(table)?, properties(table))?;
    let about = writer.schema_descr().columns().to_vec();
    let mut group = writer.next_row_group()?;
    let mut chunks = Chunks::new();
    for ((column, about), cells) in table.columns.iter().zip(about).zip(cells) {
        if let Some(repeated) = repeated(column, cells) {
            let (bytes, close) = chunks.chunk(about, &repeated)?;
            group.append_column(&bytes, close)?;
        } else {
            let mut writer = group.next_column()?.ok_or_else(|| ParquetError::General("a column lacks".to_owned()))?;
            write(&mut writer, column, cells)?;
            writer.close()?;
        }
    }
    group.close()?;
    writer.into_inner()
}

/// A column whose rows share few values.
fn repeated<'c>(column: &Head, cells: &'c Cells) -> Option<Repeated<'c>> {
    match cells {
        Cells::Text(texts) => Some(Repeated::texts(texts, SOUGHT.contains(&column.name))),
        Cells::Int(days) if column.kind == Kind::Day => Some(Repeated::days(days)),
        Cells::Int(ints) => Some(Repeated::ints(ints)),
        Cells::Flag(runs) => Some(Repeated::flags(runs)),
        Cells::Wide(decimals) => Some(Repeated::decimals(decimals)),
        Cells::Various(_) | Cells::Grows(_) => None,
    }
}

/// A column whose values the library encodes.
fn write(writer: &mut SerializedColumnWriter<'_>, column: &Head, cells: &Cells) -> Result<()> {
    match (cells, writer.untyped()) {
        (Cells::Various(texts), ColumnWriter::ByteArrayColumnWriter(out)) => {
            let values: Vec<ByteArray> = texts.values.iter().map(|text| ByteArray::from(&**text)).collect();
            out.write_batch(&values, levels(column, &texts.runs).as_deref(), None)?;
        }
        (Cells::Grows(ints), ColumnWriter::Int64ColumnWriter(out)) => {
            out.write_batch(&ints.values, levels(column, &ints.runs).as_deref(), None)?;
        }
        _ => return Err(ParquetError::General(format!("column `{}` has values of another type", column.name))),
    }
    Ok(())
}

/// Where a value is; nothing where one always is.
fn levels(column: &Head, runs: &Runs) -> Option<Vec<i16>> {
    column.optional.then(|| runs.rows().map(|place| i16::from(place != NONE)).collect())
}

/// Puts row groups into one file.
pub(crate) struct Joined<W: Write + Send> {
    table: &'static ExportTable,
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> Joined<W> {
    pub(crate) fn new(table: &'static ExportTable, out: W) -> Result<Self> {
        Ok(Self { table, writer: SerializedFileWriter::new(out, schema(table)?, properties(table))? })
    }

    /// Takes a row group over as it is.
    pub(crate) fn append(&mut self, group: Vec<u8>) -> std::result::Result<(), ExportError> {
        let group = bytes::Bytes::from(group);
        let about = ParquetMetaDataReader::new().parse_and_finish(&group)?;
        if about.file_metadata().schema_descr().root_schema_ptr() != schema(self.table)? {
            return Err(ExportError::Kept(self.table.name));
        }
        for rows in about.row_groups() {
            let mut out = self.writer.next_row_group()?;
            for column in rows.columns() {
                let close = ColumnCloseResult {
                    bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                    rows_written: u64::try_from(rows.num_rows()).unwrap_or(0),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                out.append_column(&group, close)?;
            }
            out.close()?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<W> {
        self.writer.into_inner()
    }
}
